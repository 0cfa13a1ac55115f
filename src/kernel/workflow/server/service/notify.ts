import { resubmitPath, workPath } from '#kernel/workflow/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type { InstanceRecord } from '../queries/instance.ts';
import { decidersOf, deputiesOf, deputySubject, listFormerDeputies } from '../queries/standing.ts';
import { openTask, type TaskRecord } from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import type { Seat } from './resolve.ts';

/** Dictionary 0178: 系统, 提醒. */
export const NOTICE = { result: '5', reminder: '6' } as const;

/** What the to-do of a task, and that of a matter to be fixed, is about. */
export const taskSubject = (taskId: string) => `workflow:${taskId}`;
export const returnedSubject = (instanceId: string) => `workflowReturn:${instanceId}`;
const module = ({ kind }: InstanceRecord) => subjectOf(kind)?.label ?? '审批';

/** Sends a notice about a matter; nobody twice, and not whoever does the act. */
export async function notify(
  db: Db,
  instance: InstanceRecord,
  notice: { type: string; title: string; remark: string; by: { accountId: string | null; name: string } },
  accountIds: readonly string[],
): Promise<number> {
  const to = [...new Set(accountIds)].filter((id) => id !== notice.by.accountId);
  if (to.length === 0) return 0;
  await sendNotice(db, {
    type: notice.type,
    title: notice.title,
    remark: notice.remark,
    orgId: instance.org_id,
    createdBy: notice.by.name,
    accountIds: to,
  });
  return to.length;
}

/** What a to-do about a task says, whoever it is for. */
const todoAbout = (instance: InstanceRecord, seat: Omit<Seat, 'name' | 'orgName'>) => ({
  roleId: seat.roleId,
  orgId: seat.orgId,
  orgCode: seat.orgCode,
  module: module(instance),
  title: `审批：${instance.title}`,
  act: '审批',
  jumpUrl: workPath(instance.id),
  asker: { name: instance.initiator, orgId: instance.org_id },
});

/** Opens a waiting task: its time begins, whoever decides has a to-do, and deputies get one of their own and a notice. */
export async function openSeat(
  db: Db,
  instance: InstanceRecord,
  taskId: string,
  seat: Omit<Seat, 'name' | 'orgName'>,
  hours: number | null,
): Promise<void> {
  const dueOn = await openTask(db, taskId, hours);
  await openTodo(db, {
    ...todoAbout(instance, seat),
    accountId: seat.accountId,
    detail: `${instance.initiator}发起，${instance.org_name}`,
    dueOn,
    subject: taskSubject(taskId),
  });
  const deputies = await matchDeputies(db, instance, { id: taskId, ...seat, dueOn });
  const title = `受托代办：${instance.title}`;
  const remark = `${instance.initiator}发起的${module(instance)}等待审批，请从待办进入，代为办理。`;
  const by = { accountId: instance.account_id, name: module(instance) };
  await notify(db, instance, { type: NOTICE.reminder, title, remark, by }, deputies);
}

/**
 * Gives every deputy who may decide an open task a to-do, and takes it from those who may not any more; answers who
 * may. Called whenever the task, a delegation or an office changes.
 */
export async function matchDeputies(
  db: Db,
  instance: InstanceRecord,
  task: Omit<Seat, 'accountId' | 'name' | 'orgName'> & { id: string; dueOn: string | null },
): Promise<string[]> {
  const deputies = await deputiesOf(db, task.id);
  const able = new Set(deputies.map(({ accountId }) => accountId));
  const gone = (await listFormerDeputies(db, task.id)).filter((accountId) => !able.has(accountId));
  await closeTodos(
    db,
    gone.map((accountId) => deputySubject(task.id, accountId)),
  );
  for (const { accountId, principal } of deputies) {
    await openTodo(db, {
      ...todoAbout(instance, { ...task, accountId }),
      accountId,
      detail: `代${principal}办理，${instance.initiator}发起，${instance.org_name}`,
      dueOn: task.dueOn,
      subject: deputySubject(task.id, accountId),
    });
  }
  return [...able];
}

/** The same for tasks as they are read; those that are not open any more leave no to-do. */
export async function matchDeputiesOf(db: Db, instance: InstanceRecord, tasks: readonly TaskRecord[]): Promise<void> {
  for (const task of tasks) {
    const { id, role_id: roleId, org_id: orgId, org_code: orgCode, due_on: dueOn } = task;
    await matchDeputies(db, instance, { id, roleId, orgId, orgCode, dueOn });
  }
}

/** Nobody has to decide these tasks any more, nor may a deputy. */
export async function closeSeats(db: Db, taskIds: readonly string[]): Promise<void> {
  const subjects = taskIds.map(taskSubject);
  for (const id of taskIds) {
    subjects.push(...(await listFormerDeputies(db, id)).map((accountId) => deputySubject(id, accountId)));
  }
  await closeTodos(db, subjects);
}

/** Tells the initiator that something is to be fixed. */
export const openFixTodo = (db: Db, instance: InstanceRecord, reason: string) =>
  openTodo(db, {
    roleId: instance.role_id,
    orgId: instance.org_id,
    orgCode: instance.org_code,
    accountId: instance.account_id,
    module: module(instance),
    title: `补正：${instance.title}`,
    detail: reason,
    act: '补正',
    jumpUrl: subjectOf(instance.kind)?.resubmitUrl?.(instance.subject_id) ?? resubmitPath(instance.id),
    dueOn: null,
    subject: returnedSubject(instance.id),
  });
export const closeReturned = (db: Db, instanceId: string) => closeTodos(db, [returnedSubject(instanceId)]);

/** Everybody who could decide these tasks now, deputies included: never the initiator, nor who has signed already. */
export const listDecidersOf = async (db: Db, taskIds: readonly string[]): Promise<string[]> =>
  (await Promise.all(taskIds.map((id) => decidersOf(db, id)))).flat();
