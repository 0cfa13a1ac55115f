import { ROLE } from '#kernel/session/contract.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import type { Person } from '#people/member/rules.ts';
import { lockMember, type MemberRecord } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import { mergeForm, type PersonChange } from '#people/member/server/service/record.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.correction.ts';
import {
  type AskedField,
  type CorrectionField,
  isStepField,
  type StepField,
} from '#procedures/recruitment/contract.correction.ts';
import { dayFault, decidedCategory, decidedFault, newlyBlocked } from '#procedures/recruitment/rules/correction.ts';
import { blockedText } from '#procedures/recruitment/rules/findings.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/correction.ts';
import { findFile } from '../queries/file.ts';
import { CORRECTIONS, correctionSubject, endingSubject, MODULE } from '../todos.ts';
import { correctCategory, correctDecision, correctRecordDay, correctStep, personChange } from './corrected.ts';
import { announceCorrectionProcess, startCorrection } from './correctionProcess.ts';
import { fieldName, mayDecide, valueInWords } from './correctionRead.ts';
import { NOTICE } from './effects.ts';
import { decideEnding } from './ending.ts';
import { approverFor } from './send.ts';
import { isConsented, isWorker } from './steps.ts';
import { lockFile, stepOf, type WholeFile, withStep } from './wholeFile.ts';

const GONE = '该更正申请不存在';
/** The kind of a correction's papers among the stored files. */
const PAPERS = 'recruitment.correction';

/** Says who reads the papers of a correction: workers of the scope. */
export function announceCorrections(): void {
  announceCorrectionProcess((ctx, row, outcome) =>
    outcome === 'withdrawn'
      ? takeBack(ctx, row)
      : close(ctx, row, { agree: outcome === 'approved', opinion: outcome === 'approved' ? '' : '审批流程不同意' }),
  );
  canReadFile(PAPERS, async (ctx, file) => {
    if (!isWorker(ctx) || file.rowId === null) return false;
    return (await queries.findCorrection(ctx.db, ctx.scope, file.rowId)) !== undefined;
  });
}

type Facts = MemberRecord & { today: string };

/** A fact of a person as corrections keep it: a day, a category's number, or empty. */
const recorded = (person: Person, field: Exclude<CorrectionField, StepField>): string => String(person[field] ?? '');

/** Why the person's record cannot be so; empty where it can. */
function impossible(person: Person, change: PersonChange, today: string): string {
  const after = mergeForm(person, change);
  const found = personProblems(after, today).find(
    (one) => one.impossible && one.with.some((name) => person[name] !== after[name]),
  );
  if (!found) return '';
  return found.missing ? `${found.text}：请先更正为预备党员，再更正入党日期` : found.text;
}

/** The step whose day is this fact of the person, where the file holds it. */
const STEP_OF: Partial<Record<CorrectionField, number>> = { appliedOn: 1, admissionDate: 15 };

/** The step that a correction changes; undefined: it is of the person's record alone. */
function stepBehind(field: CorrectionField, given: number | null, held: WholeFile | null): number | undefined {
  if (isStepField(field)) return given ?? undefined;
  const no = STEP_OF[field];
  return no !== undefined && held?.path.steps[no]?.state === 'done' && held.path.steps[no]?.day ? no : undefined;
}

async function meetingFault(ctx: Ctx, held: WholeFile, no: number): Promise<string> {
  const { vote } = stepDefinition(no);
  const meeting = vote && no > held.file.paperUntil ? held.votes.find(({ stage }) => stage === vote) : undefined;
  const people = meeting ? await queries.peopleOfMeeting(ctx.db, meeting.meetingId) : 0;
  return people > 1 ? `这次支部大会还表决了另外${people - 1}人，会议日期不能只为一人更正` : '';
}

/** Why the superior's decision may not bear that day; empty where it may. */
function decisionFault(held: WholeFile, no: number, after: string): string {
  const step = stepOf(held, no);
  if (step.decidedOn === null || !(step.state === 'done' || isConsented(step))) return `${stepName(no)}还没有审批`;
  const fault = decidedFault(held.path, no, after, step.generalOn);
  if (fault) return fault;
  if (no === 8 && held.publicity && after > held.publicity.startsOn)
    return `审批日期不能晚于公示开始的 ${held.publicity.startsOn}`;
  if (typeof step.facts.listedOn === 'string') return '';
  const stops = newlyBlocked(held.path, withStep(held.path, no, { decided: after }), no);
  return stops.length > 0 ? blockedText(stops) : '';
}

/** Why this step may not bear that day; empty where it may. */
async function stepFault(ctx: Ctx, held: WholeFile, no: number, after: string): Promise<string> {
  const step = stepOf(held, no);
  if (step.state !== 'done') return `${stepName(no)}还没有完成，直接办理即可`;
  const fault = dayFault(held.path, no, after) || (await meetingFault(ctx, held, no));
  if (fault) return fault;
  const stops = newlyBlocked(held.path, withStep(held.path, no, { day: after }), no);
  return stops.length > 0 ? blockedText(stops) : '';
}

