import { type RawBuilder, sql } from 'kysely';
import type { Method, PlanState, ScopeMode } from '#assessment/orgAssessment/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, subtreeRange, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { AssessKind, InspectionTime, SubmitFrequency } from '#platform/time/periods.ts';

export interface Audience {
  mode: ScopeMode;
  types: number[];
  natures: string[];
  orgIds: string[];
  group: string;
}

export interface PlanRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  year: number;
  name: string;
  note: string;
  startsOn: string;
  endsOn: string;
  bands: number[];
  audience: Audience;
  state: PlanState;
  publishedAt: Date | null;
  publishedBy: string;
  noticeUntil: string | null;
  updatedBy: string;
  version: number;
  items: number;
  points: number;
  targets: number;
  cells: number;
  submitted: number;
  reviewed: number;
  late: number;
}

/** What was not handed in, or was refused, and whose day is over; checks are nobody's to hand in. */
export const lateCell = sql<boolean>`(i.method = 2 and (s.state < 1 or s.review = 2) and s.due_on < ${dbToday})`;

const COLUMNS = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.year, p.name, p.note,
  p.starts_on::text as "startsOn", p.ends_on::text as "endsOn", p.bands, p.audience, p.state, p.published_at as "publishedAt",
  p.published_by as "publishedBy", p.notice_until::text as "noticeUntil", p.updated_by as "updatedBy", p.version,
  i.items, i.points, t.targets, c.cells, c.submitted, c.reviewed, c.late`;
const from = (scope: Scope) => sql`integral_plan p join organisation o on o.id = p.org_id
  left join lateral (select count(*)::int as items, coalesce(sum(points), 0)::int as points from integral_item where plan_id = p.id) i on true
  left join lateral (select count(*)::int as targets from integral_target t where t.plan_id = p.id and ${within(scope, 't.org_code')}) t on true
  left join lateral (
    select count(*)::int as cells, count(*) filter (where s.state = 1)::int as submitted,
           count(*) filter (where s.review = 1)::int as reviewed, count(*) filter (where ${lateCell})::int as late
      from integral_score s join integral_item i on i.id = s.item_id
     where s.plan_id = p.id and ${within(scope, 's.org_code')}) c on true`;

/** A plan stands before whoever sees its giver, and, once published, before the organisations that it assesses. */
const visible = (scope: Scope, orgId: string) => sql`case when p.state = 0 then p.org_id = ${orgId}
  else ${within(scope, 'p.org_code')}
    or exists (select from integral_target t where t.plan_id = p.id and ${within(scope, 't.org_code')}) end`;

/** A page of plans, the newest first. */
export async function pageOfPlans(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: { words: string | null; year: number | null; state: number | null; own: boolean },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [visible(scope, orgId)];
  if (filter.own) parts.push(sql`p.org_id = ${orgId}`);
  if (filter.words) parts.push(textHolds(sql`p.name`, filter.words));
  if (filter.year !== null) parts.push(sql`p.year = ${filter.year}`);
  if (filter.state !== null) parts.push(sql`p.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<PlanRecord>`select ${COLUMNS} from ${from(scope)} where ${where} order by p.year desc, p.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from integral_plan p where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A plan that stands before the session; `lock` keeps it for this transaction. */
export async function findPlan(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<PlanRecord | undefined> {
  const { rows } = await sql<PlanRecord>`
    select ${COLUMNS} from ${from(scope)} where p.id = ${id} and o.deleted_at is null and ${visible(scope, orgId)} ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export interface PlanFields {
  year: number;
  name: string;
  note: string;
  startsOn: string;
  endsOn: string;
  bands: readonly number[];
}

