import { dueOf, tallyOf } from '#kernel/attendance/rules.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/orgLife/contract.ts';
import { isTopicPassed, meetingPath, submitFaults } from '#life/orgLife/rules.ts';
import { answerByLifeMeeting, reopenByReturn } from '#life/tasks/server/service/answers.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { listVotersOn } from '#procedures/recruitment/server/index.ts';
import { grantLessonHours, withdrawLessonHours } from '../hours.ts';
import { insertCorrection } from '../queries/correction.ts';
import * as duty from '../queries/duty.ts';
import { recordMeetingEvidence, withdrawMeetingEvidence } from '../queries/evidence.ts';
import * as queries from '../queries/meeting.ts';
import { removeTranscripts } from '../queries/transcript.ts';
import { openReport } from './life.ts';
import { refuseLocked } from './lock.ts';
import { auditMeeting, canOf, localTime, lockRow, mayWrite, notifyPeople, voteOf } from './meeting.ts';

const MODULE = '组织生活';
const WORKER = 3;
const review = (id: string) => `lifeReview:${id}`;
const fixSubject = (id: string) => `lifeMend:${id}`;

/** Who is due at a meeting as the roll says now: the general meeting's people, the leadership, or the group. */
async function rollOf(ctx: Ctx, row: queries.MeetingRecord): Promise<attendance.DuePerson[]> {
  if (row.type === 2 || row.type === 7) {
    const ids = await queries.teamOf(ctx.db, row.orgId);
    const names = await queries.namesOf(ctx.db, wholeScope, ids);
    return ids.flatMap((memberId) => {
      const name = names.get(memberId);
      return name === undefined ? [] : [{ memberId, name, due: true, votes: true, why: '' }];
    });
  }
  const roll = await listVotersOn(ctx.db, ctx.scope, row.orgId, row.heldOn);
  const group = row.groupId === null ? null : new Set(await queries.groupOf(ctx.db, row.groupId));
  return roll
    .filter(({ id, status }) => status <= 2 && (group === null || group.has(id)))
    .map((one) => ({ memberId: one.id, name: one.name, ...dueOf(one) }));
}

/** Announces a meeting: 应到 is frozen, and who has an account is told; a meeting that is over is only entered. */
export async function notify(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.notifyMeeting>,
): Promise<ReplyOf<typeof contract.notifyMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).notify) throw refuse('只有草稿可以发出通知');
  await refuseLocked(ctx, row.orgCode, row.heldOn, 'startsAt');
  const roll = await rollOf(ctx, row);
  if (!roll.some(({ due }) => due)) {
    throw refuse(row.type === 2 || row.type === 7 ? '本届班子成员还没有登记，不能确定应到人员' : '没有应到人员');
  }
  await attendance.freezeSheet(
    ctx.db,
    { kind: queries.KIND, subjectId: id, orgId: row.orgId, orgCode: row.orgCode, startsAt: row.startsAt },
    roll,
  );
  ctx.binds(roll.flatMap(({ due, name }) => (due ? [name] : [])));
  const noticeId = !row.over ? await notifyPeople(ctx, row, '会议通知', row.startsAt, row.place) : null;
  const next = await queries.writeMeeting(
    ctx.db,
    id,
    [
      ['state', 1],
      ['notice_id', noticeId],
    ],
    ctx.session.accountName,
  );
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** 取消: before it was held; everybody who was told is told. */
export async function cancel(
  ctx: Ctx,
  { id, version, reason }: ParsedOf<typeof contract.cancelMeeting>,
): Promise<ReplyOf<typeof contract.cancelMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).cancel) throw refuse('只有还没有召开的会议可以取消');
  if (row.state === 1) await notifyPeople(ctx, row, `会议取消（${reason}）`, row.startsAt, row.place);
  const next = await queries.writeMeeting(
    ctx.db,
    id,
    [
      ['cancelled_at', new Date()],
      ['cancel_reason', reason],
    ],
    ctx.session.accountName,
  );
  auditMeeting(ctx, row, reason);
  return { id, version: next };
}

