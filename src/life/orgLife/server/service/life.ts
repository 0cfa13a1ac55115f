import type * as contract from '#life/orgLife/contract.life.ts';
import {
  hasMatter,
  missingTalks,
  PROBLEM_STATES,
  problemState,
  reportDue,
  STATEMENT_KINDS,
} from '#life/orgLife/rules.life.ts';
import { meetingPath } from '#life/orgLife/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenPlace } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import * as duty from '../queries/duty.ts';
import * as queries from '../queries/life.ts';
import { type MeetingRecord, namesOf } from '../queries/meeting.ts';
import { termsOf } from '../queries/terms.ts';
import { auditMeeting, loadMeeting, mayWrite } from './meeting.ts';

const MODULE = '组织生活';
const WORKER = 3;
const PEOPLE_MISSING = '所选的人员不存在';
const problemTodo = (id: string) => `lifeProblem:${id}`;
const reportTodo = (id: string) => `lifeReport:${id}`;

/** The page where a meeting's matter is written. */
const editPath = ({ id, type, orgId }: MeetingRecord) =>
  `/affairs/event/${type === 7 ? 'editDemocraticLifeMeeting' : 'editOrgLifeMeeting'}/${id}/${orgId}`;

function canOf(ctx: Ctx, row: MeetingRecord, reported: boolean) {
  const mine = mayWrite(ctx, row);
  return {
    edit: mine && row.state !== 3 && row.state !== 5,
    follow: mine && row.state >= 2,
    report: mine && row.type === 7 && row.state >= 2 && !reported,
  };
}

/** A meeting with a matter; others read as not there. */
async function matterOf(ctx: Ctx, id: string, lock = false): Promise<MeetingRecord> {
  const row = await loadMeeting(ctx, id, lock);
  if (!hasMatter(row.type)) throw refuse('只有组织生活会和民主生活会有会前准备、批评意见和问题整改');
  return row;
}

const statementOf = (one: queries.StatementRecord) => ({
  id: one.id,
  kind: one.kind,
  kindName: STATEMENT_KINDS[one.kind],
  fromName: one.fromName,
  aboutName: one.aboutName,
  said: one.said,
});

/** What was said by name, to those present, to `event:sensitive`, and to whoever wrote it down; of the rest only how many. */
async function readable(ctx: Ctx, meetingId: string) {
  const all = await queries.statementsOf(ctx.db, meetingId);
  const { memberId, accountId } = ctx.session;
  const may =
    ctx.may('event:sensitive') || (memberId !== null && (await queries.wasPresent(ctx.db, meetingId, memberId)));
  const shown = all.filter((one) => may || one.createdAccount === accountId);
  return { statements: shown.map(statementOf), hidden: all.length - shown.length };
}

export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getMatter>,
): Promise<ReplyOf<typeof contract.getMatter>> {
  const row = await matterOf(ctx, id);
  const [matter, statements, problems, today, terms] = await Promise.all([
    queries.findMatter(ctx.db, id),
    readable(ctx, id),
    queries.problemsOf(ctx.db, id),
    todayOf(ctx.db),
    termsOf(ctx.db),
  ]);
  return {
    id,
    type: row.type,
    title: row.title,
    orgId: row.orgId,
    orgName: row.orgName,
    heldOn: row.heldOn,
    href: meetingPath(row),
    study: matter.study,
    opinions: matter.opinions,
    plan: matter.plan,
    ...statements,
    problems: problems.map((one) => {
      const state = problemState(one, today);
      return { ...one, state, stateName: PROBLEM_STATES[state] };
    }),
    report: matter.report,
    reportedAt: matter.reportedAt?.toISOString() ?? null,
    reportedBy: matter.reportedBy,
    planDue: row.type === 7 ? reportDue(row.heldOn, -terms.planDays) : null,
    reportDue: row.type === 7 ? reportDue(row.heldOn, terms.reportDays) : null,
    can: canOf(ctx, row, matter.reportedAt !== null),
  };
}

async function editable(ctx: Ctx, id: string): Promise<MeetingRecord> {
  const row = await matterOf(ctx, id, true);
  if (!canOf(ctx, row, false).edit) throw refuse('会议记录提交后不能再改，由召开会议的组织在提交前填写');
  return row;
}

/** 学习、征求意见 and, of a leadership, the plan. */
export async function prepare(
  ctx: Ctx,
  { id, study, opinions, plan }: ParsedOf<typeof contract.prepareMatter>,
): Promise<null> {
  const row = await editable(ctx, id);
  await queries.writeMatter(
    ctx.db,
    id,
    [
      ['study', study],
      ['opinions', opinions],
      ['plan', row.type === 7 ? plan : ''],
    ],
    ctx.session.accountName,
  );
  auditMeeting(ctx, row);
  return null;
}

