import { ATTENDANCE, WAYS } from '#kernel/attendance/rules.ts';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#life/tasks/contract.meeting.ts';
import type * as ownContract from '#life/tasks/contract.ownMeeting.ts';
import { ANSWERS, type Answer, answerFaults, COMING, MEETING_STATES } from '#life/tasks/rules.meeting.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import * as queries from '../queries/invitees.ts';
import * as meetings from '../queries/meetings.ts';
import { isGiver } from './common.ts';
import { auditMeeting, isOver, loadMeeting, localTime, lockRow } from './meetingCommon.ts';

const NO_INVITEE = '该参会单位不存在或不在管理范围内';
export const RECORD_FILES = 'office.meetingRecord';

/** Whether the session answers for an invitation: the organisation that is called, or the organiser for it. */
const mayAnswer = (ctx: Ctx, row: meetings.MeetingRecord, one: queries.InviteeRecord) =>
  row.state === 1 && ((one.orgId === ctx.session.orgId && ctx.may('task:answer')) || isGiver(ctx, row.orgId));

/** Somebody who is called, as the session sees it. */
export async function inviteeFacts(
  ctx: Ctx,
  row: meetings.MeetingRecord,
  one: queries.InviteeRecord,
): Promise<contract.Invitee> {
  const comes = COMING.includes(one.answer);
  return {
    id: one.id,
    orgId: one.orgId,
    orgName: one.orgName,
    person: one.person,
    personId: one.personId,
    answer: one.answer,
    answerName: ANSWERS[one.answer],
    memberId: one.memberId,
    attendee: one.attendee,
    reason: one.reason,
    readAt: one.readAt?.toISOString() ?? null,
    answeredAt: one.answeredAt?.toISOString() ?? null,
    answeredBy: one.answeredBy,
    state: one.state,
    stateName: one.answer === 2 ? '请假' : ATTENDANCE[one.state],
    signedAt: one.signedAt?.toISOString() ?? null,
    late: one.late,
    wayName: WAYS[one.way],
    minutesReadAt: one.minutesReadAt?.toISOString() ?? null,
    record: one.record,
    recordFiles: await uploadedFiles(ctx.db, one.recordFiles),
    recordedAt: one.recordedAt?.toISOString() ?? null,
    recordedBy: one.recordedBy,
    hasAccount: one.hasAccount,
    version: one.version,
    can: {
      answer: mayAnswer(ctx, row, one),
      mark: isGiver(ctx, row.orgId) && (row.state === 1 || row.state === 2) && comes,
      record: one.orgId === ctx.session.orgId && ctx.may('task:answer') && (row.state === 2 || row.state === 3),
    },
  };
}

/** Who is called, and what is known of them; a receiver sees the own organisation and those below it. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listInvitees>,
): Promise<ReplyOf<typeof contract.listInvitees>> {
  const row = await loadMeeting(ctx, input.id);
  const filter = { answer: input.answer ?? null, only: input.only ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, counts, sheet] = await Promise.all([
    queries.pageOfInvitees(ctx.db, ctx.scope, row.id, filter, input.pageSize, offset),
    queries.tally(ctx.db, ctx.scope, row.id),
    attendance.sheetOf(ctx.db, meetings.SHEET, row.id),
  ]);
  return {
    rows: await Promise.all(page.rows.map((one) => inviteeFacts(ctx, row, one))),
    total: page.total,
    tally: { ...counts, closed: sheet === undefined || sheet.closedAt !== null },
  };
}

/** One who is called, locked, with the meeting. */
async function lockInvitee(ctx: Ctx, id: string) {
  const one = await queries.findInvitee(ctx.db, ctx.scope, id, true);
  if (!one) throw notFound(NO_INVITEE);
  const row = await loadMeeting(ctx, one.meetingId);
  return { one, row };
}

/** Keeps an answer, and the sheet of attendance with it. */
async function writeAnswer(
  ctx: Ctx,
  row: meetings.MeetingRecord,
  one: queries.InviteeRecord,
  answer: Answer,
  person: { id: string; name: string } | null,
  reason: string,
): Promise<number> {
  const sheet = await attendance.sheetOf(ctx.db, meetings.SHEET, row.id, true);
  if (!sheet) throw refuse('会议还没有发出通知');
  if (one.state === 1 && one.memberId !== (person?.id ?? null)) throw refuse('已经签到，不能再改回执');
  if (one.memberId !== null && one.memberId !== person?.id) {
    if (!(await queries.comesForOthers(ctx.db, row.id, one.memberId, one.id)))
      await attendance.removePerson(ctx.db, sheet.id, one.memberId);
  }
  if (person !== null) await attendance.addPerson(ctx.db, sheet.id, { memberId: person.id, name: person.name });
  const version = await queries.writeAnswer(ctx.db, one.id, {
    answer,
    memberId: person?.id ?? null,
    attendee: person?.name ?? '',
    reason,
    by: ctx.session.accountName,
  });
  await queries.tendAnswers(ctx.db, row.id);
  const name = one.person || one.orgName;
  auditMeeting(
    ctx,
    row,
    `${name}：${ANSWERS[answer]}${person ? `（${person.name}）` : ''}${reason ? `，${reason}` : ''}`,
  );
  return version;
}

