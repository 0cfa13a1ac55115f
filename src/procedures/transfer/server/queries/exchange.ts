import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { MessageKind } from '#procedures/transfer/rules/exchange.ts';

export interface PartnerRecord {
  id: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  baseUrl: string;
  publicKey: string;
  enabled: boolean;
  version: number;
  updatedBy: string;
}

const PARTNERS = sql`select p.id, p.name, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.base_url as "baseUrl",
  p.public_key as "publicKey", p.enabled, p.version, p.updated_by as "updatedBy"
  from relation_partner p join organisation o on o.id = p.org_id and o.deleted_at is null`;

export const partners = async (db: Db): Promise<PartnerRecord[]> =>
  (await sql<PartnerRecord>`${PARTNERS} order by p.name, p.id`.execute(db)).rows;

/** Who signs with a key, where letters are exchanged with it. */
export const partnerOfKey = async (db: Db, key: string): Promise<PartnerRecord | undefined> =>
  (await sql<PartnerRecord>`${PARTNERS} where p.public_key = ${key} and p.enabled`.execute(db)).rows[0];

/** The partner that an outside end names, with or without 中共 before it. */
export const partnerNamed = async (db: Db, name: string): Promise<PartnerRecord | undefined> =>
  (
    await sql<PartnerRecord>`${PARTNERS} where p.enabled and p.name in (${name}, ${`中共${name}`}, ${`中国共产党${name}`})
      order by p.id limit 1`.execute(db)
  ).rows[0];

export const partnerById = async (db: Db, id: string): Promise<PartnerRecord | undefined> =>
  (await sql<PartnerRecord>`${PARTNERS} where p.id = ${id}`.execute(db)).rows[0];

type NewPartner = Pick<PartnerRecord, 'name' | 'orgId' | 'orgCode' | 'baseUrl' | 'publicKey' | 'enabled'>;

/** Writes a partner anew, or at the version that was read; undefined: somebody saved meanwhile. */
export async function savePartner(db: Db, id: string | null, version: number, one: NewPartner, by: string) {
  const { rows } = await (id === null
    ? sql<{ id: string; version: number }>`
        insert into relation_partner (name, org_id, org_code, base_url, public_key, enabled, updated_by)
        values (${one.name}, ${one.orgId}, ${one.orgCode}, ${one.baseUrl}, ${one.publicKey}, ${one.enabled}, ${by})
        returning id, version`.execute(db)
    : sql<{ id: string; version: number }>`
        update relation_partner set name = ${one.name}, org_id = ${one.orgId}, org_code = ${one.orgCode}, base_url = ${one.baseUrl},
               public_key = ${one.publicKey}, enabled = ${one.enabled}, version = version + 1, updated_at = now(), updated_by = ${by}
         where id = ${id} and version = ${version} returning id, version`.execute(db));
  return rows[0];
}

export type MessageState = 'queued' | 'sent' | 'waiting' | 'done' | 'recalled' | 'failed';
export interface MessageRecord {
  id: string;
  partnerId: string;
  partnerName: string;
  orgId: string;
  orgCode: string;
  direction: 'out' | 'in';
  kind: MessageKind;
  messageNo: string;
  letterId: string | null;
  transferId: string | null;
  grantId: string | null;
  body: Buffer | null;
  hash: Buffer | null;
  state: MessageState;
  note: string;
  attempts: number;
  createdAt: Date;
}

const MESSAGES = sql`select m.id, m.partner_id as "partnerId", p.name as "partnerName", m.org_id as "orgId", m.org_code as "orgCode",
  m.direction, m.kind, m.message_no as "messageNo", m.letter_id as "letterId", m.transfer_id as "transferId", m.grant_id as "grantId",
  m.body_enc as body, m.body_hash as hash, m.state, m.note, m.attempts, m.created_at as "createdAt"
  from relation_message m join relation_partner p on p.id = m.partner_id`;

export type NewMessage = Pick<MessageRecord, 'partnerId' | 'orgId' | 'orgCode' | 'direction' | 'kind' | 'state'> &
  Partial<Pick<MessageRecord, 'messageNo' | 'letterId' | 'transferId' | 'grantId' | 'hash'>>;

