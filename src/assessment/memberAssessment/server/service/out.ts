import { Readable } from 'node:stream';
import type * as contract from '#assessment/memberAssessment/contract.out.ts';
import { SHEET_PEOPLE } from '#assessment/memberAssessment/contract.out.ts';
import { marksOf, middleOf } from '#assessment/memberAssessment/rules.fair.ts';
import { scoreText, yearText } from '#assessment/memberAssessment/rules.ts';
import { findOrgByCode, findOrgCode } from '#assessment/points/server/index.ts';
import { placeOf } from '#assessment/points/server/service/scores.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { listBranchMeans } from '../queries/fairness.ts';
import { statisticsAt } from './statistics.ts';

const WORDS = {
  none: '待评',
  saved: '已保存',
  submitted: '待确认',
  confirmed: '',
  returned: '已退回',
  overdue: '逾期',
  past: '—',
  exempt: '免考',
} as const;
const MONTHS = Array.from({ length: 12 }, (_, n) => `${n + 1}月`);

/** 考核统计 as a workbook: what is confirmed as its total, anything else in words. */
export async function workbook(ctx: Ctx, input: ParsedOf<typeof contract.exportStatistics>): Promise<FileReply> {
  const id = input.orgId ?? ctx.session.orgId;
  const code = await findOrgCode(ctx.db, ctx.scope, id);
  if (!code) throw notFound('组织不存在，或不在管理范围内');
  const place = { id, code, scope: workerScope(code) };
  const found = await statisticsAt(ctx, place, { year: input.year, pageNum: 1, pageSize: SHEET_PEOPLE });
  if (found.total > SHEET_PEOPLE) throw refuse(`超过${SHEET_PEOPLE}人，请按下级组织分别导出`);
  const title = `${found.orgName}${found.year}年党员考核统计`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'org', id, name: title, orgCode: code });
  return {
    name: `${title}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '考核统计',
        ['姓名', '党支部', ...MONTHS, '月均', '年度', '等次', '备注'].map((head, at) => ({
          head,
          width: at === 1 ? 34 : at === 0 ? 12 : 9,
          // Months that are not confirmed stay words.
          ...(at > 1 && at < MONTHS.length + 4 ? { kind: 'number' as const } : {}),
        })),
        found.rows.map((row) => [
          row.name,
          row.orgName,
          ...row.months.map(({ state, total }) =>
            total === null ? WORDS[state] : `${scoreText(total)}${WORDS[state] && `（${WORDS[state]}）`}`,
          ),
          row.mean === null ? '' : scoreText(row.mean),
          row.yearTotal === null ? '' : yearText(row.yearTotal),
          row.grade,
          row.exempt ? `免考：${row.exempt}` : row.probationary ? '预备党员' : '',
        ]),
        mark,
      ),
    ),
  };
}

/** Branches by how they score: those to be looked at first, then by name in the order of the tree. */
export async function fairness(
  ctx: Ctx,
  input: ParsedOf<typeof contract.fairness>,
): Promise<ReplyOf<typeof contract.fairness>> {
  const place = placeOf(ctx, input.orgId);
  const day = await todayOf(ctx.db);
  const year = input.year ?? Number(day.slice(0, 4));
  const [rows, org] = await Promise.all([
    listBranchMeans(ctx.db, place.scope, year),
    findOrgByCode(ctx.db, place.code),
  ]);
  const middle = middleOf(rows.map(({ mean }) => mean));
  const marked = rows.map((row) => ({ ...row, marks: marksOf(row, middle) }));
  return {
    year,
    years: yearsOf(day),
    orgName: org?.name ?? '',
    branches: rows.length,
    middle,
    rows: marked.sort((a, b) => b.marks.length - a.marks.length).slice(0, 500),
  };
}
