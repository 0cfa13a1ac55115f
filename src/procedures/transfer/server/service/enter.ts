import { moveOwnRoles } from '#kernel/permission/server/index.ts';
import { readIdCard } from '#people/member/rules/idCard.ts';
import { findByIdCard, formerHolders, lockMember, type MemberRecord } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import { movePerson } from '#people/member/server/service/move.ts';
import { changePerson, createMember } from '#people/member/server/service/record.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { addMonths } from '#platform/time/days.ts';
import { type Kind, type Place, RECEIPT_MONTHS, wayOf } from '#procedures/transfer/rules.ts';
import { lineOf } from '../queries/places.ts';
import { findTransfer } from '../queries/transfer.ts';
import * as writes from '../queries/write.ts';
import { applyMoveConsequences, JOIN_TYPE } from './consequences.ts';
import { changeStatus, logTransfer, notifyPersonAndOrg, openReceiptTodo } from './lock.ts';

/** Where somebody from outside comes in: the branch, the committee that takes people in for it, and the line down to it. */
export interface Ends {
  line: Place[];
  branch: Place;
  committee: Place;
}

/** Whom an id card belongs to, held for this transaction. */
export type Holder = MemberRecord & { today: string };

/** Dictionary 0003. */
const NORMAL = 1;
const GONE = 5;

/** Who holds the number, locked; a number that was changed since is no way in. */
export async function holderOf(ctx: Ctx, number: string): Promise<Holder | undefined> {
  const index = idCardIndex(ctx.vault, number);
  const found = await findByIdCard(ctx.db, index);
  if (found) return lockMember(ctx.db, wholeScope, found.id);
  if ((await formerHolders(ctx.db, [index])).length > 0)
    throw badInput({ idCardNo: '这是已登记人员的曾用证件号，请用现在的身份证号办理' });
  return undefined;
}

/**
 * Whether the holder of a number may come in by a paper letter: an unknown person and one who left may, anybody who stands
 * on a roll may not, with the way out. Of people outside the scope nothing but that is said.
 */
