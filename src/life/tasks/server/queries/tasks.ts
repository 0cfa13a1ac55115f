import { type RawBuilder, sql } from 'kysely';
import type { TaskView } from '#life/tasks/contract.ts';
import type { Circle, DueRule, Frequency, Kind, Mode, TaskState } from '#life/tasks/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { figuresOf, isLate } from './tally.ts';

export interface Audience {
  mode: Mode;
  types: number[];
  orgIds: string[];
  /** Of people. */
  memberIds?: string[];
  groupIds?: string[];
  /** 按条件: levels below the giver, 1 the next one; none: all. */
  levels?: number[];
  /** 按条件: members (正式 and 预备) of the subtree, at least and at most; null: no bound. */
  minMembers?: number | null;
  maxMembers?: number | null;
}

export interface TaskRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  content: string;
  kind: Kind;
  frequency: Frequency;
  startsOn: string;
  endsOn: string;
  dueRule: DueRule;
  dueDays: number;
  nilAllowed: boolean;
  openToOthers: boolean;
  audience: Audience;
  files: string[];
  parentPartId: string | null;
  state: TaskState;
  /** Kept to be given again; never published itself. */
  isTemplate: boolean;
  targets: number;
  reason: string;
  publishedAt: Date | null;
  publishedBy: string;
  createdBy: string;
  updatedBy: string;
  version: number;
  live: number;
  completed: number;
  /** Of parts that were handed on and are not reported: what is done of them below, added up. */
  partly: number;
  reported: number;
  overdue: number;
}

const COLUMNS = sql`t.id, t.org_id as "orgId", t.org_code as "orgCode", o.name as "orgName", t.title, t.content, t.kind,
  t.frequency, t.starts_on::text as "startsOn", t.ends_on::text as "endsOn", t.due_rule as "dueRule", t.due_days as "dueDays",
  t.nil_allowed as "nilAllowed", t.open_to_others as "openToOthers", t.audience, t.files, t.parent_part_id as "parentPartId",
  t.state, t.is_template as "isTemplate", t.targets, t.reason, t.published_at as "publishedAt", t.published_by as "publishedBy", t.created_by as "createdBy",
  t.updated_by as "updatedBy", t.version, s.live, s.completed, s.reported, s.overdue, h.partly`;

/** What counts as late, of parts `p`. */
export { isLate };

/** What is done below of the parts that were handed on; those tasks are few, so that the search begins with them. */
const handedOn = (which: RawBuilder<unknown>, scope: Scope) => sql`lateral (
  select coalesce(sum(office_share(split.id)), 0) as partly from (
    select distinct p.id from office_task child join office_part p on p.id = child.parent_part_id
     where child.parent_part_id is not null and ${which} and p.state in (0, 1, 3) and ${within(scope, 'p.org_code')}) split) h`;

/** A task's own figures: of the parts within the scope, so that a receiver counts no others. */
const from = (scope: Scope) => sql`office_task t join organisation o on o.id = t.org_id
  cross join ${figuresOf(scope, 'task')}
  cross join ${handedOn(sql`p.task_id = t.id`, scope)}`;

/** A task stands before whoever sees its giver, or a part of it; a draft before the own organisation alone. */
export const isVisibleTask = (scope: Scope, orgId: string) => sql`t.deleted_at is null and o.deleted_at is null and case
  when t.state = 0 then t.org_id = ${orgId}
  else ${within(scope, 't.org_code')}
    or exists (select from office_part p where p.task_id = t.id and ${within(scope, 'p.org_code')}) end`;

/** A page of tasks, the newest first. */
export async function pageOfTasks(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: { view: TaskView; state: number | null; only: 'reported' | 'overdue' | null; words: string | null },
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 't.org_code'), sql`t.deleted_at is null`];
  if (filter.view === 'given') parts.push(sql`t.org_id = ${orgId} and not t.is_template`);
  else parts.push(sql`t.org_id <> ${orgId} and t.state > 0`);
  if (filter.state !== null) parts.push(sql`t.state = ${filter.state}`);
  if (filter.only)
    parts.push(sql`t.state = 2 and exists (select from office_part p where p.task_id = t.id
      and ${filter.only === 'overdue' ? isLate : sql`p.state = 2`} and ${within(scope, 'p.org_code')})`);
  if (filter.words) parts.push(textHolds(sql`t.title`, filter.words));
  const where = sql.join(parts, sql` and `);
  // The own organisation's tasks are found by its id, whatever the values: half of such a list's time was its planning.
  const prepared = filter.view === 'given' ? sql`/* prepared */ ` : sql``;
  const [page, total] = await Promise.all([
    sql<TaskRecord>`${prepared}select ${COLUMNS} from ${from(scope)} where ${where} order by t.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from office_task t where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A task that stands before the session; `lock` keeps it for this transaction. */
export async function findTask(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<TaskRecord | undefined> {
  const { rows } =
    await sql<TaskRecord>`select ${COLUMNS} from ${from(scope)} where t.id = ${id} and ${isVisibleTask(scope, orgId)}
    ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0];
}

export interface CircleRecord extends Circle {
  id: string;
  live: number;
  completed: number;
  partly: number;
  reported: number;
  overdue: number;
}

/** The cycles of a task with their figures within the scope. */
export async function circlesOfTask(db: Db, scope: Scope, taskId: string): Promise<CircleRecord[]> {
  const { rows } = await sql<CircleRecord>`
    select c.id, c.seq, c.label, c.starts_on::text as "startsOn", c.due_on::text as "dueOn", s.live, s.completed, s.reported, s.overdue,
           h.partly
      from office_circle c join office_task t on t.id = c.task_id cross join ${figuresOf(scope, 'circle')}
      cross join ${handedOn(sql`p.circle_id = c.id`, scope)}
     where c.task_id = ${taskId} order by c.seq`.execute(db);
  return rows;
}

