import { sql } from 'kysely';
import type { TodoPart } from '#kernel/message/contract.ts';
import { DUE_DAYS, LONGEST_LATER, OVERDUE_LATER } from '#kernel/message/rules.ts';
import { likeWorker } from '#kernel/permission/rules.rights.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday, type OrNone } from '#platform/server/database/db.ts';

/** To-dos `t` of the account alone, and those of the active role at its organisation; for added roles like a worker's the workers' too. */
const mine = ({ accountId, roleId, base, orgId }: Session) => sql`
  (t.account_id = ${accountId}
   or (t.account_id is null and t.org_id = ${orgId}
       and t.role_id = any(${likeWorker({ roleId, base }) ? [roleId, ROLE.worker] : [roleId]}::smallint[])))`;

/** Whether the account has put `t` off: until the day comes or its term does. */
const isLater = ({ accountId }: Session) => sql`
  exists (select from todo_later l where l.account_id = ${accountId} and l.todo_id = t.id and l.until > ${dbToday})`;

/** The to-dos `t` of one part of 今日. */
export function todosOf(session: Session, part: TodoPart) {
  if (part === 'done') {
    return sql`t.done_at >= ${dbToday}::timestamp at time zone 'Asia/Shanghai' and ${mine(session)}`;
  }
  const later = isLater(session);
  return sql`t.done_at is null and ${mine(session)} and ${part === 'later' ? later : sql`not ${later}`}`;
}

export type TodoState = 'overdue' | 'due' | 'open';

/** Which to-dos are asked for; null leaves a filter out. */
export interface TodoFilter {
  part: TodoPart;
  state: TodoState | null;
  module: string | null;
  fromOrgId: string | null;
  act: string | null;
  limit: number;
  offset: number;
}

export interface TodoRecord {
  id: string;
  role_id: number;
  org_id: string;
  org_name: string;
  module: string;
  title: string;
  detail: string;
  act: string;
  jump_url: string;
  asked_by: string;
  from_org_name: string;
  due_on: string | null;
  created_at: Date;
  days_left: number | null;
  state: TodoState;
  later_until: string | null;
  latest: string;
  done_at: Date | null;
  subject: string;
}

/** The last day until which `t` may be put off: its term; overdue ones a few days, those without a term some weeks. */
const latest = sql`
  case when t.due_on is null then ${dbToday} + ${sql.lit(LONGEST_LATER)}
       when t.due_on > ${dbToday} then t.due_on else ${dbToday} + ${sql.lit(OVERDUE_LATER)} end`;

/**
 * To-dos of a part by due day, those without one last; what is done by when, the newest first. The three counts are of all of the
 * part, whatever the filter.
 */
export async function listTodos(db: Db, session: Session, filter: TodoFilter) {
  type Counts = { total: number; overdue_count: number; due_count: number; open_count: number };
  const order = filter.part === 'done' ? sql`done_at desc, id desc` : sql`due_on, id`;
  const { rows } = await sql<OrNone<TodoRecord> & Counts>`
    with mine as materialized (
      select t.*, t.due_on - ${dbToday} as days_left, ${latest} as latest,
             case when t.due_on < ${dbToday} then 'overdue'
                  when t.due_on <= ${dbToday} + ${sql.lit(DUE_DAYS)} then 'due' else 'open' end as state
        from todo t where ${todosOf(session, filter.part)}
    ), found as (
      select * from mine
       where (${filter.state}::text is null or state = ${filter.state})
         and (${filter.module}::text is null or module = ${filter.module})
         and (${filter.act}::text is null or act = ${filter.act})
         and (${filter.fromOrgId}::bigint is null or coalesce(from_org_id, org_id) = ${filter.fromOrgId})
    ), page as (
      select * from found order by ${order} limit ${filter.limit} offset ${filter.offset}
    )
    select (select count(*)::int from found) as total, counts.*, shown.*
      from (select count(*) filter (where state = 'overdue')::int as overdue_count,
                   count(*) filter (where state = 'due')::int as due_count,
                   count(*) filter (where state = 'open')::int as open_count from mine) as counts
      left join (
        select p.id, p.role_id, p.org_id, o.name as org_name, p.module, p.title, p.detail, p.act, p.jump_url, p.asked_by,
               coalesce(f.name, '') as from_org_name, p.due_on, p.created_at, p.days_left, p.state, l.until as later_until,
               p.latest, p.done_at, p.subject
          from page p join organisation o on o.id = p.org_id
          left join organisation f on f.id = p.from_org_id
          left join todo_later l on l.account_id = ${session.accountId} and l.todo_id = p.id and l.until > ${dbToday}
      ) as shown on true
     order by ${order}`.execute(db);
  const first = rows[0];
  return {
    total: first?.total ?? 0,
    overdue: first?.overdue_count ?? 0,
    due: first?.due_count ?? 0,
    open: first?.open_count ?? 0,
    rows: rows.filter((row) => row.id !== null),
  };
}

