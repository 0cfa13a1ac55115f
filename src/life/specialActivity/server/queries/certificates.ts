import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { TALLY } from './facts.ts';

/** A certificate as it was given. */
export interface CertificateRecord {
  id: string;
  activityId: string;
  setterId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  memberId: string | null;
  number: string;
  name: string;
  title: string;
  issuer: string;
  startsOn: string;
  endsOn: string;
  issuedOn: string;
  revokedOn: string | null;
  reason: string;
}

const COLUMNS = sql`c.id, a.id as "activityId", a.org_id as "setterId", c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName",
  c.member_id as "memberId", c.number, c.name, c.title, c.issuer, a.starts_on as "startsOn", a.ends_on as "endsOn",
  c.issued_on as "issuedOn", (c.revoked_at at time zone 'Asia/Shanghai')::date::text as "revokedOn", c.reason`;
const FROM = sql`special_certificate c join special_activity a on a.id = c.activity_id join organisation o on o.id = c.org_id`;

export interface Reader {
  scope: Scope;
  orgId: string;
  memberId: string | null;
}

const own = ({ memberId }: Reader) => (memberId === null ? sql`false` : sql`c.member_id = ${memberId}`);
/** What organisations of the scope, and people there, have; whose organisation is gone keeps its own. */
const ofScope = ({ scope }: Reader) =>
  scope.memberId === null ? sql`(o.deleted_at is null and ${within(scope, 'c.org_code')})` : sql`false`;
const issued = ({ scope, orgId }: Reader) => (scope.memberId === null ? sql`a.org_id = ${orgId}` : sql`false`);

