import { type RawBuilder, sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Definition } from '#kernel/workflow/contract.definition.ts';
import type { InstanceState, View } from '#kernel/workflow/contract.ts';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday, type OrNone } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todoOf } from './standing.ts';

export interface InstanceRecord {
  id: string;
  process_id: string;
  process_name: string;
  number: number;
  definition: Definition;
  kind: string;
  subject_id: string;
  title: string;
  org_id: string;
  org_code: string;
  org_name: string;
  account_id: string;
  initiator: string;
  role_id: number;
  facts: Record<string, number | string | null>;
  chosen: Record<string, string[]>;
  same_signer: boolean;
  /** Accounts that never decide, besides the initiator. */
  barred: string[];
  state: InstanceState;
  node_id: string;
  round: number;
  resume_at: string | null;
  version: number;
  urged_at: Date | null;
  started_at: Date;
  changed_at: Date;
  ended_at: Date | null;
}

const FACTS = sql`i.id, i.process_id, p.name as process_name, i.number, v.definition, i.kind, i.subject_id, i.title,
  i.org_id, i.org_code, o.name as org_name, i.account_id, a.name as initiator, i.role_id, i.facts, i.chosen,
  i.same_signer, i.barred, i.state, i.node_id, i.round, i.resume_at, i.version, i.urged_at, i.started_at, i.changed_at, i.ended_at`;
const FROM = sql`workflow_instance i
  join workflow_process p on p.id = i.process_id
  join workflow_version v on v.process_id = i.process_id and v.number = i.number
  join organisation o on o.id = i.org_id
  join account a on a.id = i.account_id`;

/** Whether a task is the session's: named, by its active role, or as a deputy of whoever it belongs to. */
const isMine = ({ accountId, roleId, orgId }: Session) => sql`(
  t.account_id = ${accountId}
  or (t.account_id is null and t.role_id = ${roleId} and t.org_id = ${orgId})
  or exists (select from workflow_delegation d join usable_grant g on g.id = d.grant_id
              where d.to_account_id = ${accountId} and d.ended_at is null and d.until >= ${dbToday}
                and g.role_id = t.role_id and g.org_id = t.org_id
                and (t.account_id is null or t.account_id = d.from_account_id)))`;

/** Who takes part may read: the initiator, whoever decides or decided, and those who are copied. */
export const isInvolved = (session: Session) => sql`(
  i.account_id = ${session.accountId}
  or exists (select from workflow_task t where t.instance_id = i.id and (t.decided_by = ${session.accountId} or t.asked_by = ${session.accountId} or ${isMine(session)}))
  or exists (select from workflow_copy c where c.instance_id = i.id and c.account_id = ${session.accountId}))`;

/** Whether something is decided on a drawn process of some kinds, whose tasks then wait in its place. @param id as the engine knows it; the row `x` of a statement where it is left out */
export const isOnProcess = (
  kinds: readonly string[],
  id: RawBuilder<unknown> = sql`x.id::text`,
) => sql<boolean>`exists (
  select from workflow_instance i
   where i.subject_id = ${id} and i.state in ('running', 'returned') and i.kind = any(${kinds}::text[]))`;

/** A matter in which the session takes part. */
export async function findInstance(db: Db, session: Session, id: string): Promise<InstanceRecord | undefined> {
  const { rows } = await sql<InstanceRecord>`
    select ${FACTS} from ${FROM} where i.id = ${id} and ${isInvolved(session)}`.execute(db);
  return rows[0];
}

/** The same, kept for this transaction: every act on a matter begins here, so that two never act at once. */
export async function lockInstance(db: Db, id: string): Promise<InstanceRecord | undefined> {
  const { rows } = await sql<InstanceRecord>`
    select ${FACTS} from ${FROM} where i.id = ${id} for update of i`.execute(db);
  return rows[0];
}

/** The matter of a task that the session may see, and whether the task is its own. */
export async function instanceOfTask(
  db: Db,
  session: Session,
  taskId: string,
): Promise<{ instanceId: string; mine: boolean } | undefined> {
  const { rows } = await sql<{ instanceId: string; mine: boolean }>`
    select t.instance_id as "instanceId", (t.decided_by is not distinct from ${session.accountId} or ${isMine(session)}) as mine
      from workflow_task t where t.id = ${taskId}`.execute(db);
  return rows[0];
}

export interface NewInstance {
  processId: string;
  number: number;
  kind: string;
  subjectId: string;
  title: string;
  facts: Record<string, number | string | null>;
  chosen: Record<string, string[]>;
  sameSigner: boolean;
  barred: string[];
}

/**
 * Adds a matter of the session, before its first node; answers its id.
 * @param place where it stands: the session's organisation, or another one that its kind names
 */