/** 回执: comes, is on leave, or sends somebody. */
export async function answer(
  ctx: Ctx,
  input: ParsedOf<typeof contract.answerInvitation>,
): Promise<ReplyOf<typeof contract.answerInvitation>> {
  // Whoever answers may come, wherever the own branch is.
  const scope = input.memberId === ctx.session.memberId ? wholeScope : ctx.scope;
  const names = input.memberId === null ? [] : await meetings.peopleNames(ctx.db, scope, [input.memberId]);
  if (input.memberId !== null && names.length === 0) throw notFound('所选的人员不存在');
  const { one, row } = await lockInvitee(ctx, input.id);
  if (!mayAnswer(ctx, row, one))
    throw refuse(row.state === 1 ? '由参会单位或召开会议的组织填写回执' : '会议已经召开或取消，不能再改回执');
  if (one.version !== input.version) throw conflict('这份回执已有变化，请核对后再操作');
  // Who is called by name comes in person, unless somebody else is named.
  const self = one.personId !== null && input.answer === 1 ? { id: one.personId, name: one.person } : null;
  const person = input.answer === 2 ? null : (self ?? names[0] ?? null);
  const faults = answerFaults(input.answer, person?.id ?? null, input.reason);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return { version: await writeAnswer(ctx, row, one, input.answer, person, input.reason) };
}

/** 代签, 请假, 缺席 of somebody who comes, by the organiser. */
export async function mark(ctx: Ctx, input: ParsedOf<typeof contract.markInvitee>): Promise<null> {
  const { one, row } = await lockInvitee(ctx, input.id);
  if (!isGiver(ctx, row.orgId)) throw refuse('只有召开会议的组织可以登记');
  if (row.state !== 1 && row.state !== 2) throw refuse('现在不能登记到会情况');
  const sheet = await attendance.sheetOf(ctx.db, meetings.SHEET, row.id, true);
  if (!sheet || one.memberId === null) throw refuse('还没有回执参会人员，请先登记回执');
  if (input.state === 2 && input.reason === '') throw badInput({ reason: '请输入请假原因' });
  if (input.state === 1 && row.state === 1 && input.reason === '') throw badInput({ reason: '请输入代签原因' });
  await attendance.markPerson(ctx.db, sheet.id, one.memberId, {
    state: input.state,
    late: input.late,
    reason: input.reason,
    leaveKind: input.state === 2 ? 1 : input.state === 3 ? 2 : 0,
  });
  auditMeeting(
    ctx,
    row,
    `${one.attendee}：${ATTENDANCE[input.state as 0 | 1 | 2 | 3]}${input.reason ? `，${input.reason}` : ''}`,
  );
  return null;
}

/** The code that is shown now. */
export async function code(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.workSignCode>,
): Promise<ReplyOf<typeof contract.workSignCode>> {
  const row = await loadMeeting(ctx, id);
  const sheet = await attendance.sheetOf(ctx.db, meetings.SHEET, id);
  if (!sheet || !isGiver(ctx, row.orgId) || row.state !== 1) throw refuse('现在没有签到码');
  if (sheet.closedAt !== null) throw refuse('签到已经结束');
  return currentCode(sheet.secret, sheet.now);
}

/** The own organisation has opened the notice, or the minutes. */
export async function read(ctx: Ctx, { id }: ParsedOf<typeof contract.readWorkMeeting>): Promise<null> {
  const row = await loadMeeting(ctx, id);
  await queries.markRead(ctx.db, id, ctx.session, row.state === 3, ctx.session.accountName);
  auditMeeting(ctx, row, row.state === 3 ? '会议纪要' : '会议通知');
  return null;
}

