import type * as contract from '#learning/exam/contract.print.ts';
import {
  PRINT_PARTS,
  type Printed,
  type PrintPart,
  type PrintSize,
  SETS,
  sectionsOf,
} from '#learning/exam/rules.print.ts';
import { pointsText } from '#learning/exam/rules.ts';
import type { FileReply, ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/papers/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper, pictureFiles } from '#platform/server/papers/keep.ts';
import { richTree } from '#platform/server/papers/rich.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import { findPaper, rulesOf } from '../queries/paper.ts';
import * as queries from '../queries/print.ts';
import { logChange } from './common.ts';
import { loadExam } from './exam.ts';
import { NO_PAPER } from './paper.ts';
import { sectionOf } from './steps.ts';
import { wordOf } from './word.ts';

const TEMPLATE = new URL('../../papers/test.typ', import.meta.url);
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
/** Characters of full width in a line of each size. */
const WIDE: Readonly<Record<PrintSize, number>> = { A4: 38, A3: 44 };

interface Asked {
  title: string;
  /** What stands below the title. */
  facts: string;
  questions: readonly Printed[];
}

/** The pictures of rich stems, by the name under which they are stored. */
const picturesOf = (ctx: Ctx, questions: readonly Printed[]) =>
  pictureFiles(ctx, [...new Set(questions.flatMap(({ rich }) => fileIdsIn(rich)))]);

/** One part of a paper as a PDF. */
async function made(
  ctx: Ctx,
  of: { part: PrintPart; size: PrintSize },
  { title, facts, questions }: Asked,
): Promise<PaperFile> {
  const name = `${title} ${PRINT_PARTS[of.part]}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  const drawn = await picturesOf(ctx, questions);
  const sections = sectionsOf(questions, WIDE[of.size]).map((section) => ({
    ...section,
    questions: section.questions.map((one) => ({ ...one, rich: one.rich === '' ? [] : richTree(one.rich).nodes })),
  }));
  return answerPaper(ctx, {
    name,
    template: TEMPLATE,
    data: {
      mark: line,
      title,
      part: of.part,
      partName: PRINT_PARTS[of.part],
      size: of.size,
      facts,
      sections,
      pictures: Object.fromEntries(Object.keys(drawn).map((file) => [file.slice(0, 32), file])),
    },
    files: drawn,
  });
}

const totalOf = (questions: readonly Printed[]) => pointsText(questions.reduce((sum, { score }) => sum + score, 0));

/** What a paper of the desk asks; of a drawn one, one of its sets. Logged as printed. */
async function ofPaper(ctx: Ctx, input: { id: string; part: PrintPart; set: number }): Promise<Asked> {
  const row = await findPaper(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound(NO_PAPER);
  const questions =
    row.type === 0
      ? await queries.handQuestions(ctx.db, row.id)
      : await queries.drawnQuestions(ctx.db, row.id, await rulesOf(ctx.db, row.id), input.set, sectionOf);
  if (questions.length === 0) throw refuse('试卷里没有试题');
  if (questions.length < row.questions) throw refuse('题库里的试题已不够这份试卷用，请先修改试卷');
  const set = row.type === 1 ? `（${SETS[input.set - 1]}）` : '';
  logChange(ctx, 'examPaper', row, { printed: [null, `${PRINT_PARTS[input.part]}${set}`] });
  return { title: `${row.name}${set}`, facts: `共${questions.length}题，满分${totalOf(questions)}分`, questions };
}

/** What an exam asks, as it was fixed when it was published. Logged as printed. */
async function ofExam(ctx: Ctx, input: { id: string; part: PrintPart }): Promise<Asked> {
  const row = await loadExam(ctx, input.id);
  const questions = await queries.frozenQuestions(ctx.db, row.id);
  if (questions.length === 0)
    throw refuse(row.eachOwn ? '这场考试每人一卷，没有统一的试卷可以打印' : '发布后才有固定的试卷');
  logChange(ctx, 'exam', row, { printed: [null, PRINT_PARTS[input.part]] });
  const facts = `考试时间${row.minutes}分钟，共${questions.length}题，满分${totalOf(questions)}分`;
  return { title: row.title, facts, questions };
}

export const printPaper = async (ctx: Ctx, input: ParsedOf<typeof contract.printPaper>): Promise<PaperFile> =>
  made(ctx, input, await ofPaper(ctx, input));

export const printExam = async (ctx: Ctx, input: ParsedOf<typeof contract.printExam>): Promise<PaperFile> =>
  made(ctx, input, await ofExam(ctx, input));

/** A paper or its key as a Word file. */
async function inWord(ctx: Ctx, part: 'paper' | 'key', { title, facts, questions }: Asked): Promise<FileReply> {
  const name = part === 'key' ? `${title} ${PRINT_PARTS.key}` : title;
  const { line } = await markOfDownload(ctx, `下载${name}`);
  const sections = sectionsOf(questions, WIDE.A4);
  const body = await wordOf({
    title: name,
    facts,
    mark: line,
    part,
    sections,
    pictures: await picturesOf(ctx, questions),
  });
  return { name: `${name}.docx`, mime: DOCX, body, size: body.length };
}

export const wordPaper = async (ctx: Ctx, input: ParsedOf<typeof contract.wordPaper>): Promise<FileReply> =>
  inWord(ctx, input.part, await ofPaper(ctx, input));

export const wordExam = async (ctx: Ctx, input: ParsedOf<typeof contract.wordExam>): Promise<FileReply> =>
  inWord(ctx, input.part, await ofExam(ctx, input));
