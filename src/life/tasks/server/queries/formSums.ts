import { sql } from 'kysely';
import type { Design } from '#life/tasks/rules.form.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** What stands in a sum: handed in, or completed. What was returned comes back with its next handing in. */
const FILED = sql`p.state in (2, 4)`;

export interface CircleRecord {
  id: string;
  label: string;
  hasBegun: boolean;
}

/** The cycles of a task, the first one first. */
export async function circlesOf(db: Db, taskId: string): Promise<CircleRecord[]> {
  const { rows } = await sql<CircleRecord>`
    select id, label, starts_on <= ${dbToday} as "hasBegun" from office_circle where task_id = ${taskId} order by seq`.execute(
    db,
  );
  return rows;
}

/** The cycle that a cycle is compared with: the one before, or the last of the task that the grid was copied from. */
export async function circleBefore(db: Db, circleId: string) {
  const { rows } = await sql<{ id: string; label: string; design: Design }>`
    select c2.id, case when c2.label = '' then t2.title else c2.label end as label, f2.design
      from office_circle c join office_form f on f.task_id = c.task_id
      join office_circle c2 on c2.task_id in (c.task_id, f.previous_id) and (c2.task_id <> c.task_id or c2.seq < c.seq)
      join office_task t2 on t2.id = c2.task_id join office_form f2 on f2.task_id = c2.task_id
     where c.id = ${circleId} order by c2.task_id = c.task_id desc, c2.seq desc limit 1`.execute(db);
  return rows[0];
}

/** The organisations from the top of the scope down to a code. */
export async function pathTo(db: Db, scope: Scope, code: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from organisation o
     where o.code = any(array(select left(${code}, level * 4) from generate_series(1, length(${code}) / 4) as level))
       and o.deleted_at is null and ${within(scope, 'o.code')} order by o.code`.execute(db);
  return rows;
}

/** How many parts a subtree has in a cycle, and how many of them stand in the sum. */
export async function countFiled(db: Db, scope: Scope, circleId: string) {
  const { rows } = await sql<{ live: number; filed: number }>`
    select count(*) filter (where p.state <> 5)::int as live, count(*) filter (where ${FILED})::int as filed
      from office_part p where p.circle_id = ${circleId} and ${within(scope, 'p.org_code')}`.execute(db);
  return rows[0] ?? { live: 0, filed: 0 };
}

/** So many places are added up side by side in one line; arrays of more are laid out one under the other. */
const SIDE_BY_SIDE = 120;

/**
 * The sums of a subtree in a cycle by their place in the grid, exact (`sum` of bigint is numeric).
 * @param places how many numbers the grid holds
 */
export async function sumsWithin(db: Db, scope: Scope, circleId: string, places: number): Promise<Map<number, bigint>> {
  if (places === 0) return new Map();
  if (places <= SIDE_BY_SIDE) {
    // A fifth of the time that a line for each number of each filling takes.
    const each = Array.from({ length: places }, (_, at) => sql`sum(f.sums[${sql.lit(at + 1)}])::text`);
    const { rows } = await sql<{ sums: (string | null)[] }>`
      select array[${sql.join(each)}] as sums from office_part p join office_fill f on f.part_id = p.id
       where p.circle_id = ${circleId} and ${FILED} and ${within(scope, 'p.org_code')}`.execute(db);
    const sums = rows[0]?.sums ?? [];
    return new Map(sums.flatMap((value, at) => (value === null ? [] : [[at, BigInt(value)] as const])));
  }
  const { rows } = await sql<{ at: number; value: string }>`
    select n.at::int as at, sum(n.value)::text as value
      from office_part p join office_fill f on f.part_id = p.id
      cross join lateral unnest(f.sums) with ordinality as n (value, at)
     where p.circle_id = ${circleId} and ${FILED} and ${within(scope, 'p.org_code')} and n.value is not null
     group by n.at`.execute(db);
  return new Map(rows.map(({ at, value }) => [at - 1, BigInt(value)]));
}

export interface BelowRecord {
  orgId: string;
  orgName: string;
  partId: string | null;
  value: string | null;
  live: number;
  filed: number;
}

/** One place of the grid by the organisations right below one, and by its own cell, the latter first. */
export async function cellsBelow(db: Db, scope: Scope, circleId: string, orgId: string, at: number) {
  const { rows } = await sql<BelowRecord>`
    select o.id as "orgId", o.name as "orgName",
           case when bool_and(p.org_id = o.id) then max(p.id)::text end as "partId",
           (sum(f.sums[${at + 1}::int]) filter (where ${FILED}))::text as value,
           count(*) filter (where p.state <> 5)::int as live, count(*) filter (where ${FILED})::int as filed
      from organisation o
      join office_part p on p.circle_id = ${circleId} and p.org_code >= o.code
       and p.org_code < o.code || case when o.id = ${orgId} then '0' else ':' end
      left join office_fill f on f.part_id = p.id
     where (o.id = ${orgId} or o.parent_id = ${orgId}) and o.deleted_at is null and ${within(scope, 'o.code')}
     group by o.id, o.name, o.code order by o.id = ${orgId} desc, o.code`.execute(db);
  return rows;
}

/** The fillings that stand in a sum, in the order of the tree, in pieces. */
export async function listFillsAfter(db: Db, scope: Scope, circleId: string, after: string, limit: number) {
  const { rows } = await sql<{ code: string; orgName: string; rows: { id: string; cells: Record<string, string> }[] }>`
    select p.org_code as code, o.name as "orgName", f.rows
      from office_part p join office_fill f on f.part_id = p.id join organisation o on o.id = p.org_id
     where p.circle_id = ${circleId} and ${FILED} and ${within(scope, 'p.org_code')} and p.org_code > ${after}
     order by p.org_code limit ${limit}`.execute(db);
  return rows;
}