/** Writes the minutes down; drafts as often as one likes. Votes are judged by those who are there. */
export async function record(
  ctx: Ctx,
  { id, version, minutes, topics }: ParsedOf<typeof contract.recordMeeting>,
): Promise<ReplyOf<typeof contract.recordMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).run) throw refuse('现在不能填写会议记录');
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id);
  const tally = tallyOf(sheet ? await attendance.peopleOf(ctx.db, sheet.id) : []);
  // A vote of 发展党员 was typed once, at the person; the minutes leave it as it is.
  const bound = new Map((await queries.topicsOf(ctx.db, id)).filter((one) => one.isBound).map((one) => [one.id, one]));
  for (const typed of topics) {
    const kept = bound.get(typed.id);
    const one = kept ? { ...typed, vote: voteOf(kept) } : typed;
    const passed = kept ? kept.passed : one.vote ? isTopicPassed(one.vote, tally.voters) : null;
    if (!(await queries.recordTopic(ctx.db, id, { ...one, passed }))) throw notFound('议题不存在');
  }
  const next = await queries.writeMeeting(ctx.db, id, [['minutes', minutes]], ctx.session.accountName);
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** 结束签到: the meeting was held. */
export async function close(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.holdMeeting>,
): Promise<ReplyOf<typeof contract.holdMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!mayWrite(ctx, row) || row.state !== 1) throw refuse('会议不在签到中');
  if (!row.begun) throw refuse('会议还没有开始');
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id, true);
  if (sheet) {
    await attendance.setClosed(ctx.db, sheet.id, true);
    const people = await attendance.peopleOf(ctx.db, sheet.id);
    ctx.binds(people.filter((one) => one.due && !one.guest && one.state === 0).map(({ name }) => name));
  }
  await openReport(ctx, row);
  const next = await queries.writeMeeting(ctx.db, id, [['state', 2]], ctx.session.accountName);
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** Submits once it is over, from when on it counts and gives hours and points: minutes, everybody's attendance and the quorum are there, or it is refused at the field. */
export async function submit(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.submitMeeting>,
): Promise<ReplyOf<typeof contract.submitMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).submit) throw refuse('先结束签到，再提交会议记录');
  await refuseLocked(ctx, row.orgCode, row.heldOn, 'startsAt');
  if (!row.over) {
    throw badInput({ startsAt: `会议定于${localTime(row.endsAt)}结束，结束以后再提交；提前散会的，请先修改结束时间` });
  }
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id, true);
  const people = sheet ? await attendance.peopleOf(ctx.db, sheet.id) : [];
  const topics = await queries.topicsOf(ctx.db, id);
  const tally = tallyOf(people);
  const open = people.filter((one) => one.due && !one.guest && one.state === 0).map(({ name }) => name);
  const faults = submitFaults(
    row.type,
    { minutes: row.minutes, topics: topics.map((one) => ({ ...one, vote: voteOf(one) })) },
    tally,
    open,
  );
  if (Object.keys(faults).length > 0) throw badInput(faults);
  for (const one of topics) {
    const vote = voteOf(one);
    if (vote && !one.isBound)
      await queries.recordTopic(ctx.db, id, { ...one, vote, passed: isTopicPassed(vote, tally.voters) });
  }
  const next = await queries.writeMeeting(
    ctx.db,
    id,
    [
      ['state', 3],
      ['due', tally.due],
      ['present', tally.present],
      ['submitted_at', new Date()],
      ['submitted_by', ctx.session.accountName],
      ['late_entry', row.submittedAt ? row.lateEntry : await queries.isLate(ctx.db, row.heldOn)],
    ],
    ctx.session.accountName,
  );
  ctx.binds(people.filter((one) => one.state === 1).map(({ name }) => name));
  // What was proposed has been used, or was not wanted.
  await removeTranscripts(ctx.db, id);
  await recordMeetingEvidence(ctx.db, id);
  await grantLessonHours(ctx.db, id);
  await closeTodos(ctx.db, [fixSubject(id)]);
  if (row.taskId) await answerTask(ctx, row, row.taskId, tally.present);
  const above = await duty.parentOf(ctx.db, row.orgCode);
  if (above) {
    await openTodo(ctx, {
      roleId: WORKER,
      orgId: above.id,
      orgCode: above.code,
      accountId: null,
      module: MODULE,
      title: `审阅${row.title}的会议记录`,
      detail: `${row.orgName}，${row.heldOn}`,
      act: '审阅',
      jumpUrl: meetingPath(row),
      dueOn: null,
      subject: review(id),
    });
  }
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** The task of a superior that the meeting was held for has its answer. */
async function answerTask(ctx: Ctx, row: queries.MeetingRecord, taskId: string, present: number): Promise<void> {
  const words = `${row.title}（${row.heldOn}，${row.place}），到会${present}人\n${row.minutes}`;
  const { id, title, type, heldOn: day } = row;
  const partId = await answerByLifeMeeting(ctx, taskId, words, { id, title, type, day, path: meetingPath(row) });
  if (partId) await queries.setPart(ctx.db, id, partId);
}