/** Names of people of the scope by id; foreign ones read as not there. */
async function peopleOf(ctx: Ctx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((one) => one !== null))];
  const names = await namesOf(ctx.db, ctx.scope, wanted);
  if (names.size < wanted.length) throw notFound(PEOPLE_MISSING);
  return names;
}

export async function addStatement(ctx: Ctx, input: ParsedOf<typeof contract.addStatement>): Promise<null> {
  const { id, fromId, aboutId, said } = input;
  const names = await peopleOf(ctx, [fromId, aboutId]);
  const row = await editable(ctx, id);
  if (input.kind === 3 && aboutId === null) throw badInput({ aboutId: '请选择被批评的同志' });
  if (input.kind === 3 && aboutId === fromId) throw badInput({ aboutId: '相互批评应是另一名同志，本人的选“自我批评”' });
  const about = input.kind === 3 ? aboutId : null;
  await queries.insertStatement(ctx.db, {
    meetingId: id,
    kind: input.kind,
    fromId,
    fromName: names.get(fromId) ?? '',
    aboutId: about,
    aboutName: about === null ? '' : (names.get(about) ?? ''),
    said,
    accountId: ctx.session.accountId,
    by: ctx.session.accountName,
  });
  auditMeeting(ctx, row);
  return null;
}

/** Whoever wrote a statement down takes it back. */
export async function removeStatement(ctx: Ctx, input: ParsedOf<typeof contract.removeStatement>): Promise<null> {
  const row = await editable(ctx, input.id);
  if (!(await queries.deleteStatement(ctx.db, input.id, input.statementId, ctx.session.accountId))) {
    throw notFound('这条发言不存在，或不是您登记的');
  }
  auditMeeting(ctx, row);
  return null;
}

/** A problem with whom it is assigned to and by when; a to-do stands until it is struck off. */
export async function addProblem(ctx: Ctx, input: ParsedOf<typeof contract.addProblem>): Promise<null> {
  const names = await peopleOf(ctx, [input.personId]);
  const row = await matterOf(ctx, input.id, true);
  if (!canOf(ctx, row, false).follow) throw refuse('会议召开后由召开会议的组织登记整改问题');
  if (input.dueOn < row.heldOn) throw badInput({ dueOn: '整改期限不能早于会议日期' });
  const personName = input.personId === null ? '' : (names.get(input.personId) ?? '');
  const problemId = await queries.insertProblem(ctx.db, {
    meetingId: input.id,
    problem: input.problem,
    measure: input.measure,
    personId: input.personId,
    personName,
    dueOn: input.dueOn,
    by: ctx.session.accountName,
  });
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `整改：${input.problem.slice(0, 40)}`,
    detail: `${row.title}${personName ? `，${personName}负责` : ''}`,
    act: '销号',
    jumpUrl: editPath(row),
    dueOn: input.dueOn,
    subject: problemTodo(problemId),
  });
  auditMeeting(ctx, row);
  return null;
}

/** 销号 with evidence. */
export async function settle(ctx: Ctx, input: ParsedOf<typeof contract.settleProblem>): Promise<null> {
  const row = await matterOf(ctx, input.id, true);
  if (!canOf(ctx, row, false).follow) throw refuse('由召开会议的组织为整改问题销号');
  if (input.doneOn < row.heldOn) throw badInput({ doneOn: '完成日期不能早于会议日期' });
  if (input.doneOn > (await todayOf(ctx.db))) throw badInput({ doneOn: '完成日期不能晚于今天' });
  const one = { id: input.problemId, doneOn: input.doneOn, evidence: input.evidence, by: ctx.session.accountName };
  if (!(await queries.settleProblem(ctx.db, input.id, one))) throw notFound('整改问题不存在，或已经销号');
  await closeTodos(ctx.db, [problemTodo(input.problemId)]);
  auditMeeting(ctx, row);
  return null;
}

/** The report of a 民主生活会 is owed from the day on which it was held. */
export async function openReport(ctx: Ctx, row: MeetingRecord): Promise<void> {
  if (row.type !== 7) return;
  const { reportDays } = await termsOf(ctx.db);
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `上报${row.title}的情况报告`,
    detail: `民主生活会后${reportDays}日内向上级报告`,
    act: '上报',
    jumpUrl: editPath(row),
    dueOn: reportDue(row.heldOn, reportDays),
    subject: reportTodo(row.id),
  });
}