export async function insertInstance(
  db: Db,
  session: Pick<Session, 'accountId' | 'roleId'>,
  place: { orgId: string; orgCode: string },
  instance: NewInstance,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into workflow_instance (process_id, number, kind, subject_id, title, org_id, org_code, account_id, role_id,
                                   facts, chosen, same_signer, barred)
    values (${instance.processId}, ${instance.number}, ${instance.kind}, ${instance.subjectId}, ${instance.title},
            ${place.orgId}, ${place.orgCode}, ${session.accountId}, ${session.roleId},
            ${JSON.stringify(instance.facts)}, ${JSON.stringify(instance.chosen)}, ${instance.sameSigner},
            ${instance.barred}::bigint[])
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Where a matter is after an act. */
export interface Place {
  state: InstanceState;
  nodeId: string;
  round: number;
  resumeAt: string | null;
}

/** Writes where a matter is. */
export const moveInstance = (db: Db, id: string, { state, nodeId, round, resumeAt }: Place) =>
  sql`update workflow_instance set state = ${state}, node_id = ${nodeId}, round = ${round}, resume_at = ${resumeAt},
             version = version + 1, changed_at = now(),
             ended_at = case when ${state} in ('approved', 'rejected', 'withdrawn') then now() end
       where id = ${id}`.execute(db);

/** Writes what was fixed of a returned matter. */
export const updateReturned = (
  db: Db,
  id: string,
  fixed: { title: string; facts: InstanceRecord['facts']; chosen: InstanceRecord['chosen'] },
) =>
  sql`update workflow_instance set title = ${fixed.title}, facts = ${JSON.stringify(fixed.facts)},
             chosen = ${JSON.stringify(fixed.chosen)} where id = ${id}`.execute(db);

/** Notes an urging unless the last one is less than two hours ago; answers whether it did. */
export async function saveUrging(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update workflow_instance set urged_at = now()
     where id = ${id} and not ${isUrged(sql`urged_at`)} returning id`.execute(db);
  return rows.length > 0;
}

export interface InstanceLine {
  id: string;
  kind: string;
  title: string;
  process_name: string;
  initiator: string;
  org_name: string;
  state: InstanceState;
  node_name: string;
  waiting_for: string[];
  started_at: Date;
  ended_at: Date | null;
  task_id: string | null;
  arrived_at: Date;
  due_at: Date | null;
  is_overdue: boolean;
}

export interface InstanceFilter {
  title: string | null;
  kind: string | null;
  state: InstanceState | null;
  limit: number;
  offset: number;
}

function found(session: Session, view: View) {
  if (view === 'todo') return todoOf(session);
  const bare = sql`null::bigint as task_id`;
  const undue = sql`null::timestamptz as due_at`;
  if (view === 'mine') {
    return sql`select id as instance_id, ${bare}, started_at as at, ${undue} from workflow_instance
                where account_id = ${session.accountId}`;
  }
  if (view === 'copied') {
    return sql`select instance_id, ${bare}, at, ${undue} from workflow_copy where account_id = ${session.accountId}`;
  }
  // Whoever asked somebody along has acted too, and may take that back.
  return sql`select instance_id, ${bare}, max(at) as at, ${undue} from (
               select instance_id, decided_at as at from workflow_task where decided_by = ${session.accountId}
               union all
               select instance_id, created_at from workflow_task where asked_by = ${session.accountId}) as acts
              group by instance_id`;
}

/** Whether the session takes part in the matter that a subject runs on, now or once. */
export async function takesPart(db: Db, session: Session, kind: string, subjectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from workflow_instance i where i.kind = ${kind} and i.subject_id = ${subjectId} and ${isInvolved(session)}
     limit 1`.execute(db);
  return rows.length > 0;
}

/** How many tasks wait for the session. */
export async function countTodo(db: Db, session: Session): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${todoOf(session)}) as todo`.execute(db);
  return rows[0]?.n ?? 0;
}

/** One view of the session's matters: what waits by its arrival, everything else newest first. */
export async function listInstances(db: Db, session: Session, view: View, filter: InstanceFilter) {
  const where = sql`(${filter.title}::text is null or ${textHolds(sql`i.title`, filter.title)})
    and (${filter.kind}::text is null or i.kind = ${filter.kind})
    and (${filter.state}::text is null or i.state = ${filter.state})`;
  const order = view === 'todo' ? sql`f.at, i.id` : sql`f.at desc, i.id desc`;
  const { rows } = await sql<OrNone<InstanceLine> & { total: number }>`
    with f as materialized (${found(session, view)}), kept as materialized (
      select f.*, row_number() over (order by ${order}) as n
        from f join workflow_instance i on i.id = f.instance_id where ${where}
    ), page as (
      select * from kept order by n limit ${filter.limit} offset ${filter.offset}
    )
    select (select count(*)::int from kept) as total, i.id, i.kind, i.title, p.name as process_name, a.name as initiator, o.name as org_name, i.state,
           i.started_at, i.ended_at, page.task_id, page.at as arrived_at, page.due_at,
           coalesce(page.due_at < now(), false) as is_overdue,
           coalesce((select min(t.node_name) from workflow_task t
                      where t.instance_id = i.id and t.round = i.round and t.node_id = i.node_id), '') as node_name,
           array(select coalesce(ta.name, tor.name || '（' || tr.name || '）')
                   from workflow_task t join role tr on tr.id = t.role_id join organisation tor on tor.id = t.org_id
                   left join account ta on ta.id = t.account_id
                  where t.instance_id = i.id and t.state = 'open' order by t.place, t.id) as waiting_for
      from (select) as one
      left join (page join workflow_instance i on i.id = page.instance_id
                      join workflow_process p on p.id = i.process_id
                      join account a on a.id = i.account_id
                      join organisation o on o.id = i.org_id) on true
     order by page.n`.execute(db);
  // The total stands in a row of its own where the page lies behind the last one.
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}
