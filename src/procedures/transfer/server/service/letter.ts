import { membersOf } from '#people/member/server/index.ts';
import { personOf } from '#people/member/server/person.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { attachFiles } from '#platform/server/files/fileRights.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, type NamedPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { numeralDay } from '#platform/text/numerals.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import type * as contract from '#procedures/transfer/contract.letter.ts';
import {
  capitalCount,
  capitalMonth,
  capitalSum,
  letterNumber,
  redactedName,
  ridingNumber,
} from '#procedures/transfer/rules/letter.ts';
import { statusName } from '#procedures/transfer/rules.ts';
import * as letters from '../queries/letter.ts';
import { findTransfer, type HopRecord, hopsOf, type TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { passHop } from './act.ts';
import { completeTransfer } from './complete.ts';
import { recallLetter } from './exchangeOut.ts';
import { contentOf, issueTransferLetter, withParty } from './issue.ts';
import { changeStatus, isWorker, lockRow, logTransfer, MISSING, obstacleToAct, openHopTodo } from './lock.ts';

/** Papers of this kind are looked up by strangers. */
export const LETTER = 'relation.letter';
/** Scans of receipts among the stored files. */
export const RECEIPT = 'relation.receipt';

const STATES = { valid: '有效', expired: '已失效', void: '已作废', used: '已办结' } as const;
const stateOf = (letter: letters.LetterRecord, status: number): keyof typeof STATES => {
  if (letter.voidedAt !== null) return 'void';
  if (status === 5 || status === 6) return 'used';
  return letter.validUntil < letter.today ? 'expired' : 'valid';
};

/** The committee that issues the letter of a way. */
const issuer = (hops: readonly HopRecord[]) => hops.find(({ role, decides }) => role === 'send' && decides);

const isIssuer = (ctx: Ctx, hops: readonly HopRecord[]): boolean => {
  const by = issuer(hops);
  return (
    isWorker(ctx) && ctx.may('relation:letter') && by !== undefined && (by.orgId === ctx.session.orgId || by.isDeputy)
  );
};

/** What the letter says or would say, and every one that was issued. */
export async function letter(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getLetter>,
): Promise<ReplyOf<typeof contract.getLetter>> {
  const transfer = await findTransfer(ctx.db, ctx.scope, id);
  if (!transfer) throw notFound(MISSING);
  const hops = await hopsOf(ctx.db, id, ctx.session.accountId);
  const issued = await letters.lettersOf(ctx.db, id);
  const [newest] = issued;
  const content = await contentOf(ctx, transfer, hops, {});
  const byId = new Map(issued.map((one) => [one.id, one]));
  const mine = isIssuer(ctx, hops);
  return {
    transferId: id,
    version: transfer.version,
    name: transfer.name,
    idCardNo: transfer.idCardMask ?? '',
    phonenumber: transfer.phoneMask ?? '',
    status: transfer.status,
    statusName: statusName(transfer.status),
    isOutside: transfer.toOrgId === null,
    orgName: issuer(hops)?.orgName ?? '',
    prefix: newest?.prefix ?? content.prefix,
    toName: newest?.toName ?? content.toName,
    days: newest?.days ?? content.days,
    mostDays: content.mostDays,
    paidTo: newest ? newest.paidTo : content.paidTo,
    lastSum: newest ? newest.lastSum : content.lastSum,
    fromLedger: content.fromLedger,
    receiptNo: newest?.receiptNo ?? '',
    facts: newest?.facts ?? content.facts,
    letters: issued.map((one) => {
      const state = stateOf(one, transfer.status);
      const before = one.replacesId === null ? undefined : byId.get(one.replacesId);
      return {
        id: one.id,
        number: letterNumber(one),
        checkDigit: one.checkDigit,
        issuedOn: one.issuedOn,
        validUntil: one.validUntil,
        state,
        stateName: STATES[state],
        voidReason: one.voidReason,
        replaces: before ? letterNumber(before) : '',
        printed: one.printed,
        printedBy: one.printedBy,
        printedAt: one.printedAt?.toISOString() ?? null,
      };
    }),
    can: {
      issue: mine && transfer.status === 1 && obstacleToAct(ctx, transfer, hops) === '',
      reissue: mine && transfer.status === 7,
      print: newest !== undefined && newest.voidedAt === null,
      printFull: isWorker(ctx) && ctx.may('member:reveal'),
      receive: mine && transfer.status === 2 && transfer.toOrgId === null,
    },
  };
}

/** Agrees with the letter as it was looked over, or issues another one where the first has expired. */
export async function issueNow(
  ctx: Ctx,
  input: ParsedOf<typeof contract.issueTransferLetter>,
): Promise<ReplyOf<typeof contract.issueTransferLetter>> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  if (!isIssuer(ctx, hops)) throw refuse(`介绍信由${issuer(hops)?.orgName ?? '转出党委'}开具`);
  if (transfer.category > 2) throw refuse('申请人、积极分子和发展对象不开介绍信，随人移交培养材料');
  const { id: _id, version: _version, ...draft } = input;
  const content = await contentOf(ctx, transfer, hops, draft);
  if (content.days > content.mostDays) throw badInput({ days: `本次转接的介绍信有效期最多${content.mostDays}天` });
  if (content.paidTo === null) throw badInput({ paidTo: '系统里没有该党员的党费记录，请按收据填写交至月份' });
  if (content.lastSum === null) throw badInput({ lastSum: '请按收据填写末次交纳金额' });
  if (!content.fromLedger && content.receiptNo === '') throw badInput({ receiptNo: '请填写党费收据号' });
  let version: number;
  if (transfer.status === 7) {
    const old = await letters.validLetter(ctx.db, transfer.id);
    await letters.voidLetter(ctx.db, transfer.id, '过期后补开');
    await recallLetter(ctx, transfer.id, '过期后补开');
    const made = await issueTransferLetter(ctx, transfer, hops, draft, old?.id ?? null);
    await changeStatus(ctx, transfer.id, 'reissue', 7, 2, old ? `原${letterNumber(old)}` : '');
    version = await writes.saveStanding(ctx.db, transfer.id, {
      status: 2,
      atSeq: transfer.atSeq,
      dueOn: made.validUntil,
    });
    const at = hops[transfer.atSeq - 1];
    if (at) await openHopTodo(ctx, transfer, at, made.validUntil);
    logTransfer(ctx, transfer, 7, 2);
  } else {
    const why = obstacleToAct(ctx, transfer, hops);
    if (why || transfer.status !== 1) throw refuse(why || `“${statusName(transfer.status)}”的转接不能开具介绍信`);
    version = (await passHop(ctx, transfer, hops, '', draft)).version;
  }
  const made = (await letters.lettersOf(ctx.db, transfer.id))[0];
  return { version, number: made ? letterNumber(made) : '' };
}

