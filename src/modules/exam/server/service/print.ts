import type * as contract from '#modules/exam/contract.print.ts';
import {
  PRINT_PARTS,
  type Printed,
  type PrintPart,
  type PrintSize,
  SETS,
  sectionsOf,
} from '#modules/exam/rules.print.ts';
import { points } from '#modules/exam/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { findPaper, rulesOf } from '../queries/paper.ts';
import * as queries from '../queries/print.ts';
import { log } from './common.ts';
import { seeExam } from './exam.ts';
import { NO_PAPER } from './paper.ts';
import { sectionOf } from './steps.ts';

const TEMPLATE = new URL('../../papers/test.typ', import.meta.url);
/** Characters of full width in a line of each size. */
const WIDE: Readonly<Record<PrintSize, number>> = { A4: 38, A3: 44 };

/** One part of a paper as a PDF. @param facts what stands below its name */
async function made(
  ctx: Ctx,
  of: { title: string; part: PrintPart; size: PrintSize; facts: string },
  questions: readonly Printed[],
): Promise<PaperFile> {
  const name = `${of.title} ${PRINT_PARTS[of.part]}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  return answerPaper(ctx, {
    name,
    template: TEMPLATE,
    data: {
      mark: line,
      title: of.title,
      part: of.part,
      partName: PRINT_PARTS[of.part],
      size: of.size,
      facts: of.facts,
      sections: sectionsOf(questions, WIDE[of.size]),
    },
  });
}

const totalOf = (questions: readonly Printed[]) => points(questions.reduce((sum, { score }) => sum + score, 0));

/** A paper of the desk; of a drawn one, one of its sets. */
export async function printPaper(ctx: Ctx, input: ParsedOf<typeof contract.printPaper>): Promise<PaperFile> {
  const row = await findPaper(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound(NO_PAPER);
  const questions =
    row.type === 0
      ? await queries.handQuestions(ctx.db, row.id)
      : await queries.drawnQuestions(ctx.db, row.id, await rulesOf(ctx.db, row.id), input.set, sectionOf);
  if (questions.length === 0) throw refuse('试卷里没有试题');
  if (questions.length < row.questions) throw refuse('题库里的试题已不够这份试卷用，请先修改试卷');
  const set = row.type === 1 ? `（${SETS[input.set - 1]}）` : '';
  log(ctx, 'examPaper', row, { printed: [null, `${PRINT_PARTS[input.part]}${set}`] });
  return made(
    ctx,
    { ...input, title: `${row.name}${set}`, facts: `共${questions.length}题，满分${totalOf(questions)}分` },
    questions,
  );
}

/** The paper of an exam as it was fixed when it was published. */
export async function printExam(ctx: Ctx, input: ParsedOf<typeof contract.printExam>): Promise<PaperFile> {
  const row = await seeExam(ctx, input.id);
  const questions = await queries.frozenQuestions(ctx.db, row.id);
  if (questions.length === 0)
    throw refuse(row.eachOwn ? '这场考试每人一卷，没有统一的试卷可以打印' : '发布后才有固定的试卷');
  log(ctx, 'exam', row, { printed: [null, PRINT_PARTS[input.part]] });
  const facts = `考试时间${row.minutes}分钟，共${questions.length}题，满分${totalOf(questions)}分`;
  return made(ctx, { ...input, title: row.title, facts }, questions);
}
