import { writeArchive, writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#life/tasks/contract.formSheet.ts';
import {
  type Design,
  EMPTY_DESIGN,
  type FilledRow,
  type FormColumn,
  fromScaledInteger,
  isNumeric,
  MAX_ROWS,
  startRows,
  unitOf,
} from '#life/tasks/rules.form.ts';
import { type FileReply, id as idSchema, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import { toldRows } from '#platform/reading/cells.ts';
import type { Ctx } from '#platform/server/context.ts';
import { narrowScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload, markOfJob } from '#platform/server/export/exportMark.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { type FurtherSheet, type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { listFillsAfter } from '../queries/formSums.ts';
import * as queries from '../queries/forms.ts';
import { findPart } from '../queries/parts.ts';
import { fileNamePart, NO_PART } from './common.ts';
import { mayFill, fill as readFill } from './fills.ts';
import { choicesOf } from './formFiling.ts';
import { loadSumTarget, sumsNowAndBefore } from './formSums.ts';
import { localTime } from './meetingCommon.ts';
import { nameOf } from './parts.ts';

export const FORM_EXPORT = 'office.formExport';
const PAPER = new URL('../../papers/form.typ', import.meta.url);
const ROW_HEAD = '行名';
/** So many organisations have a sheet each; of more, one sheet holds all lines. */
const MOST_SHEETS = 200;
const MOST_LINES = 200_000;

const headOf = (column: FormColumn): string => {
  const name = column.group ? `${column.group}—${column.name}` : column.name;
  return unitOf(column) ? `${name}（${unitOf(column)}）` : name;
};
const shown = (column: FormColumn, text: string): string =>
  column.type === 'file' && text !== '' ? `${text.split(',').length}份` : text;
const columnsOf = (design: Design, rowHead: string): SheetColumn[] => [
  { head: rowHead, width: 24 },
  ...design.columns.map((column) => ({ head: headOf(column), width: Math.max(12, headOf(column).length * 2 + 2) })),
];
/** The same to be read: numbers are numbers. What is filled in and read back stays as it is typed. */
const shownColumns = (design: Design, rowHead: string): SheetColumn[] =>
  columnsOf(design, rowHead).map((column, at) => {
    const own = design.columns[at - 1];
    return own && isNumeric(own) ? { ...column, kind: 'number' } : column;
  });
const linesOf = (design: Design, rows: readonly FilledRow[]): string[][] =>
  rows.map(({ id, cells }, at) => [
    design.free ? `${at + 1}` : (design.rows.find((row) => row.id === id)?.name ?? ''),
    ...design.columns.map((column) => shown(column, cells[column.id] ?? '')),
  ]);

/** The grid of a part as a workbook to be filled in and read back, with what is filled in already. */
export async function template(ctx: Ctx, { id }: ParsedOf<typeof contract.formTemplate>): Promise<FileReply> {
  const part = await findPart(ctx.db, ctx.scope, id);
  if (!part) throw notFound(NO_PART);
  const { design, rows } = await readFill(ctx, { id });
  const choices = await choicesOf(ctx, design);
  const columns = columnsOf(design, design.free ? '行号' : ROW_HEAD).map((column, at) => {
    const own = design.columns[at - 1];
    const options = own?.type === 'flag' ? ['是', '否'] : own && choices[own.id];
    return options && options.length > 0 ? { ...column, options } : column;
  });
  const lines = linesOf(design, rows.length > 0 || design.free ? rows : startRows(design, {}));
  const body = await bytesOf(xlsx(nameOf(part), columns, lines));
  return { name: `${nameOf(part)}-${part.orgName}.xlsx`, mime: XLSX_MIME, body };
}

/** Reads a filled workbook back into the cells of a part; nothing is saved until whoever fills it in has looked at it. */
export const read = (ctx: Ctx): Promise<ReplyOf<typeof contract.readForm>> =>
  withSheet(ctx, async ({ bytes, texts }) => {
    const parsedId = idSchema.safeParse(texts.id);
    const part = parsedId.success ? await findPart(ctx.db, ctx.scope, parsedId.data) : undefined;
    if (!part) throw notFound(NO_PART);
    if (!mayFill(ctx, part)) throw refuse('这件任务现在不能填表');
    const design = (await queries.findForm(ctx.db, part.taskId))?.design ?? EMPTY_DESIGN;
    return takeIn(design, readTable(bytes));
  });

async function takeIn(design: Design, lines: AsyncIterable<string[]>) {
  let places: (FormColumn | undefined)[] | null = null;
  const passed: string[] = [];
  const rows: FilledRow[] = [];
  let read = 0;
  for await (const line of lines) {
    if (line.length === 0) continue;
    if (!places) {
      places = line.map((head) =>
        design.columns.find((column) => column.type !== 'file' && [headOf(column), column.name].includes(head.trim())),
      );
      if (places.every((column) => !column)) throw badInput({ file: '没有认出一列，请用本任务下载的模板填写' });
      continue;
    }
    const name = (line[0] ?? '').trim();
    const fixed = design.rows.find((row) => row.name === name);
    if (!design.free && !fixed) {
      passed.push(name || '没有行名的一行');
      continue;
    }
    const cells = Object.fromEntries(
      places.flatMap((column, at) => {
        const text = (line[at] ?? '').trim().slice(0, 600);
        return column && text !== '' ? [[column.id, text] as const] : [];
      }),
    );
    if (design.free && Object.keys(cells).length === 0) continue;
    if (rows.length >= MAX_ROWS) throw badInput({ file: `最多${MAX_ROWS}行` });
    read += Object.keys(cells).length;
    rows.push({ id: fixed?.id ?? `${rows.length + 1}`, cells });
  }
  if (!places) throw badInput({ file: '表里没有内容' });
  return { rows, read, passed: toldRows(passed) };
}

/** Queues the export of what the session's organisation and those below it have handed in. */
export async function start(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportForm>,
): Promise<ReplyOf<typeof contract.exportForm>> {
  const { task, circle, design, org } = await loadSumTarget(ctx, { id: input.id, circleId: input.circleId });
  if (task.kind !== 3 || !circle || design.columns.length === 0) throw refuse('这项任务没有填的表');
  const { accountName: name, orgName } = ctx.session;
  const label = circle.label ? `（${circle.label}）` : '';
  const title = `导出${task.title}${label}`;
  const jobId = await enqueue(ctx, {
    kind: FORM_EXPORT,
    title,
    right: 'task:read',
    input: {
      taskId: task.id,
      circleId: circle.id,
      as: input.as,
      name: `${task.title}${label}`,
      orgCode: org.code,
      by: { name, org: orgName },
      purpose: input.purpose,
    },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode: org.code, reason: input.purpose });
  return { jobId };
}

interface Asked {
  as: 'sheets' | 'zip';
  taskId: string;
  circleId: string;
  name: string;
  orgCode: string;
  by: { name: string; org: string };
  purpose: string;
}

/** A name that nothing else has: the second one carries its number. */
function once(name: string, taken: Set<string>): string {
  let one = name;
  for (let n = 2; taken.has(one); n++) one = `${name}（${n}）`;
  taken.add(one);
  return one;
}
/** A sheet's name as spreadsheet programs take it, each once. */
const sheetName = (name: string, taken: Set<string>): string =>
  once(name.replace(/[\\/?*[\]:']/g, '').slice(0, 26) || '组织', taken);

/** The sum first, then a sheet, or in an archive a workbook, for each organisation. */
export async function run(job: RunningJob): Promise<JobResult> {
  const { taskId, circleId, name, orgCode, by, purpose, as } = job.input as unknown as Asked;
  const { db } = job.services;
  const scope = narrowScope(workerScope(job.orgCode), orgCode);
  const design = (await queries.findForm(db, taskId))?.design;
  if (!scope || !design) throw notFound('这项任务没有填的表');
  const filled: { orgName: string; lines: string[][] }[] = [];
  for (let after = '', lines = 0; ; ) {
    const some = await listFillsAfter(db, scope, circleId, after, 500);
    for (const { orgName, rows } of some) {
      filled.push({ orgName, lines: linesOf(design, rows) });
      lines += rows.length;
    }
    if (lines > MOST_LINES) throw refuse(`超过${MOST_LINES}行，请由下一级组织分别导出`);
    await job.progress(filled.length, filled.length, '正在导出');
    after = some.at(-1)?.code ?? '';
    if (some.length < 500) break;
  }
  const sums = await sumsNowAndBefore({ db }, scope, circleId, design, undefined);
  const rows = design.free ? [{ id: '*', name: '合计' }] : design.rows;
  const columns = design.columns.filter(isNumeric);
  async function* summed() {
    for (const row of rows) {
      yield [
        row.name,
        ...columns.map(({ id }) => {
          const one = sums.find((sum) => sum.row === row.id && sum.col === id);
          return one && one.now !== null ? fromScaledInteger(one.now, one.decimals) : '';
        }),
      ];
    }
  }
  const summedColumns = shownColumns({ ...design, columns }, ROW_HEAD);
  const ownColumns = shownColumns(design, design.free ? '行号' : ROW_HEAD);
  if (as === 'zip') {
    const mark = await markOfJob(job, { title: name, by, purpose });
    async function* entries() {
      yield { name: `汇总-${fileNamePart(name)}.xlsx`, content: xlsx(name, summedColumns, summed(), mark) };
      const taken = new Set<string>();
      for (const { orgName, lines } of filled)
        yield {
          name: `${once(fileNamePart(orgName), taken)}-${fileNamePart(name)}.xlsx`,
          content: xlsx(name, ownColumns, lines, mark),
        };
    }
    return writeArchive(job, { kind: FORM_EXPORT, title: name, unit: '个文件', by, purpose, entries: entries() });
  }
  const taken = new Set([name.slice(0, 31)]);
  const further: FurtherSheet[] =
    filled.length <= MOST_SHEETS
      ? filled.map(({ orgName, lines }) => ({
          name: sheetName(orgName, taken),
          columns: ownColumns,
          rows: lines,
        }))
      : [
          {
            name: '各组织明细',
            columns: [{ head: '组织', width: 30 }, ...ownColumns],
            rows: filled.flatMap(({ orgName, lines }) => lines.map((line) => [orgName, ...line])),
          },
        ];
  return writeExport(job, {
    kind: FORM_EXPORT,
    title: name,
    unit: '行合计',
    columns: summedColumns,
    rows: summed(),
    by,
    purpose,
    further,
  });
}

/** The grid of a part as a printed page. */
export async function print(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printForm>,
): Promise<ReplyOf<typeof contract.printForm>> {
  const part = await findPart(ctx.db, ctx.scope, id);
  if (!part) throw notFound(NO_PART);
  const { design, rows, asOf } = await readFill(ctx, { id });
  const name = `${nameOf(part)} ${part.orgName}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'officePart', id: part.id, name: nameOf(part), orgCode: part.orgCode });
  return answerPaper(ctx, {
    name,
    template: PAPER,
    data: {
      mark: line,
      title: nameOf(part),
      orgName: part.orgName,
      filed: part.reportedAt ? `${part.reportedBy}，${localTime(part.reportedAt).slice(0, 10)}上报` : '还没有上报',
      asOf: localTime(new Date(asOf)).slice(0, 10),
      heads: [design.free ? '行号' : '', ...design.columns.map(headOf)],
      numbers: [false, ...design.columns.map(isNumeric)],
      rows: linesOf(design, rows),
    },
  });
}