/** Whether another plan of the organisation and year has the name. */
export async function planNamed(db: Db, orgId: string, year: number, name: string, but: string): Promise<boolean> {
  const { rows } = await sql`
    select from integral_plan where org_id = ${orgId} and year = ${year} and name = ${name} and id <> ${but}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function insertPlan(
  db: Db,
  org: { id: string; code: string },
  one: PlanFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into integral_plan (org_id, org_code, year, name, note, starts_on, ends_on, bands, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.year}, ${one.name}, ${one.note}, ${one.startsOn}, ${one.endsOn},
            ${[...one.bands]}::int[], ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writePlan(db: Db, id: string, one: PlanFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update integral_plan set year = ${one.year}, name = ${one.name}, note = ${one.note}, starts_on = ${one.startsOn},
           ends_on = ${one.endsOn}, bands = ${[...one.bands]}::int[], version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const dropPlan = (db: Db, id: string) => sql`delete from integral_plan where id = ${id}`.execute(db);

export async function touchPlan(db: Db, id: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update integral_plan set version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Moves a plan on; answers its new version. */
export async function setState(
  db: Db,
  id: string,
  state: PlanState,
  by: string,
  noticeUntil: string | null,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update integral_plan set state = ${state}, notice_until = ${noticeUntil}::date,
           published_at = case when ${state}::int = 1 then now() else published_at end,
           published_by = case when ${state}::int = 1 then ${by}::text else published_by end,
           frozen_at = case when ${state}::int = 3 then now() when ${state}::int = 2 then null else frozen_at end,
           version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface ItemRecord {
  id: string;
  projectId: string;
  number: number;
  typeName: string;
  name: string;
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

export async function itemsOf(db: Db, planId: string): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord>`
    select id, project_id as "projectId", number, type_name as "typeName", name, standard, kind, points, method,
           check_code as "checkCode", breach, cap, submit, inspection, department
      from integral_item where plan_id = ${planId} order by sort, id`.execute(db);
  return rows;
}

/** Makes the items of a draft anew of the library as it stands, in the order of the ids. */
export async function replaceItems(db: Db, planId: string, projectIds: readonly string[]): Promise<void> {
  await sql`delete from integral_item where plan_id = ${planId}`.execute(db);
  await sql`
    insert into integral_item (plan_id, project_id, number, type_name, name, standard, kind, points, method, check_code, breach, cap,
                               submit, inspection, department, sort)
    select ${planId}, p.id, p.number, coalesce(above.name || '／', '') || coalesce(t.name, ''), p.name, p.standard, p.kind, p.points,
           p.method, p.check_code, p.breach, p.cap, p.submit, p.inspection, p.department, g.place
      from unnest(${projectIds}::bigint[]) with ordinality as g (id, place)
      join integral_project p on p.id = g.id left join integral_type t on t.id = p.type_id
      left join integral_type above on above.id = t.parent_id`.execute(db);
}

export const setAudience = (db: Db, id: string, audience: Audience, by: string) =>
  sql<{ version: number }>`
    update integral_plan set audience = ${JSON.stringify(audience)}::jsonb, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`
    .execute(db)
    .then(({ rows }) => rows[0]?.version ?? 0);

/** Nature of an organisation's main unit (dictionary 0011): that of its first unit. */
export const mainNature = sql`(select u.nature from unit u where u.org_id = o.id and u.deleted_at is null order by u.id limit 1)`;

export interface Meant {
  id: string;
  code: string;
  name: string;
  type: number;
  nature: string | null;
}

/** The organisations below `owner` that an audience means, in the order of the tree, at most `limit`. */
export async function meantBy(
  db: Db,
  owner: { id: string; code: string },
  one: Audience,
  limit: number,
): Promise<Meant[]> {
  const range = subtreeRange(owner.code);
  const parts: RawBuilder<unknown>[] = [
    sql`o.deleted_at is null`,
    sql`o.code >= ${range.from} and o.code < ${range.to}`,
    sql`o.id <> ${owner.id}`,
  ];
  if (one.mode === 'children') parts.push(sql`o.parent_id = ${owner.id}`);
  if (one.mode === 'chosen') parts.push(sql`o.id = any(${one.orgIds}::bigint[])`);
  else {
    if (one.types.length > 0) parts.push(sql`o.type = any(${one.types}::int[])`);
    if (one.natures.length > 0) parts.push(sql`${mainNature} = any(${one.natures}::text[])`);
  }
  const { rows } = await sql<Meant>`
    select o.id, o.code, o.name, o.type, ${mainNature} as nature from organisation o where ${sql.join(parts, sql` and `)}
     order by o.code limit ${limit}`.execute(db);
  return rows;
}

/** Writes whom a plan assesses, and what each of them has to hand in. `cells`: one a month of an item. */
export async function fillPlan(
  db: Db,
  planId: string,
  orgs: readonly { id: string; group: string }[],
  cells: readonly { itemId: string; month: number; dueOn: string }[],
): Promise<void> {
  await sql`
    insert into integral_target (plan_id, org_id, org_code, group_name)
    select ${planId}, o.id, o.code, g.name from unnest(${orgs.map(({ id }) => id)}::bigint[], ${orgs.map(({ group }) => group)}::text[])
      as g (id, name) join organisation o on o.id = g.id and o.deleted_at is null`.execute(db);
  await sql`
    insert into integral_score (plan_id, item_id, org_id, org_code, month, due_on)
    select ${planId}, c.item, t.org_id, t.org_code, c.month, c.due
      from integral_target t cross join unnest(${cells.map(({ itemId }) => itemId)}::bigint[], ${cells.map(({ month }) => month)}::int[],
        ${cells.map(({ dueOn }) => dueOn)}::date[]) as c (item, month, due)
     where t.plan_id = ${planId}`.execute(db);
}
