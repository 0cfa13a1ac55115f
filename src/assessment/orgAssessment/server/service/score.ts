import type * as contract from '#assessment/orgAssessment/contract.score.ts';
import type { ScoreDetail, ScoreRow } from '#assessment/orgAssessment/contract.score.ts';
import {
  MATERIAL_STATES,
  METHODS,
  PLAN_STATES,
  pointsText,
  REVIEW_STATES,
  recordedTypes,
} from '#assessment/orgAssessment/rules.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { countOtherUses } from '#kernel/files/server/index.ts';
import { periodBounds } from '#life/orgLife/rules.duty.ts';
import { meetingPath, typeName } from '#life/orgLife/rules.ts';
import { recordedMeetings } from '#life/orgLife/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { countKept } from '#platform/server/sums/keptChecks.ts';
import { contextAt, findRulesOfCheck, withParts } from '#platform/server/sums/ruleChecks.ts';
import { ASSESS_KINDS } from '#platform/time/periods.ts';
import { itemsOf } from '../queries/plan.ts';
import * as queries from '../queries/score.ts';
import { itemOf, loadPlan } from './plan.ts';
import { resultsOf } from './results.ts';
import { countChecks, notifyOrgs } from './steps.ts';

export const NO_SCORE = '该考核项不存在或不在管理范围内';
export const SCORE_FILES = 'integral.score';
const CHANGED = '该考核项已有变化，请核对后再操作';

/** What can be handed in: material, open, of a running plan, by the organisation itself. */
const mayReport = (ctx: Ctx, row: queries.ScoreRecord) =>
  row.orgId === ctx.session.orgId &&
  ctx.may('integral:report') &&
  row.method === 2 &&
  (row.planState === 1 || row.planState === 2) &&
  (row.state < 1 || row.review === 2) &&
  !row.isExempt;
/** Reviewed by the plan's own organisation alone, never of itself. */
const reviews = (ctx: Ctx, row: queries.ScoreRecord) =>
  row.giverId === ctx.session.orgId &&
  row.orgId !== ctx.session.orgId &&
  ctx.may('integral:score') &&
  row.planState === 2 &&
  !row.isExempt;
const waits = (row: queries.ScoreRecord) => row.review === 0 && (row.method !== 2 || row.state === 1);
/** The second person: another account of the plan's organisation or above it, never of the organisation that is scored. */
const confirms = (ctx: Ctx, row: queries.ScoreRecord) =>
  row.asked !== null &&
  row.askedById !== ctx.session.accountId &&
  row.orgId !== ctx.session.orgId &&
  ctx.may('integral:score') &&
  inScope(ctx.scope, row.giverCode) &&
  row.planState === 2;

export const scoreRowOf = (ctx: Ctx, row: queries.ScoreRecord): ScoreRow => ({
  id: row.id,
  planId: row.planId,
  planName: row.planName,
  planState: row.planState,
  itemId: row.itemId,
  itemName: row.itemName,
  typeName: row.typeName,
  kindName: ASSESS_KINDS[row.kind],
  method: row.method,
  methodName: METHODS[row.method],
  points: row.points,
  orgId: row.orgId,
  orgName: row.orgName,
  month: row.month,
  dueOn: row.dueOn,
  isLate: row.isLate && !row.isExempt && (row.planState === 1 || row.planState === 2),
  isExempt: row.isExempt,
  state: row.state,
  stateName: MATERIAL_STATES[row.state as keyof typeof MATERIAL_STATES],
  review: row.review,
  reviewName: REVIEW_STATES[row.review as keyof typeof REVIEW_STATES],
  self: row.self,
  suggested: row.suggested,
  reviewed: row.reviewed,
  final: row.final,
  opinion: row.opinion,
  isAsked: row.asked !== null,
  version: row.version,
  can: {
    report: mayReport(ctx, row),
    review: reviews(ctx, row) && waits(row),
    edit: reviews(ctx, row) && row.review === 1 && row.asked === null,
    decide: confirms(ctx, row),
  },
});

