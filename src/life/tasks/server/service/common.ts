import type { TaskRow } from '#life/tasks/contract.ts';
import { FREQUENCIES, isToPeople, KINDS, progressOf, TASK_STATES } from '#life/tasks/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import type { TaskRecord } from '../queries/tasks.ts';

export const MODULE = '党务办公';
export const NO_TASK = '该任务不存在或不在管理范围内';
export const NO_PART = '该办理件不存在或不在管理范围内';
export const TASK_FILES = 'office.task';
export const PART_FILES = 'office.part';
export const FILL_FILES = 'office.fill';
export const SAID_FILES = 'office.said';
/** Parts that are late, before the giver: one to-do for all of a task. */
export const lateSubject = (id: string) => `officeLate:${id}`;
/** 提醒, dictionary 0178. */
const REMINDER = '6';

export const partSubject = (id: string) => `officePart:${id}`;
/** What waits for the giver of a task, one to-do for all of it. */
export const checkSubject = (id: string) => `officeCheck:${id}`;
/** A later day that a part asks for. */
export const extensionSubject = (id: string) => `officeExtension:${id}`;
export const finishPath = (taskId: string, circleId: string) => `/affairs/task/finish/${taskId}/${circleId}`;
export const workMeetingPath = (id: string) => `/affairs/meeting/viewMeetingRecord/${id}/0`;
export const detailPath = (id: string) => `/affairs/task/detail/${id}`;

/** A part of a file's name: no folders, nothing that a desktop system refuses. */
export const fileNamePart = (text: string) => text.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();

/** What is told to some accounts. */
export interface Told {
  title: string;
  remark: string;
  accountIds: readonly string[];
}

/** The same where no session tells it. */
export interface ToldBy extends Told {
  orgId: string;
  createdBy: string;
}

/** Tells some accounts; nobody to tell: nothing is sent. */
export const notifyAccounts = (
  ctx: Pick<Ctx, 'db' | 'session'>,
  title: string,
  remark: string,
  accountIds: readonly string[],
): Promise<void> => notifyEach(ctx, [{ title, remark, accountIds }]);

/** Tells many things at once, each to its own accounts, but never whoever does the act. */
export const notifyEach = ({ db, session }: Pick<Ctx, 'db' | 'session'>, messages: readonly Told[]): Promise<void> =>
  notify(
    db,
    messages.map(({ accountIds, ...words }) => ({
      ...words,
      accountIds: accountIds.filter((id) => id !== session.accountId),
      orgId: session.orgId,
      createdBy: session.accountName,
    })),
  );

/** The same for work without a session. */
export async function notify(db: Db, messages: readonly ToldBy[]): Promise<void> {
  const notices = messages.filter(({ accountIds }) => accountIds.length > 0);
  await sendNotices(
    db,
    notices.map((one) => ({ ...one, type: REMINDER, accountIds: [...new Set(one.accountIds)] })),
  );
}

/** Whether the session gave the task: its organisation did, and the role may. */
export const isGiver = (ctx: Ctx, orgId: string) => orgId === ctx.session.orgId && ctx.may('task:give');

/** A task as lists show it. */
export function taskRowOf(ctx: Ctx, task: TaskRecord): TaskRow {
  const own = isGiver(ctx, task.orgId);
  return {
    id: task.id,
    title: task.title,
    orgId: task.orgId,
    orgName: task.orgName,
    kind: task.kind,
    kindName: KINDS[task.kind],
    frequency: task.frequency,
    frequencyName: FREQUENCIES[task.frequency],
    startsOn: task.startsOn,
    endsOn: task.endsOn,
    state: task.state,
    stateName: TASK_STATES[task.state],
    targets: task.targets,
    isToPeople: isToPeople(task.audience.mode),
    live: task.live,
    completed: task.completed,
    reported: task.reported,
    overdue: task.state === 2 ? task.overdue : 0,
    partly: task.partly,
    progress: progressOf(task.completed, task.live, task.partly),
    createdBy: task.createdBy,
    version: task.version,
    can: {
      edit: own && task.state === 0,
      remove: own && task.state === 0,
      end: own && task.state === 2,
      void: own && task.state === 2,
      urge: own && task.state === 2,
    },
  };
}
