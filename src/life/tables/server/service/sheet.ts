import type * as contract from '#life/tables/contract.ts';
import {
  type Choices,
  type Fault,
  type FilledRow,
  fillFaults,
  isChoice,
  MAX_CELL,
  MAX_ROWS,
  readValue,
  type TableDesign,
} from '#life/tables/rules.design.ts';
import { fieldsOf, headOf, isHead, noteOf, sampleOf } from '#life/tables/rules.sheet.ts';
import { mayAct } from '#life/tables/rules.ts';
import { type FileReply, id as idSchema, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { type Line, openSheet } from '#platform/server/spreadsheet/encrypted.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf, template } from '#platform/server/spreadsheet/template.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { contentOf } from '../queries/fills.ts';
import { choicesOf } from './common.ts';
import { fillOf } from './fills.ts';

interface Asked {
  title: string;
  design: TableDesign;
  choices: Choices;
}

/** A filling of the own organisation that is open and has several rows, with what it is filled in by. */
async function openFill(ctx: Ctx, id: string): Promise<Asked> {
  const fill = await fillOf(ctx, id);
  if (fill.orgId !== ctx.session.orgId) throw refuse('由填报的组织填写');
  if (fill.tableState !== 'open' || !mayAct('save', fill.state)) throw refuse('现在不能填报');
  const design = (await contentOf(ctx.db, fill.id))?.design;
  if (!design?.several) throw refuse('该数据表只填一行，请在页面上填写');
  return { title: fill.title, design, choices: await choicesOf(ctx, design) };
}

const fileName = (text: string) => text.replace(/[\\/:*?"<>|]/g, '');

/** The workbook to be filled in: a column a field, with its words to choose from. */
export async function fillTemplate(ctx: Ctx, { id }: ParsedOf<typeof contract.fillTemplate>): Promise<FileReply> {
  const { title, design, choices } = await openFill(ctx, id);
  const columns = design.fields.map((field) => {
    const options = field.kind === 'flag' ? ['是', '否'] : isChoice(field) ? (choices[field.id] ?? []) : [];
    const note = noteOf(field);
    return {
      head: field.required ? `${headOf(field)}*` : headOf(field),
      sample: sampleOf(field, options),
      required: field.required,
      ...(options.length > 0 ? { options } : {}),
      ...(note ? { note } : {}),
    };
  });
  const body = await bytesOf(template(fileName(title).slice(0, 30), columns));
  return { name: `${fileName(title)}-填报模板.xlsx`, mime: XLSX_MIME, body };
}

/** Reads a filled workbook, each line judged as the form judges it; nothing is kept until whoever fills in has looked at it. */
export const readFillSheet = (ctx: Ctx): Promise<ReplyOf<typeof contract.readFillSheet>> =>
  withSheet(ctx, async ({ bytes, texts }) => {
    const parsedId = idSchema.safeParse(texts.id);
    if (!parsedId.success) throw notFound('该填报不存在或不在管理范围内');
    const { design, choices } = await openFill(ctx, parsedId.data);
    const rule = {
      isHead: (cells: readonly string[]) => isHead(design, cells),
      heads: design.fields.slice(0, 3).map(({ name }) => name),
    };
    return openSheet(readTable(bytes), rule, ({ head, rows }) => takeIn(design, choices, head, rows));
  });

async function takeIn(design: TableDesign, choices: Choices, head: readonly string[], lines: AsyncIterable<Line>) {
  const fields = fieldsOf(design, head);
  const rows: FilledRow[] = [];
  for await (const { rowNo, cells: texts } of lines) {
    const cells: Record<string, string> = {};
    for (const [at, field] of fields.entries()) {
      if (!field) continue;
      const { text } = readValue(field, texts[at] ?? '', choices[field.id] ?? field.choices);
      if (text.length > MAX_CELL) throw badInput({ file: `第${rowNo}行“${field.name}”超过${MAX_CELL}个字` });
      if (text !== '') cells[field.id] = text;
    }
    if (Object.keys(cells).length === 0) continue;
    if (rows.length === MAX_ROWS) throw badInput({ file: `一张表最多填${MAX_ROWS}行，请删去多余的行` });
    rows.push({ id: String(rowNo), cells });
  }
  if (rows.length === 0) throw badInput({ file: '表头下面没有内容' });
  return {
    rows,
    faults: fillFaults(design, rows, choices),
    unknown: head.filter((words, at) => words.trim() !== '' && !fields[at]),
    missing: design.fields.filter((field) => !fields.includes(field)).map(({ name }) => name),
  };
}

/** The lines with something wrong as a workbook that can be mended and read again, with the reasons in its last column. */
export async function fillFaultFile(
  ctx: Ctx,
  { id, rows }: ParsedOf<typeof contract.fillFaultFile>,
): Promise<FileReply> {
  const { title, design, choices } = await openFill(ctx, id);
  const faults = Map.groupBy(fillFaults(design, rows, choices), ({ row }) => row);
  const nameOf = ({ col }: Fault) => design.fields.find((field) => field.id === col)?.name ?? '';
  const heads = design.fields.map((field) => (field.required ? `${headOf(field)}*` : headOf(field)));
  const sheet = xlsx(
    '有误的行',
    [...heads.map((head) => ({ head, width: Math.max(12, head.length * 2 + 4) })), { head: '原因', width: 60 }],
    rows.flatMap((row) => {
      const wrong = faults.get(row.id);
      if (!wrong) return [];
      const why = wrong.map((fault) => `${nameOf(fault)}：${fault.text}`).join('；');
      return [[...design.fields.map((field) => row.cells[field.id] ?? ''), `第${row.id}行，${why}`]];
    }),
  );
  return { name: `${fileName(title)}-有误的行.xlsx`, mime: XLSX_MIME, body: await bytesOf(sheet) };
}
