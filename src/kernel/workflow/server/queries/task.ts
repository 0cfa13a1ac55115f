import { sql } from 'kysely';
import type { EventKind, TaskState } from '#kernel/workflow/contract.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { isInvolved } from './instance.ts';

export interface TaskRecord {
  id: string;
  instance_id: string;
  node_id: string;
  node_name: string;
  round: number;
  place: number;
  parent_id: string | null;
  asked_by: string | null;
  account_id: string | null;
  account_name: string | null;
  role_id: number;
  role_name: string;
  org_id: string;
  org_code: string;
  org_name: string;
  state: TaskState;
  counts: boolean;
  opened_at: Date | null;
  due_at: Date | null;
  /** The day of `due_at` in the deployment's zone. */
  due_on: string | null;
  is_overdue: boolean;
  decided_by: string | null;
  decider: string | null;
  behalf_of: string | null;
  principal: string | null;
  decided_at: Date | null;
  opinion: string;
  created_at: Date;
}

/** Every task of a matter, in the order in which they were made. */
export async function tasksOf(db: Db, instanceId: string): Promise<TaskRecord[]> {
  const { rows } = await sql<TaskRecord>`
    select t.id, t.instance_id, t.node_id, t.node_name, t.round, t.place, t.parent_id,
           t.asked_by, t.account_id,
           a.name as account_name, t.role_id, r.name as role_name, t.org_id, o.code as org_code, o.name as org_name,
           t.state, t.counts, t.opened_at, t.due_at,
           (t.due_at at time zone 'Asia/Shanghai')::date as due_on, t.state = 'open' and coalesce(t.due_at < now(), false) as is_overdue,
           t.decided_by, d.name as decider, t.behalf_of, b.name as principal, t.decided_at, t.opinion, t.created_at
      from workflow_task t
      join role r on r.id = t.role_id
      join organisation o on o.id = t.org_id
      left join account a on a.id = t.account_id
      left join account d on d.id = t.decided_by
      left join account b on b.id = t.behalf_of
     where t.instance_id = ${instanceId} order by t.id`.execute(db);
  return rows;
}

export interface NewTask {
  instanceId: string;
  nodeId: string;
  nodeName: string;
  round: number;
  place: number;
  parentId: string | null;
  /** Who asked this signer along. */
  askedBy?: string | null;
  accountId: string | null;
  roleId: number;
  orgId: string;
}

/** Adds a task that waits; answers its id. */
export async function insertTask(db: Db, task: NewTask): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_task (instance_id, node_id, node_name, round, place, parent_id, asked_by, account_id, role_id,
                               org_id, state)
    values (${task.instanceId}, ${task.nodeId}, ${task.nodeName}, ${task.round}, ${task.place}, ${task.parentId},
            ${task.askedBy ?? null}, ${task.accountId}, ${task.roleId}, ${task.orgId}, 'waiting')
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Opens a waiting task; its time begins now. Answers the day on which it is due. @param hours null: no time-out */
export async function openTask(db: Db, id: string, hours: number | null): Promise<string | null> {
  const { rows } = await sql<{ due: string | null }>`
    update workflow_task set state = 'open', opened_at = now(), reminded_at = null,
           due_at = now() + make_interval(hours => ${hours})
     where id = ${id} and state = 'waiting'
    returning (due_at at time zone 'Asia/Shanghai')::date as due`.execute(db);
  return rows[0]?.due ?? null;
}

/** Decides an open task, or hands it over (`passed`); answers whether it was still open. */
export async function decideTask(
  db: Db,
  id: string,
  decision: {
    state: 'agreed' | 'rejected' | 'returned' | 'passed';
    by: string;
    behalfOf: string | null;
    opinion: string;
  },
): Promise<boolean> {
  const { rows } = await sql`
    update workflow_task set state = ${decision.state}, decided_by = ${decision.by}, behalf_of = ${decision.behalfOf},
           opinion = ${decision.opinion}, decided_at = now()
     where id = ${id} and state = 'open' returning id`.execute(db);
  return rows.length > 0;
}

/** Tasks that are not needed any more, or wait for somebody else now. */
export async function setTaskState(
  db: Db,
  ids: readonly string[],
  state: 'closed' | 'waiting' | 'passed',
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update workflow_task set state = ${state} where id = any(${ids}::bigint[]) and state in ('open', 'waiting')`.execute(
    db,
  );
}

/** Decisions at these nodes do not count any more: the matter went back behind them. */
export const undoTasks = (db: Db, instanceId: string, nodeIds: readonly string[]) =>
  sql`update workflow_task set counts = false where instance_id = ${instanceId} and node_id = any(${nodeIds}::text[])`.execute(
    db,
  );

/** Accounts whose agreement at another node counts, those included who were represented. */
export async function signersElsewhere(db: Db, instanceId: string, nodeId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct unnest(array[decided_by, behalf_of]) as id from workflow_task
     where instance_id = ${instanceId} and counts and state = 'agreed' and node_id <> ${nodeId}`.execute(db);
  return rows.map(({ id }) => id).filter(Boolean);
}

