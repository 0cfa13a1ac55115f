import { Readable } from 'node:stream';
import type * as contract from '#learning/exam/contract.bank.ts';
import { MOST_READ, type ReadRow } from '#learning/exam/contract.bank.ts';
import { cellsOf, type ReadQuestion, readRows, readText, SHEET } from '#learning/exam/rules.text.ts';
import {
  comparableText,
  KINDS,
  type Kind,
  keyWords,
  LETTERS,
  type Question,
  questionFaults,
} from '#learning/exam/rules.ts';
import { type FileReply, id as idSchema, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { diff } from '#platform/server/log/audit.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf, template } from '#platform/server/spreadsheet/template.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { plainText } from '#platform/text/richText.ts';
import { findPlace } from '#publishing/news/server/index.ts';
import * as queries from '../queries/bank.ts';
import { logChange, requireCurrent } from './common.ts';
import { attachStemPictures, stemOf } from './stem.ts';

export const NO_LIB = '没有找到这个题库，或不在管理范围内';
const NO_QUESTION = '题库里没有这道试题';
const TAKEN = { name: '本组织已有同名的题库' };

const rowOf = (ctx: Ctx, row: queries.LibRecord) => {
  const writes = ctx.may('exam:write') && ctx.scope.memberId === null;
  return {
    id: row.id,
    orgId: row.orgId,
    orgName: row.orgName,
    name: row.name,
    remark: row.remark,
    questions: row.questions,
    kinds: row.kinds,
    toMend: row.toMend,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
    version: row.version,
    can: { edit: writes, remove: writes },
  };
};

/** A bank of the scope. */
export async function seeLib(ctx: Ctx, id: string, lock = false): Promise<queries.LibRecord> {
  const row = await queries.findLib(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_LIB);
  return row;
}

export async function libs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLibs>,
): Promise<ReplyOf<typeof contract.listLibs>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfLibs(ctx.db, ctx.scope, input.keyWords || null, input.pageSize, offset);
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