/** What the own organisation did about the meeting. */
export async function record(
  ctx: Ctx,
  input: ParsedOf<typeof contract.recordOwn>,
): Promise<ReplyOf<typeof contract.recordOwn>> {
  const { one, row } = await lockInvitee(ctx, input.id);
  if (one.orgId !== ctx.session.orgId) throw refuse('只能填写本组织的记录');
  if (row.state !== 2 && row.state !== 3) throw refuse('会议召开后再填写落实情况');
  if (one.version !== input.version) throw conflict('这份记录已有变化，请核对后再操作');
  const place = { kind: RECORD_FILES, rowId: one.id, orgCode: one.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  const version = await queries.writeRecord(ctx.db, one.id, input.record, files, ctx.session.accountName);
  auditMeeting(ctx, row, `${one.orgName}的落实情况`);
  return { version };
}

/** The meeting to which the session's own person comes, wherever it is called; it reads as not there for others. */
async function ownOf(ctx: Ctx, id: string, lock = false) {
  const { memberId } = ctx.session;
  const one = memberId === null ? undefined : await queries.inviteeOfPerson(ctx.db, id, memberId, lock);
  const row = one && (await meetings.findMeeting(ctx.db, wholeScope, one.orgId, id));
  if (!one || !row || memberId === null || row.noticedAt === null) throw notFound('您不在这次会议的参会名单中');
  return { one, row, memberId };
}

/** The own meeting as a phone shows it. */
export async function own(
  ctx: Ctx,
  { id }: ParsedOf<typeof ownContract.ownWorkMeeting>,
): Promise<ReplyOf<typeof ownContract.ownWorkMeeting>> {
  const { one, row, memberId } = await ownOf(ctx, id);
  const isOut = row.state === 3;
  const closed = isOver(row);
  const [files, closedFiles, minutesFiles] = await Promise.all([
    uploadedFiles(ctx.db, row.files),
    closed ? [] : uploadedFiles(ctx.db, row.closedFiles),
    isOut ? uploadedFiles(ctx.db, row.minutesFiles) : [],
  ]);
  return {
    id: row.id,
    title: row.title,
    orgName: row.orgName,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    place: row.place,
    host: row.host,
    agenda: row.agenda,
    note: row.note,
    state: row.state,
    stateName: MEETING_STATES[row.state],
    answer: one.answer,
    answerName: ANSWERS[one.answer],
    reason: one.reason,
    present: one.state === 1 ? 1 : 0,
    signedAt: one.signedAt?.toISOString() ?? null,
    files,
    closedFiles,
    closed: closed && row.closedFiles.length > 0,
    minutes: isOut ? row.minutes : '',
    minutesFiles,
    can: {
      answer: row.state === 1 && one.personId === memberId && one.state !== 1,
      sign: row.state === 1 && COMING.includes(one.answer) && one.state !== 1,
    },
  };
}

/** The session's person has opened the notice, or the minutes. */
export async function ownRead(ctx: Ctx, { id }: ParsedOf<typeof ownContract.ownRead>): Promise<null> {
  const { one, row } = await ownOf(ctx, id, true);
  await queries.markReadBy(ctx.db, one.id, row.state === 3, ctx.session.accountName);
  auditMeeting(ctx, row, `${one.person || one.attendee}已阅`);
  return null;
}

/** Who is called by name says whether they come. */
export async function ownAnswer(ctx: Ctx, input: ParsedOf<typeof ownContract.ownAnswer>): Promise<null> {
  const { one, row, memberId } = await ownOf(ctx, input.id, true);
  if (row.state !== 1) throw refuse('会议已经召开或取消，不能再改回执');
  if (one.personId !== memberId) throw refuse('回执由您所在的组织填写');
  if (input.answer === 3) throw badInput({ answer: '代会请由所在组织填写回执' });
  if (input.answer === 2 && input.reason === '') throw badInput({ reason: '请输入请假原因' });
  const person = input.answer === 1 ? { id: memberId, name: one.person } : null;
  await writeAnswer(ctx, row, one, input.answer, person, input.reason);
  return null;
}

/** 签到 by the code on the organiser's page. */
export async function ownSign(
  ctx: Ctx,
  input: ParsedOf<typeof ownContract.ownSign>,
): Promise<ReplyOf<typeof ownContract.ownSign>> {
  const { one, row, memberId } = await ownOf(ctx, input.id);
  if (row.state !== 1) throw refuse(row.state === 4 ? '会议已经取消' : '签到已经结束，请联系会议组织者');
  const sheet = await attendance.sheetOf(ctx.db, meetings.SHEET, row.id);
  if (!sheet || sheet.closedAt !== null) throw refuse('签到已经结束，请联系会议组织者代签');
  if (one.state !== 1) {
    if (sheet.now * 1000 < sheet.opensAt.getTime()) throw refuse('签到还没有开始，会前一小时可以签到');
    if (!isCodeValid(sheet.secret, input.code, sheet.now)) throw badInput({ code: '签到码已经失效，请重新扫码' });
    if (one.memberId === null) {
      if (one.personId !== memberId) throw refuse('还没有回执，请先填写回执');
      await writeAnswer(ctx, row, one, 1, { id: memberId, name: one.person }, '');
    }
    if (!(await attendance.signPerson(ctx.db, sheet.id, memberId, 'scan')))
      throw refuse('您不在签到名单中，请联系会议组织者');
  }
  auditMeeting(ctx, row, '签到');
  const now = await queries.inviteeOfPerson(ctx.db, row.id, memberId);
  return { late: now?.late ?? false, at: (now?.signedAt ?? new Date()).toISOString() };
}

/** Reminds those who have not answered, once in two hours. */
export async function silentOf(ctx: Ctx, id: string) {
  const row = await lockRow(ctx, id);
  if (row.state !== 1) throw refuse('会议不在通知中');
  return { row, when: localTime(row.startsAt), silent: await queries.accountsCalled(ctx.db, id, true) };
}
