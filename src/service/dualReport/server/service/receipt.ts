import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/papers/paper.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import { redactedName } from '#procedures/transfer/rules/letter.ts';
import type { printPair as printPairCall } from '#service/dualReport/contract.pair.ts';
import type * as contract from '#service/dualReport/contract.ts';
import { PAIR, REPORT, timesText } from '#service/dualReport/rules.ts';
import { findPair, type PairRecord, pairForVerify } from '../queries/pair.ts';
import { findReport, type ReportRecord, reportForVerify } from '../queries/report.ts';
import { NO_PAIR } from './pair.ts';
import { NO_REPORT, postsText } from './read.ts';

/** Receipts of these kinds are looked up by strangers. */
export const RECEIPT = 'dualReport.receipt';
export const PAIR_RECEIPT = 'dualReport.pairReceipt';

/** The receipt of either report that the community has accepted, for the unit's files; of one that ended it says so. */
async function receiptOf(
  ctx: Ctx,
  row: ReportRecord | PairRecord,
  paper: {
    kind: string;
    log: { type: 'sbdReport' | 'sbdPair'; name: string; orgCode: string };
    title: string;
    template: string;
    data: Record<string, string>;
  },
): Promise<PaperFile> {
  const names = await dictionaryNames(ctx.services);
  const code = await verifyCode(ctx, paper.kind, row.id);
  const { line } = await markOfDownload(ctx, `打印${paper.title}`);
  ctx.audit({ ...paper.log, id: row.id });
  return answerPaper(ctx, {
    name: paper.title,
    template: new URL(`../../papers/${paper.template}.typ`, import.meta.url),
    data: {
      mark: line,
      homeName: row.homeName,
      orgName: row.orgName,
      posts: postsText(names, row.posts),
      askedOn: row.askedOn,
      decidedOn: row.decidedOn ?? '',
      decidedName: row.decidedName,
      ended: row.endedOn === null ? '' : `${row.endedOn} ${row.endNote}`,
      code: shownVerifyCode(code),
      qr: await qrSvg(pageAddress(ctx, verifyPath(code))),
      ...paper.data,
    },
  });
}

function paperOf(ctx: Ctx, row: ReportRecord): Promise<PaperFile> {
  if (row.status !== REPORT.reported && row.status !== REPORT.moved) {
    throw refuse('社区接收后才有报到回执单');
  }
  return receiptOf(ctx, row, {
    kind: RECEIPT,
    log: { type: 'sbdReport', name: row.name, orgCode: row.orgCode },
    title: `报到回执单 ${row.name}`,
    template: 'receipt',
    data: {
      name: row.name,
      workUnit: row.workUnit,
      residence: [row.residence, row.quarter].filter(Boolean).join('，'),
      skills: row.skills,
      times: timesText(row.times),
    },
  });
}

export async function print(ctx: Ctx, { id }: ParsedOf<typeof contract.printReport>): Promise<PaperFile> {
  const row = await findReport(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_REPORT);
  return paperOf(ctx, row);
}

export async function printOwn(ctx: Ctx, { id }: ParsedOf<typeof contract.printOwn>): Promise<PaperFile> {
  const row = await findReport(ctx.db, wholeScope, id);
  if (!row || row.memberId !== ctx.session.memberId) throw notFound('没有这条报到');
  return paperOf(ctx, row);
}

export async function printPair(ctx: Ctx, { id }: ParsedOf<typeof printPairCall>): Promise<PaperFile> {
  const row = await findPair(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_PAIR);
  if (row.status !== PAIR.accepted && row.status !== PAIR.ended) throw refuse('社区接受后才有报到回执单');
  return receiptOf(ctx, row, {
    kind: PAIR_RECEIPT,
    log: { type: 'sbdPair', name: `${row.homeName} → ${row.orgName}`, orgCode: row.homeCode },
    title: `组织报到回执单 ${row.homeName}`,
    template: 'pairReceipt',
    data: { contact: row.contact, phone: row.phone, offers: row.offers },
  });
}

/** What a stranger reads of either receipt: who, where and since when, and whether it still holds. */
const verified = (
  row: { orgName: string; askedOn: string; decidedOn: string | null; endedOn: string | null },
  title: string,
  holds: boolean,
  name: string,
  who: Verified['facts'] = [],
): Verified => ({
  title,
  state: holds ? '已报到' : '报到已结束',
  tone: holds ? 'good' : 'warn',
  orgName: row.orgName,
  name,
  number: null,
  issuedOn: row.decidedOn ?? row.askedOn,
  facts: [...who, ...(row.endedOn === null ? [] : [['结束日期', row.endedOn] as const])],
});

export async function verifyReceipt(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await reportForVerify(ctx.db, id);
  if (!row) return null;
  return verified(row, '党员报到回执单', row.status === REPORT.reported, redactedName(row.name), [
    ['组织关系所在党组织', row.homeName],
  ]);
}

export async function verifyPair(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await pairForVerify(ctx.db, id);
  if (!row) return null;
  return verified(row, '党组织报到回执单', row.status === PAIR.accepted, row.homeName);
}