/** Writes a message, its body follows by `writeBody`; undefined: one of this number came before. */
export async function insertMessage(db: Db, one: NewMessage): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into relation_message (partner_id, org_id, org_code, direction, kind, state, message_no, letter_id, transfer_id, grant_id, body_hash)
    values (${one.partnerId}, ${one.orgId}, ${one.orgCode}, ${one.direction}, ${one.kind}, ${one.state},
            coalesce(${one.messageNo ?? null}::uuid, gen_random_uuid()), ${one.letterId ?? null}, ${one.transferId ?? null},
            ${one.grantId ?? null}, ${one.hash ?? null})
    on conflict (partner_id, direction, message_no) do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export const writeBody = (db: Db, id: string, body: Buffer) =>
  sql`update relation_message set body_enc = ${body} where id = ${id}`.execute(db);

/** A message by its number, held for this transaction. */
export const messageOfNo = async (db: Db, partnerId: string, direction: 'out' | 'in', no: string) =>
  (
    await sql<MessageRecord>`${MESSAGES} where m.partner_id = ${partnerId} and m.direction = ${direction} and m.message_no = ${no}
      for update of m`.execute(db)
  ).rows[0];

/** A message of the scope, held for this transaction. */
export const lockMessage = async (db: Db, scope: Scope, id: string): Promise<MessageRecord | undefined> =>
  (
    await sql<MessageRecord>`${MESSAGES} where m.id = ${id} and ${within(scope, 'm.org_code')} for update of m`.execute(
      db,
    )
  ).rows[0];

/** The letter of a transfer that went to another installation last. */
export const letterSent = async (db: Db, transferId: string): Promise<MessageRecord | undefined> =>
  (
    await sql<MessageRecord>`${MESSAGES} where m.transfer_id = ${transferId} and m.direction = 'out' and m.kind = 'letter'
      and m.state in ('queued', 'sent') order by m.id desc limit 1 for update of m`.execute(db)
  ).rows[0];

export const setMessage = (db: Db, id: string, state: MessageState, note: string, transferId: string | null = null) =>
  sql`update relation_message set state = ${state}, note = ${note}, transfer_id = coalesce(${transferId}::bigint, transfer_id),
             done_at = case when ${state} in ('done', 'recalled', 'failed') then now() end where id = ${id}`.execute(
    db,
  );

/** Of a message that still waits to be sent. */
export const setSent = (db: Db, id: string, state: MessageState, note: string) =>
  sql`update relation_message set state = ${state}, note = ${note}, done_at = case when ${state} <> 'sent' then now() end
       where id = ${id} and state = 'queued'`.execute(db);

export const noteMessage = (db: Db, id: string, note: string) =>
  sql`update relation_message set note = ${note} where id = ${id}`.execute(db);

/** Takes one message that is to be sent, or one that came in and is to be carried out, and puts the next attempt off. */
export async function takeDue(
  db: Db,
  direction: 'out' | 'in',
  pauseSeconds: number,
): Promise<MessageRecord | undefined> {
  const due =
    direction === 'out' ? sql`m.state = 'queued' and p.enabled` : sql`m.state = 'waiting' and m.kind <> 'letter'`;
  const { rows } = await sql<{ id: string }>`
    update relation_message set attempts = attempts + 1, next_at = now() + make_interval(secs => ${pauseSeconds}::int * least(attempts + 1, 120))
     where id = (select m.id from relation_message m join relation_partner p on p.id = m.partner_id
                  where m.direction = ${direction} and ${due} and m.next_at <= now() order by m.id limit 1 for update of m skip locked)
     returning id`.execute(db);
  const [row] = rows;
  return row && (await sql<MessageRecord>`${MESSAGES} where m.id = ${row.id}`.execute(db)).rows[0];
}

export async function pageOfMessages(db: Db, scope: Scope, direction: string, limit: number, offset: number) {
  const where = sql`${within(scope, 'm.org_code')} and m.kind = 'letter' ${direction === '' ? sql`` : sql`and m.direction = ${direction}`}`;
  const [page, total] = await Promise.all([
    sql<MessageRecord>`${MESSAGES} where ${where} order by (m.state = 'waiting') desc, m.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from relation_message m where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
