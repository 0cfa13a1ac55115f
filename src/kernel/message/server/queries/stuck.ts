import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { StuckSide } from '#kernel/message/contract.stuck.ts';
import { DUE_DAYS } from '#kernel/message/rules.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday, type OrNone } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { TodoState } from './todo.ts';

/** To-dos `t` of those who work for organisations, by a side: below the own organisation, or asked by it of others. */
const stuck = (scope: Scope, { orgId }: Session, side: StuckSide) => sql`
  t.done_at is null and t.role_id in (select id from role where base = 'subtree')
  and ${side === 'below' ? sql`${within(scope, 't.org_code')} and t.org_id <> ${orgId}` : sql`t.from_org_id = ${orgId} and not ${within(scope, 't.org_code')}`}`;

// What a matter on a drawn process is about is told to those who take part in it, and to whoever asked.
const title = ({ orgId }: Session) => sql`
  case when t.subject like 'workflow%' and t.from_org_id is distinct from ${orgId} then t.module || '的审批' else t.title end`;

/** Whoever may do `t` now. */
const HOLDERS = sql`
  select distinct g.account_id::text as id, g.account_name as name from usable_grant g
   where g.org_id = t.org_id and g.role_id = t.role_id and (t.account_id is null or g.account_id = t.account_id)`;

/** Which are asked for; null leaves a filter out. */
export interface StuckFilter {
  side: StuckSide;
  state: TodoState | null;
  module: string | null;
  orgId: string | null;
  days: number | null;
  limit: number;
  offset: number;
}

export interface StuckRecord {
  id: string;
  module: string;
  title: string;
  act: string;
  org_id: string;
  org_name: string;
  phone: string;
  holders: string[];
  days: number;
  due_on: string | null;
  days_left: number | null;
  state: TodoState;
  urged_at: Date | null;
  recently: boolean;
}

/** What is stuck on a side: overdue first, then by term, those without one by how long they wait. */
export async function listStuck(db: Db, scope: Scope, session: Session, filter: StuckFilter) {
  const { rows } = await sql<OrNone<StuckRecord> & { total: number; overdue: number }>`
    with all_of as materialized (
      select t.*, t.due_on - ${dbToday} as days_left, ${title(session)} as shown_title,
             greatest(${dbToday} - (t.created_at at time zone 'Asia/Shanghai')::date, ${dbToday} - t.due_on) as days,
             case when t.due_on < ${dbToday} then 'overdue'
                  when t.due_on <= ${dbToday} + ${sql.lit(DUE_DAYS)} then 'due' else 'open' end as state
        from todo t where ${stuck(scope, session, filter.side)}
    ), found as (
      select * from all_of
       where (${filter.state}::text is null or state = ${filter.state})
         and (${filter.module}::text is null or module = ${filter.module})
         and (${filter.orgId}::bigint is null or org_id = ${filter.orgId})
         and (${filter.days}::int is null or days >= ${filter.days})
    ), page as (
      select * from found order by due_on, created_at, id limit ${filter.limit} offset ${filter.offset}
    )
    select (select count(*)::int from found) as total,
           (select count(*)::int from all_of where state = 'overdue') as overdue, shown.*
      from (values (1)) as one
      left join (
        select t.id, t.module, t.shown_title as title, t.act, t.org_id, o.name as org_name, o.contact_phone as phone,
               array(select name from (${HOLDERS}) as h order by name) as holders, t.days, t.due_on, t.days_left, t.state,
               t.urged_at, ${isUrged(sql`t.urged_at`)} as recently, t.created_at
          from page t join organisation o on o.id = t.org_id
      ) as shown on true
     order by shown.due_on, shown.created_at, shown.id`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    overdue: rows[0]?.overdue ?? 0,
    rows: rows.filter((row) => row.id !== null),
  };
}

export interface StuckChoice {
  kind: 'module' | 'org';
  value: string;
  label: string;
  n: number;
}

/** How many are stuck in each room and at each organisation, the most first; of organisations the first two hundred. */
export async function stuckChoices(db: Db, scope: Scope, session: Session, side: StuckSide): Promise<StuckChoice[]> {
  const { rows } = await sql<StuckChoice>`
    with mine as materialized (select t.module, t.org_id from todo t where ${stuck(scope, session, side)}),
    orgs as (
      select o.id, o.name, count(*)::int as n from mine join organisation o on o.id = mine.org_id
       group by o.id, o.name order by n desc, o.id limit 200)
    select 'module' as kind, module as value, module as label, count(*)::int as n from mine group by module
    union all
    select 'org', id::text, name, n from orgs
     order by n desc, label, value`.execute(db);
  return rows;
}

/** How many are stuck on a side. */
export async function countStuck(db: Db, scope: Scope, session: Session, side: StuckSide): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from todo t where ${stuck(scope, session, side)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface UrgedTodo {
  id: string;
  title: string;
  /** As whoever urges reads it. */
  shownTitle: string;
  jumpUrl: string;
  orgName: string;
  orgCode: string;
  urgedAt: Date | null;
  recently: boolean;
  accountIds: string[];
}

/** Of these to-dos those that are stuck on either side of the session, held, with whom an urging would tell. */
export async function lockStuck(db: Db, scope: Scope, session: Session, ids: readonly string[]): Promise<UrgedTodo[]> {
  const { rows } = await sql<UrgedTodo>`
    select t.id, t.title, ${title(session)} as "shownTitle", t.jump_url as "jumpUrl", o.name as "orgName",
           t.org_code as "orgCode", t.urged_at as "urgedAt", ${isUrged(sql`t.urged_at`)} as recently,
           array(select id from (${HOLDERS}) as h where id <> ${session.accountId}::text order by id) as "accountIds"
      from todo t join organisation o on o.id = t.org_id
     where t.id = any(${ids}::bigint[])
       and ((${stuck(scope, session, 'below')}) or (${stuck(scope, session, 'above')}))
     order by t.id for update of t`.execute(db);
  return rows;
}
