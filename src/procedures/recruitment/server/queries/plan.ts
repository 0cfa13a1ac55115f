import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** What an organisation may accept in a year, and has accepted. */
export interface PlanRecord {
  orgId: string;
  orgCode: string;
  orgName: string;
  parentId: string | null;
  given: number | null;
  note: string;
  version: number;
  accepted: number;
  handedDown: number;
}

/** An organisation of the scope and those directly below it, each with its plan of a year; the organisation itself first. */
export async function planAround(db: Db, scope: Scope, orgId: string, year: number): Promise<PlanRecord[]> {
  const { rows } = await sql<PlanRecord>`
    select o.id as "orgId", o.code as "orgCode", o.name as "orgName", o.parent_id as "parentId", p.given,
           coalesce(p.note, '') as note, coalesce(p.version, 0) as version, taken.n as accepted, below.n as "handedDown"
      from organisation o
      left join development_plan p on p.org_id = o.id and p.year = ${year}
      cross join lateral (
        select count(*)::int as n from member_ledger l
         where l.way = 'recruited' and l.sign = 1 and l.org_code >= o.code and l.org_code < o.code || 'z'
           and l.happened_on between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)) as taken
      cross join lateral (
        select coalesce(sum(c.given), 0)::int as n from development_plan c join organisation k on k.id = c.org_id
         where k.parent_id = o.id and k.deleted_at is null and c.year = ${year}) as below
     where (o.id = ${orgId} or o.parent_id = ${orgId}) and o.deleted_at is null and ${within(scope, 'o.code')}
     order by (o.id = ${orgId}) desc, o.sort, o.id`.execute(db);
  return rows;
}

export const thisYear = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ year: number }>`select extract(year from ${dbToday})::int as year`.execute(db);
  return rows[0]?.year ?? 2026;
};

/** Serialises what is handed down by one organisation in one year. */
export const lockPlan = (db: Db, orgId: string, year: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`developmentPlan:${orgId}:${year}`}, 0))`.execute(db);

/** Writes a plan at the version that was read; false where it was changed meanwhile. */
export async function writePlan(
  db: Db,
  plan: { orgId: string; orgCode: string; year: number; given: number; note: string; version: number; by: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into development_plan (org_id, org_code, year, given, note, updated_by)
    select ${plan.orgId}, ${plan.orgCode}, ${plan.year}, ${plan.given}, ${plan.note}, ${plan.by} where ${plan.version} = 0
    on conflict do nothing returning org_id`.execute(db);
  if (plan.version === 0) return rows.length > 0;
  const changed = await sql`
    update development_plan set given = ${plan.given}, note = ${plan.note}, version = version + 1, updated_at = now(), updated_by = ${plan.by}
     where org_id = ${plan.orgId} and year = ${plan.year} and version = ${plan.version} returning org_id`.execute(db);
  return changed.rows.length > 0;
}
