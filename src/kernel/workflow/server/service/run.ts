import type { ApproverStep, Facts } from '#kernel/workflow/contract.definition.ts';
import { INSTANCE_STATES, type InstanceState } from '#kernel/workflow/contract.ts';
import { path, type Way } from '#kernel/workflow/rules.definition.ts';
import { firstStates, pendingTaskIds, stopAfter } from '#kernel/workflow/rules.engine.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type InstanceRecord, moveInstance } from '../queries/instance.ts';
import {
  insertCopies,
  insertEvent,
  insertTask,
  setTaskState,
  signersElsewhere,
  type TaskRecord,
} from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import { closeReturned, closeSeats, NOTICE, notify, openFixTodo, openSeat } from './notify.ts';
import { findCopyHolders, seatsOf } from './resolve.ts';

export const wayOf = (instance: Pick<InstanceRecord, 'definition'>, facts: Facts): Way =>
  path(instance.definition, facts);

/** Whoever acts, as notices name them; without account: the platform itself. */
export interface Actor {
  accountId: string | null;
  name: string;
}
export const actorOf = ({ session }: Ctx): Actor => ({ accountId: session.accountId, name: session.accountName });

/** The step of a matter's way at which a task stands; nothing where its facts lead elsewhere now. */
export function stepOf(instance: InstanceRecord, task: Pick<TaskRecord, 'node_id'>): ApproverStep | undefined {
  const step = wayOf(instance, instance.facts).steps.find(({ id }) => id === task.node_id);
  return step?.kind === 'approver' ? step : undefined;
}

/** Where a task goes. */
export const seatOf = (task: TaskRecord) => ({
  accountId: task.account_id,
  roleId: task.role_id,
  orgId: task.org_id,
  orgCode: task.org_code,
});

/** Who never decides at a node: the initiator, whoever the matter bars, and whoever has agreed at another one. */
export async function listBarredAccounts(db: Db, instance: InstanceRecord, nodeId: string): Promise<Set<string>> {
  const signers = instance.same_signer ? [] : await signersElsewhere(db, instance.id, nodeId);
  return new Set([instance.account_id, ...instance.barred, ...signers]);
}

/** Closes what is not decided of a matter's current node. */
export async function closePending(db: Db, instance: InstanceRecord, tasks: readonly TaskRecord[]): Promise<void> {
  const ids = pendingTaskIds(tasks.filter(({ round }) => round === instance.round).map(roundTask));
  await setTaskState(db, ids, 'closed');
  await closeSeats(db, ids);
}

export const roundTask = (task: TaskRecord) => ({
  id: task.id,
  place: task.place,
  parentId: task.parent_id,
  state: task.state,
});

/**
 * Takes a locked matter on from behind a node: copies are sent, the next node's tasks open, or it is approved.
 * Where nobody at all may decide at the next node it goes back to its initiator instead of standing still.
 * @param after the node that is done; '' for the start
 */
export async function continueInstance(ctx: Ctx, instance: InstanceRecord, after: string): Promise<InstanceState> {
  const { db } = ctx;
  const { copies, next } = stopAfter(wayOf(instance, instance.facts), after);
  for (const step of copies) {
    const holders = await findCopyHolders(db, step, instance.org_code);
    const people = holders.map(({ accountId }) => accountId).filter((id) => id !== instance.account_id);
    const fresh = await insertCopies(db, instance.id, people);
    if (fresh.length === 0) continue;
    const names = holders.filter(({ accountId }) => fresh.includes(accountId)).map(({ name }) => name);
    await insertEvent(db, {
      instanceId: instance.id,
      kind: 'copied',
      by: null,
      nodeName: step.name,
      detail: names.join('、'),
    });
    const remark = `${instance.org_name}${instance.initiator}发起，抄送给您知悉，不用办理。可在“今日”的“抄送”中查看。`;
    const by = actorOf(ctx);
    await notify(db, instance, { type: NOTICE.result, title: `抄送：${instance.title}`, remark, by }, fresh);
  }
  if (next === null) return endInstance(ctx, instance, 'approved');
  const barred = await listBarredAccounts(db, instance, next.id);
  const { seats, remark } = await seatsOf(db, next, { orgCode: instance.org_code, chosen: instance.chosen }, barred);
  if (seats.length === 0)
    return sendBack(db, actorOf(ctx), instance, {
      resumeAt: next.id,
      kind: 'stuck',
      reason: `“${next.name}”${remark}`,
    });
  const round = instance.round + 1;
  await moveInstance(db, instance.id, { state: 'running', nodeId: next.id, round, resumeAt: null });
  const states = firstStates(next.mode, seats.length);
  const ids: string[] = [];
  for (const [place, seat] of seats.entries()) {
    const id = await insertTask(db, {
      instanceId: instance.id,
      nodeId: next.id,
      nodeName: next.name,
      round,
      place,
      parentId: null,
      accountId: seat.accountId,
      roleId: seat.roleId,
      orgId: seat.orgId,
    });
    ids.push(id);
  }
  // Once all stand there: who decides here has no to-do as a deputy.
  for (const [place, seat] of seats.entries()) {
    const id = ids[place];
    if (id && states[place] === 'open') await openSeat(db, instance, id, seat, next.timeout?.hours ?? null);
  }
  return 'running';
}

/** Why and to where a matter goes back to its initiator. */
export interface SentBack {
  /** Where it goes on once it is fixed; '': from the start. */
  resumeAt: string;
  /** `stuck`: nobody is left who could decide. */
  kind: 'returned' | 'stuck';
  reason: string;
}

/** Gives a matter back to its initiator, who fixes it and sends it again. */
export async function sendBack(
  db: Db,
  by: Actor,
  instance: InstanceRecord,
  { resumeAt, kind, reason }: SentBack,
): Promise<InstanceState> {
  await moveInstance(db, instance.id, { state: 'returned', nodeId: '', round: instance.round, resumeAt });
  if (kind === 'stuck') await insertEvent(db, { instanceId: instance.id, kind, by: null, detail: reason });
  await openFixTodo(db, instance, reason);
  const remark =
    kind === 'stuck'
      ? `${reason}，事项退回给您。请联系系统管理员安排审批人，再从待办进入，重新提交。`
      : `${by.name}要求补正：${reason}。请从待办进入，补正后重新提交。`;
  const notice = { type: NOTICE.reminder, title: `已退回：${instance.title}`, remark, by };
  await notify(db, instance, notice, [instance.account_id]);
  return 'returned';
}

/** Ends a matter: its subject learns it in the same transaction, its initiator by one notice. */
export async function endInstance(
  ctx: Ctx,
  instance: InstanceRecord,
  outcome: 'approved' | 'rejected' | 'withdrawn',
  opinion = '',
): Promise<InstanceState> {
  const { db } = ctx;
  await moveInstance(db, instance.id, { state: outcome, nodeId: '', round: instance.round, resumeAt: null });
  await closeReturned(db, instance.id);
  if (outcome !== 'withdrawn') {
    const words = INSTANCE_STATES[outcome];
    await insertEvent(db, { instanceId: instance.id, kind: 'finished', by: null, detail: words });
    const remark = opinion === '' ? `审批结果：${words}。` : `审批结果：${words}。意见：${opinion}`;
    const notice = { type: NOTICE.result, title: `${words}：${instance.title}`, remark, by: actorOf(ctx) };
    await notify(db, instance, notice, [instance.account_id]);
  }
  await subjectOf(instance.kind)?.onEnd(ctx, instance.subject_id, outcome);
  return outcome;
}
