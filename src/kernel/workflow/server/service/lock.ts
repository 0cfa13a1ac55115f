import { HANDLED } from '#kernel/workflow/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { type InstanceRecord, instanceOfTask, lockInstance } from '../queries/instance.ts';
import { type Obstacle, standingsOf } from '../queries/standing.ts';
import { type TaskRecord, tasksOf } from '../queries/task.ts';

/** What keeps somebody from deciding a task that is theirs, in words. */
export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  own: '不能审批自己发起的事项',
  barred: '这件事项由您经手，请由其他人审批',
  signed: '您已在其他节点审批过本件，同一人不能再次审批',
  here: '您已在本节点审批过，同一人不能再次审批',
  atNode: '您是本节点的审批人，不能再代他人审批',
  hereBefore: '您已在本节点审批过，不能再代他人审批',
  lapsed: '委托已失效',
  principal: '委托人不能审批本件，受托人也不能代为审批',
};

export interface Held {
  instance: InstanceRecord;
  tasks: TaskRecord[];
  task: TaskRecord;
  /** Who is represented where a deputy acts. */
  behalfOf: string | null;
}

/**
 * Locks the matter of a task of the session's and answers it, or says why nothing can be done.
 * @param state `open` to decide it; `waiting` to take back a signer for whom it waits
 */
export async function lockRow(ctx: Ctx, taskId: string, state: 'open' | 'waiting' = 'open'): Promise<Held> {
  const known = await instanceOfTask(ctx.db, ctx.session, taskId);
  if (!known?.mine) throw notFound();
  const instance = await lockInstance(ctx.db, known.instanceId);
  const tasks = await tasksOf(ctx.db, known.instanceId);
  const task = tasks.find(({ id }) => id === taskId);
  if (!instance || !task) throw notFound();
  if (task.state !== state || instance.state !== 'running') throw whyNot(instance, task);
  const standing = (await standingsOf(ctx.db, ctx.session, instance.id)).find((one) => one.taskId === taskId);
  if (!standing) throw notFound();
  if (standing.obstacle !== null) throw refuse(OBSTACLES[standing.obstacle]);
  return { instance, tasks, task, behalfOf: standing.behalfOf };
}

function whyNot(instance: InstanceRecord, task: TaskRecord): Error {
  if (task.state === 'waiting') return refuse('正在等待其他审批人，还不能审批');
  if (task.state === 'passed') {
    const { decider, decided_at } = task;
    if (decider === null) return conflict('已超时转交他人', { by: '', at: null });
    return conflict(`已由${decider}转交他人`, { by: decider, at: decided_at?.toISOString() ?? null });
  }
  const isCurrent = instance.state === 'running' && instance.round === task.round;
  if (isCurrent && task.state === 'open') return refuse('加签人已审签或已收回，可以审批了');
  if (isCurrent && task.state === 'closed' && task.asked_by !== null) return refuse('加签已收回，不用再审签');
  return conflict(HANDLED, { by: task.decider ?? '', at: task.decided_at?.toISOString() ?? null });
}
