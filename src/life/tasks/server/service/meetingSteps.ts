import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/tasks/contract.meeting.ts';
import { mayStep, minutesName } from '#life/tasks/rules.meeting.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { sendNotice, sendNotices } from '#platform/server/inbox/notices.ts';
import { addDays } from '#platform/time/days.ts';
import * as invitees from '../queries/invitees.ts';
import * as queries from '../queries/meetings.ts';
import { insertTask } from '../queries/tasks.ts';
import { answerByMeeting, reopenByMeeting } from './answers.ts';
import { notifyAccounts, workMeetingPath } from './common.ts';
import { silentOf } from './invitees.ts';
import { auditMeeting, localTime, lockRow, MINUTES_FILES, timeSpanText } from './meetingCommon.ts';
import { checkAudienceSize } from './meetings.ts';

/** Dictionary 0178: 会议. */
const MEETING_NOTICE = '4';

type Step = { id: string; version: number };

const called = async (ctx: Ctx, id: string) =>
  (await invitees.accountsCalled(ctx.db, id)).flatMap(({ accountId }) => (accountId === null ? [] : [accountId]));

/** Calls everybody: the list and its sheet are made, workers and people are told, each organisation gets its to-do. */
export async function notify(ctx: Ctx, { id, version }: Step): Promise<ReplyOf<typeof contract.notifyWorkMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!mayStep('notify', row.state)) throw refuse('只有草稿可以发出通知');
  if (row.over) throw refuse('会议时间已经过了，请先修改时间');
  await checkAudienceSize(ctx, row.orgId, row.audience);
  await queries.insertInvitees(ctx.db, ctx.scope, id, row.orgId, row.audience);
  await attendance.freezeSheet(
    ctx.db,
    { kind: queries.SHEET, subjectId: id, orgId: row.orgId, orgCode: row.orgCode, startsAt: row.startsAt },
    [],
  );
  const { accountName, orgId, accountId } = ctx.session;
  const next = await queries.writeMeeting(ctx.db, id, { state: 1, noticed: true }, accountName);
  await invitees.tendAnswers(ctx.db, id);
  const accountIds = [...new Set(await called(ctx, id))].filter((one) => one !== accountId);
  if (accountIds.length > 0)
    await sendNotice(ctx.db, {
      type: MEETING_NOTICE,
      title: `会议通知：${row.title}`,
      remark: `${timeSpanText(row)}，${row.place}。请在“党务办公-工作会议”中填写回执。`,
      orgId,
      createdBy: accountName,
      accountIds,
    });
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** 取消, with the reason; whoever was called is told. */
export async function cancel(
  ctx: Ctx,
  { id, version, reason }: ParsedOf<typeof contract.cancelWorkMeeting>,
): Promise<ReplyOf<typeof contract.cancelWorkMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!mayStep('cancel', row.state)) throw refuse('只有还没有召开的会议可以取消');
  const next = await queries.writeMeeting(ctx.db, id, { state: 4, reason }, ctx.session.accountName);
  await invitees.tendAnswers(ctx.db, id);
  if (row.state === 1) await notifyAccounts(ctx, `会议取消：${row.title}`, reason, await called(ctx, id));
  auditMeeting(ctx, row, reason);
  return { id, version: next };
}

/** 结束签到: the meeting was held, and answers are asked for no more. */
export async function close(ctx: Ctx, { id, version }: Step): Promise<ReplyOf<typeof contract.holdWorkMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!mayStep('hold', row.state)) throw refuse('会议不在签到中');
  if (!row.begun) throw refuse('会议还没有开始');
  const sheet = await attendance.sheetOf(ctx.db, queries.SHEET, id, true);
  if (sheet) await attendance.setClosed(ctx.db, sheet.id, true);
  const next = await queries.writeMeeting(ctx.db, id, { state: 2 }, ctx.session.accountName);
  await invitees.tendAnswers(ctx.db, id);
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** Writes the minutes and what was agreed, as often as one likes until they go out. */
export async function record(
  ctx: Ctx,
  input: ParsedOf<typeof contract.recordWorkMeeting>,
): Promise<ReplyOf<typeof contract.recordWorkMeeting>> {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state !== 2) throw refuse(row.state === 3 ? '纪要已经发出，撤回后再修改' : '会议召开后再填写纪要');
  const before = await queries.resolutionsOf(ctx.db, row.id);
  const known = new Map(before.map((one) => [one.id, one]));
  const named = input.resolutions.flatMap((one) => (one.id === null ? [] : [one.id]));
  if (named.some((id) => !known.has(id)) || new Set(named).size < named.length) throw notFound('议定事项不存在');
  if (before.some((one) => one.taskId !== null && !named.includes(one.id)))
    throw refuse('已经转为任务的议定事项不能删除');
  const place = { kind: MINUTES_FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  await queries.writeResolutions(ctx.db, row.id, input.resolutions);
  const change = { minutes: { text: input.minutes, files } };
  const version = await queries.writeMeeting(ctx.db, row.id, change, ctx.session.accountName);
  auditMeeting(ctx, row);
  return { id: row.id, version };
}

