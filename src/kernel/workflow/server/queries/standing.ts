import { type RawBuilder, sql } from 'kysely';
import type { Session } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';

/** Why somebody may not decide a task although it is theirs. */
export type Obstacle = 'own' | 'barred' | 'signed' | 'here' | 'atNode' | 'hereBefore' | 'lapsed' | 'principal';

type Who = RawBuilder<unknown>;

// All fragments below read a task `t` of a matter `i`.

const agreed = (who: Who, where: RawBuilder<unknown>) => sql`exists (
  select from workflow_task s
   where s.instance_id = t.instance_id and s.id <> t.id and s.counts and s.state = 'agreed' and ${where}
     and (s.decided_by = ${who} or s.behalf_of = ${who}))`;
const ELSEWHERE = sql`not i.same_signer and s.node_id <> t.node_id`;
const HERE = sql`s.round = t.round`;

/** Whether somebody has a task of the own at the node, or has asked a signer along at another task than this one. */
const atNode = (who: Who) => sql`exists (
  select from workflow_task s
   where s.instance_id = t.instance_id and s.round = t.round and s.state in ('open', 'waiting')
     and (s.account_id = ${who} or (s.asked_by = ${who} and s.parent_id <> t.id)))`;

/**
 * The one rule of who decides, once a task is somebody's: the initiator and whoever the matter bars never, nobody at two nodes nor twice at one,
 * be it in the own name or by a deputy, and no deputy may do what whoever is represented may not. Null: no obstacle.
 * @param principal whom `actor` represents; null: nobody
 */
const obstacle = (actor: Who, principal: Who) => sql<Obstacle | null>`case
  when i.account_id = ${actor} then 'own'
  when ${actor} = any(i.barred) then 'barred'
  when ${agreed(actor, ELSEWHERE)} then 'signed'
  when ${principal} is null then case when ${agreed(actor, HERE)} then 'here' end
  when ${atNode(actor)} then 'atNode'
  when ${agreed(actor, HERE)} then 'hereBefore'
  when i.account_id = ${principal} or ${principal} = any(i.barred) or ${agreed(principal, ELSEWHERE)} or ${agreed(principal, HERE)} then 'principal'
  end`;

// Limited, so that it is asked for the offices at hand alone, never joined with the rights of everybody.
const mayUse = (grant: RawBuilder<unknown>) => sql`coalesce((
  select true from grant_right k where k.grant_id = ${grant} and k.permission_key = 'workflow:use' limit 1), false)`;
const IN_FORCE = sql`d.ended_at is null and d.until >= ${dbToday}`;
const OF_OFFICE = sql`g.role_id = t.role_id and g.org_id = t.org_id
  and (t.account_id is null or t.account_id = d.from_account_id)`;

/** In whose name a session holds the task: the own one, or of those whom it represents, the oldest delegation first. */
const claims = ({ accountId, roleId, orgId }: Session) => sql`cross join lateral (
  select null::bigint as principal, true as valid, 0::bigint as n
   where t.account_id = ${accountId} or (t.account_id is null and t.role_id = ${roleId} and t.org_id = ${orgId})
  union all
  select d.from_account_id, ${mayUse(sql`g.id`)}, d.id
    from workflow_delegation d join usable_grant g on g.id = d.grant_id
   where d.to_account_id = ${accountId} and ${IN_FORCE} and ${OF_OFFICE}) as claim`;

const claimObstacle = (session: Session) => sql<Obstacle | null>`
  case when not claim.valid then 'lapsed' else ${obstacle(sql`${session.accountId}::bigint`, sql`claim.principal`)} end`;

/** Open tasks that may be the session's: by the indexes of people and roles, not through every open task. */
const openForMe = ({ accountId, roleId, orgId }: Session) => sql`
  select t.id from workflow_task t where t.state = 'open' and t.account_id = ${accountId}
  union
  select t.id from workflow_task t
   where t.state = 'open' and t.account_id is null and t.role_id = ${roleId} and t.org_id = ${orgId}
  union
  select t.id from workflow_delegation d
    join usable_grant g on g.id = d.grant_id
    join workflow_task t on t.state = 'open' and ${OF_OFFICE}
   where d.to_account_id = ${accountId} and ${IN_FORCE}`;

/** What the session may decide now; a matter once, though somebody may be asked in the own name and as a deputy. */
export const todoOf = (session: Session) => sql`
  select distinct on (t.instance_id) t.instance_id, t.id as task_id, t.opened_at as at, t.due_at
    from (${openForMe(session)}) as mine
    join workflow_task t on t.id = mine.id
    join workflow_instance i on i.id = t.instance_id and i.state = 'running'
    ${claims(session)}
   where ${claimObstacle(session)} is null
   order by t.instance_id, claim.n, t.id`;

export interface Standing {
  taskId: string;
  state: 'open' | 'waiting';
  /** Whom the session would represent; null: it decides in its own name. */
  behalfOf: string | null;
  obstacle: Obstacle | null;
}

