import { sql } from 'kysely';
import type * as contract from '#modules/exam/contract.mark.ts';
import { type Answered, figuresOf, histogram, verdict } from '#modules/exam/rules.analysis.ts';
import { ENOUGH, passes } from '#modules/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { log } from './common.ts';
import { seeExam } from './exam.ts';

interface Sat {
  id: string;
  orgId: string;
  orgName: string;
  score: number | null;
  total: number;
  seconds: number | null;
}

/** The people of an exam with the attempt that counts. */
async function peopleOf(db: Db, examId: string): Promise<Sat[]> {
  const { rows } = await sql<Sat>`
    select x.id, o.id as "orgId", o.name as "orgName", c.score, coalesce(c.total, 0) as total,
           case when c.handed_by <> 'paper' then extract(epoch from c.handed_at - c.started_at)::int end as seconds
      from exam_person x join member m on m.id = x.member_id join organisation o on o.id = m.org_id
      left join exam_attempt c on c.id = x.counted_id where x.exam_id = ${examId} order by o.code, x.id`.execute(db);
  return rows;
}

interface Row extends Answered {
  seq: number;
  stem: string;
  options: string[];
  key: string[];
  toMend: string;
}

/** The answers of the attempts that count. */
async function countedAnswers(db: Db, examId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select w.attempt_id as attempt, w.question_id as "questionId", v.kind::int as kind, w.answer, w.points, w.score,
           coalesce(i.seq, w.seq) as seq, v.stem, v.options, v.key, q.to_mend as "toMend"
      from exam_person x join exam_attempt c on c.id = x.counted_id join exam_answer w on w.attempt_id = c.id
      join question_version v on v.question_id = w.question_id and v.number = w.number join question q on q.id = w.question_id
      left join exam_item i on i.exam_id = x.exam_id and i.question_id = w.question_id
     where x.exam_id = ${examId}`.execute(db);
  return rows;
}

/** Difficulty, discrimination, shares of options, histogram and organisations of one exam. */
export async function analyse(
  ctx: Ctx,
  { centerId, paperId }: ParsedOf<typeof contract.analysePaper>,
): Promise<ReplyOf<typeof contract.analysePaper>> {
  const exam = await seeExam(ctx, centerId);
  if (exam.paperId !== paperId) throw refuse('这场考试用的不是这份试卷');
  const [people, answers] = await Promise.all([peopleOf(ctx.db, centerId), countedAnswers(ctx.db, centerId)]);
  const sat = people.flatMap((one) => (one.score === null || one.total === 0 ? [] : [{ ...one, score: one.score }]));
  const shares = sat.map(({ score, total }) => score / total);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? 0 : values.reduce((all, one) => all + one, 0) / values.length;
  const scores = new Map(answers.map(({ attempt }) => [attempt, 0]));
  for (const { attempt, points } of answers) scores.set(attempt, (scores.get(attempt) ?? 0) + points);
  const first = new Map(answers.map((row) => [row.questionId, row]));
  const passed = (one: { score: number; total: number }) => passes(one.score, one.total, exam.passPercent);
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
        return [{ ...rest, shares, seq, kind, stem, options, key, score, toMend, verdict: verdict(figures) }];
      })
      .sort((a, b) => a.seq - b.seq),
  };
}

/** Sends a question back to its bank with its figures. */
export async function giveBackQuestion(
  ctx: Ctx,
  { centerId, questionId }: ParsedOf<typeof contract.returnQuestion>,
): Promise<null> {
  const exam = await seeExam(ctx, centerId);
  const found = await analyse(ctx, { centerId, paperId: exam.paperId });
  const item = found.items.find((one) => one.questionId === questionId);
  if (!item) throw refuse('这场考试没有这道题');
  if (item.n < ENOUGH || item.discrimination === null) throw refuse(`样本不足${ENOUGH}份，不能据此退回`);
  const figures = `${exam.title}：${item.n}份，难度${item.difficulty.toFixed(2)}，区分度${item.discrimination.toFixed(2)}${item.verdict && `，${item.verdict}`}`;
  await sql`update question set to_mend = ${figures}, version = version + 1 where id = ${questionId}`.execute(ctx.db);
  log(ctx, 'exam', exam, { toMend: [null, figures] });
  return null;
}
