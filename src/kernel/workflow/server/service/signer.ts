import type * as contract from '#kernel/workflow/contract.ts';
import { pendingTaskIds } from '#kernel/workflow/rules.engine.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { type Holder, officesOf } from '../queries/people.ts';
import { decideTask, insertEvent, insertTask, setTaskState, type TaskRecord } from '../queries/task.ts';
import { type Held, lockRow } from './lock.ts';
import { closeSeats, NOTICE, notify, openSeat } from './notify.ts';
import { actorOf, listBarredAccounts, roundTask, seatOf, stepOf } from './run.ts';
import { isNear } from './start.ts';

/** Whether somebody signs, has signed or is represented at a task of the node. */
const stands = (task: TaskRecord, accountId: string) =>
  (task.state === 'open' || task.state === 'waiting' || task.state === 'agreed') &&
  [task.account_id, task.asked_by, task.decided_by, task.behalf_of].includes(accountId);

/** The office of somebody who may sign at a held task besides, or instead of, whoever holds it. */
async function otherSigner(ctx: Ctx, held: Held, accountId: string): Promise<Holder> {
  const { instance, tasks, task, behalfOf } = held;
  const { db, session } = ctx;
  const office = (await officesOf(db, [accountId])).find((one) => isNear(ctx, one));
  if (!office) throw badInput({ accountId: '所选的人不能办理审批，请重新选择' });
  const barred = await listBarredAccounts(db, instance, task.node_id);
  const isThere = tasks.some((one) => one.round === instance.round && stands(one, accountId));
  if (accountId === session.accountId || isThere) throw badInput({ accountId: '审批人重复，请重新选择' });
  // Whoever is represented would have signed, and could not decide here any more.
  if (accountId === behalfOf) throw badInput({ accountId: '不能请委托人审签，请重新选择' });
  if (barred.has(accountId)) throw badInput({ accountId: '发起人和已在其他节点审批的人不能再审批' });
  return office;
}

/** Opens a task like the held one for somebody, who has as long as the node gives its approvers. */
async function sitDown(
  db: Db,
  { instance, task }: Held,
  office: Holder,
  from: { parentId: string | null; askedBy: string | null },
): Promise<void> {
  const { node_id: nodeId, node_name: nodeName, round, place } = task;
  const { accountId, roleId, orgId } = office;
  const of = { instanceId: instance.id, nodeId, nodeName, round, place };
  const id = await insertTask(db, { ...of, ...from, accountId, roleId, orgId });
  await openSeat(db, instance, id, office, stepOf(instance, task)?.timeout?.hours ?? null);
}

/** Asks somebody to sign first; the task waits for that, as long as the node gives its approvers. */
export async function addSign(ctx: Ctx, input: ParsedOf<typeof contract.addSigner>): Promise<null> {
  const held = await lockRow(ctx, input.taskId);
  const { instance, task, behalfOf } = held;
  const { db, session } = ctx;
  const office = await otherSigner(ctx, held, input.accountId);
  await setTaskState(db, [task.id], 'waiting');
  await closeSeats(db, [task.id]);
  await sitDown(db, held, office, { parentId: task.id, askedBy: session.accountId });
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'added',
    by: session.accountId,
    behalfOf,
    nodeName: task.node_name,
    detail: input.note === '' ? office.name : `${office.name}：${input.note}`,
  });
  ctx.audit({
    type: 'instance',
    id: instance.id,
    name: instance.title,
    orgCode: instance.org_code,
    changes: { added: [null, office.name] },
    reason: input.note,
  });
  return null;
}

/** The tasks that one waits for: the signer asked along, whom that one asked, and so on. */
export function tasksAskedBy(tasks: readonly TaskRecord[], taskId: string): TaskRecord[] {
  return tasks
    .filter(({ parent_id, state }) => parent_id === taskId && (state === 'open' || state === 'waiting'))
    .flatMap((task) => [task, ...tasksAskedBy(tasks, task.id)]);
}

/** Takes back a signer who was asked along and has not signed: whoever asked decides without. */
export async function recallSigner(ctx: Ctx, { taskId }: ParsedOf<typeof contract.recallSigner>): Promise<null> {
  const { instance, tasks, task, behalfOf } = await lockRow(ctx, taskId, 'waiting');
  const { db, session } = ctx;
  const askedTasks = tasksAskedBy(tasks, task.id);
  if (askedTasks.length === 0) throw refuse('没有在等加签人，不用收回');
  const ids = pendingTaskIds(askedTasks.map(roundTask));
  await setTaskState(db, ids, 'closed');
  await closeSeats(db, ids);
  await openSeat(db, instance, task.id, seatOf(task), stepOf(instance, task)?.timeout?.hours ?? null);
  const names = askedTasks.map(({ account_name }) => account_name ?? '').join('、');
  const kind = 'recalled' as const;
  await insertEvent(db, {
    instanceId: instance.id,
    kind,
    by: session.accountId,
    behalfOf,
    nodeName: task.node_name,
    detail: names,
  });
  const people = askedTasks.flatMap(({ account_id }) => account_id ?? []);
  const remark = `${session.accountName}收回了加签，本件不用您审签了。`;
  await notify(
    db,
    instance,
    { type: NOTICE.reminder, title: `加签已收回：${instance.title}`, remark, by: actorOf(ctx) },
    people,
  );
  ctx.audit({
    type: 'instance',
    id: instance.id,
    name: instance.title,
    orgCode: instance.org_code,
    changes: { added: [names, null] },
  });
  return null;
}

/**
 * Gives a task to somebody else, who decides it instead, in the node's time. Deputies may not: the office was lent to
 * them, not the choice of who decides.
 */
export async function handOver(ctx: Ctx, input: ParsedOf<typeof contract.handOverTask>): Promise<null> {
  const held = await lockRow(ctx, input.taskId);
  const { instance, task, behalfOf } = held;
  const { db, session } = ctx;
  if (behalfOf !== null) throw refuse('受托代办的事项不能转交，请由委托人转交');
  const office = await otherSigner(ctx, held, input.accountId);
  await decideTask(db, task.id, { state: 'passed', by: session.accountId, behalfOf, opinion: input.note });
  await closeSeats(db, [task.id]);
  await sitDown(db, held, office, { parentId: task.parent_id, askedBy: task.asked_by });
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'passed',
    by: session.accountId,
    nodeName: task.node_name,
    detail: `${office.name}：${input.note}`,
  });
  ctx.audit({
    type: 'instance',
    id: instance.id,
    name: instance.title,
    orgCode: instance.org_code,
    changes: { node: [task.node_name, null], passedTo: [null, office.name] },
    reason: input.note,
  });
  return null;
}