export function refuseRegistered(ctx: Ctx, holder: Holder, branch: Place, orgName: string): void {
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

export function assertNamed(ctx: Ctx, holder: Holder, name: string): void {
  if (holder.name !== name) throw badInput({ name: '姓名与身份证号不一致，请核对' });
  if (holder.id === ctx.session.memberId) throw badInput({ idCardNo: '本人的组织关系转接由他人办理' });
}

/** Somebody as a letter or a roll from outside names them. Days `YYYY-MM-DD`. */
export interface Entrant {
  name: string;
  /** The id card. */
  number: string;
  nation: string | null;
  personCategory: number | null;
  admissionDate: string | null;
  conversionDate: string | null;
  phonenumber: string | null;
  isAnother: boolean;
}

/** By what, and from where. */
export interface Entry {
  kind: Kind;
  outsideName: string;
  outsideBranch: string;
  /** Number of the letter, or of the document of 整建制. */
  paperNo: string;
  reason: string;
  note: string;
  receipt: string;
  /** It goes back on paper, within a month (`RECEIPT_MONTHS`); left out, it goes by itself. */
  owesReceipt?: true;
}

/**
 * Somebody comes in from an organisation outside: unknown people are registered, those who left come back into their record, who
 * stands on a roll is refused with the way out. One transaction with everything that follows.
 * @param keep writes what belongs to the transfer: the letter, its scans
 */
export async function admitFromOutside(
  ctx: Ctx,
  who: Entrant,
  how: Entry,
  { branch, line }: Ends,
  today: string,
  keep: (transferId: string) => Promise<void>,
): Promise<{ id: string; memberId: string; isBack: boolean }> {
  const { accountId, accountName: name, orgName } = ctx.session;
  const whole = how.kind === 'wholeOrg';
  const joinType = whole ? JOIN_TYPE.whole : JOIN_TYPE.single;
  const holder = await holderOf(ctx, who.number);
  if (holder) {
    assertNamed(ctx, holder, who.name);
    refuseRegistered(ctx, holder, branch, (await lineOf(ctx.db, holder.org_id)).at(-1)?.name ?? '');
  }
  const why = `组织关系转入：${how.outsideName} → ${branch.name}`;
  const memberId = holder
    ? await restoreFormerMember(ctx, holder, who, branch, why, today, joinType)
    : await registerNew(ctx, who, branch, today, joinType);
  const id = await writeUnique(
    () =>
      writes.insertTransfer(ctx.db, {
        memberId,
        kind: how.kind,
        fromOrgId: null,
        toOrgId: branch.id,
        outsideName: how.outsideName,
        outsideBranch: how.outsideBranch,
        reason: how.reason,
        appliedBy: accountId,
        appliedName: name,
        byPerson: false,
      }),
    () => badInput({ idCardNo: '该党员已有一件转接没有办结，请先办结或撤销' }),
  );
  const outside = [how.outsideName, how.outsideBranch].filter(Boolean).join(' ');
  const hops = wayOf(outside, line, false);
  await writes.writeHops(ctx.db, id, hops);
  for (const [at, hop] of hops.entries())
    await writes.setHop(ctx.db, id, at + 1, 'passed', hop.orgId === null ? null : { accountId, name, opinion: '' });
  await keep(id);
  const ended = await applyMoveConsequences(ctx.db, {
    transferId: id,
    memberId,
    category: who.personCategory ?? 1,
    from: null,
    to: branch,
    outside,
    letterNo: how.paperNo,
    whole,
    on: today,
    by: { accountId, name },
  });
  const event = {
    transferId: id,
    act: 'register',
    before: null,
    after: 3 as const,
    orgName,
    operator: name,
    accountId,
  };
  await writes.addEvent(ctx.db, { ...event, note: how.note });
  await changeStatus(ctx, id, 'agree', 3, 4);
  await changeStatus(ctx, id, 'accept', 4, 5, [`编入${branch.name}`, ...ended].join('；'));
  const owes = how.owesReceipt === true;
  if (owes) {
    const dueOn = addMonths(today, RECEIPT_MONTHS);
    await writes.saveStanding(ctx.db, id, { status: 5, atSeq: 0, dueOn, submitted: true });
    await openReceiptTodo(ctx, { id, name: who.name, outside: how.outsideName }, dueOn);
  } else {
    await changeStatus(ctx, id, 'receipt', 5, 6, how.receipt);
    await writes.saveStanding(ctx.db, id, { status: 6, atSeq: 0, completedOn: today, submitted: true });
  }
  const transfer = await findTransfer(ctx.db, ctx.scope, id);
  if (!transfer) throw notFound('所选党组织不存在，或不在您的管理范围内');
  await notifyPersonAndOrg(ctx, memberId, branch.id, `${who.name}的组织关系已转入`, `由${outside}转入${branch.name}。`);
  logTransfer(ctx, transfer, null, owes ? 5 : 6, how.note);
  return { id, memberId, isBack: holder !== undefined };
}

/** Somebody this platform does not know, registered in the branch like everybody else. */
async function registerNew(ctx: Ctx, who: Entrant, branch: Place, today: string, joinType: number): Promise<string> {
  const read = readIdCard(who.number, today);
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  const { card } = read;
  const made = await createMember(ctx, {
    orgId: branch.id,
    name: who.name,
    idCardNo: who.number,
    gender: card.gender,
    birthDate: card.birthDate,
    nation: who.nation ?? '',
    personCategory: who.personCategory ?? 1,
    membershipStatus: NORMAL,
    phonenumber: who.phonenumber,
    admissionDate: who.admissionDate,
    conversionDate: who.conversionDate,
    joinType,
    joinedBranchOn: today,
    isAnother: who.isAnother,
  });
  return made.id;
}

/**
 * Somebody who left comes back into the same record, whichever branch it lay in: what the paper says of party age goes
 * before what was known. The account stays off until somebody switches it on again; its roles stand in the new branch.
 */
async function restoreFormerMember(
  ctx: Ctx,
  holder: Holder,
  who: Entrant,
  branch: Place,
  why: string,
  today: string,
  joinType: number,
): Promise<string> {
  const { personCategory, admissionDate, conversionDate } = who;
  const isSame =
    holder.person_category === personCategory &&
    holder.admission_date === admissionDate &&
    holder.conversion_date === conversionDate;
  if (!isSame && personCategory !== null)
    await changePerson(ctx, holder, { personCategory, admissionDate, conversionDate }, why, true);
  const row = await lockMember(ctx.db, wholeScope, holder.id);
  if (!row) throw badInput({ idCardNo: '该人员已被删除，请刷新后重试' });
  const back = { membershipStatus: NORMAL, joinType, joinedBranchOn: today, partyPost: '' };
  await movePerson(ctx, row, branch.id, back, why);
  await moveOwnRoles(ctx.db, holder.id, holder.org_id, branch.id, ctx.session.accountName);
  return holder.id;
}
