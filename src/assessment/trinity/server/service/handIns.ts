import type * as contract from '#assessment/trinity/contract.score.ts';
import { pointsText } from '#assessment/trinity/rules.ts';
import { askAbove, decideAbove, registerUrgeable, takeBackAbove } from '#kernel/permission/server/above.ts';
import { submittedMeetings } from '#life/orgLife/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { findEvaluation } from '../queries/evaluations.ts';
import * as queries from '../queries/scores.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, MODULE, scorePath } from '../todos.ts';
import { lockOwn, logEvaluation, requireRunning, SCORE_FILES } from './common.ts';
import { countScores, drawResults } from './evaluations.ts';
import { decisionRequestOf, mayHandIn, obstacleToScore, scoreOf } from './scores.ts';

type Score = queries.ScoreRecord;

const nameOf = ({ orgName, itemTitle, month }: Score) => `${orgName} ${itemTitle}${month > 0 ? `（${month}月）` : ''}`;
const log = (ctx: Ctx, one: Score, changes: Record<string, [unknown, unknown]>, reason = '') =>
  ctx.audit({
    type: 'trinityScore',
    id: one.id,
    name: nameOf(one),
    orgCode: one.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });
const entry = (
  ctx: Ctx,
  one: Score,
  act: string,
  more: { old?: number | null; new?: number | null; text?: string } = {},
) => queries.note(ctx.db, { scoreId: one.id, act, ...more, orgName: ctx.session.orgName, by: ctx.session.accountName });

/** A score, locked with its evaluation. @throws conflict where it has changed since it was read */
async function lockScore(ctx: Ctx, id: string, version?: number): Promise<Score> {
  const one = await scoreOf(ctx, id, true);
  if (version !== undefined && one.version !== version)
    throw conflict('这份资料已有变化，请核对后再操作', { current: { version: one.version } });
  return one;
}

/** Why the own material cannot be handed in now. */
function whyNot(ctx: Ctx, one: Score): string {
  if (one.orgId !== ctx.session.orgId) return '由考核单位报送';
  if (one.method !== 2) return '这一项不用报送资料';
  if (one.evaluationState !== 'open') return '该考评已结束，不再收资料';
  if (one.endsOn < one.today) return `考评${one.endsOn}已经截止，不再收资料；需要补报的请联系${one.giverName}延长期限`;
  return one.review === 1 ? '这份资料已经通过，不用再报' : '这份资料正在审核，可以先撤回';
}

/** The own meetings that are named, as they are now. */
async function recordsOf(ctx: Ctx, one: Score, recordIds: readonly string[]): Promise<queries.RecordOf[]> {
  const ids = [...new Set(recordIds)];
  if (ids.length === 0) return [];
  const found = await submittedMeetings(ctx.db, one.orgId, { words: null, ids, limit: ids.length });
  if (found.length < ids.length) throw notFound('会议不存在，或不是本组织已提交的会议');
  return found.map(({ id, title, day }) => ({ meetingId: id, title, heldOn: day }));
}

/** Saves or hands in what the own organisation says of an item; handed in, it waits before whoever reviews the part. */
export async function handIn(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handIn>,
): Promise<ReplyOf<typeof contract.handIn>> {
  const one = await lockScore(ctx, input.id, input.version);
  if (!mayHandIn(ctx, one)) throw refuse(whyNot(ctx, one));
  if (input.self > one.points) throw badInput({ self: `自评分不能超过满分${pointsText(one.points)}分` });
  if (input.submit && input.content === '') throw badInput({ content: '请输入完成情况' });
  const records = await recordsOf(ctx, one, input.meetingIds);
  const place = { kind: SCORE_FILES, rowId: one.id, orgCode: one.orgCode };
  const kept = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await detachFiles(ctx, place, kept);
  await queries.writeRecords(ctx.db, one.id, records);
  const written = { self: input.self, content: input.content, files: kept };
  if (!input.submit) {
    const version = await queries.writeHandIn(ctx.db, one.id, { ...written, state: 0, asked: null });
    log(ctx, one, { state: [one.state, 0], self: [pointsText(one.self), pointsText(input.self)] });
    return { version, decider: '' };
  }
  const { accountId: by, accountName: name } = ctx.session;
  const { row: version, decider } = await askAbove(ctx, {
    orgId: one.reviewerId,
    right: 'trinity:review',
    isFromHere: one.reviewerId !== one.orgId,
    write: ({ id: deciderOrgId }) =>
      queries.writeHandIn(ctx.db, one.id, { ...written, state: 1, asked: { by, name, deciderOrgId } }),
    asked: () => ({
      module: MODULE,
      title: `审核考评资料：${one.evaluationName}`,
      detail: nameOf(one),
      act: '审核',
      jumpUrl: scorePath(one.id),
      subject: decideSubject(one.id),
    }),
  });
  const act = one.review === 2 ? '补正提交' : one.dueOn < one.today ? '逾期提交' : '提交';
  await entry(ctx, one, act, { old: one.self, new: input.self });
  await syncTodos(ctx.db, one.evaluationId);
  log(ctx, one, { state: [one.state, 1], self: [pointsText(one.self), pointsText(input.self)] });
  return { version, decider: decider.name };
}