export async function lib(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getLib>> {
  const row = await seeLib(ctx, id);
  const levels = await queries.levelsOf(ctx.db, [id]);
  return { ...rowOf(ctx, row), levels: levels.map(({ libId: _lib, ...level }) => level) };
}

export async function createLib(
  ctx: Ctx,
  { orgId, ...fields }: ParsedOf<typeof contract.createLib>,
): Promise<ReplyOf<typeof contract.createLib>> {
  const org = await findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  const id = await writeUnique(
    () => queries.insertLib(ctx.db, org, fields, ctx.session.accountName),
    () => badInput(TAKEN),
  );
  logChange(
    ctx,
    'questionLib',
    { id, name: fields.name, orgCode: org.code },
    diff<Record<string, unknown>>({}, fields),
  );
  return { id };
}

export async function updateLib(
  ctx: Ctx,
  { id, version, ...fields }: ParsedOf<typeof contract.updateLib>,
): Promise<ReplyOf<typeof contract.updateLib>> {
  const row = requireCurrent(await queries.findLib(ctx.db, ctx.scope, id, true), NO_LIB, version);
  const next = await writeUnique(
    () => queries.writeLib(ctx.db, id, fields, ctx.session.accountName),
    () => badInput(TAKEN),
  );
  logChange(ctx, 'questionLib', row, diff<Record<string, unknown>>({ name: row.name, remark: row.remark }, fields));
  return { version: next };
}

export async function removeLib(ctx: Ctx, input: ParsedOf<typeof contract.removeLib>): Promise<null> {
  const row = await seeLib(ctx, input.id, true);
  const papers = await queries.papersOfLib(ctx.db, row.id);
  if (papers.length > 0) throw refuse(`试卷“${papers.join('”“')}”还在使用这个题库，不能删除`);
  await queries.moveToBin(ctx.db, 'question_lib', row.id, ctx.session.accountName, input.deleteReason);
  logChange(ctx, 'questionLib', row, {}, input.deleteReason);
  return null;
}

export async function questions(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listQuestions>,
): Promise<ReplyOf<typeof contract.listQuestions>> {
  await seeLib(ctx, input.libId);
  const filter = {
    kind: input.kind ?? null,
    difficulty: input.difficulty ?? null,
    toMend: input.toMend === '1',
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfQuestions(ctx.db, input.libId, filter, input.pageSize, offset);
  return {
    rows: found.rows.map(({ updatedBy, updatedAt, ...row }) => ({
      ...row,
      options: [...row.options],
      key: [...row.key],
      updateName: updatedBy,
      updateDate: updatedAt.toISOString(),
    })),
    total: found.total,
  };
}

type Form = Pick<
  ParsedOf<typeof contract.createQuestion>,
  'kind' | 'stem' | 'rich' | 'options' | 'key' | 'explanation' | 'difficulty' | 'labels'
>;

/** What a form says as it is stored; `badInput` where a key does not fit its question. */
function questionOf(form: Form): Question & { labels: string[] } {
  const kind = form.kind as Kind;
  const question = {
    kind,
    ...stemOf(form),
    options: kind <= 2 ? form.options : [],
    key: kind <= 2 ? [...new Set(form.key)].sort() : form.key,
    explanation: form.explanation,
    difficulty: form.difficulty,
    labels: [...new Set(form.labels)],
  };
  const faults = questionFaults(question);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return question;
}

const shown = (of: Question) => ({
  kind: of.kind,
  stem: of.stem,
  rich: of.rich === '' ? '' : plainText(of.rich),
  options: of.options.map((option, at) => `${LETTERS[at]}.${option}`).join('　'),
  key: keyWords(of),
  explanation: of.explanation,
  difficulty: of.difficulty,
});

export async function createQuestion(
  ctx: Ctx,
  { libId, ...form }: ParsedOf<typeof contract.createQuestion>,
): Promise<ReplyOf<typeof contract.createQuestion>> {
  const row = await seeLib(ctx, libId);
  const question = questionOf(form);
  const [id = ''] = await queries.insertQuestions(ctx.db, libId, [question], ctx.session.accountName);
  if (question.rich !== '') await attachStemPictures(ctx, id, row.orgCode, question.rich);
  logChange(
    ctx,
    'question',
    { id, name: row.name, orgCode: row.orgCode },
    diff<Record<string, unknown>>({}, shown(question)),
  );
  return { id };
}

export async function updateQuestion(
  ctx: Ctx,
  { libId, id, version, ...form }: ParsedOf<typeof contract.updateQuestion>,
): Promise<ReplyOf<typeof contract.updateQuestion>> {
  const row = await seeLib(ctx, libId);
  const found = await queries.findQuestion(ctx.db, libId, id);
  if (!found) throw refuse(NO_QUESTION);
  const before = requireCurrent(found, NO_QUESTION, version);
  const question = questionOf(form);
  const written = await queries.writeQuestion(ctx.db, id, question, ctx.session.accountName);
  if (question.rich !== '' || before.rich !== '') await attachStemPictures(ctx, id, row.orgCode, question.rich);
  logChange(
    ctx,
    'question',
    { id, name: row.name, orgCode: row.orgCode },
    diff<Record<string, unknown>>(shown(before), shown(question)),
  );
  return written;
}

export async function removeQuestions(
  ctx: Ctx,
  input: ParsedOf<typeof contract.removeQuestions>,
): Promise<ReplyOf<typeof contract.removeQuestions>> {
  const row = await seeLib(ctx, input.libId);
  const named = await queries.namedQuestions(ctx.db, input.ids);
  if (named > 0) throw refuse(`其中${named}道在手工组卷的试卷里，请先从试卷中移除`);
  const count = await queries.dropQuestions(ctx.db, input.libId, input.ids, ctx.session.accountName);
  if (count < input.ids.length) throw refuse(NO_QUESTION);
  logChange(ctx, 'questionLib', row, { removed: [null, count] }, input.deleteReason);
  return { count };
}

/** Rows of a sheet that are no questions: titles, head, sample, mark. */
const MOST_BESIDE = 20;
const TOO_MANY = `一次最多读入${MOST_READ}道题，请分几次`;

/** Says of each question whether the bank, or an earlier line, asks the same. */
async function compared(ctx: Ctx, libId: string, read: readonly ReadQuestion[]): Promise<ReadRow[]> {
  if (read.length === 0) throw refuse('没有读出试题。每道题以“1.”这样的题号开头，选项写“A.”，答案写“答案：”');
  if (read.length > MOST_READ) throw refuse(TOO_MANY);
  const there = new Set((await queries.allQuestions(ctx.db, libId)).map(sameness));
  const seen = new Map<string, number>();
  return read.map((one) => {
    const key = sameness(one);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, one.line);
    const same = there.has(key) ? '题库里已有相同的试题' : before === undefined ? '' : `与第${before}行的试题相同`;
    return { ...one, options: [...one.options], key: [...one.key], same };
  });
}

/** Two questions are the same that ask the same with the same options: one stem (下列说法正确的是) may stand before many. */
const sameness = ({ kind, stem, rich, options }: Question): string =>
  JSON.stringify([kind, comparableText(stem), comparableText(plainText(rich)), options.map(comparableText)]);

export async function readPasted(
  ctx: Ctx,
  { libId, text }: ParsedOf<typeof contract.readPasted>,
): Promise<ReplyOf<typeof contract.readPasted>> {
  await seeLib(ctx, libId);
  return { questions: await compared(ctx, libId, readText(text, MOST_READ)) };
}

export const readSheet = (ctx: Ctx): Promise<ReplyOf<typeof contract.readSheet>> =>
  withSheet(ctx, async ({ bytes, texts }) => {
    const libId = texts.libId ?? '';
    if (!idSchema.safeParse(libId).success) throw badInput({ libId: '请选择题库' });
    await seeLib(ctx, libId);
    const rows: string[][] = [];
    let filled = 0;
    for await (const row of readTable(bytes)) {
      rows.push(row);
      // Whatever is beyond is told, not left out.
      if (row.length > 0 && ++filled > MOST_READ + MOST_BESIDE) throw refuse(TOO_MANY);
    }
    const read = readRows(rows);
    if (!read) throw badInput({ file: '没有找到“题干”这一列，请用模板填写' });
    return { questions: await compared(ctx, libId, read) };
  });

export async function addQuestions(
  ctx: Ctx,
  { libId, questions }: ParsedOf<typeof contract.addQuestions>,
): Promise<ReplyOf<typeof contract.addQuestions>> {
  const row = await seeLib(ctx, libId, true);
  const seen = new Set((await queries.allQuestions(ctx.db, libId)).map(sameness));
  const fresh = questions.map(questionOf).filter((one) => {
    const key = sameness(one);
    return !seen.has(key) && seen.add(key);
  });
  const ids = fresh.length > 0 ? await queries.insertQuestions(ctx.db, libId, fresh, ctx.session.accountName) : [];
  for (const [at, { rich }] of fresh.entries()) {
    if (rich !== '') await attachStemPictures(ctx, ids[at] ?? '', row.orgCode, rich);
  }
  logChange(ctx, 'questionLib', row, { added: [null, fresh.length] });
  return { added: fresh.length, same: questions.length - fresh.length };
}

const COLUMNS = [
  {
    head: '题型*',
    sample: '单选',
    required: true,
    options: Object.values(KINDS),
    note: '单选、多选、判断、填空、简答',
  },
  { head: '题干*', sample: '党的最高理想和最终目标是（　）。', required: true, note: '填空题用____标出空格' },
  { head: '选项', sample: 'A.实现共产主义 B.实现现代化', note: 'A. B. C. 依次写在一个单元格里，最多八个' },
  {
    head: '答案*',
    sample: 'A',
    required: true,
    note: '多选写ABD；判断写对或错；填空各空用分号隔开，同义答案用 | 隔开',
  },
  { head: '解析', sample: '见党章总纲' },
  { head: '难度', sample: '2', note: '1到5，1最容易；不填算3' },
  { head: '标签', sample: '党章', note: '最多5个，用顿号隔开' },
];

export async function sheetTemplate(): Promise<FileReply> {
  const body = await bytesOf(template('试题', COLUMNS));
  return { name: '试题导入模板.xlsx', mime: XLSX_MIME, body, size: body.length };
}

/** The bank as the sheet that can be imported again. */
export async function exportQuestions(
  ctx: Ctx,
  { libId }: ParsedOf<typeof contract.exportQuestions>,
): Promise<FileReply> {
  const row = await seeLib(ctx, libId);
  const all = await queries.allQuestions(ctx.db, libId);
  const mark = await markOfDownload(ctx, `题库：${row.name}`);
  const widths = [8, 60, 50, 16, 40, 8, 20, 8, 8];
  const lines = all.map((one) => cellsOf(one));
  logChange(ctx, 'questionLib', row, { exported: [null, all.length] });
  const body = Readable.from(
    xlsx(
      row.name.slice(0, 30),
      SHEET.map((head, at) => ({ head, width: widths[at] ?? 12 })),
      lines,
      mark,
    ),
  );
  return { name: `${row.name}.xlsx`, mime: XLSX_MIME, body };
}
