import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { PublicityState } from '#procedures/recruitment/contract.publicity.ts';

/** A 公示 with its file, the superior that agreed to it, and how many said something. Days `YYYY-MM-DD`. */
export interface PublicityListed {
  id: string;
  fileId: string;
  memberId: string;
  category: number;
  name: string;
  orgName: string;
  code: string;
  startsOn: string;
  endsOn: string;
  state: PublicityState;
  result: 'none' | 'checked' | 'blocking' | null;
  resultNote: string;
  objections: number;
  unchecked: number;
  approverOrgId: string | null;
  approver: string;
}

const STATES: Readonly<Record<PublicityState, RawBuilder<boolean>>> = {
  running: sql<boolean>`p.result is null and p.ends_on >= ${dbToday}`,
  over: sql<boolean>`p.result is null and p.ends_on < ${dbToday}`,
  ended: sql<boolean>`p.result is not null`,
};
const FROM = sql`development_publicity p
  join development_file f on f.id = p.file_id
  join member m on m.id = f.member_id and m.deleted_at is null
  join organisation o on o.id = f.org_id`;

/** A page of 公示: those that run first, the latest first. */
export async function pageOfPublicity(
  db: Db,
  scope: Scope,
  { name, state }: { name: string | null; state: PublicityState | null },
  limit: number,
  offset: number,
): Promise<{ rows: PublicityListed[]; total: number }> {
  const where = sql`${within(scope, 'f.org_code')} ${name ? sql`and ${textHolds(sql`m.name`, name)}` : sql``}
    ${state ? sql`and ${STATES[state]}` : sql``}`;
  const [rows, total] = await Promise.all([
    sql<PublicityListed>`
      select p.id, p.file_id as "fileId", f.member_id as "memberId", f.category, m.name, o.name as "orgName", p.code,
             p.starts_on as "startsOn", p.ends_on as "endsOn", p.result, p.result_note as "resultNote",
             case when ${STATES.running} then 'running' when ${STATES.over} then 'over' else 'ended' end as state,
             said.n as objections, said.open as unchecked, s.approver_org_id as "approverOrgId", coalesce(a.name, '') as approver
        from ${FROM}
        left join development_step s on s.file_id = f.id and s.no = 8
        left join organisation a on a.id = s.approver_org_id
        cross join lateral (
          select count(*)::int as n, (count(*) filter (where result = ''))::int as open
            from development_objection x where x.publicity_id = p.id) as said
       where ${where}
       order by (p.result is null) desc, p.ends_on desc, p.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/**
 * Keeps what somebody said; false where the same stands there already.
 * @param encrypt encrypts content and contact for the row's id
 */
export async function insertObjection(
  db: Db,
  publicityId: string,
  digest: Buffer,
  encrypt: (id: string) => { content: Buffer; contact: Buffer | null },
): Promise<boolean> {
  const made = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('development_objection', 'id'))::text as id`.execute(db);
  const id = made.rows[0]?.id ?? '';
  const { content, contact } = encrypt(id);
  const { rows } = await sql`
    insert into development_objection (id, publicity_id, content_enc, contact_enc, digest)
    values (${id}, ${publicityId}, ${content}, ${contact}, ${digest})
    on conflict (publicity_id, digest) where digest is not null do nothing returning id`.execute(db);
  return rows.length > 0;
}

export interface ObjectionRecord {
  id: string;
  content: Buffer;
  contact: Buffer | null;
  receivedAt: Date;
  result: '' | 'checked' | 'blocking';
  note: string;
  handledBy: string;
  handledAt: Date | null;
}

/** What was said about a 公示, the first first. */
export async function objectionsOf(db: Db, publicityId: string): Promise<ObjectionRecord[]> {
  const { rows } = await sql<ObjectionRecord>`
    select id, content_enc as content, contact_enc as contact, received_at as "receivedAt", result, note,
           handled_by as "handledBy", handled_at as "handledAt"
      from development_objection where publicity_id = ${publicityId} order by id`.execute(db);
  return rows;
}

/** Writes the result of a check; false where it was checked meanwhile or does not belong to this 公示. */
export async function settleObjection(
  db: Db,
  publicityId: string,
  id: string,
  check: { result: string; note: string; by: string },
): Promise<boolean> {
  const { rows } = await sql`
    update development_objection set result = ${check.result}, note = ${check.note}, handled_by = ${check.by}, handled_at = now()
     where id = ${id} and publicity_id = ${publicityId} and result = '' returning id`.execute(db);
  return rows.length > 0;
}
