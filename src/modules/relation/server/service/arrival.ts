import { idCardNumber } from '#modules/member/contract.ts';
import { readIdCard } from '#modules/member/rules/idCard.ts';
import { formerHolders } from '#modules/member/server/queries/idCard.ts';
import { findByIdCard, lockMember, type MemberRecord } from '#modules/member/server/queries/record.ts';
import { idCardIndex } from '#modules/member/server/rowMapper.ts';
import { movePerson } from '#modules/member/server/service/move.ts';
import { changePerson, createMember } from '#modules/member/server/service/record.ts';
import { BRANCH_TYPES } from '#modules/org/rules.ts';
import { moveOwnRoles } from '#modules/permission/server/service/accountMove.ts';
import type * as contract from '#modules/relation/contract.arrival.ts';
import { ARRIVAL_TEXTS, expired, lastValidDay } from '#modules/relation/rules/arrival.ts';
import { letterNumber } from '#modules/relation/rules/letter.ts';
import { committeeOf, type Place, wayOf } from '#modules/relation/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, Refusal } from '#platform/server/errors.ts';
import { attachFiles, canReadFile } from '#platform/server/fileRights.ts';
import { everything, inScope } from '#platform/server/scope.ts';
import { openPassword } from '#platform/server/sm2.ts';
import { unlessTaken } from '#platform/server/unique.ts';
import { subjectOfCode } from '#platform/server/verify.ts';
import * as queries from '../queries/arrival.ts';
import { type LetterRecord, letterById } from '../queries/letter.ts';
import { lineOf } from '../queries/places.ts';
import { findTransfer, type TransferRecord } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { carryOut } from './complete.ts';
import { JOIN_TYPE, settleMove } from './consequences.ts';
import { isWorker, log, notify, step } from './hold.ts';
import { LETTER, RECEIPT } from './letter.ts';

type Input = ParsedOf<typeof contract.acceptArrival>;
type Holder = MemberRecord & { today: string };

/** Scans of letters that were brought, among the stored files. */
export const ARRIVAL = 'relation.arrival';
export const SCANS = [ARRIVAL, RECEIPT] as const;
/** Whoever sees the transfer reads its scans, the person excepted. */
for (const kind of SCANS)
  canReadFile(
    kind,
    async (ctx, { rowId }) =>
      isWorker(ctx) &&
      ctx.may('relation:read') &&
      rowId !== null &&
      (await findTransfer(ctx.db, ctx.scope, rowId)) !== undefined,
  );

/** Dictionary 0003. */
const NORMAL = 1;
const GONE = 5;

interface Ends {
  line: Place[];
  branch: Place;
  committee: Place;
}