/** Stars the middle of a short number, as the form shows it: 62**118. */
const starred = (text: string): string =>
  text.length < 5 ? text : `${text.slice(0, 2)}**${text.slice(-Math.min(3, text.length - 4))}`;

/** What a sheet says of one valid letter; only what is printed is counted. */
async function sheetOf(ctx: Ctx, id: string, how: { preview: boolean; full: boolean; address: string }) {
  const transfer = await findTransfer(ctx.db, ctx.scope, id);
  if (!transfer) throw notFound(MISSING);
  const one = await letters.validLetter(ctx.db, id);
  if (!one) throw refuse(`${transfer.name}没有有效的介绍信`);
  if (!isWorker(ctx) && one.validUntil < one.today) throw refuse('介绍信已过期，请联系所在党支部补开');
  const [row] = transfer.memberId === null ? [] : await membersOf(ctx.db, wholeScope, [transfer.memberId]);
  const person = how.full && row ? personOf(row, ctx.vault) : null;
  const code = await verifyCode(ctx, LETTER, one.id);
  if (!how.preview) await letters.countPrinting(ctx.db, one.id, ctx.session.accountName);
  ctx.audit({
    type: 'relationTransfer',
    id: transfer.id,
    name: transfer.name,
    reason: `${how.preview ? '预览' : '打印'}${letterNumber(one)}${how.full ? '（完整号码）' : ''}`,
  });
  const { facts } = one;
  const paid = one.paidTo === null ? { year: '　　　　', month: '　　' } : capitalMonth(one.paidTo);
  const sheet = {
    preview: how.preview,
    number: letterNumber(one),
    riding: ridingNumber(one),
    check: String(one.checkDigit),
    name: facts.name,
    gender: facts.gender,
    age: facts.age === null ? '　' : String(facts.age),
    nation: facts.nation,
    category: facts.category,
    idCard: person?.idCard ?? transfer.idCardMask ?? '',
    phone: person?.phone ?? transfer.phoneMask ?? '',
    from: facts.fromName,
    to: facts.toBranch,
    paidYear: paid.year,
    paidMonth: paid.month,
    sum: one.lastSum === null ? '　　　　' : capitalSum(one.lastSum),
    yuan: one.lastSum === null ? '￥　　' : `￥${(one.lastSum / 100).toFixed(2)}`,
    days: capitalCount(one.days),
    issuedOn: numeralDay(one.issuedOn),
    validUntil: numeralDay(one.validUntil),
    receiver: one.toName,
    issuer: withParty(one.orgName),
    handler: one.handler,
    address: facts.address,
    officePhone: how.full ? facts.officePhone : starred(facts.officePhone),
    postcode: facts.postcode,
    code: shownVerifyCode(code),
    qr: await qrSvg(`${how.address}${verifyPath(code)}`),
  };
  return { name: transfer.name, number: letterNumber(one), sheet };
}