export interface TaskFields {
  title: string;
  content: string;
  kind: Kind;
  frequency: Frequency;
  startsOn: string;
  endsOn: string;
  dueRule: DueRule;
  dueDays: number;
  nilAllowed: boolean;
  openToOthers: boolean;
  audience: Audience;
}

/** Writes a draft; answers its id. */
export async function insertTask(
  db: Db,
  org: { id: string; code: string },
  one: TaskFields,
  parentPartId: string | null,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into office_task (org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, due_days, nil_allowed,
                             open_to_others, audience, parent_part_id, created_by, updated_by)
    values (${org.id}, ${org.code}, ${one.title}, ${one.content}, ${one.kind}, ${one.frequency}, ${one.startsOn}, ${one.endsOn},
            ${one.dueRule}, ${one.dueDays}, ${one.nilAllowed}, ${one.openToOthers}, ${JSON.stringify(one.audience)}::jsonb,
            ${parentPartId}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes what a draft says; answers its new version. */
export async function writeTask(db: Db, id: string, one: TaskFields, files: readonly string[], by: string) {
  const { rows } = await sql<{ version: number }>`
    update office_task set title = ${one.title}, content = ${one.content}, kind = ${one.kind}, frequency = ${one.frequency},
           starts_on = ${one.startsOn}, ends_on = ${one.endsOn}, due_rule = ${one.dueRule}, due_days = ${one.dueDays},
           nil_allowed = ${one.nilAllowed}, open_to_others = ${one.openToOthers}, audience = ${JSON.stringify(one.audience)}::jsonb,
           files = ${files}::text[], version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const setFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update office_task set files = ${files}::text[] where id = ${id}`.execute(db);

export const binTask = (db: Db, id: string, by: string, reason: string) =>
  sql`update office_task set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason} where id = ${id}`.execute(
    db,
  );

/** Moves a task on; answers its new version. */
export async function setState(db: Db, id: string, state: TaskState, by: string, reason = ''): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update office_task set state = ${state}, reason = ${reason}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** One call more that changed a task. */
export async function touchTask(db: Db, id: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update office_task set version = version + 1, updated_at = now(), updated_by = ${by} where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

export interface Cell {
  circleId: string;
  partId: string;
  state: number;
  isLate: boolean;
  isOverdue: boolean;
  isWatched: boolean;
}

/** A page of the receivers of a task within the scope, in the order of the tree, each with its parts. */
export async function matrix(
  db: Db,
  scope: Scope,
  taskId: string,
  filter: { words: string | null; only: 'all' | 'overdue' | 'reported' | 'watched' },
  limit: number,
  offset: number,
) {
  const which = {
    all: sql``,
    overdue: sql`and ${isLate}`,
    reported: sql`and p.state = 2`,
    watched: sql`and p.watched`,
  }[filter.only];
  // Unless parts are searched for, the organisations are kept: a city's are not gathered from a quarter of a million parts.
  const named = (alias: 'r' | 'p') =>
    filter.words
      ? sql`and (exists (select from organisation o where o.id = ${sql.ref(`${alias}.org_id`)} and ${textHolds(sql`o.name`, filter.words)})
          or exists (select from member m where m.id = ${sql.ref(`${alias}.person_id`)} and ${textHolds(sql`m.name`, filter.words)}))`
      : sql``;
  const orgs =
    filter.only === 'all'
      ? sql`
    select r.org_id, r.org_code, r.person_id from office_receiver r
     where r.task_id = ${taskId} and ${within(scope, 'r.org_code')} ${named('r')}`
      : sql`
    select p.org_id, p.org_code, coalesce(p.person_id, 0) as person_id from office_part p
     where p.task_id = ${taskId} and ${within(scope, 'p.org_code')} ${which} ${named('p')}
     group by p.org_id, p.org_code, p.person_id`;
  const [page, total] = await Promise.all([
    sql<{
      id: string;
      name: string;
      orgName: string;
      completed: number;
      live: number;
      partly: number;
      cells: Cell[];
    }>`
      with page as (select * from (${orgs}) as found order by org_code, org_id, person_id limit ${limit} offset ${offset})
      select coalesce(m.id, page.org_id) as id, coalesce(m.name, o.name) as name, case when m.id is null then '' else o.name end as "orgName", count(*) filter (where p.state <> 5)::int as live,
             count(*) filter (where p.state = 4)::int as completed,
             coalesce(sum(office_share(p.id)) filter (where p.state in (0, 1, 3) and exists (
               select from office_task child where child.parent_part_id = p.id)), 0) as partly,
             jsonb_agg(jsonb_build_object('circleId', p.circle_id::text, 'partId', p.id::text, 'state', p.state,
               'isLate', p.is_late, 'isOverdue', ${isLate}, 'isWatched', p.watched) order by p.circle_id) as cells
        from page join organisation o on o.id = page.org_id left join member m on m.id = page.person_id
        join office_part p on p.task_id = ${taskId} and p.org_code = page.org_code and p.org_id = page.org_id
         and coalesce(p.person_id, 0) = page.person_id
       group by page.org_id, o.name, page.org_code, page.person_id, m.id, m.name
       order by page.org_code, page.org_id, page.person_id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from (${orgs}) as found`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