export interface TodoChoice {
  kind: 'module' | 'org' | 'act';
  value: string;
  label: string;
  n: number;
}

/** How many to-dos of a part each room, organisation and act has, the most first. */
export async function todoChoices(db: Db, session: Session, part: TodoPart): Promise<TodoChoice[]> {
  const { rows } = await sql<TodoChoice>`
    with mine as materialized (
      select t.module, t.act, coalesce(t.from_org_id, t.org_id) as org from todo t where ${todosOf(session, part)})
    select 'module' as kind, module as value, module as label, count(*)::int as n from mine group by module
    union all
    select 'act', act, act, count(*)::int from mine group by act
    union all
    select 'org', o.id::text, o.name, count(*)::int from mine join organisation o on o.id = mine.org group by o.id, o.name
    order by n desc, label, value`.execute(db);
  return rows;
}

export interface TodoSums {
  open: number;
  later: number;
  done: number;
  back_on: string | null;
  due_on: string | null;
}

/** How many are in each part, when the first that is put off comes back, and the first day on which an open one is due. */
export async function todoSums(db: Db, session: Session): Promise<TodoSums> {
  const { rows } = await sql<TodoSums>`
    select (select count(*)::int from todo t where ${todosOf(session, 'open')}) as open,
           (select count(*)::int from todo t where ${todosOf(session, 'later')}) as later,
           (select count(*)::int from todo t where ${todosOf(session, 'done')}) as done,
           (select min(l.until) from todo_later l join todo t on t.id = l.todo_id
             where l.account_id = ${session.accountId} and l.until > ${dbToday} and ${todosOf(session, 'later')}) as back_on,
           (select min(t.due_on) from todo t where ${todosOf(session, 'open')} and t.due_on >= ${dbToday}) as due_on`.execute(
    db,
  );
  return rows[0] ?? { open: 0, later: 0, done: 0, back_on: null, due_on: null };
}

/** The own open to-dos among these, held, with the last day until which each may be put off and today. */
export async function lockTodos(db: Db, session: Session, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string;
    title: string;
    org_code: string;
    subject: string;
    latest: string;
    today: string;
  }>`
    select t.id, t.title, t.org_code, t.subject, ${latest} as latest, ${dbToday} as today
      from todo t where t.id = any(${ids}::bigint[]) and t.done_at is null and ${mine(session)}
     order by t.id for update of t`.execute(db);
  return rows;
}

/** Puts to-dos off for one account until a day; null: takes them up again. What has come back by itself goes from the table. */
export async function saveLater(db: Db, accountId: string, ids: readonly string[], until: string | null) {
  await sql`
    delete from todo_later where account_id = ${accountId} and (todo_id = any(${ids}::bigint[]) or until <= ${dbToday})`.execute(
    db,
  );
  if (until === null) return;
  await sql`
    insert into todo_later (account_id, todo_id, until)
    select ${accountId}, id, ${until}::date from unnest(${ids}::bigint[]) as one (id)`.execute(db);
}
