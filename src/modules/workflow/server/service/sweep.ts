import { sql } from 'kysely';
import type { ApproverStep, Timeout } from '#modules/workflow/contract.definition.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/db.ts';
import { type InstanceRecord, lockInstance } from '../queries/instance.ts';
import { insertEvent, insertTask, putTasks, type TaskRecord, tasksOf } from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import { seatsOf } from './resolve.ts';
import { barredAt, wayOf } from './run.ts';
import { closeSeats, NOTICE, openSeat, tell, whoDecides } from './tell.ts';

const AT_ONCE = 200;

/** Tasks whose time is over and that nobody has been reminded of. */
const dueTasks = async (db: Db): Promise<{ id: string; instance_id: string }[]> =>
  (
    await sql<{ id: string; instance_id: string }>`
      select id, instance_id from workflow_task
       where state = 'open' and due_at <= now() and reminded_at is null order by due_at limit ${AT_ONCE}`.execute(db)
  ).rows;

/** Tasks that nobody is left to decide: the person or every holder of the role has lost the right. */
const orphans = async (db: Db): Promise<{ id: string; instance_id: string }[]> =>
  (
    await sql<{ id: string; instance_id: string }>`
      select t.id, t.instance_id from workflow_task t join workflow_instance i on i.id = t.instance_id
       where t.state = 'open' and not exists (
         select from usable_grant g cross join lateral (
           select from grant_right k where k.grant_id = g.id and k.permission_key = 'workflow:use' limit 1) as may_use
          where case when t.account_id is null
                     then g.org_id = t.org_id and g.role_id = t.role_id and g.account_id <> i.account_id
                     else g.account_id = t.account_id end)
       order by t.id limit ${AT_ONCE}`.execute(db)
  ).rows;

/** Acts on tasks whose time is over: reminds, or passes them on. Each in a transaction of its own, once, whoever runs it. */
export async function sweepDue({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const due of await dueTasks(db)) {
    await transact(db, async (tx) => {
      const instance = await lockInstance(tx, due.instance_id);
      const tasks = await tasksOf(tx, due.instance_id);
      const task = tasks.find(({ id }) => id === due.id);
      const { rows } = await sql`
        update workflow_task set reminded_at = now()
         where id = ${due.id} and state = 'open' and due_at <= now() and reminded_at is null returning id`.execute(tx);
      if (rows.length === 0 || !instance || !task) return;
      const step = stepOf(instance, task);
      const passed =
        step?.timeout?.act === 'passOn' &&
        (await passOn(tx, instance, tasks, task, step, step.timeout.to, '超过审批时限'));
      if (!passed) await remind(tx, instance, task);
    });
  }
}

/** Gives tasks that nobody is left to decide to whoever decides there now. */
export async function sweepOrphans({ db }: Pick<Services, 'db'>): Promise<void> {
  for (const orphan of await orphans(db)) {
    await transact(db, async (tx) => {
      const instance = await lockInstance(tx, orphan.instance_id);
      const tasks = await tasksOf(tx, orphan.instance_id);
      const task = tasks.find(({ id }) => id === orphan.id);
      if (!instance || task?.state !== 'open') return;
      const step = stepOf(instance, task);
      if (step) await passOn(tx, instance, tasks, task, step, null, '原审批人已不能办理审批');
    });
  }
}

function stepOf(instance: InstanceRecord, task: TaskRecord): ApproverStep | undefined {
  const step = wayOf(instance, instance.facts).steps.find(({ id }) => id === task.node_id);
  return step?.kind === 'approver' ? step : undefined;
}

/** Opens a task in the place of another one; answers whether anybody may take it. @param to null: whoever the step names */
async function passOn(
  db: Db,
  instance: InstanceRecord,
  tasks: readonly TaskRecord[],
  task: TaskRecord,
  step: ApproverStep,
  to: Timeout['to'],
  why: string,
): Promise<boolean> {
  const barred = await barredAt(db, instance, task.node_id);
  // Nobody signs twice at one node; what somebody was asked to sign first may go back to whoever asked.
  for (const one of tasks.filter(({ id, round }) => round === task.round && id !== task.parent_id)) {
    for (const who of [one.account_id, one.decided_by, one.behalf_of]) if (who !== null) barred.add(who);
  }
  const origin = { orgCode: instance.org_code, chosen: instance.chosen };
  // One takes the place of one: more would change how many must agree.
  const { seats } = await seatsOf(db, { id: step.id, who: to ?? step.who, mode: 'any' }, origin, barred);
  const seat = seats.find(
    (one) =>
      one.accountId !== null || one.orgId !== task.org_id || one.roleId !== task.role_id || task.account_id !== null,
  );
  if (!seat) return false;
  await putTasks(db, [task.id], 'passed');
  await closeSeats(db, [task.id]);
  const id = await insertTask(db, {
    instanceId: instance.id,
    nodeId: task.node_id,
    nodeName: task.node_name,
    round: task.round,
    place: task.place,
    parentId: task.parent_id,
    accountId: seat.accountId,
    roleId: seat.roleId,
    orgId: seat.orgId,
  });
  await openSeat(db, instance, id, seat, null);
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'passed',
    by: null,
    nodeName: task.node_name,
    detail: `${why}，由${task.account_name ?? task.role_name}转交${seat.orgName}${seat.name}`,
  });
  return true;
}

async function remind(db: Db, instance: InstanceRecord, task: TaskRecord): Promise<void> {
  const by = { accountId: null, name: subjectOf(instance.kind)?.label ?? '审批' };
  const title = `审批已超时：${instance.title}`;
  const remark = `${instance.initiator}发起，请尽快审批，可从待办进入。`;
  await tell(db, instance, { type: NOTICE.reminder, title, remark, by }, await whoDecides(db, task));
  await insertEvent(db, { instanceId: instance.id, kind: 'reminded', by: null, nodeName: task.node_name });
}
