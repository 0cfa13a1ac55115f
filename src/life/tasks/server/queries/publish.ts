import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import type { Circle } from '#life/tasks/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { reconcileTodos, todosClosed, todosRenewed } from '#platform/server/inbox/todos.ts';
import { accountsBefore } from './people.ts';
import type { Audience } from './tasks.ts';

/** Members of the subtree of `o`, as the counters and what is not folded into them yet say. */
const members = sql`(select coalesce(sum(c.n), 0) from (
    select n from member_counter where org_code = o.code and fact = 'category' and value in ('1', '2')
    union all
    select n from member_counter_delta where org_code >= o.code and org_code < o.code || ':' and fact = 'category' and value in ('1', '2')) c)`;

/** The organisations that an audience means: below the giver (never itself), of the types, levels and sizes asked for. */
export const isInAudience = (
  scope: Scope,
  giverId: string,
  { mode, types, orgIds, levels = [], minMembers = null, maxMembers = null }: Audience,
) => sql`
  from organisation o where o.deleted_at is null and o.id <> ${giverId} and ${within(scope, 'o.code')}
   ${mode === 'children' ? sql`and o.parent_id = ${giverId}` : sql``}
   ${mode === 'chosen' ? sql`and o.id = any(${orgIds}::bigint[])` : sql``}
   ${types.length > 0 && mode !== 'chosen' ? sql`and o.type = any(${types}::int[])` : sql``}
   ${
     levels.length > 0 && mode === 'where'
       ? sql`and (length(o.code) - (select length(code) from organisation where id = ${giverId})) / 4 = any(${levels}::int[])`
       : sql``
   }
   ${minMembers !== null && mode === 'where' ? sql`and ${members} >= ${minMembers}` : sql``}
   ${maxMembers !== null && mode === 'where' ? sql`and ${members} <= ${maxMembers}` : sql``}`;