/** Why a category may not be corrected to another; empty where it may. */
function categoryFault(held: WholeFile | null): string {
  if (!held) return '';
  const { file, path } = held;
  if (file.stepState === 'submitted') return '有一步正在上级审批，请先撤回';
  const states = Object.fromEntries(Object.entries(path.steps).map(([no, { state }]) => [no, state]));
  const no = decidedCategory(file.category, file.paperUntil, states);
  return no === null ? '' : `人员类别由上级审批${stepName(no)}而来，不属于登记有误`;
}

interface Asked {
  row: Facts;
  person: Person;
  held: WholeFile | null;
  before: string;
}

/** The person with the running file, both locked, and what stands now. */
async function standing(ctx: Ctx, memberId: string, field: CorrectionField, stepNo: number | null): Promise<Asked> {
  const fileId = await queries.runningFileOf(ctx.db, memberId);
  // The file before the person, as every act locks them.
  const held = fileId === undefined ? null : await lockFile(ctx, fileId);
  const row = await lockMember(ctx.db, ctx.scope, memberId);
  if (!row) throw notFound('该人员不存在或已被删除');
  const person = personOf(row, ctx.vault);
  if (!isStepField(field)) return { row, person, held, before: recorded(person, field) };
  if (!held) throw refuse('没有正在进行的发展档案，步骤日期不能更正');
  return { row, person, held, before: stepOf(held, stepNo ?? 1)[field] ?? '' };
}

/** Why the change cannot be; empty where it can. Asked when it is asked for, and again when it is agreed to. */
async function faultOf(
  ctx: Ctx,
  { row, person, held, before }: Asked,
  field: CorrectionField,
  stepNo: number | null,
  after: string,
) {
  if (after === before) return '与现在登记的相同，不需要更正';
  const no = stepBehind(field, stepNo, held);
  if (held && no !== undefined) {
    const fault = field === 'decidedOn' ? decisionFault(held, no, after) : await stepFault(ctx, held, no, after);
    if (fault) return fault;
  }
  if (field === 'decidedOn') return '';
  const own = field === 'handledOn' ? (no === 1 ? 'appliedOn' : undefined) : field;
  if (own === 'personCategory') {
    const fault = categoryFault(held);
    if (fault) return fault;
  }
  return own ? impossible(person, personChange(own, after), row.today) : '';
}

/** Asks the nearest approving organisation above for a correction. */
export async function ask(ctx: Ctx, input: ParsedOf<typeof contract.addCorrection>) {
  if (!isWorker(ctx)) throw forbidden();
  const { field, after } = input;
  const isCategory = field === 'personCategory';
  if (isCategory !== /^[1-5]$/.test(after)) {
    throw badInput({ after: isCategory ? '请选择人员类别' : '日期格式应为 2026-01-31' });
  }
  const stepNo = isStepField(field) ? (input.stepNo ?? null) : null;
  if (isStepField(field) && stepNo === null) throw badInput({ stepNo: '请选择步骤' });
  const current = await standing(ctx, input.memberId, field, stepNo);
  const fault = await faultOf(ctx, current, field, stepNo, after);
  if (fault) throw badInput({ after: fault });
  const { row, held, before } = current;
  const approver = await approverFor(ctx, { orgCode: row.org_code });
  const { accountId, accountName } = ctx.session;
  const id = await queries.insertCorrection(ctx.db, {
    memberId: row.id,
    fileId: held?.file.id ?? null,
    stepNo,
    field,
    before,
    after,
    reason: input.reason,
    approverOrgId: approver.id,
    askedBy: accountId,
    askedByName: accountName,
  });
  if (id === undefined) throw refuse('这一项已经申请更正，正在等待上级决定');
  const owner = { kind: PAPERS, rowId: id, orgCode: row.org_code };
  await queries.setCorrectionFiles(
    ctx.db,
    id,
    await attachFiles(ctx, 'files', input.files, owner, { format: 'common' }),
  );
  const subject = `更正${fieldName(field, stepNo)}：${row.name}`;
  if (await startCorrection(ctx, id, field, subject)) {
    notify(ctx, id, row, field, stepNo, [before, `申请改为${valueInWords(field, after)}`], input.reason);
    return { id };
  }
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: approver.id,
    orgCode: approver.code,
    accountId: null,
    module: MODULE,
    title: subject,
    detail: `${valueInWords(field, before)}改为${valueInWords(field, after)}，${accountName}申请`,
    act: '审批',
    jumpUrl: `${CORRECTIONS}?state=pending`,
    dueOn: null,
    subject: correctionSubject(id),
  });
  notify(ctx, id, row, field, stepNo, [before, `申请改为${valueInWords(field, after)}`], input.reason);
  return { id };
}

/** A line about a correction: what stood there, and what is said of it. */
function notify(
  ctx: Ctx,
  id: string,
  row: { name: string; org_code: string },
  field: AskedField,
  stepNo: number | null,
  [before, after]: readonly [string, string],
  reason: string,
): void {
  const changes = { correction: [`${fieldName(field, stepNo)} ${valueInWords(field, before)}`, after] } as Record<
    string,
    [string, string]
  >;
  ctx.audit({ type: 'developmentCorrection', id, name: row.name, orgCode: row.org_code, changes, reason });
}