const TEMPLATE = new URL('../../papers/letter.typ', import.meta.url);

function refuseFull(ctx: Ctx, full: boolean): void {
  if (full && !(isWorker(ctx) && ctx.may('member:reveal'))) throw forbidden('打印完整号码须有查看完整信息的权限');
}

/** The three parts on one sheet; the dotted circles stand in the preview alone. */
export async function print(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printLetter>,
): Promise<ReplyOf<typeof contract.printLetter>> {
  refuseFull(ctx, input.full);
  const { name, number, sheet } = await sheetOf(ctx, input.id, { ...input, address: pageAddress(ctx, '') });
  const { line } = await markOfDownload(ctx, `打印组织关系介绍信 ${number}`, input.full ? '打印介绍信' : '');
  return answerPaper(ctx, {
    name: `组织关系介绍信 ${name}`,
    template: TEMPLATE,
    data: { mark: line, letters: [sheet] },
    files: {},
  });
}

/** The letters of many people as one PDF, in the order of their numbers; one that cannot be printed names its person. */
export async function printMany(
  ctx: Ctx,
  { ids, full }: ParsedOf<typeof contract.printLetters>,
): Promise<ReplyOf<typeof contract.printLetters>> {
  if (!isWorker(ctx)) throw refuse('批量打印由党组织办理');
  refuseFull(ctx, full);
  // One that is not there refuses all, before anything is said of the others.
  for (const id of ids) if (!(await findTransfer(ctx.db, ctx.scope, id))) throw notFound(MISSING);
  const { line } = await markOfDownload(ctx, `打印组织关系介绍信${ids.length}份`, full ? '打印介绍信' : '');
  return answerPaper(ctx, await lettersPaper(ctx, ids, { full, address: pageAddress(ctx, ''), mark: line }));
}

/** Letters of one PDF where there are very many. */
export const LETTERS_IN_ONE = 200;