/** How many organisations an audience means. */
export async function countAudience(db: Db, scope: Scope, giverId: string, audience: Audience): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n ${isInAudience(scope, giverId, audience)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface MeantOrg {
  id: string;
  code: string;
  name: string;
  type: number;
}

/** The next organisations of an audience after a code, in the order of the tree. */
export async function meantAfter(
  db: Db,
  scope: Scope,
  giverId: string,
  audience: Audience,
  after: string,
  limit: number,
): Promise<MeantOrg[]> {
  const { rows } = await sql<MeantOrg>`
    select o.id, o.code, o.name, o.type ${isInAudience(scope, giverId, audience)} and o.code > ${after}
     order by o.code limit ${limit}`.execute(db);
  return rows;
}

/** What is amiss with an audience: how many of it have no worker's account, and how many have more open tasks than `many`. */
export async function amissOf(db: Db, scope: Scope, giverId: string, audience: Audience, many: number) {
  const { rows } = await sql<{ silent: number; loaded: number; silentNames: string[]; loadedNames: string[] }>`
    with meant as materialized (select o.id, o.code, o.name ${isInAudience(scope, giverId, audience)}),
    staffed as materialized (select distinct org_id from usable_grant where role_id = ${ROLE.worker}),
    -- Counted in one pass and not for each organisation: a city has twenty thousand.
    busy as materialized (
      select p.org_id from office_part p join office_task t on t.id = p.task_id and t.state = 2
       where p.state in (0, 1, 3) and ${within(scope, 'p.org_code')}
       group by p.org_id having count(distinct p.task_id) > ${many}),
    silent as (select name, code from meant where not exists (select from staffed where staffed.org_id = meant.id)),
    loaded as (select name, code from meant join busy on busy.org_id = meant.id)
    select (select count(*)::int from silent) as silent, (select count(*)::int from loaded) as loaded,
           coalesce((select array_agg(name) from (select name from silent order by code limit 5) as first), '{}') as "silentNames",
           coalesce((select array_agg(name) from (select name from loaded order by code limit 5) as first), '{}') as "loadedNames"`.execute(
    db,
  );
  return rows[0] ?? { silent: 0, loaded: 0, silentNames: [], loadedNames: [] };
}

/** Writes the cycles of a task; those that stand from an earlier try stay. */
export const insertCircles = (db: Db, taskId: string, circles: readonly Circle[]) =>
  sql`insert into office_circle (task_id, seq, label, starts_on, due_on)
      select ${taskId}, seq, label, starts, due
        from unnest(${circles.map(({ seq }) => seq)}::int[], ${circles.map(({ label }) => label)}::text[],
                    ${circles.map(({ startsOn }) => startsOn)}::date[], ${circles.map(({ dueOn }) => dueOn)}::date[])
             as one (seq, label, starts, due)
      on conflict (task_id, seq) do nothing`.execute(db);

/** Gives each of some organisations its part in every cycle that is not over, each once; answers how many were written. */
export async function insertParts(db: Db, taskId: string, orgIds: readonly string[], onlyRunning: boolean) {
  const { rows } = await sql<{ n: number }>`
    with written as (
      insert into office_part (task_id, circle_id, org_id, org_code, due_on)
      select ${taskId}, c.id, o.id, o.code, c.due_on from office_circle c, organisation o
       where c.task_id = ${taskId} and o.id = any(${orgIds}::bigint[]) and o.deleted_at is null
         ${onlyRunning ? sql`and c.due_on >= ${dbToday}` : sql``}
      on conflict (circle_id, org_id) where person_id is null do nothing returning id)
    select count(*)::int as n from written`.execute(db);
  return rows[0]?.n ?? 0;
}

const RECEIVERS = sql`count(distinct coalesce(person_id, org_id))`;

/** Organisations, or people, that have a part of a task. */
export async function countServed(db: Db, taskId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ${RECEIVERS}::int as n from office_part where task_id = ${taskId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The task is out. Answers false where another run has said so already. */
export async function markPublished(db: Db, taskId: string, by: string): Promise<boolean> {
  const { rows } = await sql`
    update office_task set state = 2, published_at = now(), published_by = ${by}, version = version + 1,
           targets = (select ${RECEIVERS} from office_part where task_id = ${taskId})
     where id = ${taskId} and state = 1 returning id`.execute(db);
  return rows.length > 0;
}

/** Counts again to how many a task was given. */
export const setTargets = (db: Db, taskId: string) =>
  sql`update office_task set targets = (select ${RECEIVERS} from office_part where task_id = ${taskId})
       where id = ${taskId}`.execute(db);

/** What a to-do of a part says. */
const WORDS = sql`t.title || case when c.label = '' then '' else '（' || c.label || '）' end as title,
           o.name || case p.state when 3 then '退回：' || p.opinion else '布置' end as detail,
           case p.state when 0 then '接收' when 3 then '补正' else '上报' end as act, p.due_on,
           '/affairs/task/finish/' || t.id || '/' || c.id as url, 'officePart:' || p.id as subject
      from office_part p join office_circle c on c.id = p.circle_id join office_task t on t.id = p.task_id
      join organisation o on o.id = t.org_id`;

/** Tasks that are out, for what is done hourly: a city's are gone through one by one. */
export async function runningTasks(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from office_task where state = 2 and deleted_at is null order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Opens a to-do for each open part of a task whose cycle has begun and that has none, before the workers of its
 * organisation or before its person alone; brings their days up to date and closes what is done.
 * @param only these parts alone: an act on one does not go through a city's
 */
export async function syncTodos(db: Db, taskId: string, only: readonly string[] | null = null): Promise<void> {
  if (only !== null) return tendSome(db, taskId, sql`p.id = any(${only}::bigint[])`);
  // Cycle by cycle: a year's of a city are a quarter of a million, more than one statement gets through in its time.
  const { rows } = await sql<{
    id: string;
  }>`select id from office_circle where task_id = ${taskId} order by seq`.execute(db);
  for (const { id } of rows) await tendSome(db, taskId, sql`p.circle_id = ${id}`);
}

async function tendSome(db: Db, taskId: string, which: RawBuilder<unknown>): Promise<void> {
  const ofTask = sql`p.task_id = ${taskId} and ${which}`;
  const isOpen = sql`t.state = 2 and p.state in (0, 1, 3) and c.starts_on <= ${dbToday}`;
  await sql`
  with wanted as materialized (
    select ${ROLE.worker}::smallint as role_id, p.org_id, p.org_code, null::bigint as account_id, ${WORDS}
     where p.person_id is null and ${ofTask} and ${isOpen}
    union all
    select whose.role_id, whose.org_id, whose.org_code, whose.account_id, ${WORDS}
      cross join lateral (
        select g.role_id, g.org_id, g.org_code, g.account_id from usable_grant g where g.member_id = p.person_id
         order by g.base <> 'own', g.id limit 1) whose
     where p.person_id is not null and ${ofTask} and ${isOpen}
  ), closed as (
    ${todosClosed(
      sql`${ofTask} and todo.subject = 'officePart:' || p.id and not (${isOpen} and (p.person_id is not null or todo.org_id = p.org_id))`,
      sql`office_part p join office_circle c on c.id = p.circle_id join office_task t on t.id = p.task_id`,
    )}
  )
  ${todosRenewed(
    sql`select role_id, org_id, org_code, account_id, '党务办公', title, detail, act, url, due_on, subject from wanted`,
  )}`.execute(db);
}

/** Accounts of the workers, or of the person, of whoever has an open part of a task, in one cycle or in all that have begun. */
export async function workersBehind(db: Db, taskId: string, circleId: string | null): Promise<string[]> {
  const rows = await accountsBefore(
    db,
    sql`p.task_id = ${taskId} and p.state in (0, 1, 3)
      ${circleId === null ? sql`and c.starts_on <= ${dbToday}` : sql`and p.circle_id = ${circleId}`}`,
  );
  return [...new Set(rows.map(({ accountId }) => accountId))];
}

/** Accounts of the workers, or of the person, of whoever has a part of a task that is not void. */
export async function workersOfTask(db: Db, taskId: string): Promise<string[]> {
  const rows = await accountsBefore(db, sql`p.task_id = ${taskId} and p.state <> 5`);
  return [...new Set(rows.map(({ accountId }) => accountId))];
}

/**
 * One to-do for the giver of each task with parts that are late, and for each superior of whoever is late that stands below
 * the giver, with how many; closed once none is. Above a person stands the own organisation. Of all tasks, in one statement.
 */
export const tendLate = (db: Db) =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: '党务办公',
    act: sql`case when gave then '督办' else '查看' end`,
    kept: ['officeLate'],
    wanted: sql`
  with behind as materialized (
    select t.id, t.org_id, t.org_code, t.title, p.org_id as place_id, p.person_id, ${dbToday} - p.due_on as days
      from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
     where p.state in (0, 1, 3) and p.due_on < ${dbToday}
  ), late as materialized (
    select id, org_id, org_code, title, true as gave, count(*)::int as n, max(days)::int as days
      from behind group by id, org_id, org_code, title
    union all
    select b.id, s.id, s.code, b.title, false, count(*)::int, max(b.days)::int
      from behind b join organisation o on o.id = b.place_id
      join organisation s on s.id = case when b.person_id is null then o.parent_id else o.id end and s.deleted_at is null
     where s.code > b.org_code and s.code < b.org_code || ':' group by b.id, s.id, s.code, b.title
  )
    select org_id, org_code, title || case when gave then '：有办理件逾期' else '：下级有办理件逾期' end as title, gave,
           n || '件逾期，最长' || days || '天' as detail, '/affairs/task/detail/' || id as url, null::date as due_on,
           'officeLate:' || id as subject
      from late`,
  });

/**
 * Marks the cycles that end in three days, or tomorrow, and whose receivers were not told so yet; they are told apart by `left`.
 * What another run is at is passed over.
 */
export async function remindEnding(db: Db) {
  const { rows } = await sql<{
    taskId: string;
    circleId: string;
    title: string;
    label: string;
    orgId: string;
    left: number;
  }>`
    with ending as (
      select c.id, t.title, t.org_id, case when c.due_on - ${dbToday} <= 1 then 1 else 3 end as left_days
        from office_circle c join office_task t on t.id = c.task_id
       where t.state = 2 and c.due_on >= ${dbToday} and c.due_on - ${dbToday} <= 3 and c.starts_on < ${dbToday}
         and c.reminded > case when c.due_on - ${dbToday} <= 1 then 1 else 3 end
       order by c.id for update of c skip locked
    ), marked as (
      update office_circle c set reminded = e.left_days from ending e where c.id = e.id
      returning c.task_id as "taskId", c.id as "circleId", e.title, c.label, e.org_id as "orgId", e.left_days as "left"
    )
    select * from marked order by "circleId"`.execute(db);
  return rows;
}

/** Tasks whose last day is over and of which nothing is open or waits any more are ended. */
export const endFinished = (db: Db) =>
  sql`update office_task t set state = 3, version = version + 1
       where t.state = 2 and not exists (select from office_part p where p.task_id = t.id and p.state in (0, 1, 2, 3))
         and exists (select from office_part p where p.task_id = t.id)
         and not exists (select from office_circle c where c.task_id = t.id and c.due_on >= ${dbToday})`.execute(db);

/** The organisation that gave a task. */
export async function giverOf(db: Db, taskId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select org_id as id from office_task where id = ${taskId} and deleted_at is null`.execute(db);
  return rows[0]?.id;
}

/** The latest run that publishes a task. */
export async function publishingJob(db: Db, kind: string, taskId: string) {
  const { rows } = await sql<{ total: number; failed: boolean; message: string }>`
    select coalesce((input->>'total')::int, 0) as total, state in ('failed', 'cancelled') as failed, message from job
     where kind = ${kind} and input->>'taskId' = ${taskId} order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function accountName(db: Db, id: string | null): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from account where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}
