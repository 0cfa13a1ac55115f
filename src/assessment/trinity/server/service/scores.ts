import { itemScore } from '#assessment/orgAssessment/rules.ts';
import type * as contract from '#assessment/trinity/contract.score.ts';
import type { ScoreRow } from '#assessment/trinity/contract.score.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { type DecisionRequest, obstacleToDecide } from '#kernel/permission/server/above.ts';
import { submittedMeetings } from '#life/orgLife/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { allChecks } from '#platform/server/sums/ruleChecks.ts';
import { isShown } from '../queries/cases.ts';
import { treesOf } from '../queries/evaluations.ts';
import * as queries from '../queries/scores.ts';
import { findUnit } from '../queries/units.ts';
import { decideSubject } from '../todos.ts';
import { caseFor } from './caseFor.ts';
import { loadEvaluation, SCORE_FILES } from './common.ts';
import { rowsOf } from './units.ts';

type Score = queries.ScoreRecord;
const NO_SCORE = '该考评资料不存在或不在管理范围内';
const NO_UNIT = '该考核单位不存在或不在管理范围内';
/** Meetings that are offered. */
const MOST_MEETINGS = 100;

/** A material as it is put before whoever reviews it: never before whoever handed it in, nor before its own organisation. */
export const decisionRequestOf = (ctx: Ctx, one: Score): DecisionRequest => ({
  todo: decideSubject(one.id),
  isOpen: one.state === 1 && one.review === 0,
  askedBy: one.askedBy,
  ownRefusal: '不能审核本人报送的资料',
  superior: ctx.session.orgId !== one.orgId && [one.reviewerId, one.deciderOrgId].includes(ctx.session.orgId),
  superiorRefusal: `由${one.deciderName || one.reviewerName}审核`,
  deciderName: one.deciderName,
  right: 'trinity:review',
  verb: '审核',
});

/** Material of the own organisation that may be handed in while the evaluation runs, its last day included. */
export const mayHandIn = (ctx: Ctx, one: Score): boolean =>
  one.orgId === ctx.session.orgId &&
  ctx.may('trinity:report') &&
  one.method === 2 &&
  one.evaluationState === 'open' &&
  one.endsOn >= one.today &&
  (one.state < 1 || one.review === 2);

/** Why the session may not give points of its own; empty where it may. While it runs whoever reviews, afterwards whoever evaluates. */
export function obstacleToScore(ctx: Ctx, one: Score): string {
  if (one.orgId === ctx.session.orgId) return '不能给本组织评分';
  if (!ctx.may('trinity:review')) return '当前角色不能评分';
  if (one.askedBy !== null && one.askedBy === ctx.session.accountId) return '不能给本人报送的资料评分';
  if (one.evaluationState === 'closed')
    return ctx.session.orgId === one.giverId ? '' : `结束后由${one.giverName}更正得分`;
  if (![one.reviewerId, one.giverId].includes(ctx.session.orgId)) return `由${one.reviewerName}评分`;
  return one.method === 2 && one.review !== 1 ? '资料还没有审核通过，请直接审核' : '';
}

export const scoreRowOf = (ctx: Ctx, one: Score): ScoreRow => ({
  id: one.id,
  evaluationId: one.evaluationId,
  evaluationName: one.evaluationName,
  evaluationState: one.evaluationState,
  unitId: one.unitId,
  orgId: one.orgId,
  orgName: one.orgName,
  partTitle: one.partTitle,
  itemId: one.itemId,
  itemTitle: one.itemTitle,
  kind: one.kind,
  method: one.method,
  points: one.points,
  self: one.self,
  suggested: one.suggested,
  final: one.final,
  month: one.month,
  dueOn: one.dueOn,
  isLate: one.isLate,
  state: one.state,
  review: one.review,
  opinion: one.opinion,
  handedOn: one.handedOn,
  files: one.files.length,
  records: one.records,
  reviewerName: one.reviewerName,
  version: one.version,
  can: {
    handIn: mayHandIn(ctx, one),
    recall: one.state === 1 && one.review === 0 && one.askedBy === ctx.session.accountId,
    decide: one.state === 1 && one.review === 0 && obstacleToDecide(ctx, decisionRequestOf(ctx, one)) === '',
    give: obstacleToScore(ctx, one) === '',
  },
});

/** A unit that the session sees. */
export async function unitOf(ctx: Ctx, id: string) {
  const unit = await findUnit(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!unit) throw notFound(NO_UNIT);
  return unit;
}

