import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import type * as contract from '#modules/dualReport/contract.pair.ts';
import { PAIR } from '#modules/dualReport/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/verify.ts';
import { shownVerifyCode, verifyPath } from '#platform/verifyCode.ts';
import * as queries from '../queries/pair.ts';
import { NO_PAIR } from './pair.ts';
import { postsText } from './read.ts';

/** Receipts of this kind are looked up by strangers. */
export const PAIR_RECEIPT = 'dualReport.pairReceipt';

/** The receipt of an organisation's report that the community has accepted; of one that ended it says so. */
export async function printPair(ctx: Ctx, { id }: ParsedOf<typeof contract.printPair>): Promise<PaperFile> {
  const row = await queries.findPair(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PAIR);
  if (row.status !== PAIR.accepted && row.status !== PAIR.ended) throw refuse('社区接受后才有报到回执单');
  const names = await dictionaryNames(ctx.services);
  const code = await verifyCode(ctx, PAIR_RECEIPT, id);
  const title = `组织报到回执单 ${row.homeName}`;
  const { line } = await markOfDownload(ctx, `打印${title}`);
  ctx.audit({ type: 'sbdPair', id, name: `${row.homeName} → ${row.orgName}`, orgCode: row.homeCode });
  return answerPaper(ctx, {
    name: title,
    template: new URL('../../papers/pairReceipt.typ', import.meta.url),
    data: {
      mark: line,
      homeName: row.homeName,
      orgName: row.orgName,
      contact: row.contact,
      phone: row.phone,
      posts: postsText(names, row.posts),
      offers: row.offers,
      askedOn: row.askedOn,
      decidedOn: row.decidedOn ?? '',
      decidedName: row.decidedName,
      ended: row.endedOn === null ? '' : `${row.endedOn} ${row.endNote}`,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

/** What a stranger reads of a receipt: who reported where and since when, and whether it still holds. */
export async function verifyPair(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await queries.pairForVerify(ctx.db, id);
  if (!row) return null;
  const holds = row.status === PAIR.accepted;
  return {
    title: '党组织报到回执单',
    state: holds ? '已报到' : '报到已结束',
    tone: holds ? 'good' : 'warn',
    orgName: row.orgName,
    facts: [
      ['报到党组织', row.homeName],
      ['报到日期', row.decidedOn ?? row.askedOn],
      ...(row.endedOn === null ? [] : [['结束日期', row.endedOn] as const]),
    ],
  };
}
