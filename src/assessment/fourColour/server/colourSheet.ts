import { Readable } from 'node:stream';
import type * as contract from '#assessment/fourColour/contract.ts';
import { wordsOf } from '#assessment/fourColour/rules.scheme.ts';
import { KINDS } from '#assessment/fourColour/rules.ts';
import type { FileReply, ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { quarterText } from '#platform/time/periods.ts';
import { colours } from './service.ts';

/** Organisations of one sheet; as many as are looked at at all. */
const MOST = 20_000;
const HEADS = [
  ['组织', 34],
  ['上级组织', 30],
  ['类别', 8],
  ['等级', 12],
  ['考核得分', 10, 'number'],
  ['不符合项', 10, 'whole'],
  ['原因', 60],
  ['整改', 12],
  ['整改期限', 12],
] as const;

/** The colours of a quarter with their reasons, as the page shows them. */
export async function exportColours(ctx: Ctx, input: ParsedOf<typeof contract.exportColours>): Promise<FileReply> {
  const found = await colours(ctx, { ...input, pageNum: 1, pageSize: MOST });
  const title = `四色等级 ${quarterText(found.year, found.quarter)}${found.isFrozen ? '' : '（预评）'}`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'colour', name: title });
  return {
    name: `${title}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '四色等级',
        HEADS.map(([head, width, kind]) => (kind ? { head, width, kind } : { head, width })),
        found.rows.map((row) => {
          return [
            row.name,
            row.parentName,
            KINDS[row.kind],
            wordsOf(found.scheme, row.level),
            row.score === null ? '' : String(row.score / 100),
            String(row.openChecks),
            row.reasons.map(({ label, n, unit }) => `${label}${n}${unit}`).join('、'),
            row.rectification?.stateName ?? '',
            row.rectification?.dueOn ?? '',
          ];
        }),
        mark,
      ),
    ),
  };
}