/** The minutes go out with their number; a part of a task that the meeting answers is reported with them. */
export async function issue(ctx: Ctx, { id, version }: Step): Promise<ReplyOf<typeof contract.issueMinutes>> {
  const row = await lockRow(ctx, id, version);
  if (!mayStep('issue', row.state)) throw refuse('会议召开后才能发出纪要');
  if (row.minutes.trim() === '') throw refuse('还没有填写会议纪要');
  await queries.lockNumbers(ctx.db, row.orgId);
  const next = await queries.writeMeeting(ctx.db, id, { state: 3, issued: true }, ctx.session.accountName);
  const out = await queries.findMeeting(ctx.db, ctx.scope, row.orgId, id);
  const name = minutesName(out?.minutesYear ?? null, out?.minutesNo ?? null);
  await notifyAccounts(ctx, `${name}：${row.title}`, '请在“党务办公-工作会议”中阅读', await called(ctx, id));
  if (row.parentPartId)
    await answerByMeeting(
      ctx,
      row.parentPartId,
      `${row.title}（${timeSpanText(row)}，${row.place}）\n${name}\n${row.minutes}`,
      {
        kind: 'work',
        id,
        title: row.title,
        day: localTime(row.startsAt).slice(0, 10),
        path: workMeetingPath(id),
      },
    );
  auditMeeting(ctx, row, name);
  return { id, version: next };
}

/** Takes the minutes back; they keep their number. */
export async function recall(
  ctx: Ctx,
  { id, version, reason }: ParsedOf<typeof contract.recallMinutes>,
): Promise<ReplyOf<typeof contract.recallMinutes>> {
  const row = await lockRow(ctx, id, version);
  if (!mayStep('recall', row.state)) throw refuse('纪要还没有发出');
  if (row.parentPartId) await reopenByMeeting(ctx, row.parentPartId, 'work', id);
  await invitees.forgetReading(ctx.db, id);
  const next = await queries.writeMeeting(ctx.db, id, { state: 2 }, ctx.session.accountName);
  await notifyAccounts(ctx, `会议纪要撤回：${row.title}`, reason, await called(ctx, id));
  auditMeeting(ctx, row, reason);
  return { id, version: next };
}

/** Days that a task of a resolution has where the resolution names none. */
const DAYS = 30;
const TITLE = 60;

/** A draft of a task with the words and the day of a resolution, for the organisations that were called. */
export async function toTask(
  ctx: Ctx,
  { id, resolutionId }: ParsedOf<typeof contract.resolutionTask>,
): Promise<ReplyOf<typeof contract.resolutionTask>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 2 && row.state !== 3) throw refuse('会议召开后才能转为任务');
  const one = (await queries.resolutionsOf(ctx.db, id)).find((found) => found.id === resolutionId);
  if (!one) throw notFound('议定事项不存在');
  if (one.taskId !== null) throw refuse('这一项已经转为任务');
  const day = await todayOf(ctx.db);
  if (one.dueOn !== null && one.dueOn < day) throw refuse('议定的期限已经过了，请先修改期限');
  const { mode, types, orgIds } = row.audience;
  // A meeting of people alone names no organisation: the draft is for those directly below, and is looked at before it goes out.
  const isPeople = mode === 'chosen' && orgIds.length === 0;
  const text = one.text.replaceAll('\n', ' ');
  const { orgId, orgCode, accountName } = ctx.session;
  const taskId = await insertTask(
    ctx.db,
    { id: orgId, code: orgCode },
    {
      title: text.length > TITLE ? `${text.slice(0, TITLE - 1)}…` : text,
      content: `${one.text}\n（${row.title}，${localTime(row.startsAt).slice(0, 10)}议定）`,
      kind: 0,
      frequency: 1,
      startsOn: day,
      endsOn: one.dueOn ?? addDays(day, DAYS),
      dueRule: 'end',
      dueDays: 0,
      nilAllowed: false,
      openToOthers: false,
      audience: isPeople ? { mode: 'children', types: [], orgIds: [] } : { mode, types, orgIds },
    },
    null,
    accountName,
  );
  await queries.linkTask(ctx.db, resolutionId, taskId);
  auditMeeting(ctx, row, `议定事项转为任务：${text.slice(0, TITLE)}`);
  return { taskId };
}

/** Reminds whoever has not answered, each once in two hours; says where nobody can be reached. */
export async function remind(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.remindInvitees>,
): Promise<ReplyOf<typeof contract.remindInvitees>> {
  const { row, when, silent } = await silentOf(ctx, id);
  const fresh = silent.filter(({ recently }) => !recently);
  const reached = fresh.filter(({ accountId }) => accountId !== null);
  const remindedIds = [...new Set(reached.map(({ inviteeId }) => inviteeId))];
  await invitees.markUrged(ctx.db, remindedIds);
  await notifyAccounts(
    ctx,
    `请回执：${row.title}`,
    `${when}，${row.place}`,
    reached.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])),
  );
  auditMeeting(ctx, row, `提醒${remindedIds.length}个`);
  const missing = fresh.filter(({ accountId }) => accountId === null).map(({ name }) => name);
  return {
    silent: new Set(silent.map(({ inviteeId }) => inviteeId)).size,
    reminded: remindedIds.length,
    missing: [...new Set(missing)].slice(0, 20),
  };
}

/** Hourly: reminds of meetings within a day, each once. */
export async function remindComing({ db }: Services): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const due = await queries.toRemind(tx);
    await queries.setReminded(
      tx,
      due.map(({ id }) => id),
    );
    await sendNotices(
      tx,
      due
        .filter(({ accounts }) => accounts.length > 0)
        .map(({ title, place, orgId, startsAt, accounts }) => ({
          type: MEETING_NOTICE,
          title: `即将开会：${title}`,
          remark: `${localTime(startsAt)}，${place}`,
          orgId,
          createdBy: '系统',
          accountIds: accounts,
        })),
    );
  });
}
