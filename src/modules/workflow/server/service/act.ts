import type * as contract from '#modules/workflow/contract.ts';
import { HANDLED, URGE_HOURS } from '#modules/workflow/contract.ts';
import { returnTargets, settle, undone } from '#modules/workflow/rules.engine.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import {
  findInstance,
  type InstanceRecord,
  instanceOfTask,
  lockInstance,
  noteUrging,
  principalsOf,
} from '../queries/instance.ts';
import { officesOf } from '../queries/people.ts';
import { decideTask, insertEvent, insertTask, putTasks, type TaskRecord, tasksOf, undoTasks } from '../queries/task.ts';
import { barredAt, closePending, finish, goOn, roundTask, sendBack, wayOf } from './run.ts';
import { isNear } from './start.ts';
import { closeSeats, NOTICE, openSeat, tell, whoDecides } from './tell.ts';

export const OWN_REQUEST = '不能审批自己发起的事项';
const SIGNED = '您已在其他节点审批过本件，同一人不能再次审批';

interface Held {
  instance: InstanceRecord;
  tasks: TaskRecord[];
  task: TaskRecord;
  /** Who is represented where a deputy acts. */
  behalfOf: string | null;
}

/**
 * In whose name a session may decide a task of its own: null: its own; throws where neither it nor whoever it
 * represents may: the initiator never decides, nobody decides at two nodes, nor twice at one for somebody else.
 */
export async function standing(
  ctx: Ctx,
  instance: InstanceRecord,
  task: TaskRecord,
  tasks: readonly TaskRecord[],
): Promise<{ behalfOf: string | null; obstacle: string }> {
  const { accountId, roleId, orgId } = ctx.session;
  if (instance.account_id === accountId) return { behalfOf: null, obstacle: OWN_REQUEST };
  const barred = await barredAt(ctx.db, instance, task.node_id);
  if (barred.has(accountId)) return { behalfOf: null, obstacle: SIGNED };
  if (task.account_id === accountId) return { behalfOf: null, obstacle: '' };
  if (task.account_id === null && task.role_id === roleId && task.org_id === orgId)
    return { behalfOf: null, obstacle: '' };
  const here = tasks.filter(({ round }) => round === instance.round);
  if (here.some(({ account_id }) => account_id === accountId))
    return { behalfOf: null, obstacle: '您是本节点的审批人，不能再代他人审批' };
  if (here.some(({ decided_by }) => decided_by === accountId))
    return { behalfOf: null, obstacle: '您已在本节点审批过，不能再代他人审批' };
  const principals = await principalsOf(ctx.db, ctx.session, task);
  const behalfOf = principals.find((one) => !barred.has(one));
  if (behalfOf !== undefined) return { behalfOf, obstacle: '' };
  return {
    behalfOf: null,
    obstacle: principals.length > 0 ? '委托人不能审批本件，受托人也不能代为审批' : '委托已失效',
  };
}

/** Locks the matter of a task of the session's and answers it, or says why nothing can be done. */
async function hold(ctx: Ctx, taskId: string): Promise<Held> {
  const known = await instanceOfTask(ctx.db, ctx.session, taskId);
  if (!known?.mine) throw notFound();
  const instance = await lockInstance(ctx.db, known.instanceId);
  const tasks = await tasksOf(ctx.db, known.instanceId);
  const task = tasks.find(({ id }) => id === taskId);
  if (!instance || !task) throw notFound();
  if (task.state === 'waiting') throw refuse('正在等待其他审批人，还不能审批');
  if (task.state === 'passed') throw conflict('已超时转交他人', { by: '', at: null });
  if (task.state !== 'open' || instance.state !== 'running') {
    throw conflict(HANDLED, { by: task.decider ?? '', at: task.decided_at?.toISOString() ?? null });
  }
  const { behalfOf, obstacle } = await standing(ctx, instance, task, tasks);
  if (obstacle !== '') throw refuse(obstacle);
  return { instance, tasks, task, behalfOf };
}

const STATE_OF = { agree: 'agreed', reject: 'rejected', return: 'returned' } as const;

