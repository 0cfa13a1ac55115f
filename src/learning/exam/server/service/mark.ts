import type * as contract from '#learning/exam/contract.mark.ts';
import {
  markAnswer as count,
  isPassingScore,
  type Question,
  questionFaults,
  settledScore,
} from '#learning/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { accountsOf, WHO } from '../queries/exam.ts';
import * as queries from '../queries/mark.ts';
import { answersOf } from '../queries/sit.ts';
import { logChange, notify } from './common.ts';
import { loadExam } from './exam.ts';
import { followResults } from './results.ts';

const OWN_PAPER = '不能批阅本人的答卷';

/** What people have to mark, and appeals; no names. */
export async function overview(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.markOverview>> {
  const row = await loadExam(ctx, id);
  const [questions, appeals] = await Promise.all([
    queries.questionsToMark(ctx.db, id, ctx.session.memberId, ctx.session.accountId),
    queries.appealsOf(ctx.db, id),
  ]);
  const others = appeals.filter(({ memberId }) => memberId !== ctx.session.memberId);
  const papers = await Promise.all(
    others.map(({ attemptId, state }) => (state === 0 ? answersOf(ctx.db, attemptId) : Promise.resolve([]))),
  );
  return {
    id: row.id,
    title: row.title,
    orgName: row.orgName,
    handedIn: row.sat - row.running,
    waiting: row.waiting,
    resultsAt: row.resultsAt?.toISOString() ?? null,
    doubleGap: row.doubleGap === null ? null : row.doubleGap / 2,
    questions,
    appeals: others.map((one, at) => ({
      id: one.id,
      reason: one.reason,
      askedAt: one.askedAt.toISOString(),
      score: one.score,
      total: one.total,
      onPaper: one.onPaper,
      state: one.state,
      opinion: one.opinion,
      answers: (papers[at] ?? []).map((asked) => {
        const { id, seq, kind, stem, mixed, points, score } = asked;
        // Options stood on the paper in an order of its own: letters are those that were seen.
        const seen = (places: readonly string[]) =>
          kind > 2 ? [...places] : places.map((place) => String(mixed.indexOf(Number(place)))).sort();
        return {
          id,
          seq,
          kind,
          stem,
          options: mixed.map((place) => asked.options[place] ?? ''),
          key: seen(asked.key),
          answer: seen(asked.answer),
          points: points ?? 0,
          score,
        };
      }),
    })),
  };
}

/** The next answer that nobody has marked, without a name and never the own one. */
export async function next(
  ctx: Ctx,
  { id, questionId }: ParsedOf<typeof contract.nextAnswer>,
): Promise<ReplyOf<typeof contract.nextAnswer>> {
  await loadExam(ctx, id);
  const found = await queries.nextToMark(ctx.db, id, questionId, ctx.session.memberId, ctx.session.accountId);
  if (!found) return { left: 0, answer: null };
  return { left: found.left, answer: { id: found.id, text: found.answer, score: found.score } };
}

/** Marks one answer; who was slower than enough others is told so. */
export async function mark(
  ctx: Ctx,
  input: ParsedOf<typeof contract.markAnswer>,
): Promise<ReplyOf<typeof contract.markAnswer>> {
  const row = await loadExam(ctx, input.id);
  const answer = await queries.findAnswer(ctx.db, row.id, input.answerId);
  if (!answer) throw refuse('没有找到这份答案');
  if (answer.memberId === ctx.session.memberId) throw refuse(OWN_PAPER);
  if (answer.kind !== 5) throw refuse('这道题由系统判分');
  if (row.resultsAt) throw refuse('成绩已经公布，请通过复核改分');
  if (answer.points !== null) throw refuse('这份答案已由他人批阅');
  if (input.points > answer.score) throw badInput({ points: `最多${answer.score / 2}分` });
  const { accountId } = ctx.session;
  const given = await queries.addMarking(ctx.db, answer.id, {
    accountId,
    points: input.points,
    comment: input.comment,
  });
  if (!given) throw refuse('这份答案您已经批阅过');
  const points = settledScore(given, row.doubleGap);
  if (points !== null) {
    await queries.writePoints(ctx.db, [{ id: answer.id, points }], accountId);
    if (input.comment !== '') await queries.comment(ctx.db, answer.id, input.comment);
    await queries.settle(ctx.db, [answer.attemptId]);
  }
  const left = await queries.countOpen(ctx.db, row.id);
  if (left === 0) await closeTodos(ctx.db, [`examMark:${row.id}`]);
  logChange(ctx, 'exam', row, { marked: [null, input.points / 2] });
  return { left };
}

/** Keeps a score or changes it answer by answer; the person is told. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideAppeal>,
): Promise<ReplyOf<typeof contract.decideAppeal>> {
  const row = await loadExam(ctx, input.id);
  const appeal = (await queries.appealsOf(ctx.db, row.id)).find(({ id }) => id === input.appealId);
  if (!appeal) throw refuse('没有找到这份复核申请');
  if (appeal.memberId === ctx.session.memberId) throw refuse(OWN_PAPER);
  const answers = new Map((await answersOf(ctx.db, appeal.attemptId)).map((one) => [one.id, one]));
  for (const { answerId, points } of input.changes) {
    const answer = answers.get(answerId);
    if (!answer) throw refuse('没有找到这份答案');
    if (points > answer.score) throw badInput({ changes: `第${answer.seq}题最多${answer.score / 2}分` });
  }
  const changed = input.changes.filter(({ answerId, points }) => answers.get(answerId)?.points !== points);
  const onPaper = appeal.onPaper && input.score !== null && input.score !== appeal.score ? input.score : null;
  if (onPaper !== null && onPaper > appeal.total) throw badInput({ score: `最多${appeal.total / 2}分` });
  const state = changed.length > 0 || onPaper !== null ? 2 : 1;
  const by = ctx.session.accountName;
  if (!(await queries.decide(ctx.db, appeal.id, { state, opinion: input.opinion, by })))
    throw refuse('这份申请已经处理');
  await queries.writePoints(
    ctx.db,
    changed.map(({ answerId, points }) => ({ id: answerId, points })),
    ctx.session.accountId,
  );
  await queries.settle(ctx.db, [appeal.attemptId]);
  if (onPaper !== null) await queries.writePaperScore(ctx.db, appeal.attemptId, onPaper);
  await followResults(ctx.db, row, ctx.session.accountName);
  const after = await queries.appealsOf(ctx.db, row.id);
  const score = after.find(({ id }) => id === appeal.id)?.score ?? appeal.score;
  if (!after.some((one) => one.state === 0)) await closeTodos(ctx.db, [`examAppeal:${row.id}`]);
  const who = WHO.member(appeal.memberId);
  const words = state === 2 ? `成绩由${appeal.score / 2}分改为${score / 2}分` : '维持原成绩';
  await notify(
    ctx.db,
    { orgId: row.orgId, by },
    `复核结果：${row.title}`,
    `${words}。${input.opinion}`,
    await accountsOf(ctx.db, row.id, who),
  );
  logChange(ctx, 'exam', row, { score: [appeal.score / 2, score / 2] }, input.opinion);
  return { score };
}

/** Marks one question anew by another key, or gives everybody its score; a preview writes nothing. */
export async function regrade(
  ctx: Ctx,
  input: ParsedOf<typeof contract.regrade>,
): Promise<ReplyOf<typeof contract.regrade>> {
  const row = await loadExam(ctx, input.id, true);
  const version = await queries.askedVersion(ctx.db, row.id, input.questionId);
  if (!version) throw refuse('这场考试没有这道题');
  if (version.kind === 5 && !input.isVoid) throw refuse('简答题由人批阅，可以作废或逐份复核');
  const question: Question = { ...version, key: input.key, explanation: '', difficulty: 3 };
  if (!input.isVoid) {
    const faults = questionFaults(question);
    if (faults.key !== undefined) throw badInput({ key: faults.key });
  }
  const answers = await queries.answersTo(ctx.db, row.id, input.questionId);
  const judged = answers.map((one) => ({
    ...one,
    next: input.isVoid ? one.score : (count(question, one.answer, one.score, row.halfRight) ?? 0),
  }));
  const changed = judged.filter(({ points, next }) => points !== next);
  const pass = (sum: number | null, total: number) => sum !== null && isPassingScore(sum, total, row.passPercent);
  const after = ({ sum, points, next }: (typeof judged)[number]) => (sum === null ? null : sum - (points ?? 0) + next);
  const told = {
    answers: answers.length,
    changed: changed.length,
    passing: changed.filter((one) => !pass(one.sum, one.total) && pass(after(one), one.total)).length,
    failing: changed.filter((one) => pass(one.sum, one.total) && !pass(after(one), one.total)).length,
  };
  if (input.preview) return { ...told, written: false };
  if (input.reason === '') throw badInput({ reason: '请写明重新判分的原因' });
  if (!input.isVoid)
    await queries.correctKey(ctx.db, row.id, input.questionId, version.number, input.key, ctx.session.accountName);
  await queries.writePoints(
    ctx.db,
    changed.map(({ id, next }) => ({ id, points: next })),
    ctx.session.accountId,
  );
  await queries.settle(ctx.db, [...new Set(changed.map((one) => one.attemptId))]);
  await followResults(ctx.db, row, ctx.session.accountName);
  if (row.resultsAt && changed.length > 0) {
    const who = WHO.attempts(changed.map((one) => one.attemptId));
    const from = { orgId: row.orgId, by: ctx.session.accountName };
    await notify(ctx.db, from, `成绩已重新判定：${row.title}`, input.reason, await accountsOf(ctx.db, row.id, who));
  }
  logChange(ctx, 'exam', row, { regraded: [null, changed.length] }, input.reason);
  return { ...told, written: true };
}
