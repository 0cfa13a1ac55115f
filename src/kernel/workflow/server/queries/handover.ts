import { sql } from 'kysely';
import { MATTER } from '#kernel/workflow/contract.matter.ts';
import type { Db } from '#platform/server/database/db.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';

/** An organisation that approvals go to. */
export interface Successor {
  id: string;
  code: string;
}

const byOrg = (rows: { id: string; n: number }[]) => new Map(rows.map(({ id, n }) => [id, n]));

/** How many matters that are under way each of some organisations has raised. */
export async function mattersUnderWay(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from workflow_instance
     where org_id = any(${orgIds}::bigint[]) and state in ('running', 'returned') group by 1`.execute(db);
  return byOrg(rows);
}

/** How many tasks of others' matters wait, or will wait, for each of some organisations. */
export async function tasksWaiting(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select t.org_id as id, count(*)::int as n
      from workflow_task t join workflow_instance i on i.id = t.instance_id and i.state = 'running'
     where t.org_id = any(${orgIds}::bigint[]) and t.state in ('open', 'waiting') group by 1`.execute(db);
  return byOrg(rows);
}

/** Gives the matters under way of an organisation to another one, or some of them back; their state is as it was. */
export async function moveInstances(
  db: Db,
  fromId: string,
  to: Successor,
  ids: readonly string[] | null,
): Promise<{ id: string; isUnderWay: boolean }[]> {
  const { rows } = await sql<{ id: string; kind: string; subjectId: string; isUnderWay: boolean }>`
    update workflow_instance set org_id = ${to.id}, org_code = ${to.code}
     where org_id = ${fromId}
       and (id = any(${ids}::bigint[]) or (${ids}::bigint[] is null and state in ('running', 'returned')))
    returning id, kind, subject_id as "subjectId", state in ('running', 'returned') as "isUnderWay"`.execute(db);
  const matters = rows.filter(({ kind }) => kind === MATTER).map(({ subjectId }) => subjectId);
  await sql`update matter set org_id = ${to.id}, org_code = ${to.code} where id = any(${matters}::bigint[])`.execute(
    db,
  );
  return rows;
}

/** Gives the undecided tasks of an organisation to another one, or some of them back. */
export async function moveTasks(
  db: Db,
  fromId: string,
  to: Successor,
  ids: readonly string[] | null,
): Promise<{ id: string; instanceId: string; nodeName: string }[]> {
  const { rows } = await sql<{ id: string; instanceId: string; nodeName: string }>`
    update workflow_task t set org_id = ${to.id}
      from workflow_instance i
     where i.id = t.instance_id and i.state = 'running' and t.org_id = ${fromId} and t.state in ('open', 'waiting')
       and (${ids}::bigint[] is null or t.id = any(${ids}::bigint[]))
    returning t.id, t.instance_id as "instanceId", t.node_name as "nodeName"`.execute(db);
  return rows;
}

/** Closes what deputies have to do for tasks that were an organisation's. */
export const closeDeputies = (db: Db, fromId: string, taskIds: readonly string[]) =>
  todosClosed(sql`org_id = ${fromId} and subject ~ '^workflow:[0-9]+:'
    and split_part(subject, ':', 2) = any(${taskIds}::text[])`).execute(db);