/** A page of certificates, the newest first. */
export async function pageOfCertificates(
  db: Db,
  reader: Reader,
  { view, title }: { view: 'mine' | 'org' | 'issued'; title: string | null },
  limit: number,
  offset: number,
): Promise<{ rows: CertificateRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [{ mine: own, org: ofScope, issued }[view](reader)];
  if (title) parts.push(sql`(${textHolds(sql`c.title`, title)} or ${textHolds(sql`c.name`, title)})`);
  const where = sql.join(parts, sql` and `);
  const [rows, total] = await Promise.all([
    sql<CertificateRecord>`
      select ${COLUMNS} from ${FROM} where ${where} order by c.issued_on desc, c.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A certificate that the session sees: its own, of its scope, or issued by its organisation; locked. */
export async function findCertificate(db: Db, reader: Reader, id: string): Promise<CertificateRecord | undefined> {
  const { rows } = await sql<CertificateRecord>`
    select ${COLUMNS} from ${FROM}
     where c.id = ${id} and (${own(reader)} or ${ofScope(reader)} or ${issued(reader)}) for update of c`.execute(db);
  return rows[0];
}

/** A certificate whoever asks, for its verification. */
export async function certificateById(db: Db, id: string): Promise<CertificateRecord | undefined> {
  const { rows } = await sql<CertificateRecord>`select ${COLUMNS} from ${FROM} where c.id = ${id}`.execute(db);
  return rows[0];
}

/** Who deserves a certificate of an activity and has none: organisations that finished, and who took part of them. */
export async function deserving(db: Db, activityId: string) {
  const { rows } = await sql<{ orgId: string; memberId: string | null; name: string }>`
    with finished as (
      select p.id, p.org_id, p.org_code, o.name from special_part p
        join organisation o on o.id = p.org_id and o.deleted_at is null ${TALLY}
       where p.activity_id = ${activityId} and m.accepted = m.required)
    select f.org_id as "orgId", null::bigint as "memberId", f.name, f.org_code as place from finished f
     where not exists (select from special_certificate c where c.activity_id = ${activityId} and c.org_id = f.org_id
       and c.member_id is null and c.revoked_at is null)
    union all
    select f.org_id, m.id, m.name, f.org_code from finished f join special_person s on s.part_id = f.id
      join member m on m.id = s.member_id and m.deleted_at is null
     where not exists (select from special_certificate c where c.activity_id = ${activityId} and c.member_id = m.id and c.revoked_at is null)
     order by place, "memberId" nulls first`.execute(db);
  return rows;
}

/** Writes certificates. */
export async function insertCertificates(
  db: Db,
  of: { activityId: string; title: string; issuer: string; by: string },
  given: readonly { orgId: string; memberId: string | null; name: string; number: string }[],
): Promise<void> {
  await sql`
    insert into special_certificate (activity_id, org_id, org_code, member_id, name, title, issuer, number, issued_by)
    select ${of.activityId}, g.org_id, o.code, g.member_id, g.name, ${of.title}, ${of.issuer}, g.number, ${of.by}
      from unnest(${given.map(({ orgId }) => orgId)}::bigint[], ${given.map(({ memberId }) => memberId)}::bigint[],
                  ${given.map(({ name }) => name)}::text[], ${given.map(({ number }) => number)}::text[])
           as g (org_id, member_id, name, number)
      join organisation o on o.id = g.org_id`.execute(db);
}

/** Revokes a locked certificate. */
export const revoke = (db: Db, id: string, by: string, reason: string) =>
  sql`update special_certificate set revoked_at = now(), revoked_by = ${by}, reason = ${reason} where id = ${id}`.execute(
    db,
  );

/** The accounts of some people. */
export async function accountsOf(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from account a where a.member_id = any(${memberIds}::bigint[]) and a.enabled order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The part of an organisation with its activity; `lock` keeps it for this transaction. */
export interface PartRecord {
  id: string;
  activityId: string;
  title: string;
  state: string;
  orgId: string;
  orgCode: string;
  version: number;
}

/** A part that the session sees. @param orgId of the session */
export async function findPart(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<PartRecord | undefined> {
  const seen = scope.memberId === null ? sql`(${within(scope, 'p.org_code')} or a.org_id = ${orgId})` : sql`false`;
  const { rows } = await sql<PartRecord>`
    select p.id, a.id as "activityId", a.title, a.state, p.org_id as "orgId", p.org_code as "orgCode", p.version
      from special_part p join special_activity a on a.id = p.activity_id and a.deleted_at is null and a.state <> 'draft'
      join organisation o on o.id = p.org_id and o.deleted_at is null
     where p.id = ${id} and ${seen} ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

/** The part of an organisation in an activity. */
export async function partAt(
  db: Db,
  activityId: string,
  orgId: string,
): Promise<{ id: string; version: number } | undefined> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from special_part where activity_id = ${activityId} and org_id = ${orgId}`.execute(db);
  return rows[0];
}

/** Who of an organisation took part. */
export async function peopleOf(db: Db, partId: string) {
  const { rows } = await sql<{ id: string; name: string; note: string }>`
    select m.id, m.name, o.name as note from special_person s join member m on m.id = s.member_id and m.deleted_at is null
      join organisation o on o.id = m.org_id
     where s.part_id = ${partId} order by m.org_code, m.id`.execute(db);
  return rows;
}

/** Whether somebody is named among who took part in an activity. */
export async function tookPart(db: Db, activityId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from special_person s join special_part p on p.id = s.part_id
     where p.activity_id = ${activityId} and s.member_id = ${memberId}`.execute(db);
  return rows.length > 0;
}

/** Which of some people the scope has. */
export async function peopleAmong(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from member m where m.id = any(${ids}::bigint[]) and m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Writes who took part; answers the part's new version. */
export async function setPeople(db: Db, partId: string, ids: readonly string[]): Promise<number> {
  await sql`delete from special_person where part_id = ${partId} and not member_id = any(${ids}::bigint[])`.execute(db);
  await sql`insert into special_person (part_id, member_id) select ${partId}, id from unnest(${ids}::bigint[]) id
            on conflict do nothing`.execute(db);
  const { rows } = await sql<{ version: number }>`
    update special_part set version = version + 1 where id = ${partId} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}
