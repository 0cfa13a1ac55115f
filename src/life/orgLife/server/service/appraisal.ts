import type * as contract from '#life/orgLife/contract.appraisal.ts';
import {
  type Appraised,
  closeFaults,
  GRADES,
  type Grade,
  maxExcellent,
  PLAN_STATES,
  personFault,
} from '#life/orgLife/rules.appraisal.ts';
import { isAppraisal, meetingPath } from '#life/orgLife/rules.ts';
import { openRectification } from '#people/member/server/service/rectifying.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { listVotersOn } from '#procedures/recruitment/server/index.ts';
import * as queries from '../queries/appraisal.ts';
import * as duty from '../queries/duty.ts';
import type { MeetingRecord } from '../queries/meeting.ts';
import { auditMeeting, isAbove, loadMeeting, mayWrite } from './meeting.ts';

const MODULE = '组织生活';
const WORKER = 3;
/** Dictionary 0178: 会议. */
const NOTICE = '4';
const planTodo = (id: string) => `lifePlan:${id}`;
const fixPlanSubject = (id: string) => `lifePlanMend:${id}`;

const editPath = ({ id, orgId }: MeetingRecord) => `/affairs/event/editDemocraticAppraisal/${id}/${orgId}`;

async function appraisalOf(ctx: Ctx, id: string, lock = false) {
  const row = await loadMeeting(ctx, id, lock);
  if (!isAppraisal(row)) throw refuse('这次会议不是民主评议党员');
  return { row, appraisal: await queries.findAppraisal(ctx.db, id, row.heldOn) };
}

function canOf(ctx: Ctx, row: MeetingRecord, one: queries.AppraisalRecord) {
  const mine = mayWrite(ctx, row) && one.closedAt === null;
  return {
    plan: mine && (one.planState === 0 || one.planState === 3),
    decide: isAbove(ctx, row) && one.planState === 1,
    open: mine && one.planState === 2 && one.openedAt === null,
    // The organisation above grades whom the branch cannot: its only worker.
    grade: (mine || isAbove(ctx, row)) && one.openedAt !== null && one.closedAt === null,
    close: mine && one.openedAt !== null,
    publish: one.closedAt !== null && row.orgId === ctx.session.orgId && ctx.may('open:write'),
  };
}

const gradeName = (grade: Grade | null) => (grade === null ? '' : GRADES[grade]);

export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getAppraisal>,
): Promise<ReplyOf<typeof contract.getAppraisal>> {
  const { row, appraisal } = await appraisalOf(ctx, id);
  const people = await queries.peopleOf(ctx.db, id);
  return {
    id,
    year: appraisal.year,
    plan: appraisal.plan,
    planState: appraisal.planState,
    planStateName: PLAN_STATES[appraisal.planState],
    planOpinion: appraisal.planOpinion,
    decidedBy: appraisal.decidedBy,
    opened: appraisal.openedAt !== null,
    closed: appraisal.closedAt !== null,
    closedBy: appraisal.closedBy,
    participants: people.length,
    mostExcellent: maxExcellent(people.length),
    people: people.map((one) => ({
      memberId: one.memberId,
      name: one.name,
      graded: one.graded,
      selfText: one.selfText,
      selfAt: one.selfAt?.toISOString() ?? null,
      mutual: one.mutual,
      remarks: one.remarks,
      poll: one.poll,
      grade: one.grade,
      gradeName: gradeName(one.grade),
      reason: one.reason,
      toldAt: one.toldAt?.toISOString() ?? null,
      receiptAt: one.receiptAt?.toISOString() ?? null,
    })),
    can: canOf(ctx, row, appraisal),
  };
}

/** The plan goes to the superior; again after it was returned. */
export async function sendPlan(ctx: Ctx, { id, plan }: ParsedOf<typeof contract.sendPlan>): Promise<null> {
  const { row, appraisal } = await appraisalOf(ctx, id, true);
  if (!canOf(ctx, row, appraisal).plan) throw refuse('评议方案已经上报，或不由本组织上报');
  await queries.writePlan(ctx.db, id, appraisal.year, plan, ctx.session.accountName);
  await closeTodos(ctx.db, [fixPlanSubject(id)]);
  const above = await duty.parentOf(ctx.db, row.orgCode);
  if (above) {
    await openTodo(ctx, {
      roleId: WORKER,
      orgId: above.id,
      orgCode: above.code,
      accountId: null,
      module: MODULE,
      title: `审核${row.orgName}的民主评议方案`,
      detail: row.title,
      act: '审核',
      jumpUrl: meetingPath({ ...row, type: 8 }),
      dueOn: null,
      subject: planTodo(id),
    });
  }
  auditMeeting(ctx, row);
  return null;
}

