import { type FileReply, id as idSchema, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import { toldRows } from '#platform/reading/cells.ts';
import { comparedName } from '#platform/reading/signs.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import { withSheet } from '#platform/server/spreadsheet/receive.ts';
import { bytesOf } from '#platform/server/spreadsheet/template.ts';
import { type SheetColumn, XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '#procedures/dues/contract.grid.ts';
import { MOST_AT_ONCE } from '#procedures/dues/contract.grid.ts';
import { PAYERS } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday } from '../queries/bills.ts';
import { type GridRecord, gridOf } from '../queries/standards.ts';
import { categoryName } from './bills.ts';

const HEADS = { id: '编号', name: '姓名', payer: '缴费类别', base: '计缴基数（元）' } as const;
const COLUMNS: SheetColumn[] = [
  { head: HEADS.id, width: 12, note: '不要改动，按它找到党员' },
  { head: HEADS.name, width: 14 },
  { head: '人员类别', width: 14 },
  { head: HEADS.payer, width: 26, options: Object.values(PAYERS) },
  { head: HEADS.base, width: 20, note: '不按月取得收入的填上季度合计；农民填每月缴纳数；学生、下岗等不填' },
];

async function peopleOf(ctx: Ctx, orgId: string): Promise<{ name: string; people: GridRecord[] }> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const { current } = await monthAndToday(ctx.db);
  return { name: place.name, people: await gridOf(ctx.db, ctx.scope, place.id, current, MOST_AT_ONCE) };
}

/** The people of a branch as a workbook to be filled in; incomes stand in no file that leaves the platform. */
export async function template(ctx: Ctx, { orgId }: ParsedOf<typeof contract.standardTemplate>): Promise<FileReply> {
  const { name, people } = await peopleOf(ctx, orgId);
  const lines = people.map((one) => [
    one.id,
    one.name,
    categoryName(one.category),
    one.payer === null ? '' : (PAYERS[one.payer as keyof typeof PAYERS] ?? ''),
    '',
  ]);
  const body = await bytesOf(xlsx(`${name}党费标准`, COLUMNS, lines));
  return { name: `${name}党费标准.xlsx`, mime: XLSX_MIME, body };
}

/** Reads a filled workbook back, line by person: by number, or by a name that stands once in the branch. */
export const read = (ctx: Ctx): Promise<ReplyOf<typeof contract.readStandards>> =>
  withSheet(ctx, async ({ bytes, texts }) => {
    const orgId = idSchema.safeParse(texts.orgId);
    if (!orgId.success) throw notFound('组织不存在');
    const { people } = await peopleOf(ctx, orgId.data);
    return takeIn(people, readTable(bytes));
  });

async function takeIn(people: readonly GridRecord[], lines: AsyncIterable<string[]>) {
  const byId = new Map(people.map((one) => [one.id, one]));
  const byName = Map.groupBy(people, ({ name }) => comparedName(name));
  let at: Record<keyof typeof HEADS, number> | null = null;
  const rows = new Map<string, { memberId: string; payer: string; base: string }>();
  const passed: string[] = [];
  let rowNo = 0;
  for await (const line of lines) {
    const cells = line.map((cell) => cell.trim());
    if (!at) {
      const find = (head: string) => cells.findIndex((cell) => cell === head || cell === head.replace('（元）', ''));
      const found = { id: find(HEADS.id), name: find(HEADS.name), payer: find(HEADS.payer), base: find(HEADS.base) };
      if (found.base >= 0 && (found.id >= 0 || found.name >= 0)) at = found;
      continue;
    }
    const of = (which: keyof typeof HEADS) => (at ? (cells[at[which]] ?? '').slice(0, 40) : '');
    const [payer, base] = [of('payer'), of('base')];
    rowNo++;
    if (of('id') === '' && of('name') === '') {
      if (payer !== '' || base !== '') passed.push(`表头下第${rowNo}行没有姓名`);
      continue;
    }
    const named = byName.get(comparedName(of('name'))) ?? [];
    const person = byId.get(of('id')) ?? (named.length === 1 ? named[0] : undefined);
    // A number that belongs to somebody of another name was moved by accident.
    if (
      !person ||
      (of('name') !== '' && comparedName(person.name) !== comparedName(of('name'))) ||
      rows.has(person.id)
    ) {
      passed.push(of('name') || of('id'));
      continue;
    }
    if (payer !== '' || base !== '') rows.set(person.id, { memberId: person.id, payer, base });
  }
  if (!at) throw badInput({ file: '没有找到表头，需要有编号（或姓名）、缴费类别、计缴基数' });
  return { rows: [...rows.values()], passed: toldRows(passed) };
}