export async function listed(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOwn>,
): Promise<ReplyOf<typeof contract.listOwn>> {
  if (input.planId) await loadPlan(ctx, input.planId);
  const filter: queries.ScoreFilter = {
    planId: input.planId ?? null,
    words: input.keyWords || null,
    view: input.view,
    state: input.state ?? null,
    review: input.review ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfScores(ctx.db, ctx.scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: page.rows.map((row) => scoreRowOf(ctx, row)), total: page.total };
}

/** What the check behind an item finds now, its first rows named. */
async function evidenceOf(ctx: Ctx, row: queries.ScoreRecord) {
  const rules = row.checkCode ? findRulesOfCheck(ctx, row.checkCode) : undefined;
  const check = rules && withParts(rules).find(({ code }) => code === row.checkCode);
  if (!rules || !check) return null;
  const there = contextAt(ctx, { id: row.orgId, code: row.orgCode, name: row.orgName });
  const [counts, rows] = await Promise.all([
    countKept(there, rules, [row.orgCode]),
    rules.rows(there, check.code, { pageNum: 1, pageSize: 20 }),
  ]);
  return {
    label: check.label,
    clause: check.clause,
    count: counts.get(row.orgCode)?.[check.code] ?? 0,
    rows: rows.map(({ title, orgName, detail }) => ({ title, orgName, detail })),
  };
}

/** What 组织生活 has of what a material item asks for, in the days that its row is about. */
async function recordsOf(ctx: Ctx, row: queries.ScoreRecord): Promise<ScoreDetail['records']> {
  const types = recordedTypes({ name: row.itemName, method: row.method });
  if (types.length === 0 || !ctx.may('event:read')) return [];
  const month =
    row.month > 0 ? periodBounds(`${row.planStart.slice(0, 4)}-${String(row.month).padStart(2, '0')}`) : null;
  const days = { from: month?.first ?? row.planStart, to: month?.last ?? row.planEnd };
  const found = await recordedMeetings(ctx.db, row.orgId, { types, ...days });
  return found.map(({ title, day, type, ...one }) => ({
    title,
    day,
    typeName: typeName(type),
    link: meetingPath({ ...one, type }),
  }));
}

export async function score(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getScore>,
): Promise<ReplyOf<typeof contract.getScore>> {
  const row = await queries.findScore(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_SCORE);
  const [items, files, entries, evidence, again, records] = await Promise.all([
    itemsOf(ctx.db, row.planId),
    uploadedFiles(ctx.db, row.files),
    queries.entriesOf(ctx.db, id),
    evidenceOf(ctx, row),
    countOtherUses(ctx.db, row.files),
    recordsOf(ctx, row),
  ]);
  const item = items.find((one) => one.id === row.itemId);
  if (!item) throw notFound(NO_SCORE);
  return {
    ...scoreRowOf(ctx, row),
    item: itemOf(ctx, item),
    report: row.report,
    files,
    usedAgain: Math.max(0, ...again.values()),
    reportedAt: row.reportedAt?.toISOString() ?? null,
    reportedBy: row.reportedBy,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    reviewedBy: row.reviewedBy,
    asked: row.asked,
    askedFor: row.askedFor,
    askedBy: row.askedBy,
    breaches: row.breaches,
    evidence,
    records,
    updateName: row.reportedBy,
    entries: entries.map((entry) => ({ ...entry, madeAt: entry.madeAt.toISOString() })),
  };
}

export async function details(
  ctx: Ctx,
  { planId, orgId }: ParsedOf<typeof contract.orgDetails>,
): Promise<ReplyOf<typeof contract.orgDetails>> {
  const plan = await loadPlan(ctx, planId);
  const [targets, scores, today] = await Promise.all([
    queries.targetsOf(ctx.db, ctx.scope, planId),
    queries.scoresOfPlan(ctx.db, ctx.scope, planId, null),
    todayOf(ctx.db),
  ]);
  const target = targets.find((one) => one.orgId === orgId);
  if (!target) throw notFound('该组织不在考核范围内');
  const isFinal = plan.state >= 3;
  const running = isFinal ? undefined : resultsOf(targets, scores, plan.bands, false, today).get(orgId);
  const mine = scores.filter((row) => row.orgId === orgId);
  return {
    planId,
    planName: plan.name,
    year: plan.year,
    stateName: PLAN_STATES[plan.state],
    orgId,
    orgName: target.name,
    group: target.group,
    total: isFinal ? target.total : (running?.total ?? null),
    grade: isFinal ? target.grade : null,
    place: isFinal ? target.place : null,
    isFinal,
    rows: mine.map((row) => scoreRowOf(ctx, row)),
    waiting: mine.filter((row) => reviews(ctx, row) && waits(row) && proposed(row) !== null).map(({ id }) => id),
  };
}

async function lock(ctx: Ctx, id: string, version: number): Promise<queries.ScoreRecord> {
  const row = await queries.findScore(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_SCORE);
  if (row.version !== version) throw conflict(CHANGED, { updateName: row.reportedBy });
  return row;
}

const stepOf = (ctx: Ctx, scoreId: string, act: string) => ({
  scoreId,
  act,
  orgName: ctx.session.orgName,
  by: ctx.session.accountName,
});
const auditOf = (row: queries.ScoreRecord, changes: Record<string, [unknown, unknown]>, reason = '') => ({
  type: 'integralScore',
  id: row.id,
  name: `${row.orgName} ${row.itemName}`,
  orgCode: row.orgCode,
  changes,
  reason,
});

/** Saves or hands in what an organisation says of itself. */
export async function report(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reportScore>,
): Promise<ReplyOf<typeof contract.reportScore>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.orgId !== ctx.session.orgId) throw refuse('只能填报本组织的材料');
  if (!mayReport(ctx, row)) throw refuse(row.isExempt ? '已经免考，不用填报' : '现在不能填报这一项');
  if (input.self > row.points) throw badInput({ self: `自评分不能超过满分${pointsText(row.points)}分` });
  if (input.submit && input.report === '') throw badInput({ report: '请输入完成情况' });
  const place = { kind: SCORE_FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  const by = ctx.session.accountName;
  const version = await queries.writeReport(ctx.db, row.id, {
    self: input.self,
    report: input.report,
    files,
    submit: input.submit,
    by,
  });
  if (input.submit) {
    const act = row.review === 2 ? '补正提交' : row.isLate ? '逾期提交' : '提交';
    await queries.note(ctx.db, { ...stepOf(ctx, row.id, act), old: row.self, new: input.self });
    await queries.syncTodos(ctx.db, row.planId);
  }
  ctx.audit(
    auditOf(row, {
      self: [pointsText(row.self), pointsText(input.self)],
      state: [MATERIAL_STATES[row.state as keyof typeof MATERIAL_STATES], input.submit ? '已提交' : '已保存'],
    }),
  );
  return { version };
}

