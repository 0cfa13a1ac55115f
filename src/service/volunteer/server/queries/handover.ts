import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { moveFiles } from '#platform/server/files/files.ts';

/** Open: to come, running or with hours that are not decided; else history. */
const which = (isOpen: boolean) =>
  isOpen ? sql`(a.state in (0, 1) or a.hours_state in (1, 3))` : sql`(a.state in (3, 4) and a.hours_state in (0, 2))`;

/** How many activities of a sort each of some organisations has. */
export async function activitiesAt(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select a.org_id as id, count(*)::int as n from service_activity a
     where a.org_id = any(${orgIds}::bigint[]) and a.deleted_at is null and ${which(isOpen)} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives activities with their people to another organisation: those of a sort, or some that come back. */
export async function moveActivities(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  given: { ids: readonly string[] } | { isOpen: boolean },
): Promise<{ id: string; title: string }[]> {
  const chosen = 'ids' in given ? sql`a.id = any(${given.ids}::bigint[])` : which(given.isOpen);
  const { rows } = await sql<{ id: string; title: string }>`
    update service_activity a set org_id = ${to.id}, org_code = ${to.code}, version = a.version + 1
     where a.org_id = ${fromId} and a.deleted_at is null and ${chosen} returning a.id, a.title`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`update service_signup set org_code = ${to.code} where activity_id = any(${ids}::bigint[])`.execute(db);
  await moveFiles(db, ['volunteer.cover'], ids, to.code);
  return rows;
}

/** Places of some activities with an objection that waits, by the activity. */
export async function objectionsAt(db: Db, activityIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; places: string[] }>`
    select activity_id as id, array_agg(id::text order by id) as places from service_signup
     where activity_id = any(${activityIds}::bigint[]) and objection_state = 1 group by 1`.execute(db);
  return new Map(rows.map(({ id, places }) => [id, places]));
}

/** Open: not ended, or with a talk that is due; else history. */
const whichNeeds = (isOpen: boolean) =>
  isOpen ? sql`(n.state <= 4 or n.talk_state = 1)` : sql`(n.state > 4 and n.talk_state <> 1)`;

/** How many needs of a sort each of some organisations has. */
export async function needsAt(db: Db, orgIds: readonly string[], isOpen: boolean): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select n.org_id as id, count(*)::int as n from service_need n
     where n.org_id = any(${orgIds}::bigint[]) and ${whichNeeds(isOpen)} group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives needs to another organisation: those of a sort, or some that come back. */
export async function moveNeeds(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  given: { ids: readonly string[] } | { isOpen: boolean },
): Promise<{ id: string; title: string }[]> {
  const chosen = 'ids' in given ? sql`n.id = any(${given.ids}::bigint[])` : whichNeeds(given.isOpen);
  const { rows } = await sql<{ id: string; title: string }>`
    update service_need n set org_id = ${to.id}, org_code = ${to.code}, version = n.version + 1
     where n.org_id = ${fromId} and ${chosen} returning n.id, n.title`.execute(db);
  return rows;
}

/** How many quarters each of some organisations has. */
export async function quartersAt(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from service_quarter where org_id = any(${orgIds}::bigint[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives quarters to another organisation; one whose name the successor has already says where it came from. */
export async function moveQuarters(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  ids: readonly string[] | null,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    update service_quarter q set org_id = ${to.id}, org_code = ${to.code}, version = q.version + 1,
           name = case when exists (select from service_quarter t where t.org_id = ${to.id} and t.name = q.name) then q.name || '（' || q.id || '）' else q.name end
     where q.org_id = ${fromId} and (${ids}::bigint[] is null or q.id = any(${ids}::bigint[])) returning q.id, q.name as title`.execute(
    db,
  );
  return rows;
}

/** Whoever proposed a pair, or accepted it. */
type End = 'org_id' | 'other_id';

/** How many pairs wait or run at one end of each of some organisations. */
export async function pairsAt(db: Db, orgIds: readonly string[], end: End): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select ${sql.ref(end)} as id, count(*)::int as n from service_pair
     where ${sql.ref(end)} = any(${orgIds}::bigint[]) and state in (0, 1) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Pairs `p` at one end of an organisation that end there: one of `others` has the same one, or it would become one with itself. */
function endsHere(end: End, fromId: string, others: readonly string[]) {
  const far = end === 'org_id' ? 'other_id' : 'org_id';
  return sql`
    ${sql.ref(`p.${end}`)} = ${fromId} and p.state in (0, 1) and (${sql.ref(`p.${far}`)} = any(${others}::bigint[])
      or exists (select from service_pair q where q.state in (0, 1) and q.kind = p.kind
                    and case p.kind when 1 then ${sql.ref(`q.${end}`)} = any(${others}::bigint[]) and ${sql.ref(`q.${far}`)} = ${sql.ref(`p.${far}`)}
                             else ${end === 'other_id'} and q.other_id = any(${others}::bigint[]) and q.member_id = p.member_id
                                  and q.person_name = p.person_name end))`;
}

/** Which pairs `r` are of some organisations, at one end. */
export const atEnd = (end: End) => (orgIds: readonly string[]) =>
  sql`${sql.ref(`r.${end}`)} = any(${orgIds}::bigint[])`;

/** How many do not go along with their organisation. */
export async function twinPairs(db: Db, end: End, fromId: string, others: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from service_pair p where ${endsHere(end, fromId, others)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Gives the pairs that wait or run at one end to another organisation. One that the successor has already, or that would become a
 * pair with itself, ends here instead, by `note`.
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
    update service_pair p set state = case p.state when 1 then 3 else 4 end, end_note = ${note}, version = p.version + 1,
           ended_on = (now() at time zone 'Asia/Shanghai')::date
     where ${endsHere(end, fromId, [to.id])}`.execute(db);
  const code = end === 'org_id' ? sql`, org_code = ${to.code}` : sql``;
  const { rows } = await sql<{ id: string; title: string }>`
    update service_pair p set ${sql.ref(end)} = ${to.id}, version = p.version + 1 ${code} from organisation h, organisation c
     where ${sql.ref(`p.${end}`)} = ${fromId} and p.state in (0, 1) and (${ids}::bigint[] is null or p.id = any(${ids}::bigint[]))
       and h.id = p.org_id and c.id = p.other_id
    returning p.id, case p.kind when 1 then h.name || '与' || c.name else p.person_name end as title`.execute(db);
  return rows;
}

/** Calls of organisations, by the organisation. */
export async function callsAt(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from service_call where org_id = any(${orgIds}::bigint[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Gives calls to another organisation. */
export async function moveCalls(
  db: Db,
  fromId: string,
  to: { id: string; code: string },
  ids: readonly string[] | null,
): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    update service_call c set org_id = ${to.id}, org_code = ${to.code}, version = c.version + 1
     where c.org_id = ${fromId} and (${ids}::bigint[] is null or c.id = any(${ids}::bigint[])) returning c.id, c.title`.execute(
    db,
  );
  return rows;
}