/** Adds a line to the history; `by` null: the platform itself. */
export const insertEvent = (
  db: Db,
  event: {
    instanceId: string;
    kind: EventKind;
    by: string | null;
    behalfOf?: string | null;
    nodeName?: string;
    detail?: string;
  },
) =>
  sql`insert into workflow_event (instance_id, kind, account_id, behalf_of, node_name, detail)
      values (${event.instanceId}, ${event.kind}, ${event.by}, ${event.behalfOf ?? null}, ${event.nodeName ?? ''},
              ${event.detail ?? ''})`.execute(db);

export interface EventRecord {
  at: Date;
  kind: EventKind;
  actor: string | null;
  principal: string | null;
  node_name: string;
  detail: string;
}

/** The history of a matter, oldest first. */
export async function eventsOf(db: Db, instanceId: string): Promise<EventRecord[]> {
  const { rows } = await sql<EventRecord>`
    select e.at, e.kind, a.name as actor, b.name as principal, e.node_name, e.detail
      from workflow_event e left join account a on a.id = e.account_id left join account b on b.id = e.behalf_of
     where e.instance_id = ${instanceId} order by e.id`.execute(db);
  return rows;
}

/** Lets accounts read a matter; answers those who could not yet. */
export async function insertCopies(db: Db, instanceId: string, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    insert into workflow_copy (instance_id, account_id) select ${instanceId}, unnest(${accountIds}::bigint[])
    on conflict do nothing returning account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Who is copied, by name. */
export async function copiesOf(db: Db, instanceId: string): Promise<{ accountId: string; name: string }[]> {
  const { rows } = await sql<{ accountId: string; name: string }>`
    select a.id as "accountId", a.name from workflow_copy c join account a on a.id = c.account_id
     where c.instance_id = ${instanceId} order by c.at, a.id`.execute(db);
  return rows;
}

export interface OverdueTask {
  id: string;
  kind: string;
  process_name: string;
  org_id: string;
  org_name: string;
  who: string;
  due_on: string;
  instance_id: string;
  /** The session takes part in the matter, and may open it. */
  involved: boolean;
}

// The deciding organisation's place: whoever answers for it sees that it is late.
const overdueWithin = (scope: Scope) => sql`
  workflow_task t join organisation o on o.id = t.org_id
    join workflow_instance i on i.id = t.instance_id and i.state = 'running'
   where t.state = 'open' and t.due_at < now() and ${within(scope, 'o.code')}`;

/** How many tasks of the organisations of a scope wait beyond their time. */
export async function countOverdue(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${overdueWithin(scope)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The same of several organisations at once, each with all below it. @param codes of one length */
export async function overdueBelow(db: Db, scope: Scope, codes: readonly string[]) {
  const { rows } = await sql<{ place: string; n: number }>`
    select ${placeColumn(codes, 'o.code')} as place, count(*)::int as n from ${overdueWithin(scope)} group by 1`.execute(
    db,
  );
  return rows;
}

/** Those tasks, the longest overdue first. */
export async function listOverdue(
  db: Db,
  session: Session,
  scope: Scope,
  limit: number,
  offset: number,
): Promise<OverdueTask[]> {
  const { rows } = await sql<OverdueTask>`
    with late as materialized (
      select t.id, t.instance_id, t.account_id, t.role_id, o.id as org_id, o.name as org_name, t.due_at from ${overdueWithin(scope)}
       order by t.due_at, t.id limit ${limit} offset ${offset}
    )
    select late.id, late.instance_id, i.kind, p.name as process_name, late.org_id, late.org_name,
           coalesce(a.name, r.name) as who, ${isInvolved(session)} as involved,
           (late.due_at at time zone 'Asia/Shanghai')::date as due_on
      from late
      join workflow_instance i on i.id = late.instance_id
      join workflow_process p on p.id = i.process_id
      join role r on r.id = late.role_id
      left join account a on a.id = late.account_id
     order by late.due_at, late.id`.execute(db);
  return rows;
}

/** The organisations of a scope where tasks wait beyond their time, with how many, at most `limit`. */
export async function overdueOrgs(db: Db, scope: Scope, limit: number) {
  const { rows } = await sql<{ orgId: string; n: number }>`
    select o.id as "orgId", count(*)::int as n from ${overdueWithin(scope)} group by o.id, o.code order by o.code limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Notes that a task's time is over; false where that was noted before, or it has time by now. */
export async function markReminded(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update workflow_task set reminded_at = now()
     where id = ${id} and due_at <= now() and reminded_at is null returning id`.execute(db);
  return rows.length > 0;
}