/** The branch and the committee that accepts for it: a letter is addressed to the committee, which alone takes somebody in. */
async function endsOf(ctx: Ctx, orgId: string): Promise<Ends> {
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

async function openNumber(ctx: Ctx, sealed: string): Promise<string> {
  const number = idCardNumber.safeParse(await openPassword(ctx.services, sealed));
  if (!number.success) throw badInput({ idCardNo: '身份证号不正确或已过期，请重新填写' });
  const read = readIdCard(number.data, await queries.todayOf(ctx.db));
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  return number.data;
}

/** Who holds the number, locked; a number that was changed since is no way in. */
async function holderOf(ctx: Ctx, number: string): Promise<Holder | undefined> {
  const index = idCardIndex(ctx.vault, number);
  const found = await findByIdCard(ctx.db, index);
  if (found) return lockMember(ctx.db, everything, found.id);
  if ((await formerHolders(ctx.db, [index])).length > 0)
    throw badInput({ idCardNo: '这是已登记人员的曾用证件号，请用现在的身份证号办理' });
  return undefined;
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
  if (letter.validUntil < letter.today) throw badInput({ code: expired(letter.validUntil) });
  if (transfer.status !== 2) throw badInput({ code: '这件转接现在不能接收，请与原党委核实' });
  return { letter, transfer };
}

/**
 * Whether the holder of a number may come in by a paper letter: an unknown person and one who left may, anybody who stands
 * on a roll may not, with the way out. Of people outside the scope nothing but that is said.
 */
function refuseStanding(ctx: Ctx, holder: Holder, branch: Place, orgName: string): void {
  const isSeen = inScope(ctx.scope, holder.org_code);
  const say = (text: string) => {
    throw badInput({ idCardNo: text });
  };
  if (holder.membership_status === GONE) return;
  if (holder.membership_status === NORMAL && holder.person_category <= 2) {
    if (holder.org_id === branch.id) say('该党员就在这个党支部，不用转入');
    const where = isSeen ? orgName : '本平台其他党支部';
    say(`该党员现在是${where}的在册党员，请由原党支部在“办理转出”提交，或凭本平台介绍信的核验码转入`);
  }
  if (!isSeen) say('该人员在本平台的档案不能凭介绍信转入，请联系上级党委组织部门核实');
  if (holder.membership_status === NORMAL) say('该人员还不是党员，随人移交培养材料，不凭介绍信转入');
  if (holder.membership_status === 2) say('该人员已停止党籍，请先办理恢复党籍');
  say('该人员的档案已记为出党、死亡或其他减少，请核对身份证号');
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
    refuseStanding(ctx, holder, branch, (await lineOf(ctx.db, holder.org_id)).at(-1)?.name ?? '');
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

function assertNamed(ctx: Ctx, holder: Holder, name: string): void {
  if (holder.name !== name) throw badInput({ name: '姓名与身份证号不一致，请核对' });
  if (holder.id === ctx.session.memberId) throw badInput({ idCardNo: '本人的组织关系转接由他人办理' });
}

/** Takes somebody in by the letter that lies on the counter: one act, everything that follows with it. */
export async function accept(ctx: Ctx, input: Input): Promise<ReplyOf<typeof contract.acceptArrival>> {
  const ends = await endsOf(ctx, input.orgId);
  const today = await queries.todayOf(ctx.db);
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
  const ended = await carryOut(ctx, { ...transfer, toOrgId: branch.id, toName: branch.name });
  await step(ctx, id, 'agree', 2, 3, '凭介绍信核验码接收');
  await step(ctx, id, 'agree', 3, 4);
  await step(ctx, id, 'accept', 4, 5, [`编入${branch.name}`, ended].filter(Boolean).join('；'));
  await step(ctx, id, 'receipt', 5, 6, '回执在系统内自动送达');
  await writes.stand(ctx.db, id, { status: 6, atSeq: 0, dueOn: null, completedOn: transfer.today });
  log(ctx, transfer, 2, 6, `编入${branch.name}`);
  return { id, memberId: holder.id, isBack: false };
}

const keepScans = (ctx: Ctx, input: Input, rowId: string) =>
  attachFiles(ctx, 'files', input.files, { kind: ARRIVAL, rowId, orgCode: ctx.session.orgCode }, { format: 'common' });

async function byPaper(ctx: Ctx, input: Input, ends: Ends, number: string, today: string) {
  const { branch, line } = ends;
  const { accountId, accountName: name, orgName } = ctx.session;
  const holder = await holderOf(ctx, number);
  if (holder) {
    assertNamed(ctx, holder, input.name);
    refuseStanding(ctx, holder, branch, (await lineOf(ctx.db, holder.org_id)).at(-1)?.name ?? '');
  }
  const why = `组织关系转入：${input.outsideName} → ${branch.name}`;
  const memberId = holder
    ? await bringBack(ctx, holder, input, branch, why, today)
    : await registerNew(ctx, input, branch, number, today);
  const id = await unlessTaken(
    () =>
      writes.insertTransfer(ctx.db, {
        memberId,
        kind: input.kind ?? 'inProvince',
        fromOrgId: null,
        toOrgId: branch.id,
        outsideName: input.outsideName,
        outsideBranch: input.outsideBranch,
        reason: '凭介绍信转入',
        appliedBy: accountId,
        appliedName: name,
        byPerson: false,
      }),
    () => badInput({ idCardNo: '该党员已有一件转接没有办结，请先办结或撤销' }),
  );
  const outside = [input.outsideName, input.outsideBranch].filter(Boolean).join(' ');
  const hops = wayOf(outside, line, false);
  await writes.writeHops(ctx.db, id, hops);
  for (const [at, hop] of hops.entries())
    await writes.setHop(ctx.db, id, at + 1, 'passed', hop.orgId === null ? null : { accountId, name, opinion: '' });
  await keepPaper(ctx, input, id);
  await keepScans(ctx, input, id);
  const ended = await settleMove(ctx.db, {
    transferId: id,
    memberId,
    category: input.personCategory ?? 1,
    from: null,
    to: branch,
    outside,
    letterNo: input.letterNo,
    whole: false,
    on: today,
    by: { accountId, name },
  });
  const note = `介绍信${input.letterNo}，${input.receivedOn}收到`;
  const event = {
    transferId: id,
    act: 'register',
    before: null,
    after: 3 as const,
    orgName,
    operator: name,
    accountId,
  };
  await writes.addEvent(ctx.db, { ...event, note });
  await step(ctx, id, 'agree', 3, 4);
  await step(ctx, id, 'accept', 4, 5, [`编入${branch.name}`, ...ended].join('；'));
  await step(ctx, id, 'receipt', 5, 6, `回执联盖章后寄回${input.outsideName}`);
  await writes.stand(ctx.db, id, { status: 6, atSeq: 0, completedOn: today, submitted: true });
  const transfer = await findTransfer(ctx.db, ctx.scope, id);
  if (!transfer) throw notFound('所选党组织不存在，或不在您的管理范围内');
  await notify(ctx, memberId, branch.id, `${input.name}的组织关系已转入`, `由${outside}转入${branch.name}。`);
  log(ctx, transfer, null, 6, note);
  return { id, memberId, isBack: holder !== undefined };
}

/** The letter and where it came from; one letter takes one person in, once. */
async function keepPaper(ctx: Ctx, input: Input, transferId: string): Promise<void> {
  const { accountName: by } = ctx.session;
  const { outsideName, outsideAddress: address, outsidePhone: phone, issuedOn, days, letterNo, receivedOn } = input;
  if (issuedOn === null || days === null) throw badInput({ issuedOn: '请填写开具日期' });
  const outsideId = await queries.rememberOutside(ctx.db, { name: outsideName, address, phone }, by);
  const validUntil = lastValidDay(issuedOn, days);
  await unlessTaken(
    () =>
      queries.insertArrival(
        ctx.db,
        { transferId, outsideId, letterId: null, letterNo, issuedOn, validUntil, receivedOn, paidTo: input.paidTo },
        by,
      ),
    () => badInput({ letterNo: '这封介绍信已经办过转入，请核对编号' }),
  );
}

/** Somebody this platform does not know, registered in the branch like everybody else. */
async function registerNew(ctx: Ctx, input: Input, branch: Place, number: string, today: string): Promise<string> {
  const read = readIdCard(number, today);
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  const { card } = read;
  const made = await createMember(ctx, {
    orgId: branch.id,
    name: input.name,
    idCardNo: number,
    gender: card.gender,
    birthDate: card.birthDate,
    nation: input.nation ?? '',
    personCategory: input.personCategory ?? 1,
    membershipStatus: NORMAL,
    phonenumber: input.phonenumber,
    admissionDate: input.admissionDate,
    conversionDate: input.conversionDate,
    joinType: JOIN_TYPE.single,
    joinedBranchOn: today,
    isAnother: input.isAnother,
  });
  return made.id;
}

/**
 * Somebody who left comes back into the same record, whichever branch it lay in: what the letter says of party age goes
 * before what was known. The account stays off until somebody switches it on again; its roles stand in the new branch.
 */
async function bringBack(ctx: Ctx, holder: Holder, input: Input, branch: Place, why: string, today: string) {
  const { personCategory, admissionDate, conversionDate } = input;
  const isSame =
    holder.person_category === personCategory &&
    holder.admission_date === admissionDate &&
    holder.conversion_date === conversionDate;
  if (!isSame && personCategory !== null)
    await changePerson(ctx, holder, { personCategory, admissionDate, conversionDate }, why, true);
  const row = await lockMember(ctx.db, everything, holder.id);
  if (!row) throw badInput({ idCardNo: '该人员已被删除，请刷新后重试' });
  const back = { membershipStatus: NORMAL, joinType: JOIN_TYPE.single, joinedBranchOn: today, partyPost: '' };
  await movePerson(ctx, row, branch.id, back, why);
  await moveOwnRoles(ctx.db, holder.id, holder.org_id, branch.id, ctx.session.accountName);
  return holder.id;
}
