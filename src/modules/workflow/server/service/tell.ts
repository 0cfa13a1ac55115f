import { insertNotice } from '#modules/message/server/queries.ts';
import { closeTodos, openTodo } from '#modules/message/server/todos.ts';
import { mendPath, workPath } from '#modules/workflow/contract.ts';
import type { Db } from '#platform/server/db.ts';
import type { InstanceRecord } from '../queries/instance.ts';
import { deputiesOf, holdersOf } from '../queries/people.ts';
import { openTask } from '../queries/task.ts';
import { subjectOf } from '../subjects.ts';
import type { Seat } from './resolve.ts';

/** Dictionary 0178: 系统, 提醒. */
export const NOTICE = { result: '5', reminder: '6' } as const;

const taskSubject = (taskId: string) => `workflow:${taskId}`;
const mendSubject = (instanceId: string) => `workflowReturn:${instanceId}`;
const module = ({ kind }: InstanceRecord) => subjectOf(kind)?.label ?? '审批';

/** Sends a notice about a matter; nobody twice, and not whoever does the act. */
export async function tell(
  db: Db,
  instance: InstanceRecord,
  notice: { type: string; title: string; remark: string; by: { accountId: string | null; name: string } },
  accountIds: readonly string[],
): Promise<number> {
  const to = [...new Set(accountIds)].filter((id) => id !== notice.by.accountId);
  if (to.length === 0) return 0;
  await insertNotice(db, {
    type: notice.type,
    title: notice.title,
    remark: notice.remark,
    orgId: instance.org_id,
    createdBy: notice.by.name,
    accountIds: to,
  });
  return to.length;
}

/** Opens a waiting task: its time begins, whoever decides has a to-do, and deputies get a notice. */
export async function openSeat(
  db: Db,
  instance: InstanceRecord,
  taskId: string,
  seat: Omit<Seat, 'name' | 'orgName'>,
  hours: number | null,
): Promise<void> {
  const dueOn = await openTask(db, taskId, hours);
  await openTodo(db, {
    ...seat,
    module: module(instance),
    title: `审批：${instance.title}`,
    detail: `${instance.initiator}发起，${instance.org_name}`,
    act: '审批',
    jumpUrl: workPath(instance.id),
    dueOn,
    subject: taskSubject(taskId),
  });
  const deputies = await deputiesOf(db, seat);
  const title = `受托代办：${instance.title}`;
  const remark = `${instance.initiator}发起的${module(instance)}等待审批，请在“我的审批”中代为办理。`;
  const by = { accountId: instance.account_id, name: module(instance) };
  await tell(db, instance, { type: NOTICE.reminder, title, remark, by }, deputies);
}

/** Nobody has to decide these tasks any more. */
export const closeSeats = (db: Db, taskIds: readonly string[]) => closeTodos(db, taskIds.map(taskSubject));

/** Tells the initiator that something is to be mended. */
export const askToMend = (db: Db, instance: InstanceRecord, reason: string) =>
  openTodo(db, {
    roleId: instance.role_id,
    orgId: instance.org_id,
    orgCode: instance.org_code,
    accountId: instance.account_id,
    module: module(instance),
    title: `补正：${instance.title}`,
    detail: reason,
    act: '补正',
    jumpUrl: mendPath(instance.id),
    dueOn: null,
    subject: mendSubject(instance.id),
  });
export const mendingDone = (db: Db, instanceId: string) => closeTodos(db, [mendSubject(instanceId)]);

/** Everybody who could decide a task now: the person or the holders of the role, and their deputies. */
export async function whoDecides(
  db: Db,
  task: { account_id: string | null; role_id: number; org_id: string; org_code: string },
): Promise<string[]> {
  const deputies = await deputiesOf(db, { accountId: task.account_id, roleId: task.role_id, orgId: task.org_id });
  if (task.account_id !== null) return [task.account_id, ...deputies];
  return [...(await holdersOf(db, task.role_id, [task.org_code])).map(({ accountId }) => accountId), ...deputies];
}