/** The superior agrees, or returns it with the reason. */
export async function decide(ctx: Ctx, { id, agree, opinion }: ParsedOf<typeof contract.decidePlan>): Promise<null> {
  const { row, appraisal } = await appraisalOf(ctx, id, true);
  if (!canOf(ctx, row, appraisal).decide) throw refuse('只有上级可以审核已上报的方案');
  if (!agree && opinion === '') throw badInput({ opinion: '退回须写明原因' });
  await queries.decidePlan(ctx.db, id, agree, opinion, ctx.session.accountName);
  await closeTodos(ctx.db, [planTodo(id)]);
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: agree ? `民主评议方案已同意，开始评议` : `补正民主评议方案`,
    detail: opinion || row.title,
    act: '办理',
    jumpUrl: editPath(row),
    dueOn: null,
    subject: fixPlanSubject(id),
  });
  auditMeeting(ctx, row, opinion);
  return null;
}

/** Opens it: whoever is on the roll of the meeting's day takes part, full members are graded; all are told to write of themselves. */
export async function open(ctx: Ctx, { id }: ParsedOf<typeof contract.openAppraisal>): Promise<null> {
  const { row, appraisal } = await appraisalOf(ctx, id, true);
  if (!canOf(ctx, row, appraisal).open) throw refuse('上级同意方案后才能开始评议');
  const roll = await listVotersOn(ctx.db, ctx.scope, row.orgId, row.heldOn);
  const people = roll
    .filter(({ status }) => status === 1)
    .map((one) => ({ memberId: one.id, name: one.name, graded: one.category === 1 }));
  if (people.length === 0) throw refuse('本支部没有可以参加评议的党员');
  await queries.open(ctx.db, id, people);
  ctx.binds(people.map(({ name }) => name));
  await closeTodos(ctx.db, [fixPlanSubject(id)]);
  await notifyPeople(ctx, row, `民主评议开始：${row.title}`, '请在“我的组织生活”中写自我评价，并互评。');
  auditMeeting(ctx, row);
  return null;
}

async function notifyPeople(ctx: Ctx, row: MeetingRecord, title: string, remark: string): Promise<void> {
  const people = await queries.peopleOf(ctx.db, row.id);
  const accountIds = people.flatMap(({ accountId }) => accountId ?? []);
  if (accountIds.length === 0) return;
  await sendNotice(ctx.db, {
    type: NOTICE,
    title,
    remark,
    orgId: row.orgId,
    createdBy: ctx.session.accountName,
    accountIds,
  });
}

const appraised = (people: readonly queries.AppraisalPersonRecord[]): Appraised[] =>
  people.map(({ memberId, name, graded, poll, grade, reason }) => ({ memberId, name, graded, poll, grade, reason }));

/** Sums and grades, as often as one likes; whoever takes no part reads as not there. */
export async function grade(ctx: Ctx, { id, people }: ParsedOf<typeof contract.saveGrades>): Promise<null> {
  const { row, appraisal } = await appraisalOf(ctx, id, true);
  if (!canOf(ctx, row, appraisal).grade) throw refuse('评议开始后、完成前由本支部填写结果，工作人员本人的由上级填写');
  const known = new Map((await queries.peopleOf(ctx.db, id)).map((one) => [one.memberId, one]));
  const faults: Record<string, string> = {};
  for (const one of people) {
    const there = known.get(one.memberId);
    if (!there) throw notFound('这名党员没有参加评议');
    const fault = personFault({ ...there, ...one, grade: one.grade as Grade | null }, known.size);
    if (fault) faults[one.memberId] = fault;
  }
  if (Object.keys(faults).length > 0) throw badInput(faults);
  for (const one of people) await queries.writeGrade(ctx.db, id, one);
  auditMeeting(ctx, row);
  return null;
}

/**
 * Finishes: the rules hold, everybody is told, the result stands in each person's record, and 不合格 opens 限期改正 of at most
 * a year (党员教育管理工作条例, article 30), unless one runs.
 */