/** What a plain agreement gives: what the check suggests, or the organisation says; null: the reviewer must say. */
function proposed(row: queries.ScoreRecord): number | null {
  return row.method === 1 ? row.suggested : row.method === 2 ? row.self : null;
}

/**
 * Agrees or refuses, one or many. Of several reviewers of one score one wins: the rest is skipped. Points that differ
 * from what was suggested need a reason; refusing does, too.
 */
export async function review(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reviewScores>,
): Promise<ReplyOf<typeof contract.reviewScores>> {
  const rows = await queries.lockScores(ctx.db, ctx.scope, input.ids);
  if (rows.length < input.ids.length) throw notFound(NO_SCORE);
  if (rows.some((row) => row.orgId === ctx.session.orgId)) throw refuse('不能评审本组织');
  if (rows.some((row) => row.giverId !== ctx.session.orgId)) throw refuse('只有制定方案的组织可以评审');
  if (input.points !== undefined && rows.length > 1) throw badInput({ points: '改分请逐项办理' });
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不通过的原因' });
  const open = rows.filter((row) => reviews(ctx, row) && waits(row));
  if (open.length === 0) throw refuse('已被处理或不在评分中，请刷新后再看');
  for (const row of open) {
    const usual = proposed(row);
    const points = input.agree ? (input.points ?? usual) : null;
    if (input.agree) {
      if (points === null) throw badInput({ points: '请输入得分' });
      if (points > row.points) throw badInput({ points: `得分不能超过满分${pointsText(row.points)}分` });
      if (usual !== null && points !== usual && input.opinion === '')
        throw badInput({ opinion: `与${row.method === 1 ? '建议分' : '自评分'}不同，请写明原因` });
    } else if (row.method !== 2) throw refuse('只有报送材料的项目可以不通过，其他的请直接评分');
    const by = ctx.session.accountName;
    await queries.writeReview(ctx.db, row.id, { agree: input.agree, points, opinion: input.opinion, by });
    const act = input.agree ? '通过' : '不通过';
    await queries.note(ctx.db, { ...stepOf(ctx, row.id, act), old: usual, new: points, text: input.opinion });
    ctx.audit(auditOf(row, { final: [pointsText(row.final), pointsText(points)] }, input.opinion));
  }
  for (const planId of new Set(open.map((row) => row.planId))) await queries.tendReview(ctx.db, planId);
  if (!input.agree) {
    for (const planId of new Set(open.map((row) => row.planId))) await queries.syncTodos(ctx.db, planId);
    await notifyOrgs(
      ctx,
      open.map(({ orgId }) => orgId),
      `考核材料未通过：${open[0]?.itemName ?? ''}${open.length > 1 ? `等${open.length}项` : ''}`,
      `${input.opinion}。请补正后重新提交。`,
    );
  }
  return { decided: open.length, skipped: rows.length - open.length };
}