/** The letters of these transfers, in the order of their numbers; each counts as printed. */
export async function lettersPaper(
  ctx: Ctx,
  ids: readonly string[],
  how: { full: boolean; address: string; mark: string },
): Promise<NamedPaper> {
  const sheets = [];
  for (const id of ids) sheets.push(await sheetOf(ctx, id, { preview: false, full: how.full, address: how.address }));
  sheets.sort((a, b) => a.number.localeCompare(b.number, 'zh'));
  return {
    name: `组织关系介绍信 ${sheets.length}份`,
    template: TEMPLATE,
    data: { mark: how.mark, letters: sheets.map(({ sheet }) => sheet) },
    files: {},
  };
}

/** What a stranger reads of a letter: whether it holds, of which committee, and whose surname stands on it. */
export async function verifyLetter(ctx: Ctx, id: string): Promise<Verified | null> {
  const one = await letters.letterById(ctx.db, id);
  if (!one) return null;
  const transfer = await findTransfer(ctx.db, wholeScope, one.transferId);
  const holds = stateOf(one, transfer?.status ?? 9) === 'valid';
  return {
    title: '党员组织关系介绍信',
    state: holds ? '有效' : '已失效',
    tone: holds ? 'good' : 'warn',
    orgName: one.orgName,
    name: redactedName(one.facts.name),
    number: `${letterNumber(one)} 校验位${one.checkDigit}`,
    issuedOn: one.issuedOn,
    facts: [['有效期至', one.validUntil]],
  };
}

/** The receipt of a committee outside came back: the person has gone, and everything that follows. */
export async function receipt(
  ctx: Ctx,
  input: ParsedOf<typeof contract.fileReceipt>,
): Promise<ReplyOf<typeof contract.fileReceipt>> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  await attachFiles(ctx, 'files', input.files, { kind: RECEIPT, rowId: transfer.id, orgCode: ctx.session.orgCode });
  return { version: await confirmArrival(ctx, transfer, hops, { ...input, scans: input.files.length }) };
}

/** The person of a letter that went outside has been taken in there. Answers the new version. */
export async function confirmArrival(
  ctx: Ctx,
  transfer: TransferRecord,
  hops: readonly HopRecord[],
  input: { receivedOn: string; branch: string; scans: number },
): Promise<number> {
  if (!isIssuer(ctx, hops)) throw refuse(`回执由${issuer(hops)?.orgName ?? '转出党委'}登记`);
  if (transfer.status !== 2 || transfer.toOrgId !== null) throw refuse('只有转往系统外、正在转接中的才登记回执');
  if (transfer.memberId === ctx.session.memberId) throw refuse('本人的组织关系转接由他人办理');
  const one = await letters.validLetter(ctx.db, transfer.id);
  if (input.receivedOn > transfer.today) throw badInput({ receivedOn: '日期不能晚于今天' });
  if (one && input.receivedOn < one.issuedOn) throw badInput({ receivedOn: '不能早于开具介绍信的日期' });
  const { accountId, accountName: name } = ctx.session;
  await writes.setHop(ctx.db, transfer.id, transfer.atSeq, 'passed', {
    accountId,
    name,
    opinion: `编入${input.branch}`,
  });
  const ended = await completeTransfer(ctx, transfer);
  await changeStatus(ctx, transfer.id, 'agree', 2, 3, '对方党委已接收');
  await changeStatus(ctx, transfer.id, 'agree', 3, 4);
  await changeStatus(ctx, transfer.id, 'accept', 4, 5, [`编入${input.branch}`, ended].filter(Boolean).join('；'));
  const how = input.scans > 0 ? `，扫描件${input.scans}份` : '，由对方平台自动送达';
  await changeStatus(ctx, transfer.id, 'receipt', 5, 6, `回执${input.receivedOn}收到${how}`);
  const version = await writes.saveStanding(ctx.db, transfer.id, {
    status: 6,
    atSeq: 0,
    dueOn: null,
    completedOn: transfer.today,
  });
  logTransfer(ctx, transfer, 2, 6, `编入${input.branch}`);
  return version;
}