export async function close(ctx: Ctx, { id }: ParsedOf<typeof contract.closeAppraisal>): Promise<null> {
  const { row, appraisal } = await appraisalOf(ctx, id, true);
  if (!canOf(ctx, row, appraisal).close) throw refuse('评议还没有开始，或已经完成');
  const people = await queries.peopleOf(ctx.db, id);
  const faults = closeFaults(appraised(people));
  if (Object.keys(faults).length > 0) throw badInput(faults);
  await queries.close(ctx.db, id, ctx.session.accountName);
  const today = await todayOf(ctx.db);
  for (const one of people.filter(({ graded }) => graded)) {
    ctx.audit({
      type: 'member',
      id: one.memberId,
      name: one.name,
      orgCode: row.orgCode,
      reason: `${appraisal.year}年度民主评议：${gradeName(one.grade)}`,
    });
    if (one.grade !== 4) continue;
    const until = await openRectification(ctx.db, {
      memberId: one.memberId,
      orgName: row.orgName,
      today,
      reason: `${appraisal.year}年度民主评议不合格。${one.reason}`,
      by: ctx.session.accountName,
      byId: ctx.session.accountId,
    });
    // One runs already.
    if (until === null) continue;
    await openTodo(ctx, {
      roleId: WORKER,
      orgId: row.orgId,
      orgCode: row.orgCode,
      accountId: null,
      module: MODULE,
      title: `限期改正：${one.name}`,
      detail: `${appraisal.year}年度民主评议不合格，期满仍不转变的劝其退党或除名`,
      act: '查看',
      jumpUrl: editPath(row),
      dueOn: until,
      subject: `lifeMendPerson:${id}:${one.memberId}`,
    });
  }
  await notifyPeople(ctx, row, `民主评议结果：${row.title}`, '请在“我的组织生活”中查看结果并确认。');
  auditMeeting(ctx, row);
  return null;
}

const NOBODY = '您的账号没有对应的党员信息';

export async function own(ctx: Ctx): Promise<ReplyOf<typeof contract.ownAppraisals>> {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  const rows = await queries.ownAppraisals(ctx.db, memberId, null);
  return rows.map((one) => ({
    id: one.id,
    year: one.year,
    title: one.title,
    orgName: one.orgName,
    graded: one.graded,
    selfText: one.selfText,
    selfAt: one.selfAt?.toISOString() ?? null,
    gradeName: gradeName(one.grade),
    reason: one.reason,
    toldAt: one.toldAt?.toISOString() ?? null,
    receiptAt: one.receiptAt?.toISOString() ?? null,
    mates: one.mates,
    matesDone: one.matesDone,
    can: { write: !one.closed, receive: one.closed && one.receiptAt === null },
  }));
}

async function ownOne(ctx: Ctx, id: string) {
  const { memberId } = ctx.session;
  const [one] = memberId === null ? [] : await queries.ownAppraisals(ctx.db, memberId, id);
  if (!one || memberId === null) throw notFound('您没有参加这次民主评议');
  ctx.audit({ type: 'lifeMeeting', id, name: one.title });
  return { one, memberId };
}

/** 自评, until the end. */
export async function writeSelf(ctx: Ctx, input: ParsedOf<typeof contract.writeSelf>): Promise<null> {
  const { one, memberId } = await ownOne(ctx, input.id);
  if (one.closed) throw refuse('评议已经完成，不能再改自我评价');
  await queries.writeSelf(ctx.db, input.id, memberId, input.text);
  return null;
}

/** The receipt for the result. */
export async function receive(ctx: Ctx, { id }: ParsedOf<typeof contract.receiveAppraisal>): Promise<null> {
  const { one, memberId } = await ownOne(ctx, id);
  if (!one.closed) throw refuse('评议还没有完成');
  await queries.receive(ctx.db, id, memberId);
  return null;
}

/** Whom the session's own person appraises. */
export async function listMates(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.listMates>,
): Promise<ReplyOf<typeof contract.listMates>> {
  const { memberId } = ctx.session;
  const [one] = memberId === null ? [] : await queries.ownAppraisals(ctx.db, memberId, id);
  if (!one || memberId === null) throw notFound('您没有参加这次民主评议');
  const [groupName, people] = await Promise.all([
    queries.groupNameOf(ctx.db, id, memberId),
    queries.matesOf(ctx.db, id, memberId),
  ]);
  return { groupName, people };
}

/** 互评, until the end. The log says that it was written, never of whom and what. */
export async function writeMutual(ctx: Ctx, { id, people }: ParsedOf<typeof contract.writeMutual>): Promise<null> {
  const { one, memberId } = await ownOne(ctx, id);
  const known = new Set((await queries.matesOf(ctx.db, id, memberId)).map((mate) => mate.memberId));
  if (people.some((mate) => !known.has(mate.memberId))) throw notFound('这名党员不在您互评的范围内');
  if (one.closed) throw refuse('评议已经完成，不能再改互评');
  for (const mate of people) await queries.writeMutual(ctx.db, id, memberId, mate);
  return null;
}
