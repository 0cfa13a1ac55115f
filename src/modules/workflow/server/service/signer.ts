import type * as contract from '#modules/workflow/contract.ts';
import { pending } from '#modules/workflow/rules.engine.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { officesOf } from '../queries/people.ts';
import { insertEvent, insertTask, putTasks, type TaskRecord } from '../queries/task.ts';
import { hold } from './hold.ts';
import { actorOf, barredAt, roundTask, seatOf, stepOf } from './run.ts';
import { isNear } from './start.ts';
import { closeSeats, NOTICE, openSeat, tell } from './tell.ts';

/** Whether somebody signs, has signed or is represented at a task of the node. */
const stands = (task: TaskRecord, accountId: string) =>
  (task.state === 'open' || task.state === 'waiting' || task.state === 'agreed') &&
  [task.account_id, task.asked_by, task.decided_by, task.behalf_of].includes(accountId);

/** Asks somebody to sign first; the task waits for that, as long as the node gives its approvers. */
export async function addSign(ctx: Ctx, input: ParsedOf<typeof contract.addSigner>): Promise<null> {
  const { instance, tasks, task, behalfOf } = await hold(ctx, input.taskId);
  const { db, session } = ctx;
  const { accountId } = input;
  const office = (await officesOf(db, [accountId])).find((one) => isNear(ctx, one));
  if (!office) throw badInput({ accountId: '所选的人不能办理审批，请重新选择' });
  const barred = await barredAt(db, instance, task.node_id);
  const isThere = tasks.some((one) => one.round === instance.round && stands(one, accountId));
  if (accountId === session.accountId || isThere) throw badInput({ accountId: '审批人重复，请重新选择' });
  // Whoever is represented would have signed, and could not decide here any more.
  if (accountId === behalfOf) throw badInput({ accountId: '不能请委托人审签，请重新选择' });
  if (barred.has(accountId)) throw badInput({ accountId: '发起人和已在其他节点审批的人不能加签' });
  await putTasks(db, [task.id], 'waiting');
  await closeSeats(db, [task.id]);
  const id = await insertTask(db, {
    instanceId: instance.id,
    nodeId: task.node_id,
    nodeName: task.node_name,
    round: task.round,
    place: task.place,
    parentId: task.id,
    askedBy: session.accountId,
    accountId: office.accountId,
    roleId: office.roleId,
    orgId: office.orgId,
  });
  await openSeat(db, instance, id, office, stepOf(instance, task)?.timeout?.hours ?? null);
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
export function askedBelow(tasks: readonly TaskRecord[], taskId: string): TaskRecord[] {
  return tasks
    .filter(({ parent_id, state }) => parent_id === taskId && (state === 'open' || state === 'waiting'))
    .flatMap((task) => [task, ...askedBelow(tasks, task.id)]);
}

/** Takes back a signer who was asked along and has not signed: whoever asked decides without. */
export async function recallSigner(ctx: Ctx, { taskId }: ParsedOf<typeof contract.recallSigner>): Promise<null> {
  const { instance, tasks, task, behalfOf } = await hold(ctx, taskId, 'waiting');
  const { db, session } = ctx;
  const asked = askedBelow(tasks, task.id);
  if (asked.length === 0) throw refuse('没有在等加签人，不用收回');
  const ids = pending(asked.map(roundTask));
  await putTasks(db, ids, 'closed');
  await closeSeats(db, ids);
  await openSeat(db, instance, task.id, seatOf(task), stepOf(instance, task)?.timeout?.hours ?? null);
  const names = asked.map(({ account_name }) => account_name ?? '').join('、');
  const kind = 'recalled' as const;
  await insertEvent(db, {
    instanceId: instance.id,
    kind,
    by: session.accountId,
    behalfOf,
    nodeName: task.node_name,
    detail: names,
  });
  const people = asked.flatMap(({ account_id }) => account_id ?? []);
  const remark = `${session.accountName}收回了加签，本件不用您审签了。`;
  await tell(
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
