import { type RawBuilder, sql } from 'kysely';
import type { Method } from '#assessment/orgAssessment/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { AssessKind, InspectionTime, SubmitFrequency } from '#platform/time/periods.ts';

export interface TypeRecord {
  id: string;
  orgId: string;
  parentId: string | null;
  name: string;
  projects: number;
  points: number;
  version: number;
}

/** The types of one organisation, each with the items that stand in it and below it. */
export async function typesOf(db: Db, orgId: string): Promise<TypeRecord[]> {
  const { rows } = await sql<TypeRecord>`
    with mine as (
      select t.id, t.org_id, t.parent_id, t.name, t.sort, t.version, count(p.id)::int as n, coalesce(sum(p.points), 0)::int as points
        from integral_type t left join integral_project p on p.type_id = t.id and not p.is_stopped
       where t.org_id = ${orgId} group by t.id)
    select m.id, m.org_id as "orgId", m.parent_id as "parentId", m.name, m.version,
           (m.n + coalesce((select sum(c.n) from mine c where c.parent_id = m.id), 0))::int as projects,
           (m.points + coalesce((select sum(c.points) from mine c where c.parent_id = m.id), 0))::int as points
      from mine m left join mine above on above.id = m.parent_id
     order by coalesce(above.sort, m.sort), coalesce(above.id, m.id), (m.parent_id is not null), m.sort, m.id`.execute(
    db,
  );
  return rows;
}

/** A type within the scope, locked. */
export async function findType(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{
    id: string;
    orgId: string;
    orgCode: string;
    parentId: string | null;
    name: string;
    version: number;
    isUsed: boolean;
  }>`
    select t.id, t.org_id as "orgId", t.org_code as "orgCode", t.parent_id as "parentId", t.name, t.version,
           exists (select from integral_project p where p.type_id = t.id)
             or exists (select from integral_type c where c.parent_id = t.id) as "isUsed"
      from integral_type t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and ${within(scope, 't.org_code')} for update of t`.execute(db);
  return rows[0];
}

export async function insertType(
  db: Db,
  org: { id: string; code: string },
  name: string,
  parentId: string | null,
  by: string,
) {
  const { rows } = await sql<{ id: string }>`
    insert into integral_type (org_id, org_code, parent_id, name, sort, created_by, updated_by)
    values (${org.id}, ${org.code}, ${parentId}, ${name},
            (select coalesce(max(sort), 0) + 1 from integral_type where org_id = ${org.id}), ${by}, ${by})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** Whether another type of the organisation stands at the same place under the name. */
export async function typeNamed(
  db: Db,
  orgId: string,
  parentId: string | null,
  name: string,
  but: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from integral_type where org_id = ${orgId} and coalesce(parent_id, 0) = coalesce(${parentId}::bigint, 0) and name = ${name}
       and id <> ${but}`.execute(db);
  return rows.length > 0;
}

export const renameType = (db: Db, id: string, name: string, by: string) =>
  sql`update integral_type set name = ${name}, version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id}`.execute(
    db,
  );
export const deleteType = (db: Db, id: string) => sql`delete from integral_type where id = ${id}`.execute(db);

export interface ProjectFields {
  name: string;
  typeId: string | null;
  standard: string;
  kind: AssessKind;
  points: number;
  method: Method;
  checkCode: string;
  breach: number;
  cap: number;
  submit: SubmitFrequency;
  inspection: InspectionTime;
  department: string;
}

export interface ProjectRecord extends ProjectFields {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  typeName: string;
  isStopped: boolean;
  sort: number;
  number: number;
  updatedBy: string;
  version: number;
}

const COLUMNS = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.type_id as "typeId",
  coalesce(above.name || '／', '') || coalesce(t.name, '') as "typeName", p.name, p.standard, p.kind, p.points, p.method,
  p.check_code as "checkCode", p.breach, p.cap, p.submit, p.inspection, p.department, p.is_stopped as "isStopped", p.sort, p.number,
  p.updated_by as "updatedBy", p.version`;
const FROM = sql`integral_project p join organisation o on o.id = p.org_id left join integral_type t on t.id = p.type_id
  left join integral_type above on above.id = t.parent_id`;

export interface ProjectFilter {
  orgId: string | null;
  words: string | null;
  typeId: string | null;
  unbound: boolean;
  kind: number | null;
  method: number | null;
  state: 'on' | 'stopped' | null;
}

/** A page of the library, in the order that its organisation gave it; `sum` is that of the maxima of all that are found. */
export async function pageOfProjects(db: Db, scope: Scope, filter: ProjectFilter, limit: number, offset: number) {
  const parts: RawBuilder<unknown>[] = [within(scope, 'p.org_code')];
  if (filter.orgId !== null) parts.push(sql`p.org_id = ${filter.orgId}`);
  if (filter.words) parts.push(textHolds(sql`p.name`, filter.words));
  if (filter.typeId) parts.push(sql`(p.type_id = ${filter.typeId} or t.parent_id = ${filter.typeId})`);
  if (filter.unbound) parts.push(sql`p.type_id is null`);
  if (filter.kind !== null) parts.push(sql`p.kind = ${filter.kind}`);
  if (filter.method !== null) parts.push(sql`p.method = ${filter.method}`);
  if (filter.state) parts.push(sql`p.is_stopped = ${filter.state === 'stopped'}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ProjectRecord>`select ${COLUMNS} from ${FROM} where ${where} order by p.org_code, p.sort, p.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number; sum: number }>`
      select count(*)::int as n, coalesce(sum(p.points), 0)::int as sum from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0, sum: total.rows[0]?.sum ?? 0 };
}

