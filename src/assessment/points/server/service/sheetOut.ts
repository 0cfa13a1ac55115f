import { Readable } from 'node:stream';
import type * as contract from '#assessment/points/contract.out.ts';
import type { ScoreSheet } from '#assessment/points/contract.ts';
import { DIMENSIONS, pointsText } from '#assessment/points/rules.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { findOrgCode } from '../queries/scores.ts';
import { scoreSheet } from './scores.ts';

const PAPER = new URL('../../papers/sheet.typ', import.meta.url);
/** The sheet of an organisation of the scope: these calls name it in their body. */
async function sheetOf(ctx: Ctx, input: ParsedOf<typeof contract.printScoreSheet>): Promise<ScoreSheet> {
  const code = await findOrgCode(ctx.db, ctx.scope, input.orgId);
  if (!code) throw notFound('组织不存在，或不在管理范围内');
  return scoreSheet(ctx, input, { id: input.orgId, code, scope: workerScope(code) });
}

const titleOf = ({ orgName, label }: ScoreSheet) => `${orgName}${label}党员积分亮分表`;
const placeText = ({ exempt, place }: ScoreSheet['people'][number]) => (exempt ? '免考' : `${place ?? ''}`);

/** The sheet as it is hung up and signed. */
export async function print(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printScoreSheet>,
): Promise<ReplyOf<typeof contract.printScoreSheet>> {
  const sheet = await sheetOf(ctx, input);
  const name = titleOf(sheet);
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'org', id: input.orgId, name });
  return answerPaper(ctx, {
    name,
    template: PAPER,
    data: {
      mark: line,
      orgName: sheet.orgName,
      label: sheet.label,
      heads: [...DIMENSIONS],
      rows: sheet.people.map((one) => ({
        name: one.name,
        parts: one.parts.map((part) => (part === 0 ? '' : pointsText(part))),
        sum: pointsText(one.sum),
        score: one.exempt ? '' : pointsText(one.score),
        place: placeText(one),
      })),
    },
  });
}

/** The same as a workbook. */
export async function workbook(ctx: Ctx, input: ParsedOf<typeof contract.exportScoreSheet>): Promise<FileReply> {
  const sheet = await sheetOf(ctx, input);
  const name = titleOf(sheet);
  const mark = await markOfDownload(ctx, name);
  ctx.audit({ type: 'org', id: input.orgId, name });
  const heads = ['姓名', '党支部', ...DIMENSIONS, '本期小计', '累计总分', '名次', '本人签名'];
  return {
    name: `${name}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '亮分表',
        // After the two names all are points and a place, up to the signature.
        heads.map((head, at) => ({
          head,
          width: at === 1 ? 30 : 12,
          ...(at > 1 && at < heads.length - 1 ? { kind: 'number' as const } : {}),
        })),
        sheet.people.map((one) => [
          one.name,
          one.orgName,
          ...one.parts.map(pointsText),
          pointsText(one.sum),
          one.exempt ? '' : pointsText(one.score),
          placeText(one),
          '',
        ]),
        mark,
      ),
    ),
  };
}
