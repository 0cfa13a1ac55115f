import type * as contract from '#learning/exam/contract.mark.ts';
import { figuresOf, histogram, itemVerdict } from '#learning/exam/rules.analysis.ts';
import { ENOUGH, isPassingScore } from '#learning/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { countedAnswers, peopleOf, sendBack } from '../queries/analysis.ts';
import { logChange } from './common.ts';
import { loadExam } from './exam.ts';

/** Difficulty, discrimination, shares of options, histogram and organisations of one exam. */
export async function analyse(
  ctx: Ctx,
  { centerId, paperId }: ParsedOf<typeof contract.analysePaper>,
): Promise<ReplyOf<typeof contract.analysePaper>> {
  const exam = await loadExam(ctx, centerId);
  if (exam.paperId !== paperId) throw refuse('这场考试用的不是这份试卷');
  const [people, answers] = await Promise.all([peopleOf(ctx.db, centerId), countedAnswers(ctx.db, centerId)]);
  const sat = people.flatMap((one) => (one.score === null || one.total === 0 ? [] : [{ ...one, score: one.score }]));
  const shares = sat.map(({ score, total }) => score / total);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((all, one) => all + one, 0) / values.length;
  const scores = new Map(answers.map(({ attempt }) => [attempt, 0]));
  for (const { attempt, points } of answers) scores.set(attempt, (scores.get(attempt) ?? 0) + points);
  const first = new Map(answers.map((row) => [row.questionId, row]));
  const passed = (one: { score: number; total: number }) => isPassingScore(one.score, one.total, exam.passPercent);
  const by = Map.groupBy(people, ({ orgId }) => orgId);
  return {
    examId: exam.id,
    title: exam.title,
    paperName: exam.paperName,
    total: exam.total,
    people: people.length,
    papers: sat.length,
    enough: sat.length >= ENOUGH,
    passed: sat.filter(passed).length,
    mean: mean(sat.map(({ score }) => score)),
    highest: Math.max(0, ...sat.map(({ score }) => score)),
    lowest: sat.length === 0 ? 0 : Math.min(...sat.map(({ score }) => score)),
    seconds: Math.round(mean(sat.flatMap(({ seconds }) => (seconds === null ? [] : [seconds])))),
    bars: histogram(shares),
    orgs: [...by].slice(0, 200).map(([id, own]) => {
      const there = sat.filter(({ orgId }) => orgId === id);
      return {
        id,
        name: own[0]?.orgName ?? '',
        people: own.length,
        sat: there.length,
        passed: there.filter(passed).length,
        mean: mean(there.map(({ score }) => score)),
      };
    }),
    items: figuresOf(answers, scores)
      .flatMap((figures) => {
        const row = first.get(figures.questionId);
        if (!row) return [];
        const { seq, kind, stem, options, key, score, toMend } = row;
        const { options: shares, ...rest } = figures;
        return [{ ...rest, shares, seq, kind, stem, options, key, score, toMend, verdict: itemVerdict(figures) }];
      })
      .sort((a, b) => a.seq - b.seq),
  };
}

/** Sends a question back to its bank with its figures. */
export async function giveBackQuestion(
  ctx: Ctx,
  { centerId, questionId }: ParsedOf<typeof contract.returnQuestion>,
): Promise<null> {
  const exam = await loadExam(ctx, centerId);
  const found = await analyse(ctx, { centerId, paperId: exam.paperId });
  const item = found.items.find((one) => one.questionId === questionId);
  if (!item) throw refuse('这场考试没有这道题');
  if (item.n < ENOUGH || item.discrimination === null) throw refuse(`样本不足${ENOUGH}份，不能据此退回`);
  const figures = `${exam.title}：${item.n}份，难度${item.difficulty.toFixed(2)}，区分度${item.discrimination.toFixed(2)}${item.verdict && `，${item.verdict}`}`;
  await sendBack(ctx.db, questionId, figures);
  logChange(ctx, 'exam', exam, { toMend: [null, figures] });
  return null;
}