/** Decides a task. Of several who decide at once one wins; the others read 已被处理. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideTask>,
): Promise<ReplyOf<typeof contract.decideTask>> {
  const { decision, opinion } = input;
  const { instance, tasks, task, behalfOf } = await hold(ctx, input.taskId);
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
    return finish(ctx, instance, 'rejected', opinion);
  }
  const way = wayOf(instance, instance.facts);
  if (returnTo === '') {
    await closePending(db, instance, others);
    return sendBack(ctx, instance, straightBack ? task.node_id : '', 'returned', opinion);
  }
  if (!returnTargets(way, task.node_id).some(({ id }) => id === returnTo)) {
    throw badInput({ returnTo: '不能退回到这个节点，请重新选择' });
  }
  await closePending(db, instance, others);
  const before = way.steps[way.steps.findIndex(({ id }) => id === returnTo) - 1]?.id ?? '';
  await undoTasks(db, instance.id, [...undone(way, before)]);
  return goOn(ctx, instance, before);
}

async function agreed(ctx: Ctx, instance: InstanceRecord, tasks: TaskRecord[], task: TaskRecord) {
  const { db } = ctx;
  const step = wayOf(instance, instance.facts).steps.find(({ id }) => id === task.node_id);
  const mode = step?.kind === 'approver' ? step.mode : 'any';
  const hours = step?.kind === 'approver' ? (step.timeout?.hours ?? null) : null;
  const current = tasks.filter(({ round }) => round === instance.round);
  const { open, close, passed } = settle(mode, current.map(roundTask), task.id);
  await putTasks(db, close, 'closed');
  await closeSeats(db, close);
  for (const id of open) {
    const next = tasks.find((one) => one.id === id);
    if (next) await openSeat(db, instance, id, seatOf(next), hours);
  }
  if (!passed) return instance.state;
  return goOn(ctx, instance, task.node_id);
}

const seatOf = (task: TaskRecord) => ({
  accountId: task.account_id,
  roleId: task.role_id,
  orgId: task.org_id,
  orgCode: task.org_code,
});

/** Asks somebody to sign first; the task waits for that. */
export async function addSign(ctx: Ctx, input: ParsedOf<typeof contract.addSigner>): Promise<null> {
  const { instance, tasks, task, behalfOf } = await hold(ctx, input.taskId);
  const { db, session } = ctx;
  const office = (await officesOf(db, [input.accountId])).find((one) => isNear(ctx, one));
  if (!office) throw badInput({ accountId: '所选的人不能办理审批，请重新选择' });
  const barred = await barredAt(db, instance, task.node_id);
  const isThere = tasks.some(
    (one) => one.round === instance.round && (one.account_id === input.accountId || one.decided_by === input.accountId),
  );
  if (input.accountId === session.accountId || isThere) throw badInput({ accountId: '审批人重复，请重新选择' });
  if (barred.has(input.accountId)) throw badInput({ accountId: '发起人和已在其他节点审批的人不能加签' });
  await putTasks(db, [task.id], 'waiting');
  await closeSeats(db, [task.id]);
  const id = await insertTask(db, {
    instanceId: instance.id,
    nodeId: task.node_id,
    nodeName: task.node_name,
    round: task.round,
    place: task.place,
    parentId: task.id,
    accountId: office.accountId,
    roleId: office.roleId,
    orgId: office.orgId,
  });
  await openSeat(db, instance, id, office, null);
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

/** A matter in which the session takes part and that it raised itself, locked. */
async function holdOwn(ctx: Ctx, id: string, verb: string): Promise<InstanceRecord> {
  if (!(await findInstance(ctx.db, ctx.session, id))) throw notFound();
  const instance = await lockInstance(ctx.db, id);
  if (!instance) throw notFound();
  if (instance.account_id !== ctx.session.accountId) throw refuse(`只有发起人可以${verb}`);
  return instance;
}

/** Takes the own matter back before it is over. */
export async function withdraw(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.withdrawInstance>): Promise<null> {
  const instance = await holdOwn(ctx, id, '撤回');
  if (instance.state !== 'running' && instance.state !== 'returned') throw refuse('事项已办结，不能撤回');
  await closePending(ctx.db, instance, await tasksOf(ctx.db, id));
  await insertEvent(ctx.db, { instanceId: id, kind: 'withdrawn', by: ctx.session.accountId, detail: reason });
  await finish(ctx, instance, 'withdrawn');
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
  const instance = await holdOwn(ctx, id, '催办');
  if (instance.state !== 'running') throw refuse('事项不在审批中，不用催办');
  if (!(await noteUrging(ctx.db, id, URGE_HOURS))) throw refuse(`${URGE_HOURS}小时内已催办过，请稍后再催`);
  const open = (await tasksOf(ctx.db, id)).filter(({ state }) => state === 'open');
  const people = (await Promise.all(open.map((task) => whoDecides(ctx.db, task)))).flat();
  const { accountId, accountName } = ctx.session;
  const notice = {
    type: NOTICE.reminder,
    title: `催办：${instance.title}`,
    remark: `${instance.initiator}请您尽快审批，可从待办进入。`,
    by: { accountId, name: accountName },
  };
  const reached = await tell(ctx.db, instance, notice, people);
  await insertEvent(ctx.db, { instanceId: id, kind: 'urged', by: accountId });
  ctx.audit({ type: 'instance', id, name: instance.title, orgCode: instance.org_code });
  return { reached };
}