/** Asks for another final score; it counts once a second person has confirmed it. */
export async function ask(
  ctx: Ctx,
  input: ParsedOf<typeof contract.askChange>,
): Promise<ReplyOf<typeof contract.askChange>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.orgId === ctx.session.orgId) throw refuse('不能修改本组织的得分');
  if (!reviews(ctx, row)) throw refuse('只有制定方案的组织可以在评分中修改得分');
  if (row.review !== 1) throw refuse('还没有评审通过，请直接评审');
  if (row.asked !== null) throw refuse('已有修改等待确认');
  if (input.points > row.points) throw badInput({ points: `得分不能超过满分${pointsText(row.points)}分` });
  if (input.points === row.final) throw badInput({ points: '与现在的得分相同' });
  const { accountId, accountName } = ctx.session;
  const version = await queries.writeAsked(
    ctx.db,
    row.id,
    { points: input.points, reason: input.reason, byId: accountId, by: accountName },
    null,
  );
  await queries.note(ctx.db, {
    ...stepOf(ctx, row.id, '提出改分'),
    old: row.final,
    new: input.points,
    text: input.reason,
  });
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['integralAsked']);
  ctx.audit(auditOf(row, { asked: [pointsText(row.final), pointsText(input.points)] }, input.reason));
  return { version };
}

/** Confirms or refuses a change of a score, by somebody else than who asked for it. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideChange>,
): Promise<ReplyOf<typeof contract.decideChange>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.asked === null) throw refuse('没有等待确认的修改');
  if (row.askedById === ctx.session.accountId) throw refuse('须由另一人确认');
  if (!confirms(ctx, row)) throw refuse('只有制定方案的组织或其上级可以确认');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入不同意的原因' });
  const version = await queries.writeAsked(ctx.db, row.id, null, input.agree ? row.asked : null);
  const act = input.agree ? '确认改分' : '不同意改分';
  await queries.note(ctx.db, {
    ...stepOf(ctx, row.id, act),
    old: row.final,
    new: input.agree ? row.asked : row.final,
    text: input.opinion || row.askedFor,
  });
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['integralAsked']);
  ctx.audit(auditOf(row, input.agree ? { final: [pointsText(row.final), pointsText(row.asked)] } : {}, input.opinion));
  return { version };
}

export async function suggest(
  ctx: Ctx,
  { planId }: ParsedOf<typeof contract.suggestScores>,
): Promise<ReplyOf<typeof contract.suggestScores>> {
  const plan = await loadPlan(ctx, planId);
  if (plan.orgId !== ctx.session.orgId) throw refuse('只有制定方案的组织可以计算');
  if (plan.state !== 2) throw refuse('方案不在评分中');
  const counted = await countChecks(ctx, planId);
  ctx.audit({ type: 'integralPlan', id: planId, name: plan.name });
  return { counted };
}
