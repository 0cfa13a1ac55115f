import { paperOf, type ReportTable, workbookOf } from '#assessment/orgAssessment/server/reportTable.ts';
import type * as contract from '#assessment/trinity/contract.report.ts';
import { REPORTS } from '#assessment/trinity/contract.report.ts';
import {
  changeText,
  FIGURES,
  type Figures,
  onTimeRate,
  passedRate,
  placesText,
  STANDS,
  selectReportRows,
  unitPortions,
} from '#assessment/trinity/rules.report.ts';
import { pointsText } from '#assessment/trinity/rules.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { loadEvaluation, logEvaluation } from './common.ts';
import { material, org, score } from './reports.ts';

type Asked = ParsedOf<typeof contract.exportReport>;
type Columns = Pick<ReportTable, 'lines' | 'words' | 'portions'> & { heads: { head: string; width: number }[] };

const cell = (value: number | null) => (value === null ? '' : pointsText(value));
/** The first columns hold names. */
const headsOf = (heads: readonly string[], names: number) =>
  heads.map((head, at) => ({ head, width: at === 0 ? 34 : at < names ? 20 : 12 }));

async function orgTable(ctx: Ctx, { evaluationId, group, grade, sort }: Asked): Promise<Columns> {
  const full = await org(ctx, { evaluationId });
  const heads = [
    '考核单位',
    '组别',
    '等次',
    full.isFinal ? '名次' : '已评指标',
    full.isFinal ? '总分' : '已评部分折合',
    ...full.parts.map(({ title, points }) => `${title}（${pointsText(points)}）`),
    '系数',
    ...(full.before ? [`${full.before.year}年得分`, `${full.before.year}年名次`, '得分变化', '名次变化'] : []),
  ];
  const lines = selectReportRows(full.rows, { group, grade, sort }).map((row) => [
    row.orgName,
    row.group,
    row.grade,
    full.isFinal ? (row.place === null ? '' : String(row.place)) : `${row.decided}/${full.items}`,
    cell(row.total),
    ...row.parts.map(cell),
    `${row.weight}%`,
    ...(full.before
      ? [
          cell(row.before?.total ?? null),
          row.before?.place ? String(row.before.place) : '',
          changeText(row.totalChange),
          placesText(row.placeChange),
        ]
      : []),
  ]);
  return { heads: headsOf(heads, 2), lines, words: 3 };
}

async function scoreTable(ctx: Ctx, { evaluationId, group }: Asked): Promise<Columns> {
  const full = await score(ctx, { evaluationId, ...(group ? { group } : {}) });
  const { units } = full;
  const heads = ['指标', '板块', '满分', '平均', '最低', '最高', '共失分', ...units.map(({ orgName }) => orgName)];
  const lines = full.items.map((item, at) => [
    item.title,
    item.partTitle,
    cell(item.points),
    cell(item.mean),
    cell(item.least),
    cell(item.most),
    cell(item.lost),
    ...units.map(({ scores }) => cell(scores[at] ?? null)),
  ]);
  const totals = ['总分', '', '', '', '', '', '', ...units.map(({ total }) => cell(total))];
  const shown = units.length > 0 ? [...lines, totals] : lines;
  return { heads: headsOf(heads, 2), lines: shown, words: 2, portions: unitPortions(units.length) };
}

const SHOWN = ['all', ...STANDS, 'late', 'onTime'] as const;
const figureCells = (figures: Figures) => [
  ...SHOWN.map((name) => String(figures[name])),
  onTimeRate(figures),
  passedRate(figures),
];

async function materialTable(ctx: Ctx, { evaluationId, by, group }: Asked): Promise<Columns> {
  const full = await material(ctx, { evaluationId });
  const names = by === 'units' ? ['考核单位', '组别'] : ['指标', '板块'];
  const heads = [...names, ...SHOWN.map((name) => FIGURES[name]), '按时报送率', '通过率'];
  const lines =
    by === 'units'
      ? full.units
          .filter((one) => group === '' || one.group === group)
          .map(({ name, group: of, figures }) => [name, of, ...figureCells(figures)])
      : full.items.map(({ title, partTitle, figures }) => [title, partTitle, ...figureCells(figures)]);
  // The sum is of all units: a group alone has none here.
  const sum = by === 'units' && group !== '' ? [] : [['合计', '', ...figureCells(full.total)]];
  return { heads: headsOf(heads, 2), lines: [...lines, ...sum], words: 2 };
}

const TABLES = { org: orgTable, score: scoreTable, material: materialTable };

async function tableOf(ctx: Ctx, input: Asked, isPaper: boolean): Promise<ReportTable> {
  const row = await loadEvaluation(ctx, input.evaluationId);
  const columns = await TABLES[input.kind](ctx, input);
  const of = input.group ? `（${input.group}）` : '';
  const state = row.state === 'closed' ? '' : '进行中，尚未冻结';
  const title = `${row.name}${REPORTS[input.kind]}${of}`;
  logEvaluation(ctx, row, { report: [null, REPORTS[input.kind]] });
  // On paper the state stands below the title.
  return { title: state && !isPaper ? `${title}（${state}）` : title, sheet: REPORTS[input.kind], state, ...columns };
}

/** A report as a workbook with its export number. */
export async function exportReport(ctx: Ctx, input: Asked): Promise<FileReply> {
  return workbookOf(ctx, await tableOf(ctx, input, false));
}

/** The same on paper. */
export async function printReport(ctx: Ctx, input: Asked): Promise<ReplyOf<typeof contract.printReport>> {
  return paperOf(ctx, await tableOf(ctx, input, true));
}
