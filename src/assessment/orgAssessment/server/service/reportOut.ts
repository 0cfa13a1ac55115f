import type * as contract from '#assessment/orgAssessment/contract.report.ts';
import { REPORT_KINDS } from '#assessment/orgAssessment/contract.report.ts';
import { GRADES } from '#assessment/orgAssessment/rules.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { paperOf, type ReportTable, workbookOf } from '../reportTable.ts';
import { months, report } from './report.ts';
import { gradeName, pointsCell } from './reportCells.ts';

/** One of the three tables, as texts. */
async function tableOf(ctx: Ctx, { id, kind }: ParsedOf<typeof contract.exportReport>): Promise<ReportTable> {
  const full = await report(ctx, { id });
  const title = `${full.name}${REPORT_KINDS[kind]}`;
  const sheet = { heads: [] as { head: string; width: number }[], lines: [] as string[][] };
  if (kind === 'items') {
    sheet.heads = [
      '组织',
      '比较组',
      full.isFinal ? '名次' : '已评项目',
      '等次',
      full.isFinal ? '总分' : '已评部分折合',
      ...full.items.map(({ name }) => name),
    ].map((head, at) => ({
      head,
      width: at === 0 ? 34 : 12,
    }));
    sheet.lines = full.rows.map((row) => [
      row.name,
      row.group,
      full.isFinal ? (row.place === null ? '' : String(row.place)) : `${row.decided}/${full.items.length}`,
      gradeName(row.grade),
      pointsCell(row.total),
      ...row.scores.map(({ points, isExempt }) => (isExempt ? '免考' : pointsCell(points))),
    ]);
    const line = (
      label: string,
      pick: (one: { mean: number | null; least: number | null; most: number | null }) => number | null,
    ) => [label, '', '', '', pointsCell(pick(full.total)), ...full.items.map((item) => pointsCell(pick(item)))];
    sheet.lines.push(
      line('平均', ({ mean }) => mean),
      line('最低', ({ least }) => least),
      line('最高', ({ most }) => most),
    );
  } else if (kind === 'gather') {
    sheet.heads = ['上级组织', '组织数', '平均分', '最低', '最高', ...Object.values(GRADES)].map((head, at) => ({
      head,
      width: at === 0 ? 34 : 10,
    }));
    sheet.lines = full.gather.map((row) => [
      row.name,
      String(row.orgs),
      pointsCell(row.mean),
      pointsCell(row.least),
      pointsCell(row.most),
      ...row.grades.map(String),
    ]);
  } else {
    const { items } = await months(ctx, { id });
    sheet.heads = ['项目', '月份', '截止日期', '应报', '已报', '通过', '逾期', '平均分'].map((head, at) => ({
      head,
      width: at === 0 ? 34 : 12,
    }));
    sheet.lines = items.flatMap((item) =>
      item.months.map((one) => [
        item.name,
        `${one.month}月`,
        one.dueOn,
        String(one.cells),
        String(one.submitted),
        String(one.passed),
        String(one.late),
        pointsCell(one.mean),
      ]),
    );
  }
  return {
    title,
    sheet: REPORT_KINDS[kind],
    state: full.isFinal ? '' : '评分尚未结束，不排名次、不定等次，得分只看已评的项目',
    // Of 分项统计 the group, of 月度项目 the month and its last day are words, too.
    words: kind === 'items' ? 2 : kind === 'gather' ? 1 : 3,
    ...sheet,
  };
}

/** A report as a workbook with its mark. */
export async function workbook(ctx: Ctx, input: ParsedOf<typeof contract.exportReport>): Promise<FileReply> {
  const table = await tableOf(ctx, input);
  ctx.audit({ type: 'integralPlan', id: input.id, name: table.title });
  return workbookOf(ctx, table);
}

/** The same on paper. */
export async function print(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printReport>,
): Promise<ReplyOf<typeof contract.printReport>> {
  const table = await tableOf(ctx, input);
  ctx.audit({ type: 'integralPlan', id: input.id, name: table.title });
  return paperOf(ctx, table);
}
