import { idCardNumber } from '#people/member/contract.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { subjectOfCode } from '#platform/server/papers/verify.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import type * as contract from '#procedures/transfer/contract.arrival.ts';
import { ARRIVAL_TEXTS, expiredLetterText, lastValidDay } from '#procedures/transfer/rules/arrival.ts';
import { letterNumber } from '#procedures/transfer/rules/letter.ts';
import { committeeOf } from '#procedures/transfer/rules.ts';
import * as queries from '../queries/arrival.ts';
import { type LetterRecord, letterById } from '../queries/letter.ts';
import { lineOf } from '../queries/places.ts';
import { findTransfer, type HopRecord, type TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { completeTransfer } from './complete.ts';
import { admitFromOutside, assertNamed, type Ends, type Holder, holderOf, refuseRegistered } from './enter.ts';
import { LETTER, RECEIPT } from './letter.ts';
import { changeStatus, fileReceipt, isWorker, lockRow, logTransfer } from './lock.ts';

type Input = ParsedOf<typeof contract.acceptArrival>;

/** Scans of letters that were brought, among the stored files. */
export const ARRIVAL = 'relation.arrival';
export const SCANS = [ARRIVAL, RECEIPT] as const;
/** Says who reads those scans: whoever sees the transfer, the person excepted. */
export function announceScans(): void {
  for (const kind of SCANS)
    canReadFile(
      kind,
      async (ctx, { rowId }) =>
        isWorker(ctx) &&
        ctx.may('relation:read') &&
        rowId !== null &&
        (await findTransfer(ctx.db, ctx.scope, rowId)) !== undefined,
    );
}

/** The branch and the committee that accepts for it: a letter is addressed to the committee, which alone takes somebody in. */
export async function endsOf(ctx: Ctx, orgId: string): Promise<Ends> {
  const line = await lineOf(ctx.db, orgId);
  const branch = line.at(-1);
  if (!branch || !inScope(ctx.scope, branch.code)) throw notFound('所选党组织不存在，或不在您的管理范围内');
  if (!BRANCH_TYPES.includes(branch.type)) throw badInput({ orgId: '党员须编入党支部，请选到党支部' });
  const committee = committeeOf(line);
  if (!committee) throw badInput({ orgId: '接收党支部的上级没有具有审批预备党员权限的党委，请先在组织信息里核实' });
  if (committee.id !== ctx.session.orgId)
    throw badInput({ orgId: `介绍信由${committee.name}接收，请把介绍信交该党委办理` });
  return { line, branch, committee };
}

async function openNumber(ctx: Ctx, encrypted: string): Promise<string> {
  const number = idCardNumber.safeParse(await openPassword(ctx.services, encrypted));
  if (!number.success) throw badInput({ idCardNo: '身份证号不正确或已过期，请重新填写' });
  const read = readIdCard(number.data, await todayOf(ctx.db));
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  return number.data;
}

/** The letter behind a code, which may take its person in here; else the reason at its field. */
async function letterOf(ctx: Ctx, code: string): Promise<{ letter: LetterRecord; transfer: TransferRecord }> {
  const subject = await subjectOfCode(ctx.db, code);
  const letter = subject?.kind === LETTER ? await letterById(ctx.db, subject.subjectId) : undefined;
  const transfer = letter && (await queries.lockTransfer(ctx.db, letter.transferId));
  if (!letter || !transfer) throw badInput({ code: '没有这个核验码的介绍信，请对照纸面再输入一次' });
  if (letter.voidedAt !== null) throw badInput({ code: '这封介绍信已作废，请与原党委核实' });
  if (transfer.status === 5 || transfer.status === 6) throw badInput({ code: '这封介绍信已经办结，不能再次使用' });
  if (transfer.toOrgId !== null)
    throw badInput({ code: `这封介绍信转往${transfer.toName}，请在组织关系的待办里受理，不用另行登记` });
  if (letter.validUntil < letter.today) throw badInput({ code: expiredLetterText(letter.validUntil) });
  if (transfer.status !== 2) throw badInput({ code: '这件转接现在不能接收，请与原党委核实' });
  return { letter, transfer };
}

/** What is known before the form is handed in; nothing is written and nobody is named. */
export async function check(
  ctx: Ctx,
  input: ParsedOf<typeof contract.checkArrival>,
): Promise<ReplyOf<typeof contract.checkArrival>> {
  try {
    const { branch } = await endsOf(ctx, input.orgId);
    const number = await openNumber(ctx, input.idCardNo);
    const found = input.code === null ? null : await letterOf(ctx, input.code);
    const holder = await holderOf(ctx, number);
    if (found) {
      assertSame(found.transfer, holder);
      return { state: 'letter', text: ARRIVAL_TEXTS.letter, field: '' };
    }
    if (!holder) return { state: 'unknown', text: ARRIVAL_TEXTS.unknown, field: '' };
    refuseRegistered(ctx, holder, branch, (await lineOf(ctx.db, holder.org_id)).at(-1)?.name ?? '');
    return { state: 'back', text: ARRIVAL_TEXTS.back, field: '' };
  } catch (error) {
    const fields = error instanceof Refusal && (error.data as { fields?: Record<string, string> } | null)?.fields;
    const [first] = Object.entries(fields || {});
    if (!first) throw error;
    return { state: 'refused', text: first[1], field: first[0] };
  }
}

function assertSame(transfer: TransferRecord, holder: Holder | undefined): asserts holder is Holder {
  if (!holder || holder.id !== transfer.memberId)
    throw badInput({ idCardNo: '身份证号与介绍信上的人员不一致，请核对' });
}

/** Takes somebody in by the letter that lies on the counter: one act, everything that follows with it. */
export async function accept(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract.acceptArrival>> {
  const ends = await endsOf(ctx, input.orgId);
  const today = await todayOf(ctx.db);
  if (input.receivedOn > today) throw badInput({ receivedOn: '收到日期不能晚于今天' });
  const number = await openNumber(ctx, input.idCardNo);
  return input.by === 'code' ? byCode(ctx, input, ends, number) : byPaper(ctx, input, ends, number, today);
}

/** A letter of this platform that led outside has come here: the same transfer ends in this branch. */
async function byCode(ctx: Ctx, input: Input, { branch, committee }: Ends, number: string) {
  const { letter, transfer } = await letterOf(ctx, input.code ?? '');
  if (input.receivedOn < letter.issuedOn) throw badInput({ receivedOn: '不能早于开具介绍信的日期' });
  const holder = await holderOf(ctx, number);
  assertSame(transfer, holder);
  assertNamed(ctx, holder, input.name);
  if (transfer.fromOrgId === branch.id) throw badInput({ orgId: '接收党支部就是现在所在的党支部' });
  const { accountId, accountName: name } = ctx.session;
  const { id } = transfer;
  const by = { accountId, name, opinion: '' };
  await queries.endHere(ctx.db, id, { seq: transfer.atSeq, committee, branch });
  for (const seq of [transfer.atSeq, transfer.atSeq + 1]) await writes.setHop(ctx.db, id, seq, 'passed', by);
  await queries.insertArrival(
    ctx.db,
    {
      transferId: id,
      outsideId: null,
      letterId: letter.id,
      letterNo: letterNumber(letter),
      issuedOn: letter.issuedOn,
      validUntil: letter.validUntil,
      receivedOn: input.receivedOn,
      paidTo: letter.paidTo,
    },
    name,
  );
  await keepScans(ctx, input, id);
  const ended = await completeTransfer(ctx, { ...transfer, toOrgId: branch.id, toName: branch.name });
  await changeStatus(ctx, id, 'agree', 2, 3, '凭介绍信核验码接收');
  await changeStatus(ctx, id, 'agree', 3, 4);
  await changeStatus(ctx, id, 'accept', 4, 5, [`编入${branch.name}`, ended].filter(Boolean).join('；'));
  await changeStatus(ctx, id, 'receipt', 5, 6, '回执在系统内自动送达');
  await writes.saveStanding(ctx.db, id, { status: 6, atSeq: 0, dueOn: null, completedOn: transfer.today });
  logTransfer(ctx, transfer, 2, 6, `编入${branch.name}`);
  return { id, memberId: holder.id, isBack: false };
}

const keepScans = (ctx: Ctx, input: Input, rowId: string) =>
  attachFiles(ctx, 'files', input.files, { kind: ARRIVAL, rowId, orgCode: ctx.session.orgCode }, { format: 'common' });

const byPaper = (ctx: Ctx, input: Input, ends: Ends, number: string, today: string) =>
  admitFromOutside(
    ctx,
    { ...input, number },
    {
      kind: input.kind ?? 'inProvince',
      outsideName: input.outsideName,
      outsideBranch: input.outsideBranch,
      paperNo: input.letterNo,
      reason: '凭介绍信转入',
      note: `介绍信${input.letterNo}，${input.receivedOn}收到`,
      receipt: `回执联盖章后寄回${input.outsideName}`,
      owesReceipt: true,
    },
    ends,
    today,
    async (id) => {
      await keepPaper(ctx, input, id);
      await keepScans(ctx, input, id);
    },
  );

/** Why the session cannot enter the receipt that it sent back; empty: it can. */
export function receiptObstacle(ctx: Ctx, transfer: TransferRecord, hops: readonly HopRecord[]): string {
  if (transfer.status !== 5) return '只有已接收、没有寄回执的转接才登记';
  const by = hops.findLast(({ decides, orgId }) => decides && orgId !== null);
  if (!isWorker(ctx) || !ctx.may('relation:approve') || by?.orgId !== ctx.session.orgId)
    return `回执由${by?.orgName ?? '接收党委'}寄回`;
  return transfer.memberId === ctx.session.memberId ? '本人的组织关系转接由他人办理' : '';
}

/** The receipt has gone back to the committee that issued the letter: what came on paper is complete. */
export async function sendReceipt(
  ctx: Ctx,
  input: ParsedOf<typeof contract.sendReceipt>,
): Promise<ReplyOf<typeof contract.sendReceipt>> {
  const { transfer, hops } = await lockRow(ctx, input.id, input.version);
  const why = receiptObstacle(ctx, transfer, hops);
  if (why) throw refuse(why);
  if (input.sentOn > transfer.today) throw badInput({ sentOn: '日期不能晚于今天' });
  const brought = await queries.arrivalOf(ctx.db, transfer.id);
  if (brought && input.sentOn < brought.receivedOn) throw badInput({ sentOn: '不能早于收到介绍信的日期' });
  await attachFiles(ctx, 'files', input.files, { kind: RECEIPT, rowId: transfer.id, orgCode: ctx.session.orgCode });
  const version = await fileReceipt(ctx, transfer, `回执${input.sentOn}寄出，扫描件${input.files.length}份`);
  return { version };
}

/** The letter and where it came from; one letter takes one person in, once. */
async function keepPaper(ctx: Ctx, input: Input, transferId: string): Promise<void> {
  const { accountName: by } = ctx.session;
  const { outsideName, outsideAddress: address, outsidePhone: phone, issuedOn, days, letterNo, receivedOn } = input;
  if (issuedOn === null || days === null) throw badInput({ issuedOn: '请填写开具日期' });
  const outsideId = await queries.rememberOutside(ctx.db, { name: outsideName, address, phone }, by);
  const validUntil = lastValidDay(issuedOn, days);
  await writeUnique(
    () =>
      queries.insertArrival(
        ctx.db,
        { transferId, outsideId, letterId: null, letterNo, issuedOn, validUntil, receivedOn, paidTo: input.paidTo },
        by,
      ),
    () => badInput({ letterNo: '这封介绍信已经办过转入，请核对编号' }),
  );
}