/** Takes a material back while nobody has decided it, by whoever handed it in. */
export async function recall(ctx: Ctx, { id }: ParsedOf<typeof contract.recallScore>): Promise<{ version: number }> {
  const one = await lockScore(ctx, id);
  let { version } = one;
  await takeBackAbove(
    ctx,
    decisionRequestOf(ctx, one),
    async () => {
      version = await queries.takeBack(ctx.db, one.id);
    },
    `由${one.askedByName || '考核单位'}报送，只能由本人撤回`,
  );
  await entry(ctx, one, '撤回');
  await syncTodos(ctx.db, one.evaluationId);
  log(ctx, one, { state: [1, 0] });
  return { version };
}

/** Passes a material with its points, or fails it with the reason; of two at once one wins. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideScore>): Promise<{ version: number }> {
  const one = await lockScore(ctx, input.id);
  const { agree, opinion } = input;
  const final = agree ? (input.points ?? one.self ?? 0) : null;
  const by = ctx.session.accountName;
  const version = await decideAbove(ctx, decisionRequestOf(ctx, one), {
    check: () => {
      if (one.version !== input.version)
        throw conflict('这份资料已有变化，请核对后再审核', { current: { version: one.version } });
      if (!agree && opinion === '') throw badInput({ opinion: '请写明不通过的原因' });
      if (final !== null && final > one.points)
        throw badInput({ points: `得分不能超过满分${pointsText(one.points)}分` });
      if (final !== null && final !== one.self && opinion === '')
        throw badInput({ opinion: '与自评分不同，请写明原因' });
    },
    carryOut: () => queries.writeDecision(ctx.db, one.id, { review: agree ? 1 : 2, final, opinion, by }),
    told: () => ({
      title: `${agree ? '审核通过' : '审核不通过'}：${nameOf(one)}`,
      remark: opinion === '' ? `得${pointsText(final)}分。` : `意见：${opinion}`,
    }),
  });
  await entry(ctx, one, agree ? '通过' : '不通过', { old: one.self, new: final, text: opinion });
  await syncTodos(ctx.db, one.evaluationId);
  log(ctx, one, { review: [one.review, agree ? 1 : 2], final: [pointsText(one.final), pointsText(final)] }, opinion);
  return { version };
}

/** Gives points by hand with a reason; of a closed evaluation it is a correction, after which the results are drawn anew. */
export async function give(ctx: Ctx, input: ParsedOf<typeof contract.giveScore>): Promise<{ version: number }> {
  // A correction writes results of all units: two at once take turns at the evaluation.
  const seen = await scoreOf(ctx, input.id);
  if (seen.evaluationState === 'closed')
    await findEvaluation(ctx.db, ctx.scope, ctx.session.orgId, seen.evaluationId, true);
  const one = await lockScore(ctx, input.id, input.version);
  const why = obstacleToScore(ctx, one);
  if (why) throw refuse(why);
  if (input.points > one.points) throw badInput({ points: `得分不能超过满分${pointsText(one.points)}分` });
  if (input.points === one.final) throw badInput({ points: '与现在的得分相同' });
  const closed = one.evaluationState === 'closed';
  const by = ctx.session.accountName;
  const version = await queries.writeDecision(ctx.db, one.id, {
    review: 1,
    final: input.points,
    opinion: input.reason,
    by,
  });
  await entry(ctx, one, closed ? '更正' : '评分', { old: one.final, new: input.points, text: input.reason });
  if (closed) {
    const row = await findEvaluation(ctx.db, ctx.scope, ctx.session.orgId, one.evaluationId);
    if (row) await drawResults(ctx, row);
  }
  log(ctx, one, { final: [pointsText(one.final), pointsText(input.points)] }, input.reason);
  return { version };
}

/** Counts anew what the checks find of an evaluation that runs. */
export async function recount(ctx: Ctx, { id }: ParsedOf<typeof contract.countScores>): Promise<{ counted: number }> {
  const row = await lockOwn(ctx, id);
  requireRunning(row);
  const counted = await countScores(ctx, row);
  logEvaluation(ctx, row, { counted: [null, counted] });
  return { counted };
}

/** Announces that whoever handed a material in may urge the decision. */
export function announceUrging(): void {
  registerUrgeable('trinity', async (ctx, id) => {
    const one = await scoreOf(ctx, id, true);
    return {
      row: decisionRequestOf(ctx, one),
      detail: { type: 'trinityScore', id, name: nameOf(one), orgCode: one.orgCode },
    };
  });
}
