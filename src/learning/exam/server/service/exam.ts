import type * as contract from '#learning/exam/contract.exam.ts';
import type { ExamRow } from '#learning/exam/contract.exam.ts';
import type { AnyAudience } from '#learning/exam/rules.ts';
import { audienceFields, audienceNames, refuseForeignAudience } from '#people/groups/server/index.ts';
import { audienceOf } from '#people/member/server/service/query.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { findPlace } from '#publishing/news/server/index.ts';
import { moveToBin } from '../queries/bank.ts';
import * as queries from '../queries/exam.ts';
import { outagesOf } from '../queries/outage.ts';
import { findPaper } from '../queries/paper.ts';
import { logChange, requireCurrent } from './common.ts';
import { NO_PAPER } from './paper.ts';

export const NO_EXAM = '没有找到这场考试，或不在管理范围内';

/** Nobody is left who could still sit: it is over by the clock, or whoever it is for has handed in. */
export const isThrough = (row: queries.ExamRecord): boolean =>
  row.phase === 2 || (row.people > 0 && row.sat === row.people && row.running === 0);

/** What the session may do with an exam now. */
export function canOf(ctx: Ctx, row: queries.ExamRecord): ExamRow['can'] {
  const inside = ctx.scope.memberId === null;
  const writes = inside && ctx.may('exam:write');
  return {
    edit: writes && row.state !== 1,
    remove: writes && row.state !== 1 && row.sat === 0,
    publish: writes && row.state !== 1,
    withdraw: writes && row.state === 1 && row.sat === 0,
    results: writes && row.state === 1 && isThrough(row) && row.waiting === 0 && row.resultsAt === null,
    mark: inside && ctx.may('exam:mark') && row.state === 1,
  };
}

function rowOf(ctx: Ctx, row: queries.ExamRecord): ExamRow {
  return {
    id: row.id,
    orgId: row.orgId,
    orgName: row.orgName,
    title: row.title,
    paperId: row.paperId,
    paperName: row.paperName,
    total: row.total,
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    minutes: row.minutes,
    state: row.state,
    phase: row.phase,
    resultsAt: row.resultsAt?.toISOString() ?? null,
    people: row.people,
    sat: row.sat,
    waiting: row.waiting,
    version: row.version,
    can: canOf(ctx, row),
  };
}

/** An exam of the scope. */
export async function loadExam(ctx: Ctx, id: string, lock = false): Promise<queries.ExamRecord> {
  const row = await queries.findExam(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_EXAM);
  return row;
}

export async function exams(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listExams>,
): Promise<ReplyOf<typeof contract.listExams>> {
  // Those of a college stand in its own room.
  const { rows, total } = await pageOf(ctx, { ...input, further: queries.NO_COLLEGE });
  return { rows: rows.map(({ row }) => row), total };
}

/** A page of exams as the desk shows them, each with what the database has of it. */
export async function pageOf(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listExams> & { further: queries.ExamFilter['further'] },
) {
  const { further } = input;
  const filter = { state: input.state ?? null, phase: input.phase ?? null, words: input.keyWords || null, further };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfExams(ctx.db, ctx.scope, filter, input.pageSize, offset);
  return { rows: found.rows.map((record) => ({ record, row: rowOf(ctx, record) })), total: found.total };
}

