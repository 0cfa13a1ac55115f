import { Readable } from 'node:stream';
import type { FigureRow, listFigures } from '#life/keyWork/contract.read.ts';
import type * as contract from '#life/keyWork/contract.ts';
import { FREQUENCIES, KINDS, STANDINGS } from '#life/keyWork/rules.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenScope, narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { pageOfFigures } from '../queries/figures.ts';
import { placesOf } from '../queries/items.ts';
import { partsOfItem } from '../queries/parts.ts';
import { readItem } from './common.ts';

/** Rows of one sheet or paper. */
const MOST = 5000;
const PRINTED = 500;

const WAYS = { item: '按事项', org: '按责任单位' } as const;
const COLUMNS = [
  ['单位数', 'parts'],
  [STANDINGS.onTime, 'onTime'],
  [STANDINGS.doneLate, 'doneLate'],
  [STANDINGS.asked, 'asked'],
  [STANDINGS.late, 'late'],
  [STANDINGS.open, 'open'],
  ['退回过', 'returned'],
  ['到期进展', 'periods'],
  ['迟报未报', 'missed'],
] as const;
/** By organisation it is items that are counted. */
const headsOf = (by: keyof typeof WAYS) => COLUMNS.map(([head], at) => (at === 0 && by === 'org' ? '事项数' : head));

const filterOf = (input: ParsedOf<typeof contract.exportFigures>) => ({
  by: input.by,
  title: input.title || null,
  kind: input.kind ?? null,
  year: input.year ?? null,
});

/** A page of the figures. */
export async function readFigures(ctx: Ctx, input: ParsedOf<typeof listFigures>): Promise<ReplyOf<typeof listFigures>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  return pageOfFigures(ctx.db, chosenScope(ctx, input.orgId), filterOf(input), input.pageSize, offset);
}

/** A write reads the organisation itself: it is not brought along with the session. */
async function writtenPlace(ctx: Ctx, orgId: string | undefined): Promise<{ scope: Scope; name: string }> {
  if (!orgId) return { scope: ctx.scope, name: ctx.session.orgName };
  const [org] = await placesOf(ctx.db, ctx.scope, [orgId]);
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!scope) throw notFound('组织不存在');
  return { scope, name: org.name };
}

async function allOf(ctx: Ctx, input: ParsedOf<typeof contract.exportFigures>, most: number) {
  const { scope, name } = await writtenPlace(ctx, input.orgId);
  const found = await pageOfFigures(ctx.db, scope, filterOf(input), most, 0);
  if (found.total > most) throw refuse(`共${found.total}行，一次最多${most}行，请先筛选`);
  if (found.total === 0) throw refuse('没有可以列出的重点工作');
  return { ...found, scope, name };
}

const numbersOf = (row: FigureRow) => COLUMNS.map(([, key]) => String(row[key]));

/** The figures as a workbook, the sum last. */
export async function exportFigures(ctx: Ctx, input: ParsedOf<typeof contract.exportFigures>): Promise<FileReply> {
  const { rows, sum, scope } = await allOf(ctx, input, MOST);
  const title = `重点工作报表（${WAYS[input.by]}）`;
  const mark = await markOfDownload(ctx, title);
  const first =
    input.by === 'item'
      ? [
          { head: '重点工作', width: 40 },
          { head: '布置组织', width: 30 },
        ]
      : [{ head: '责任单位', width: 40 }];
  const lines = [...rows, sum].map((row) => [row.name, ...(input.by === 'item' ? [row.note] : []), ...numbersOf(row)]);
  ctx.audit({ type: 'keyWorkItem', name: `${rows.length}行`, orgCode: scope.from });
  return {
    name: `重点工作报表${await todayOf(ctx.db)}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '重点工作报表',
        [...first, ...headsOf(input.by).map((head) => ({ head, width: 12, kind: 'whole' as const }))],
        lines,
        mark,
      ),
    ),
  };
}

/** The figures on paper. */
export async function figuresPaper(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printFigures>,
): Promise<ReplyOf<typeof contract.printFigures>> {
  const { rows, sum, scope, name } = await allOf(ctx, input, PRINTED);
  const title = '重点工作报表';
  const { line } = await markOfDownload(ctx, `打印${title}`);
  ctx.audit({ type: 'keyWorkItem', name: `${rows.length}行`, orgCode: scope.from });
  return answerPaper(ctx, {
    name: `${title} ${name}`,
    template: new URL('../../papers/figures.typ', import.meta.url),
    data: {
      mark: line,
      title,
      orgName: name,
      day: await todayOf(ctx.db),
      first: input.by === 'item' ? '重点工作' : '责任单位',
      heads: headsOf(input.by),
      rows: [...rows, sum].map((row) => ({ name: row.name, note: row.note, cells: numbersOf(row) })),
    },
  });
}

/** 重点工作完成情况表: one item with all its organisations, as the session sees them. */
export async function itemPaper(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printItem>,
): Promise<ReplyOf<typeof contract.printItem>> {
  const item = await readItem(ctx, id);
  if (item.state === 'draft') throw refuse('下达后才有完成情况');
  const parts = await partsOfItem(ctx.db, ctx.scope, ctx.session.orgId, id);
  const live = parts.filter(({ state }) => state !== 'void');
  const name = `重点工作完成情况表 ${item.title}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'keyWorkItem', id, name: item.title, orgCode: item.orgCode });
  const n = (standing: keyof typeof STANDINGS) => live.filter((part) => part.standing === standing).length;
  return answerPaper(ctx, {
    name,
    template: new URL('../../papers/item.typ', import.meta.url),
    data: {
      mark: line,
      title: item.title,
      orgName: item.orgName,
      day: item.today,
      kind: KINDS[item.kind],
      leader: item.leader,
      days: `${item.startsOn} 至 ${item.endsOn}`,
      frequency: FREQUENCIES[item.frequency],
      content: item.content,
      measures: item.measures,
      sum: `责任单位${live.length}个：按期完成${n('onTime')}个，逾期完成${n('doneLate')}个，待验收${n('asked')}个，逾期未报${n('late')}个，正常办理${n('open')}个。`,
      rows: parts.map((part) => ({
        org: part.orgName,
        standing: STANDINGS[part.standing],
        percent: `${part.percent}%`,
        finishedOn: part.state === 'done' || part.state === 'asked' ? (part.finishedOn ?? '') : '',
        reports: part.periods === 0 ? '' : `${part.periods - part.missed}/${part.periods}`,
        returns: part.returns === 0 ? '' : String(part.returns),
        opinion: part.opinion,
      })),
    },
  });
}