/** The report to the superior; once. */
export async function report(ctx: Ctx, input: ParsedOf<typeof contract.reportMatter>): Promise<null> {
  const row = await matterOf(ctx, input.id, true);
  const { reportedAt } = await queries.findMatter(ctx.db, input.id);
  if (!canOf(ctx, row, reportedAt !== null).report)
    throw refuse(reportedAt ? '情况报告已经上报' : '民主生活会召开后由召开的组织上报');
  await queries.writeMatter(
    ctx.db,
    input.id,
    [
      ['report', input.report],
      ['reported_at', new Date()],
      ['reported_by', ctx.session.accountName],
    ],
    ctx.session.accountName,
  );
  await closeTodos(ctx.db, [reportTodo(input.id)]);
  auditMeeting(ctx, row);
  return null;
}

/** What was said at a meeting where the session's own person was; it reads as not there for everybody else. */
export async function own(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.ownMatter>,
): Promise<ReplyOf<typeof contract.ownMatter>> {
  const { memberId } = ctx.session;
  if (memberId === null || !(await queries.wasPresent(ctx.db, id, memberId))) throw notFound('会议不存在');
  const all = await queries.statementsOf(ctx.db, id);
  return { statements: all.map(statementOf) };
}

/** The talks of a branch in a year, and whom they lack. */
export async function talks(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTalks>,
): Promise<ReplyOf<typeof contract.listTalks>> {
  const { scope, orgId } = chosenPlace(ctx, input.orgId);
  const org = await duty.findPlace(ctx.db, scope, orgId);
  if (!org) throw notFound('组织不存在');
  const now = Number((await todayOf(ctx.db)).slice(0, 4));
  const year = input.year ?? now;
  const isBranch = BRANCH_TYPES.includes(org.type);
  const people = isBranch ? await queries.talkPeople(ctx.db, scope, orgId, year) : [];
  const bound = people.filter(({ owes }) => owes).map((one) => ({ ...one, leads: one.leads && one.hadTeam }));
  const held = await queries.talksOf(ctx.db, scope, orgId, year);
  const mine = ctx.may('event:write') && orgId === ctx.session.orgId;
  return {
    orgId,
    orgName: org.name,
    year,
    years: [now, now - 1, now - 2],
    isBranch,
    people: people.map(({ id, name, leads }) => ({ id, name, leads })),
    talks: held.map((one) => ({ ...one, can: { remove: mine } })),
    ...missingTalks(bound, held),
    later: people.length - bound.length,
    can: { add: mine && isBranch },
  };
}

export async function addTalk(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addTalk>,
): Promise<ReplyOf<typeof contract.addTalk>> {
  const org = await duty.findPlace(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  await peopleOf(ctx, [input.fromId, input.toId]);
  if (org.id !== ctx.session.orgId) throw refuse(`由${org.name}的党务工作者登记谈心谈话`);
  const people = new Set(
    (await queries.talkPeople(ctx.db, ctx.scope, org.id, Number(input.heldOn.slice(0, 4)))).map(({ id }) => id),
  );
  if (!people.has(input.fromId)) throw badInput({ fromId: '请选择本支部的党员' });
  if (!people.has(input.toId)) throw badInput({ toId: '请选择本支部的党员' });
  if (input.fromId === input.toId) throw badInput({ toId: '谈心谈话应是两个人' });
  if (input.heldOn > (await todayOf(ctx.db))) throw badInput({ heldOn: '谈话日期不能晚于今天' });
  const id = await queries.insertTalk(ctx.db, {
    orgId: org.id,
    orgCode: org.code,
    fromId: input.fromId,
    toId: input.toId,
    heldOn: input.heldOn,
    matter: input.matter,
    by: ctx.session.accountName,
  });
  ctx.audit({ type: 'lifeTalk', id, name: '谈心谈话', orgCode: org.code });
  return { id };
}

export async function removeTalk(ctx: Ctx, { id }: ParsedOf<typeof contract.removeTalk>): Promise<null> {
  const talk = await queries.lockTalk(ctx.db, ctx.scope, id);
  if (!talk) throw notFound('谈心谈话不存在');
  if (talk.orgId !== ctx.session.orgId) throw refuse('由登记的党支部删去');
  await queries.deleteTalk(ctx.db, id, ctx.session.accountName);
  ctx.audit({ type: 'lifeTalk', id, name: '谈心谈话', orgCode: talk.orgCode });
  return null;
}
