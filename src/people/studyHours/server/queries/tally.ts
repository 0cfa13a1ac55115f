import { sql } from 'kysely';
import type { Duty } from '#people/studyHours/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { dutyOf, FROM, MET, OWES } from './hours.ts';

/**
 * `sums(code, people, met, minutes)` of every organisation of a scope for itself: kept ones (`learning_tally`), and of those that
 * have changed since, or were never counted, as they are now.
 */
const sums = (scope: Scope, year: number, duty: Duty) => sql`
  places as materialized (
    select o.id, o.code, t.people, t.met, t.minutes, t.org_id is null or d.org_id is not null as due
      from organisation o left join learning_tally t on t.org_id = o.id and t.year = ${year}
      left join (select distinct org_id from learning_tally_due) as d on d.org_id = o.id
     where ${within(scope, 'o.code')}),
  sums as (
    select code, people, met, minutes from places where not due
    union all
    select m.org_code, count(*)::int, count(*) filter (where ${MET(duty)})::int, sum(coalesce(y.minutes, 0))
      from ${FROM(year)} where ${OWES} and m.org_id in (select id from places where due) group by 1)`;

/** How many of a scope owe hours, and how many have them. */
export async function sumsOf(db: Db, scope: Scope, year: number, duty: Duty) {
  const { rows } = await sql<{ people: number; met: number }>`
    with ${sums(scope, year, duty)}
    select coalesce(sum(people), 0)::int as people, coalesce(sum(met), 0)::int as met from sums`.execute(db);
  return rows[0] ?? { people: 0, met: 0 };
}

/** The organisations right below one, and itself where people stand at it: who owes hours there, who has them, all minutes. */
export async function orgsBelow(
  db: Db,
  scope: Scope,
  code: string,
  year: number,
  duty: Duty,
  limit: number,
  offset: number,
) {
  const { rows } = await sql<{
    id: string;
    name: string;
    people: number;
    met: number;
    minutes: string;
    hasBelow: boolean;
    total: number;
  }>`
    with ${sums(scope, year, duty)},
    below as (
      select left(code, ${code.length + 4}::int) as code, sum(people)::int as people, sum(met)::int as met, sum(minutes) as minutes
        from sums group by 1)
    select o.id, case when o.code = ${code} then o.name || '（本级）' else o.name end as name, coalesce(s.people, 0) as people,
           coalesce(s.met, 0) as met, coalesce(s.minutes, 0)::text as minutes, count(*) over ()::int as total,
           o.code <> ${code} and exists (select from organisation c where c.deleted_at is null and c.parent_id = o.id) as "hasBelow"
      from organisation o left join below s on s.code = o.code
     where o.deleted_at is null and ${within(scope, 'o.code')} and length(o.code) <= ${code.length + 4}::int
       and (o.code <> ${code} or s.people > 0)
     order by o.code limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Counts organisations for a year and writes their sums. */
export async function countYear(db: Db, year: number, orgIds: readonly string[]): Promise<void> {
  const duty = await dutyOf(db, year);
  await sql`
    with sums as (
      select m.org_id, count(*) as people, count(*) filter (where ${MET(duty)}) as met, sum(coalesce(y.minutes, 0)) as minutes
        from ${FROM(year)} where ${OWES} and m.org_id = any (${orgIds}::bigint[]) group by 1)
    insert into learning_tally (org_id, year, people, met, minutes)
    select p.id, ${year}, coalesce(s.people, 0), coalesce(s.met, 0), coalesce(s.minutes, 0)
      from unnest(${orgIds}::bigint[]) as p (id) left join sums s on s.org_id = p.id
    on conflict (org_id, year) do update set people = excluded.people, met = excluded.met, minutes = excluded.minutes`.execute(
    db,
  );
}