/** A page of materials, and of what is scored otherwise where one unit is asked for. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listScores>,
): Promise<ReplyOf<typeof contract.listScores>> {
  if (input.evaluationId) await loadEvaluation(ctx, input.evaluationId);
  if (input.unitId) await unitOf(ctx, input.unitId);
  const filter: queries.ScoreFilter = {
    evaluationId: input.evaluationId ?? null,
    unitId: input.unitId ?? null,
    itemId: input.itemId ?? null,
    view: input.view,
    words: input.keyWords || null,
    state: input.state ?? null,
    review: input.review ?? null,
    month: input.month ?? null,
    late: input.late,
    material: !input.itemId,
    figure: null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfScores(ctx.db, ctx.scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: found.rows.map((row) => scoreRowOf(ctx, row)), total: found.total };
}

/** What a unit has to hand in and what it is worth, by part and item. */
export async function unit(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getUnit>,
): Promise<ReplyOf<typeof contract.getUnit>> {
  const one = await unitOf(ctx, id);
  const [[row], trees, scores] = await Promise.all([
    rowsOf(ctx, [one]),
    treesOf(ctx.db, [one.evaluationId]),
    queries.scoresOf(ctx.db, [id]),
  ]);
  if (!row) throw notFound(NO_UNIT);
  const labels = new Map(allChecks(ctx).map(({ code, label }) => [code, label]));
  const by = Map.groupBy(scores, ({ itemId }) => itemId);
  const closed = one.evaluationState === 'closed';
  return {
    ...row,
    parts: (trees.get(one.evaluationId) ?? []).map((part) => ({
      id: part.id,
      title: part.title,
      reviewerName: part.reviewerName || one.giverName,
      points: part.items.reduce((sum, { points }) => sum + points, 0),
      items: part.items.map((item) => {
        const mine = by.get(item.id) ?? [];
        const cells = mine.map(({ month, final }) => ({
          itemId: item.id,
          points: item.points,
          month,
          final,
          isDue: true,
          isExempt: false,
        }));
        return {
          ...item,
          checkLabel: labels.get(item.checkCode) ?? '',
          score: itemScore(cells, closed),
          scores: mine.map((score) => scoreRowOf(ctx, score)),
        };
      }),
    })),
  };
}

/** A score that the session sees. @param lock keeps it for this transaction */
export async function scoreOf(ctx: Ctx, id: string, lock = false): Promise<Score> {
  const one = await queries.findScore(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!one || one.evaluationState === 'draft') throw notFound(NO_SCORE);
  return one;
}

/** One score with its material and what happened to it. */
export async function detail(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getScore>,
): Promise<ReplyOf<typeof contract.getScore>> {
  const one = await scoreOf(ctx, id);
  const [papers, meetings, entries, shown] = await Promise.all([
    uploadedFiles(ctx.db, one.files),
    queries.recordsOf(ctx.db, id),
    queries.entriesOf(ctx.db, id),
    caseFor(ctx, one),
  ]);
  const waits = one.state === 1 && one.review === 0;
  return {
    ...scoreRowOf(ctx, one),
    standard: one.standard,
    checkLabel: allChecks(ctx).find(({ code }) => code === one.checkCode)?.label ?? '',
    breaches: one.breaches,
    endsOn: one.endsOn,
    giverName: one.giverName,
    content: one.content,
    papers,
    meetings: meetings.map((record) => ({ type: 1, ...record })),
    askedByName: one.askedByName,
    deciderName: waits ? one.deciderName : '',
    obstacle: waits ? obstacleToDecide(ctx, decisionRequestOf(ctx, one)) : '',
    decidedAt: one.decidedAt?.toISOString() ?? null,
    decidedBy: one.decidedBy,
    entries: entries.map((entry) => ({ ...entry, madeAt: entry.madeAt.toISOString() })),
    ...shown,
  };
}

/** The own organisation's submitted meetings, for whoever hands in. */
export async function meetings(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.ownMeetings>,
): Promise<ReplyOf<typeof contract.ownMeetings>> {
  const one = await scoreOf(ctx, id);
  if (one.orgId !== ctx.session.orgId) throw refuse('由考核单位报送');
  const found = await submittedMeetings(ctx.db, one.orgId, { words: null, ids: null, limit: MOST_MEETINGS });
  return found.map((meeting) => ({ type: 1, meetingId: meeting.id, title: meeting.title, heldOn: meeting.day }));
}

/** Announces who reads the files: whoever sees the score, or a published case in which they stand. */
export function announceFiles(): void {
  canReadFile(SCORE_FILES, async (ctx, { rowId, id }) => {
    if (rowId === null || !ctx.may('trinity:read')) return false;
    if (await queries.findScore(ctx.db, ctx.scope, ctx.session.orgId, rowId)) return true;
    return isShown(ctx.db, ctx.scope, ctx.session, rowId, id);
  });
}
