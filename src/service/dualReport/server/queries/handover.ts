import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** How many reports of a status each of some communities has. */
export async function reportsAt(db: Db, orgIds: readonly string[], status: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from sbd_report
     where org_id = any(${orgIds}::bigint[]) and status = ${status} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives reports of a community to another one: those of a status, or some that come back. */
export async function moveReports(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  given: { ids: readonly string[] } | { status: number },
): Promise<{ id: string; title: string }[]> {
  const which = 'ids' in given ? sql`r.id = any(${given.ids}::bigint[])` : sql`r.status = ${given.status}`;
  const { rows } = await sql<{ id: string; title: string }>`
    update sbd_report r set org_id = ${to.id}, org_code = ${to.code}, version = r.version + 1 from member m
     where r.org_id = ${fromId} and ${which} and m.id = r.member_id returning r.id, m.name as title`.execute(db);
  return rows;
}

/** The community of a report, or the organisation that reports. */
type End = 'community_id' | 'org_id';

/** How many organisations' reports wait or live at one end of each of some organisations. */
export async function pairsAt(db: Db, orgIds: readonly string[], end: End): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select ${sql.ref(end)} as id, count(*)::int as n from sbd_pair
     where ${sql.ref(end)} = any(${orgIds}::bigint[]) and status in (0, 1) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

const farEnd = (end: End): End => (end === 'org_id' ? 'community_id' : 'org_id');

/** Reports `p` at one end of an organisation that end there: one of `others` has the same one, or it would become one to itself. */
const endsHere = (end: End, fromId: string, others: readonly string[]) => sql`
  ${sql.ref(`p.${end}`)} = ${fromId} and p.status in (0, 1) and (${sql.ref(`p.${farEnd(end)}`)} = any(${others}::bigint[])
    or exists (select from sbd_pair q where ${sql.ref(`q.${end}`)} = any(${others}::bigint[]) and q.status in (0, 1)
                  and ${sql.ref(`q.${farEnd(end)}`)} = ${sql.ref(`p.${farEnd(end)}`)}))`;

/** Which reports `r` are of some organisations, at one end. */
export const atEnd = (end: End) => (orgIds: readonly string[]) =>
  sql`${sql.ref(`r.${end}`)} = any(${orgIds}::bigint[])`;

/** How many do not go along with their organisation. */
export async function twinPairs(db: Db, end: End, fromId: string, others: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sbd_pair p where ${endsHere(end, fromId, others)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Gives the organisations' reports that wait or live at one end to another organisation. One that the other end has with it already,
 * or that would become a report to itself, ends here instead, by `note`.
 */
export async function movePairs(
  db: Db,
  end: End,
  fromId: string,
  to: { id: string; code: string },
  ids: readonly string[] | null,
  note: string,
): Promise<{ id: string; title: string }[]> {
  await sql`
    update sbd_pair p set status = case p.status when 1 then 3 else 4 end, end_note = ${note}, version = p.version + 1,
           ended_on = (now() at time zone 'Asia/Shanghai')::date
     where ${endsHere(end, fromId, [to.id])}`.execute(db);
  const code = end === 'org_id' ? sql`, org_code = ${to.code}` : sql``;
  const { rows } = await sql<{ id: string; title: string }>`
    update sbd_pair p set ${sql.ref(end)} = ${to.id}, version = p.version + 1 ${code} from organisation h, organisation c
     where ${sql.ref(`p.${end}`)} = ${fromId} and p.status in (0, 1) and (${ids}::bigint[] is null or p.id = any(${ids}::bigint[]))
       and h.id = p.org_id and c.id = p.community_id
    returning p.id, h.name || ' → ' || c.name as title`.execute(db);
  return rows;
}
