import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress, pictureFiles } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { richTree } from '#platform/server/papers/rich.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { decodeHtml } from '#platform/text/richTextRules.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import type { printPoster } from '#publishing/openAffairs/contract.ts';
import { KINDS, periodText } from '#publishing/openAffairs/rules.ts';
import * as queries from '../queries/affair.ts';
import * as shown from '../queries/shown.ts';
import { getAffair } from './read.ts';

/** Papers of this kind are looked up by strangers. */
export const POSTER = 'openAffairs.poster';

/**
 * The affair as it is put up on the board, with the code of its public page, or, while the board is off, of its
 * verification. What is not published yet says so and bears no code.
 */
export async function makePoster(ctx: Ctx, { id }: ParsedOf<typeof printPoster>): Promise<ReplyOf<typeof printPoster>> {
  const detail = await getAffair(ctx, id);
  const { kind, itemName, period, orgName, publicPath } = detail;
  // Never a correction that nobody has approved yet, under the code of what is public.
  const published = detail.shownNumber === null ? undefined : await shown.findVersion(ctx.db, id, detail.shownNumber);
  const title = published?.title ?? detail.title;
  const files = published ? await uploadedFiles(ctx.db, published.files) : detail.files;
  const code = published ? await verifyCode(ctx, POSTER, id) : '';
  const { nodes, files: pictures } = richTree(published?.content ?? decodeHtml(detail.content));
  const drawn = await pictureFiles(ctx, pictures);
  const { line } = await markOfDownload(ctx, `打印公开事项 ${title}`);
  ctx.audit({ type: 'openAffair', id, name: title });
  return answerPaper(ctx, {
    name: `三务公开 ${title}`,
    template: new URL('../../papers/poster.typ', import.meta.url),
    data: {
      mark: line,
      title,
      kind: KINDS[kind],
      item: itemName,
      period: periodText(period),
      orgName,
      note: published?.note ?? detail.note,
      content: nodes,
      pictures: Object.fromEntries(Object.keys(drawn).map((name) => [name.slice(0, 32), name])),
      files: files.map((file) => file.name),
      days: published ? `${detail.shownFrom} 至 ${detail.shownUntil}` : '尚未公开，不得张贴',
      approvedBy: published?.approvedBy ?? '',
      code: code && shownVerifyCode(code),
      qr: code ? await qrSvg(pageAddress(ctx, publicPath || verifyPath(code))) : '',
      caption: publicPath ? '扫码查看公开页' : '扫码核验',
    },
    files: drawn,
  });
}

/** What a stranger reads of a poster: what stands on it, and whether it is still public. */
export async function verifyPoster(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await queries.findAffair(ctx.db, wholeScope, id);
  if (!row) return null;
  const number = row.shownNumber ?? row.versions;
  const version = await shown.findVersion(ctx.db, id, number);
  if (!version) return null;
  const holds = row.shownNumber !== null && !row.isOver;
  return {
    title: KINDS[row.kind],
    state: holds ? '正在公开' : row.shownNumber === null ? '已经撤下' : '公开期已满',
    tone: holds ? 'good' : 'warn',
    orgName: row.orgName,
    name: version.title,
    number: null,
    issuedOn: row.shownFrom,
    facts: [
      ['公开项目', `${row.itemName}，${periodText(row.period)}`],
      ...(row.shownFrom && row.shownUntil ? [['公开时间', `${row.shownFrom} 至 ${row.shownUntil}`] as const] : []),
    ],
  };
}