export async function exam(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getExam>> {
  const row = await loadExam(ctx, id);
  const [named, outages] = await Promise.all([audienceNames(ctx, row), outagesOf(ctx.db, id)]);
  return {
    ...rowOf(ctx, row),
    remark: row.remark,
    lateMinutes: row.lateMinutes,
    earlyMinutes: row.earlyMinutes,
    attempts: row.attempts,
    counts: row.counts,
    passPercent: row.passPercent,
    mixQuestions: row.mixQuestions,
    mixOptions: row.mixOptions,
    shows: row.shows,
    leaveLimit: row.leaveLimit,
    leaveHandsIn: row.leaveHandsIn,
    doubleGap: row.doubleGap === null ? null : row.doubleGap / 2,
    hours: row.halfHours / 2,
    certificate: row.certificate,
    onPaper: row.onPaper,
    audience: row.audience,
    ...named,
    queryId: row.audienceQuery,
    makeUpOf: row.makeUpOf,
    makeUpTitle: row.makeUpTitle,
    onlyMembers: row.onlyMembers,
    withdrawnFor: row.withdrawnFor,
    outages: outages.map(({ from, until, people }) => ({
      from: from.toISOString(),
      until: until.toISOString(),
      people,
    })),
    publishedBy: row.publishedBy,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

/** An exam as it is written: by its own form, or by that of a college with a term and an audience of its roster. */
export type Form = Omit<ParsedOf<typeof contract.createExam>, 'orgId' | 'audience'> & {
  audience: AnyAudience;
  term?: string;
  college?: object;
};
const at = (moment: string) => new Date(`${moment.replace(' ', 'T')}:00+08:00`);

/** Ids of a form that are foreign, gone or of nobody read as not there, whatever else is wrong. */
async function refuseForeign(ctx: Ctx, form: Form): Promise<void> {
  if (!(await findPaper(ctx.db, ctx.scope, form.paperId))) throw notFound(NO_PAPER);
  await refuseForeignAudience(ctx, form);
  if (form.queryId !== null) await audienceOf(ctx.services, ctx.scope, ctx.session.orgId, form.queryId);
  if (form.makeUpOf !== null) await loadExam(ctx, form.makeUpOf);
}

/** What a form says as it is stored. */
function fieldsOf(form: Form): queries.ExamFields {
  const opensAt = at(form.opensAt);
  const closesAt = at(form.closesAt);
  if (closesAt <= opensAt) throw badInput({ closesAt: '结束时间应晚于开始时间' });
  if ((closesAt.getTime() - opensAt.getTime()) / 60_000 < form.minutes)
    throw badInput({ minutes: '考试时长超过了开始到结束的时间' });
  if (form.earlyMinutes > form.minutes) throw badInput({ earlyMinutes: '最早交卷不能晚于考试时长' });
  const audience = form.audience;
  const chosen = audienceFields(form);
  if (audience === 'query' && form.queryId === null) throw badInput({ queryId: '请选择条件' });
  if (audience === 'makeUp' && form.makeUpOf === null) throw badInput({ makeUpOf: '请选择补考哪一场' });
  return {
    ...form,
    opensAt,
    closesAt,
    ...chosen,
    queryId: audience === 'query' ? form.queryId : null,
    makeUpOf: audience === 'makeUp' ? form.makeUpOf : null,
  };
}

const shown = (of: {
  title: string;
  opensAt: Date;
  closesAt: Date;
  minutes: number;
  passPercent: number;
  audience: AnyAudience;
}) => ({
  title: of.title,
  opensAt: of.opensAt.toISOString(),
  closesAt: of.closesAt.toISOString(),
  minutes: of.minutes,
  passPercent: of.passPercent,
  audience: of.audience,
});

export async function create(
  ctx: Ctx,
  { orgId, ...form }: Form & { orgId: string },
): Promise<ReplyOf<typeof contract.createExam>> {
  const org = await findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  await refuseForeign(ctx, form);
  const fields = fieldsOf(form);
  const id = await queries.insertExam(ctx.db, org, fields, ctx.session.accountName);
  logChange(
    ctx,
    'exam',
    { id, name: fields.title, orgCode: org.code },
    diff<Record<string, unknown>>({}, shown(fields)),
  );
  return { id };
}

export async function update(
  ctx: Ctx,
  { id, version, ...form }: Form & { id: string; version: number },
): Promise<ReplyOf<typeof contract.updateExam>> {
  await loadExam(ctx, id);
  await refuseForeign(ctx, form);
  const row = requireCurrent(await queries.findExam(ctx.db, ctx.scope, id, true), NO_EXAM, version);
  if (!canOf(ctx, row).edit) throw refuse('已发布的考试不能修改，可以撤回后再改');
  if ((row.audience === 'college') !== (form.audience === 'college'))
    throw refuse('学院的考试在“学院”的考试中心里修改');
  const fields = fieldsOf(form);
  const next = await queries.writeExam(ctx.db, id, fields, ctx.session.accountName);
  logChange(ctx, 'exam', row, diff<Record<string, unknown>>(shown(row), shown(fields)));
  return { version: next };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeExam>): Promise<null> {
  const row = await loadExam(ctx, input.id, true);
  if (!canOf(ctx, row).remove) throw refuse('已发布的考试不能删除，没有人开考时可以撤回');
  await moveToBin(ctx.db, 'exam', row.id, ctx.session.accountName, input.deleteReason);
  logChange(ctx, 'exam', row, {}, input.deleteReason);
  return null;
}

/** Who an exam is for now, as a condition on `member`. */
export async function conditionOf(ctx: Pick<Ctx, 'services'>, row: queries.ExamRecord) {
  const query =
    row.audience === 'query' && row.audienceQuery !== null
      ? await audienceOf(ctx.services, workerScope(row.orgCode), row.orgId, row.audienceQuery)
      : queries.NOBODY;
  return queries.audience(row, query);
}
