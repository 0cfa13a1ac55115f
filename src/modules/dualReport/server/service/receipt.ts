import { dictionaryNames } from '#modules/dictionary/server/names.ts';
import type * as contract from '#modules/dualReport/contract.ts';
import { REPORT, timesText } from '#modules/dualReport/rules.ts';
import { redactedName } from '#modules/relation/rules/letter.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { everything } from '#platform/server/scope.ts';
import { verifyCode } from '#platform/server/verify.ts';
import { shownVerifyCode, verifyPath } from '#platform/verifyCode.ts';
import * as queries from '../queries/report.ts';
import { NO_REPORT, postsText } from './read.ts';

/** Receipts of this kind are looked up by strangers. */
export const RECEIPT = 'dualReport.receipt';

/** The receipt of a report that the community has accepted, for the unit's files; of one that ended it says so. */
async function paperOf(ctx: Ctx, row: queries.ReportRecord): Promise<PaperFile> {
  if (row.status !== REPORT.reported && row.status !== REPORT.moved) {
    throw refuse('社区接收后才有报到回执单');
  }
  const names = await dictionaryNames(ctx.services);
  const code = await verifyCode(ctx, RECEIPT, row.id);
  const title = `报到回执单 ${row.name}`;
  const { line } = await markOfDownload(ctx, `打印${title}`);
  ctx.audit({ type: 'sbdReport', id: row.id, name: row.name, orgCode: row.orgCode });
  return answerPaper(ctx, {
    name: title,
    template: new URL('../../papers/receipt.typ', import.meta.url),
    data: {
      mark: line,
      name: row.name,
      homeName: row.homeName,
      workUnit: row.workUnit,
      orgName: row.orgName,
      residence: [row.residence, row.quarter].filter(Boolean).join('，'),
      posts: postsText(names, row.posts),
      skills: row.skills,
      times: timesText(row.times),
      askedOn: row.askedOn,
      decidedOn: row.decidedOn ?? '',
      decidedName: row.decidedName,
      ended: row.endedOn === null ? '' : `${row.endedOn} ${row.endNote}`,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
    },
  });
}

export async function print(ctx: Ctx, { id }: ParsedOf<typeof contract.printReport>): Promise<PaperFile> {
  const row = await queries.findReport(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_REPORT);
  return paperOf(ctx, row);
}

export async function printOwn(ctx: Ctx, { id }: ParsedOf<typeof contract.printOwn>): Promise<PaperFile> {
  const row = await queries.findReport(ctx.db, everything, id);
  if (!row || row.memberId !== ctx.session.memberId) throw notFound('没有这条报到');
  return paperOf(ctx, row);
}

/** What a stranger reads of a receipt: where and since when, and whether it still holds. */
export async function verifyReceipt(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await queries.reportForVerify(ctx.db, id);
  if (!row) return null;
  const holds = row.status === REPORT.reported;
  return {
    title: '党员报到回执单',
    state: holds ? '已报到' : '报到已结束',
    tone: holds ? 'good' : 'warn',
    orgName: row.orgName,
    facts: [
      ['党员', redactedName(row.name)],
      ['组织关系所在党组织', row.homeName],
      ['报到日期', row.decidedOn ?? row.askedOn],
      ...(row.endedOn === null ? [] : [['结束日期', row.endedOn] as const]),
    ],
  };
}
