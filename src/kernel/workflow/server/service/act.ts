import { urgedRecently } from '#house/urging.ts';
import type * as contract from '#kernel/workflow/contract.ts';
import { HANDLED } from '#kernel/workflow/contract.ts';
import { returnTargets, settleDecision, undoneNodes } from '#kernel/workflow/rules.engine.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import type { TodoAct } from '#platform/server/module.ts';
import { findInstance, type InstanceRecord, lockInstance, saveUrging } from '../queries/instance.ts';
import { decideTask, insertEvent, setTaskState, type TaskRecord, tasksOf, undoTasks } from '../queries/task.ts';
import { type Held, lockRow } from './lock.ts';
import { closeSeats, listDecidersOf, matchDeputiesOf, NOTICE, notify, openSeat } from './notify.ts';
import {
  actorOf,
  closePending,
  continueInstance,
  endInstance,
  roundTask,
  seatOf,
  sendBack,
  stepOf,
  wayOf,
} from './run.ts';

const STATE_OF = { agree: 'agreed', reject: 'rejected', return: 'returned' } as const;

/** Decides a task. Of several who decide at once one wins; the others read 已被处理. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideTask>,
): Promise<ReplyOf<typeof contract.decideTask>> {
  const { decision, opinion } = input;
  const { instance, tasks, task, behalfOf } = await lockRow(ctx, input.taskId);
  if (decision !== 'agree' && opinion === '') {
    throw badInput({ opinion: decision === 'return' ? '请填写补正要求' : '请填写不同意的理由' });
  }
  const by = ctx.session.accountId;
  const state = STATE_OF[decision];
  if (!(await decideTask(ctx.db, task.id, { state, by, behalfOf, opinion })))
    throw conflict(HANDLED, { by: '', at: null });
  await closeSeats(ctx.db, [task.id]);
  await insertEvent(ctx.db, {
    instanceId: instance.id,
    kind: state,
    by,
    behalfOf,
    nodeName: task.node_name,
    detail: opinion,
  });
  const after = await carryOut(ctx, { instance, tasks, task, behalfOf }, input);
  // Who has signed may not stand in for others at this node any more.
  if (after === 'running') await matchDeputiesOf(ctx.db, instance, othersOpen(tasks, task));
  ctx.audit({
    type: 'instance',
    id: instance.id,
    name: instance.title,
    orgCode: instance.org_code,
    changes: { node: [task.node_name, null], decision: [null, decision], state: [instance.state, after] },
    reason: opinion,
  });
  return { state: after };
}

/** Decides one of several tasks without a look of its own (今日); returned, it goes to whoever raised it. */
export const decideTogether =
  (decision: 'agree' | 'return'): TodoAct =>
  (ctx, id, opinion) => {
    // A deputy's to-do names the deputy behind the task.
    const [taskId = ''] = id.split(':');
    return decide(ctx, { taskId, decision, opinion, returnTo: '', straightBack: true });
  };

async function carryOut(
  ctx: Ctx,
  { instance, tasks, task }: Held,
  { decision, opinion, returnTo, straightBack }: ParsedOf<typeof contract.decideTask>,
): Promise<contract.InstanceState> {
  const { db } = ctx;
  if (decision === 'agree') return agreed(ctx, instance, tasks, task);
  const others = tasks.filter(({ id }) => id !== task.id);
  if (decision === 'reject') {
    await closePending(db, instance, others);
    return endInstance(ctx, instance, 'rejected', opinion);
  }
  const way = wayOf(instance, instance.facts);
  if (returnTo === '') {
    await closePending(db, instance, others);
    const resumeAt = straightBack ? task.node_id : '';
    return sendBack(db, actorOf(ctx), instance, { resumeAt, kind: 'returned', reason: opinion });
  }
  if (!returnTargets(way, task.node_id).some(({ id }) => id === returnTo)) {
    throw badInput({ returnTo: '不能退回到这个节点，请重新选择' });
  }
  await closePending(db, instance, others);
  const before = way.steps[way.steps.findIndex(({ id }) => id === returnTo) - 1]?.id ?? '';
  await undoTasks(db, instance.id, [...undoneNodes(way, before)]);
  return continueInstance(ctx, instance, before);
}

const othersOpen = (tasks: readonly TaskRecord[], { id, round }: TaskRecord) =>
  tasks.filter((one) => one.id !== id && one.round === round && one.state === 'open');

async function agreed(ctx: Ctx, instance: InstanceRecord, tasks: TaskRecord[], task: TaskRecord) {
  const { db } = ctx;
  const step = stepOf(instance, task);
  const mode = step?.mode ?? 'any';
  const current = tasks.filter(({ round }) => round === instance.round);
  const { open, close, passed } = settleDecision(mode, current.map(roundTask), task.id);
  await setTaskState(db, close, 'closed');
  await closeSeats(db, close);
  for (const id of open) {
    const next = tasks.find((one) => one.id === id);
    if (next) await openSeat(db, instance, id, seatOf(next), step?.timeout?.hours ?? null);
  }
  if (!passed) return instance.state;
  return continueInstance(ctx, instance, task.node_id);
}

/** A matter in which the session takes part and that it raised itself, locked. */
async function lockOwn(ctx: Ctx, id: string, verb: string): Promise<InstanceRecord> {
  if (!(await findInstance(ctx.db, ctx.session, id))) throw notFound();
  const instance = await lockInstance(ctx.db, id);
  if (!instance) throw notFound();
  if (instance.account_id !== ctx.session.accountId) throw refuse(`只有发起人可以${verb}`);
  return instance;
}

/** Takes the own matter back before it is over. */
export async function withdraw(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.withdrawInstance>): Promise<null> {
  const instance = await lockOwn(ctx, id, '撤回');
  if (instance.state !== 'running' && instance.state !== 'returned') throw refuse('事项已办结，不能撤回');
  await closePending(ctx.db, instance, await tasksOf(ctx.db, id));
  await insertEvent(ctx.db, { instanceId: id, kind: 'withdrawn', by: ctx.session.accountId, detail: reason });
  await endInstance(ctx, instance, 'withdrawn');
  ctx.audit({
    type: 'instance',
    id,
    name: instance.title,
    orgCode: instance.org_code,
    changes: { state: [instance.state, 'withdrawn'] },
    reason,
  });
  return null;
}

/** Reminds whoever is to decide; once in two hours. */
export async function urge(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.urgeInstance>> {
  const instance = await lockOwn(ctx, id, '催办');
  if (instance.state !== 'running') throw refuse('事项不在审批中，不用催办');
  if (!(await saveUrging(ctx.db, id))) throw refuse(urgedRecently(instance.urged_at ?? new Date()));
  const open = (await tasksOf(ctx.db, id)).filter(({ state }) => state === 'open');
  const people = await listDecidersOf(
    ctx.db,
    open.map((task) => task.id),
  );
  const { accountId, accountName } = ctx.session;
  const notice = {
    type: NOTICE.reminder,
    title: `催办：${instance.title}`,
    remark: `${instance.initiator}请您尽快审批，可从待办进入。`,
    by: { accountId, name: accountName },
  };
  const reached = await notify(ctx.db, instance, notice, people);
  await insertEvent(ctx.db, { instanceId: id, kind: 'urged', by: accountId });
  ctx.audit({ type: 'instance', id, name: instance.title, orgCode: instance.org_code });
  return { reached };
}