/** Takes the own correction back until it is decided. */
export async function withdraw(ctx: Ctx, { id }: ParsedOf<typeof contract.withdrawCorrection>): Promise<null> {
  const row = await waiting(ctx, id);
  if (row.askedBy !== ctx.session.accountId) throw refuse(`由${row.askedByName}申请，只能由本人撤回`);
  if (row.process !== null) {
    await withdrawInstance(ctx, { id: row.process, reason: '撤回更正申请' });
    return null;
  }
  return takeBack(ctx, row);
}

const subjectOf = (row: queries.CorrectionRecord): string =>
  row.field === 'ending' && row.fileId !== null ? endingSubject(row.fileId) : correctionSubject(row.id);

async function takeBack(ctx: Ctx, row: queries.CorrectionRecord): Promise<null> {
  await queries.closeCorrection(ctx.db, row.id, 'withdrawn', '', '');
  await closeTodos(ctx.db, [subjectOf(row)]);
  await told(ctx, row, row.field === 'ending' ? '撤回终止培养申请' : '撤回更正申请');
  return null;
}

async function waiting(ctx: Ctx, id: string): Promise<queries.CorrectionRecord> {
  if (!isWorker(ctx)) throw forbidden();
  const correction = await queries.findCorrection(ctx.db, ctx.scope, id);
  // The file before what is asked about it, as every act locks them.
  if (correction?.fileId) await findFile(ctx.db, ctx.scope, correction.fileId, true);
  const row = await queries.findCorrection(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(GONE);
  if (row.state !== 'pending') throw conflict('该申请已被处理，请刷新查看');
  return row;
}

async function told(ctx: Ctx, row: queries.CorrectionRecord, after: string, reason = ''): Promise<void> {
  const person = await lockMember(ctx.db, ctx.scope, row.memberId);
  if (person) notify(ctx, row.id, person, row.field, row.stepNo, [row.before, after], reason);
}

/** Decides about a correction: agreed, it is written at once, with everything that rests on it. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideCorrection>): Promise<null> {
  const row = await waiting(ctx, input.id);
  if (!mayDecide(ctx, row)) {
    const noun = row.field === 'ending' ? '终止培养' : '更正';
    if (row.process !== null) throw refuse('正在按审批流程办理，请到“待我审批”中审批');
    if (row.askedBy === ctx.session.accountId) throw refuse(`不能审批自己申请的${noun}`);
    if (row.memberId === ctx.session.memberId) throw refuse(`不能审批本人的${noun}`);
    throw refuse(`由${row.approverName}审批`);
  }
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请写明不同意的理由' });
  return close(ctx, row, input);
}

/** Carries out what was decided about a correction. */
async function close(
  ctx: Ctx,
  row: queries.CorrectionRecord,
  input: { agree: boolean; opinion: string },
): Promise<null> {
  if (input.agree && row.field !== 'ending') await write(ctx, row, row.field);
  await queries.closeCorrection(
    ctx.db,
    row.id,
    input.agree ? 'agreed' : 'refused',
    ctx.session.accountName,
    input.opinion,
  );
  await closeTodos(ctx.db, [subjectOf(row)]);
  if (row.field === 'ending') await decideEnding(ctx, row, input);
  else
    await told(
      ctx,
      row,
      input.agree ? `更正为${valueInWords(row.field, row.after)}` : '未同意更正',
      input.opinion || row.reason,
    );
  const { orgId, accountName: createdBy } = ctx.session;
  const [yes, no] = row.field === 'ending' ? ['已同意', '未同意'] : ['已更正', '未同意更正'];
  const title = `${row.name}的${fieldName(row.field, row.stepNo)}${input.agree ? yes : no}`;
  const changed =
    row.field === 'ending'
      ? `${valueInWords(row.field, row.after)}，发展档案已结束。`
      : `${valueInWords(row.field, row.before)}改为${valueInWords(row.field, row.after)}。`;
  const remark = input.agree ? changed : input.opinion;
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy, accountIds: [row.askedBy] });
  return null;
}

async function write(ctx: Ctx, row: queries.CorrectionRecord, field: CorrectionField): Promise<void> {
  const { stepNo, after } = row;
  const current = await standing(ctx, row.memberId, field, stepNo);
  if (current.before !== row.before || (row.fileId !== null && current.held?.file.id !== row.fileId)) {
    throw conflict('申请以后原值已有变化，请退回由支部核对后重新申请');
  }
  const fault = await faultOf(ctx, current, field, stepNo, after);
  if (fault) throw refuse(fault);
  const why = `更正：${row.reason}`;
  const no = stepBehind(field, stepNo, current.held);
  if (field === 'decidedOn') {
    if (current.held && no !== undefined) await correctDecision(ctx, current.held, no, after, why);
    return;
  }
  if (current.held && no !== undefined) return correctStep(ctx, current.held, current.person, no, after, why);
  if (field === 'personCategory') return correctCategory(ctx, current.held, current.row.id, Number(after), why);
  if (field !== 'handledOn') await correctRecordDay(ctx, current.held, current.row.id, field, after, why);
}