/** 退回 with a reason: it counts no more until it is submitted again. */
export async function sendBack(
  ctx: Ctx,
  { id, version, reason }: ParsedOf<typeof contract.returnMeeting>,
): Promise<ReplyOf<typeof contract.returnMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).returnIt) throw refuse('只有上级可以退回已提交的会议记录');
  // Sent back it would count no more, and could not be submitted again.
  await refuseLocked(ctx, row.orgCode, row.heldOn, 'reason');
  const next = await queries.writeMeeting(
    ctx.db,
    id,
    [
      ['state', 4],
      ['due', null],
      ['present', null],
      ['returned_at', new Date()],
      ['return_reason', reason],
    ],
    ctx.session.accountName,
  );
  await withdrawMeetingEvidence(ctx.db, id);
  await withdrawLessonHours(ctx.db, id);
  const partId = await queries.takePart(ctx.db, id);
  if (partId) await reopenByReturn(ctx, partId, id, reason);
  await closeTodos(ctx.db, [review(id)]);
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `补正${row.title}的会议记录`,
    detail: `上级退回：${reason}`,
    act: '补正',
    jumpUrl: `/affairs/event/meeting/${id}`,
    dueOn: null,
    subject: fixSubject(id),
  });
  auditMeeting(ctx, row, reason);
  return { id, version: next };
}

/** 归档 by the superior. */
export async function archive(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.archiveMeeting>,
): Promise<ReplyOf<typeof contract.archiveMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).archive) throw refuse('只有上级可以归档已提交的会议记录');
  const next = await queries.writeMeeting(
    ctx.db,
    id,
    [
      ['state', 5],
      ['archived_at', new Date()],
      ['archived_by', ctx.session.accountName],
    ],
    ctx.session.accountName,
  );
  await closeTodos(ctx.db, [review(id)]);
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** 更正 of archived minutes with a reason; what stood there before stays. */
export async function correct(
  ctx: Ctx,
  { id, version, minutes, reason }: ParsedOf<typeof contract.correctMeeting>,
): Promise<ReplyOf<typeof contract.correctMeeting>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).correct) throw refuse('只有召开会议的组织可以更正已归档的会议记录');
  if (minutes === row.minutes) throw badInput({ minutes: '内容没有变化' });
  await insertCorrection(ctx.db, id, row.minutes, reason, ctx.session.accountName);
  const next = await queries.writeMeeting(ctx.db, id, [['minutes', minutes]], ctx.session.accountName);
  auditMeeting(ctx, row, reason);
  return { id, version: next };
}