/** The session's undecided tasks of a matter and how it stands to each: once, without obstacle where there is a way. */
export async function standingsOf(db: Db, session: Session, instanceId: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select distinct on (t.id) t.id as "taskId", t.state, claim.principal as "behalfOf",
           ${claimObstacle(session)} as obstacle
      from workflow_task t join workflow_instance i on i.id = t.instance_id ${claims(session)}
     where t.instance_id = ${instanceId} and t.state in ('open', 'waiting')
     order by t.id, ${claimObstacle(session)} is not null, claim.n`.execute(db);
  return rows;
}

// Each by its own index: of a role's task the office, of a named one the person in whichever office may decide.
const HOLDERS = sql`
  select g.account_id as actor, null::bigint as principal from usable_grant g
   where t.account_id is null and g.org_id = t.org_id and g.role_id = t.role_id and ${mayUse(sql`g.id`)}
  union all
  select g.account_id, null from usable_grant g where g.account_id = t.account_id and ${mayUse(sql`g.id`)}`;
const DEPUTIES = sql`
  select d.to_account_id as actor, d.from_account_id as principal
    from workflow_delegation d join usable_grant g on g.id = d.grant_id
   where ${IN_FORCE} and ${OF_OFFICE} and ${mayUse(sql`g.id`)}
     and exists (select from usable_grant u where u.account_id = d.to_account_id and ${mayUse(sql`u.id`)})`;
const ABLE = obstacle(sql`c.actor`, sql`c.principal`);

/** Everybody who could decide an open task now: account ids. */
export async function decidersOf(db: Db, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct c.actor as id from workflow_task t join workflow_instance i on i.id = t.instance_id
     cross join lateral (${HOLDERS} union all ${DEPUTIES}) as c
     where t.id = ${taskId} and t.state = 'open' and ${ABLE} is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deputies of an open task who could decide it now, with the name of whom they represent. */
export async function deputiesOf(db: Db, taskId: string): Promise<{ accountId: string; principal: string }[]> {
  const { rows } = await sql<{ accountId: string; principal: string }>`
    select c.actor as "accountId", min(a.name) as principal
      from workflow_task t join workflow_instance i on i.id = t.instance_id and i.state = 'running'
     cross join lateral (${DEPUTIES}) as c
      join account a on a.id = c.principal
     where t.id = ${taskId} and t.state = 'open' and ${ABLE} is null
     group by c.actor order by c.actor`.execute(db);
  return rows;
}

/** A task of a matter, as the sweeps take them on. */
export interface TaskPlace {
  id: string;
  instance_id: string;
}

const NOBODY = sql`t.state = 'open' and i.state = 'running'
  and not exists (select from (${HOLDERS}) as c where ${ABLE} is null)`;

/** Tasks whose time is over and of which nobody has been reminded, from an id on. */
export async function dueTasks(db: Db, after: string, most: number): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`
    select id, instance_id from workflow_task
     where state = 'open' and due_at <= now() and reminded_at is null and id > ${after} order by id limit ${most}`.execute(
    db,
  );
  return rows;
}

/**
 * Open tasks that nobody can decide: the person or every holder of the role has lost the right or has an obstacle.
 * A deputy can do no more than whoever is represented.
 * @param after those behind this id, at most `most`
 */
export async function findOrphanTasks(db: Db, after: string, most: number): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`
    select t.id, t.instance_id from workflow_task t join workflow_instance i on i.id = t.instance_id
     where t.id > ${after} and ${NOBODY} order by t.id limit ${most}`.execute(db);
  return rows;
}

/** Whether nobody can decide a task; read under the lock of its matter. */
export async function isOrphan(db: Db, taskId: string): Promise<boolean> {
  const { rows } = await sql`
    select from workflow_task t join workflow_instance i on i.id = t.instance_id
     where t.id = ${taskId} and ${NOBODY}`.execute(db);
  return rows.length > 0;
}

/** The to-do of one deputy of a task. */
export const deputySubject = (taskId: string, accountId: string) => `workflow:${taskId}:${accountId}`;

/**
 * Open tasks of which some deputy has a to-do and may not decide, or the other way round: a delegation has run out, or
 * an office has changed.
 * @param after those behind this id, at most `most`
 */
export async function staleDeputies(db: Db, after: string, most: number): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`
    select distinct t.id, t.instance_id
      from workflow_delegation once join account_role o on o.id = once.grant_id
      join workflow_task t on t.state = 'open' and t.role_id = o.role_id and t.org_id = o.org_id
      join workflow_instance i on i.id = t.instance_id
     where t.id > ${after}
       and exists (select from (${DEPUTIES}) as c where c.actor = once.to_account_id and ${ABLE} is null)
        <> exists (select from todo x where x.done_at is null
                      and x.subject = 'workflow:' || t.id || ':' || once.to_account_id)
     order by t.id limit ${most}`.execute(db);
  return rows;
}

/** Open tasks of the office of a delegation. */
export async function tasksOfDelegation(db: Db, delegationId: string): Promise<TaskPlace[]> {
  const { rows } = await sql<TaskPlace>`
    select t.id, t.instance_id from workflow_delegation d join account_role g on g.id = d.grant_id
      join workflow_task t on t.state = 'open' and ${OF_OFFICE}
     where d.id = ${delegationId} order by t.id`.execute(db);
  return rows;
}

/** Whoever was ever a deputy in the office of a task: account ids. */
export async function listFormerDeputies(db: Db, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct d.to_account_id as id from workflow_task t
      join account_role g on g.role_id = t.role_id and g.org_id = t.org_id
      join workflow_delegation d on d.grant_id = g.id
     where t.id = ${taskId}`.execute(db);
  return rows.map(({ id }) => id);
}
