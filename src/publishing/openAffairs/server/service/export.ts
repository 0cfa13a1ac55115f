import { Readable } from 'node:stream';
import type { FileReply, ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '#publishing/openAffairs/contract.ts';
import { KINDS, PHASES, periodText } from '#publishing/openAffairs/rules.ts';
import { findOrgAndToday, pageOfAffairs } from '../queries/affair.ts';
import { filterOf } from './read.ts';

const MOST = 5000;
const COLUMNS = [
  ['公开组织', 30],
  ['公开类别', 14],
  ['公开项目', 20],
  ['期次', 14],
  ['标题', 40],
  ['状态', 10],
  ['公开日期', 12, 'day'],
  ['公开至', 12, 'day'],
  ['公开次数', 10, 'whole'],
  ['未答复意见', 12, 'whole'],
] as const;

/** The ledger of what a list shows, as a workbook. */
export async function exportLedger(ctx: Ctx, input: ParsedOf<typeof contract.exportAffairs>): Promise<FileReply> {
  // A write reads the organisation itself: it is not brought along with the session.
  const org = input.orgId ? await findOrgAndToday(ctx.db, ctx.scope, input.orgId) : undefined;
  const scope = org ? narrowScope(ctx.scope, org.code) : ctx.scope;
  if (!scope || (input.orgId && !org)) throw notFound('组织不存在');
  const orgId = input.searchRange === 'onlySelf' ? (org?.id ?? ctx.session.orgId) : null;
  const { rows, total } = await pageOfAffairs(ctx.db, scope, ctx.session, filterOf(input, orgId), MOST, 0);
  if (total > MOST) throw refuse(`共${total}件，一次最多导出${MOST}件，请先筛选`);
  const day = await todayOf(ctx.db);
  const mark = await markOfDownload(ctx, '三务公开台账');
  const lines = rows.map((row) => [
    row.orgName,
    KINDS[row.kind],
    row.itemName,
    periodText(row.period),
    row.title,
    PHASES[row.phase],
    row.shownFrom ?? '',
    row.shownUntil ?? '',
    String(row.versions),
    String(row.unanswered),
  ]);
  ctx.audit({ type: 'openAffair', name: `${rows.length}件`, orgCode: scope.from });
  return {
    name: `三务公开台账${day}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '三务公开台账',
        COLUMNS.map(([head, width, kind]) => ({ head, width, ...(kind ? { kind } : {}) })),
        lines,
        mark,
      ),
    ),
  };
}