/** An item within the scope; `lock` keeps it for this transaction. */
export async function findProject(db: Db, scope: Scope, id: string, lock = false): Promise<ProjectRecord | undefined> {
  const { rows } = await sql<ProjectRecord>`
    select ${COLUMNS} from ${FROM} where p.id = ${id} and ${within(scope, 'p.org_code')} and o.deleted_at is null ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Items within the scope by their ids, in no order. */
export async function projectsById(db: Db, scope: Scope, ids: readonly string[]): Promise<ProjectRecord[]> {
  const { rows } = await sql<ProjectRecord>`
    select ${COLUMNS} from ${FROM} where p.id = any(${ids}::bigint[]) and ${within(scope, 'p.org_code')} and o.deleted_at is null`.execute(
    db,
  );
  return rows;
}

/** Whether another item of the organisation has the name. */
export async function projectNamed(db: Db, orgId: string, name: string, but: string): Promise<boolean> {
  const { rows } = await sql`
    select from integral_project where org_id = ${orgId} and name = ${name} and id <> ${but}`.execute(db);
  return rows.length > 0;
}

export async function insertProject(db: Db, org: { id: string; code: string }, one: ProjectFields, by: string) {
  const { rows } = await sql<{ id: string }>`
    insert into integral_project (org_id, org_code, type_id, name, standard, kind, points, method, check_code, breach, cap, submit,
                                  inspection, department, sort, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.typeId}, ${one.name}, ${one.standard}, ${one.kind}, ${one.points}, ${one.method},
            ${one.checkCode}, ${one.breach}, ${one.cap}, ${one.submit}, ${one.inspection}, ${one.department},
            (select coalesce(max(sort), 0) + 1 from integral_project where org_id = ${org.id}), ${by}, ${by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Keeps what an item measured until now, under its number. */
export const keepVersion = (db: Db, one: ProjectRecord, by: string) =>
  sql`insert into integral_project_version (project_id, number, fields, made_by)
      values (${one.id}, ${one.number}, ${JSON.stringify({ points: one.points, standard: one.standard, method: one.method })}::jsonb, ${by})
      on conflict (project_id, number) do nothing`.execute(db);

/** Writes an item; `measured`: what it measures changed, it is a new version of it. */
export async function writeProject(db: Db, id: string, one: ProjectFields, measured: boolean, by: string) {
  const { rows } = await sql<{ version: number }>`
    update integral_project set type_id = ${one.typeId}, name = ${one.name}, standard = ${one.standard}, kind = ${one.kind},
           points = ${one.points}, method = ${one.method}, check_code = ${one.checkCode}, breach = ${one.breach}, cap = ${one.cap},
           submit = ${one.submit}, inspection = ${one.inspection}, department = ${one.department},
           number = number + ${measured ? 1 : 0}::int, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const stopProject = (db: Db, id: string, stopped: boolean, by: string) =>
  sql`update integral_project set is_stopped = ${stopped}, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** Gives items the order of the list, in one statement. */
export const orderProjects = (db: Db, ids: readonly string[]) =>
  sql`update integral_project p set sort = g.place
        from unnest(${ids}::bigint[]) with ordinality as g (id, place) where p.id = g.id`.execute(db);

export const bindProjects = (db: Db, ids: readonly string[], typeId: string | null, by: string) =>
  sql`update integral_project set type_id = ${typeId}::bigint, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = any(${ids}::bigint[])`.execute(db);

export async function versionsOf(db: Db, id: string) {
  const { rows } = await sql<{
    number: number;
    fields: { points: number; standard: string };
    madeBy: string;
    madeAt: Date;
  }>`
    select number, fields, made_by as "madeBy", made_at as "madeAt" from integral_project_version where project_id = ${id}
     order by number desc limit 50`.execute(db);
  return rows;
}

/** Plans of the scope in which an item stands. */
export async function plansWith(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; name: string; year: number; state: number }>`
    select pl.id, pl.name, pl.year, pl.state from integral_item i join integral_plan pl on pl.id = i.plan_id
     where i.project_id = ${id} and ${within(scope, 'pl.org_code')} order by pl.year desc, pl.id desc limit 50`.execute(
    db,
  );
  return rows;
}

/** The cells by material of plans that run, of organisations of the scope: how many items, who fills them, and who most. */
export async function handLoad(db: Db, scope: Scope) {
  const { rows } = await sql<{
    items: number;
    orgs: number;
    branches: number;
    cells: number;
    most: number;
    mostName: string;
  }>`
    with cell as (
      select s.org_id, s.item_id from integral_score s join integral_item i on i.id = s.item_id and i.method = 2
        join integral_plan p on p.id = s.plan_id and p.state in (1, 2) where ${within(scope, 's.org_code')}),
    filler as (
      select o.id, o.name, o.code, o.child_count = 0 as leaf, count(*)::int as n from cell c
        join organisation o on o.id = c.org_id and o.deleted_at is null group by o.id)
    select (select count(distinct item_id)::int from cell) as items, (select count(*)::int from filler) as orgs,
           (select count(*) filter (where leaf)::int from filler) as branches, (select count(*)::int from cell) as cells,
           coalesce((select max(n) from filler), 0) as most,
           coalesce((select name from filler order by n desc, code limit 1), '') as "mostName"`.execute(db);
  return rows[0] ?? { items: 0, orgs: 0, branches: 0, cells: 0, most: 0, mostName: '' };
}
