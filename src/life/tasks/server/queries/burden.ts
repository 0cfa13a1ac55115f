import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/**
 * Cells that one organisation types for a task of 填表: those of a fixed grid that are not locked, or the columns of a
 * free one that the platform does not fill, counted for one row; what is taken over (引用) is not typed. The same as
 * `countTypedCells` of the rules.
 */
const typed = sql`case
  when f.design is null then 0
  when (f.design->>'free')::boolean then (
    select count(*) from jsonb_array_elements(f.design->'columns') c where c->>'source' = '')::int
  else jsonb_array_length(f.design->'rows') * jsonb_array_length(f.design->'columns') - (select count(*) from (
    select l->>'row', l->>'col' from jsonb_array_elements(f.design->'locked') l
    union
    select r->>'id', q.column_id from office_quote q, jsonb_array_elements(f.design->'rows') r
     where q.task_id = f.task_id and q.rows ? (r->>'id')
       and exists (select from jsonb_array_elements(f.design->'columns') k where k->>'id' = q.column_id)) given)::int end`;

/** The parts of the scope that are due in a year, each with its month and its cells to be typed; void ones load nobody, and what people were given no organisation. */
const loads = (scope: Scope, year: number) => sql`
  load as materialized (
    select p.org_id, t.org_id as giver_id, p.task_id, extract(month from p.due_on)::int as month, count(*)::int as parts,
           (count(*) * max(k.cells))::int as cells,
           count(*) filter (where p.state in (0, 1, 3) and t.state = 2 and c.starts_on <= ${dbToday})::int as open
      from office_part p join office_task t on t.id = p.task_id and t.deleted_at is null
      join office_circle c on c.id = p.circle_id
      left join lateral (select ${typed} as cells from office_form f where f.task_id = t.id) k on true
     where ${within(scope, 'p.org_code')} and p.person_id is null and p.state <> 5 and t.state in (2, 3)
       and p.due_on >= make_date(${year}, 1, 1) and p.due_on <= make_date(${year}, 12, 31)
     group by p.org_id, t.org_id, p.task_id, 4)`;

export interface Load {
  id: string;
  name: string;
  tasks: number;
  orgs: number;
  parts: number;
  cells: number;
  open: number;
  /** Of months that have any. */
  months: { month: number; parts: number; cells: number }[];
}

const grouped = (by: 'giver_id' | 'org_id', limit: number) => sql`
  select o.id, o.name, s.* from (
    select ${sql.ref(by)} as key, count(distinct task_id)::int as tasks, count(distinct org_id)::int as orgs, sum(parts)::int as parts,
           sum(coalesce(cells, 0))::int as cells, sum(open)::int as open
      from load group by 1 order by 4 desc, 1 limit ${limit}) s
  join organisation o on o.id = s.key`;

/** Who loads the organisations of the scope, or which of them are loaded, the heaviest first. */
export async function listLoads(db: Db, scope: Scope, year: number, by: 'giver_id' | 'org_id', limit: number) {
  const { rows } = await sql<Load>`
    with ${loads(scope, year)}, top as (${grouped(by, limit)})
    select top.id, top.name, top.tasks, top.orgs, top.parts, top.cells, top.open, (
             select jsonb_agg(jsonb_build_object('month', month, 'parts', parts, 'cells', cells)) from (
               select month, sum(parts)::int as parts, sum(coalesce(cells, 0))::int as cells from load
                where load.${sql.ref(by)} = top.key group by month) m) as months
      from top order by top.parts desc, top.id`.execute(db);
  return rows;
}

/** All of it together, month by month. */
export async function loadByMonth(db: Db, scope: Scope, year: number, many: number) {
  const { rows } = await sql<{
    orgs: number;
    open: number;
    loaded: number;
    months: { month: number; parts: number; cells: number }[] | null;
  }>`
    with ${loads(scope, year)}
    select (select count(distinct org_id)::int from load) as orgs, (select coalesce(sum(open), 0)::int from load) as open,
           (select count(*)::int from (
              select org_id from load where open > 0 group by org_id having count(distinct task_id) > ${many}) l) as loaded,
           (select jsonb_agg(jsonb_build_object('month', month, 'parts', parts, 'cells', cells)) from (
              select month, sum(parts)::int as parts, sum(coalesce(cells, 0))::int as cells from load group by month) m) as months`.execute(
    db,
  );
  return rows[0];
}
