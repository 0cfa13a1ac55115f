import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import { hasLogin, loginOfMember } from '#kernel/permission/server/index.ts';
import { renameOfMember } from '#kernel/permission/server/service/accountState.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type * as contract from '#people/member/contract.idCard.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import { normaliseIdCard, readIdCard } from '#people/member/rules/idCard.ts';
import { maskText } from '#people/member/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { CHANGE_STATES, PAPERS } from '../../contract.idCard.ts';
import { GENDERS } from '../../contract.ts';
import { personOf } from '../person.ts';
import * as queries from '../queries/idCard.ts';
import { type DetailRecord, findByIdCard, getDetail, lockMember } from '../queries/record.ts';
import { idCardIndex } from '../rowMapper.ts';
import { idCardSubject } from '../waiting.ts';
import { changePerson, refuseTakenIdCard } from './record.ts';

/** The kind of the papers that prove a change among the stored files. */
export const PROOF = 'member.idCardChange';
const PATH = '/affairs/member/idCardChange';
const APPROVE = 'member:idCardApprove';
/** Dictionary 0178: 系统. */
const NOTICE_TYPE = '5';
const MISSING = '该变更申请不存在';
/** The place that the ciphertext of a requested number is bound to. */
export const newPlace = (id: string) => `member.id_card_change.${id}`;
const me = (ctx: Ctx) => ({ id: ctx.session.accountId, name: ctx.session.accountName });

/** A request as the organisation above decides it. */
const above = (row: queries.ChangeRow): DecisionRequest => ({
  todo: idCardSubject(row.id),
  isOpen: row.state === 'pending',
  askedBy: row.requested_by,
  about: { memberId: row.member_id, refusal: '不能审批变更本人身份证号的申请' },
  superior: row.superior,
  deciderName: row.decider_org_name,
  right: APPROVE,
  verb: '审批',
});

const wire = (ctx: Ctx, row: queries.ChangeRow): contract.IdCardChange => ({
  id: row.id,
  memberId: row.member_id,
  name: row.name,
  orgName: row.member_org_name,
  oldIdCardNo: row.old_mask,
  newIdCardNo: row.new_mask,
  reason: row.reason,
  state: row.state,
  requestedBy: row.requested_by_name,
  requestedOrgName: row.requested_org_name,
  requestedAt: row.requested_at.toISOString(),
  deciderOrgName: row.decider_org_name,
  decidedBy: row.decided_by_name ?? '',
  decidedAt: row.decided_at?.toISOString() ?? null,
  decision: row.decision,
  can: {
    decide: row.state === 'pending' && obstacleToDecide(ctx, above(row)) === '',
    withdraw: row.state === 'pending' && row.requested_by === ctx.session.accountId,
    reveal: row.state === 'pending' && ctx.may('member:reveal'),
  },
});

/** Requests about people of the scope, newest first. */
export async function listChanges(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listIdCardChanges>,
): Promise<ReplyOf<typeof contract.listIdCardChanges>> {
  const { rows, total, toDecide } = await queries.listChanges(ctx.db, ctx.scope, ctx.session, {
    name: input.name ?? '',
    state: input.state ?? null,
    view: input.view || null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  const mayDecide = ctx.may(APPROVE);
  return { rows: rows.map((row) => wire(ctx, row)), total, toDecide: mayDecide ? toDecide : 0 };
}

/** One request with its papers and with what its approval would change besides. */
export async function getChange(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getIdCardChange>> {
  const row = await queries.findChange(ctx.db, ctx.scope, ctx.session, id);
  if (!row) throw notFound(MISSING);
  const proof = await queries.papersOf(ctx.db, row.proof);
  const done = { ...wire(ctx, row), proof, obstacle: '', changes: [], isLogin: false };
  if (row.state !== 'pending') return done;
  const member = await getDetail(ctx.db, ctx.scope, row.member_id);
  if (!member) throw notFound(MISSING);
  const account = await loginOfMember(ctx.db, member.id);
  const old = personOf(member, ctx.vault).idCard;
  const word = (gender: number | null) => GENDERS[(gender ?? 0) as keyof typeof GENDERS] ?? '';
  const facts = [
    { label: '出生日期', before: String(member.birth_date ?? ''), after: row.birth_date ?? '' },
    { label: '性别', before: word(member.gender), after: word(row.gender) },
  ];
  return {
    ...done,
    obstacle: await obstacle(ctx, row, member),
    changes: facts.filter(({ before, after }) => before !== after),
    isLogin: account !== undefined && old !== null && account.login_index.equals(loginIndex(ctx.vault, old)),
  };
}

/** Why a request cannot be approved as the data stand now; empty where it can. */
async function obstacle(
  ctx: Ctx,
  row: queries.ChangeRow,
  member: Parameters<typeof personOf>[0] & Pick<DetailRecord, 'today'>,
): Promise<string> {
  const number = openNumber(ctx, row);
  const holder = await findByIdCard(ctx.db, idCardIndex(ctx.vault, number));
  if (holder) return `新身份证号已登记在${holder.org_name}`;
  if (member.id_card_mask !== row.old_mask) return '提出申请后身份证号已经变更';
  const person = { ...personOf(member, ctx.vault), idCard: number, ...factsOf(row) };
  return personProblems(person, member.today).find(({ impossible, missing }) => impossible && !missing)?.text ?? '';
}

const factsOf = (row: queries.ChangeRow) => ({ birthDate: row.birth_date ?? '', gender: row.gender ?? 0 });

const openNumber = (ctx: Ctx, row: queries.ChangeRow): string => {
  if (row.new_enc === null) throw refuse('已被处理');
  return ctx.vault.decrypt(newPlace(row.id), row.new_enc);
};

/** Asks for another id card number; the organisation above decides. */
export async function addChange(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addIdCardChange>,
): Promise<ReplyOf<typeof contract.addIdCardChange>> {
  const member = await lockMember(ctx.db, ctx.scope, input.memberId);
  if (!member) throw notFound('该人员不存在或已被删除');
  if (member.id_card_enc === null) throw refuse(`${member.name}还没有登记身份证号，请直接编辑补录`);
  const read = readIdCard(input.idCardNo, member.today);
  if ('reason' in read) throw badInput({ idCardNo: read.reason });
  const { card } = read;
  const index = idCardIndex(ctx.vault, card.number);
  if (member.id_card_index?.equals(index)) throw badInput({ idCardNo: '与现在登记的身份证号相同' });
  if (await findByIdCard(ctx.db, index)) await refuseTakenIdCard(ctx, index);
  if (await hasLogin(ctx.db, loginIndex(ctx.vault, card.number))) {
    throw badInput({ idCardNo: '该身份证号已是另一个账号的登录名' });
  }
  const person = {
    ...personOf(member, ctx.vault),
    idCard: card.number,
    birthDate: card.birthDate,
    gender: card.gender,
  };
  const wrong = personProblems(person, member.today).find(({ impossible, missing }) => impossible && !missing);
  if (wrong) throw badInput({ idCardNo: `按新身份证号，${wrong.text}` });
  const { orgId } = ctx.session;
  const { row: id, decider } = await askAbove(ctx, {
    orgId,
    right: APPROVE,
    async write(decider) {
      const made = await queries.nextChangeId(ctx.db);
      const isNew = await queries.insertChange(ctx.db, {
        id: made,
        memberId: member.id,
        oldMask: member.id_card_mask ?? '',
        newEnc: ctx.vault.encrypt(newPlace(made), card.number),
        newMask: maskText(card.number),
        newIndex: index,
        birthDate: card.birthDate,
        gender: card.gender,
        reason: input.reason,
        by: me(ctx),
        askingOrgId: orgId,
        deciderOrgId: decider.id,
      });
      if (!isNew) throw refuse(`${member.name}或这个身份证号已有变更申请正在等待审批`);
      const owner = { kind: PROOF, rowId: made, orgCode: member.org_code };
      await queries.setProof(ctx.db, made, await attachFiles(ctx, 'proof', input.proof, owner, PAPERS));
      return made;
    },
    asked: (made) => ({
      module: '党员信息',
      title: `审批${member.name}的身份证号变更申请`,
      detail: `${ctx.session.orgName}申请`,
      act: '审批',
      jumpUrl: `${PATH}/view/${made}`,
      subject: idCardSubject(made),
    }),
  });
  const about = { id, member_id: member.id, name: member.name, member_org_code: member.org_code };
  noteBoth(ctx, about, input.reason, ['', 'pending']);
  return { id, deciderOrgName: decider.name };
}

type About = Pick<queries.ChangeRow, 'id' | 'member_id' | 'name' | 'member_org_code'>;

/** A line of the request. */
function note(ctx: Ctx, row: About, reason: string, state: [string, string]) {
  const { id, name, member_org_code: orgCode } = row;
  ctx.audit({ type: 'idCardChange', id, name, orgCode, reason, changes: { state } });
}

/** The same in the person's own timeline, where the record itself stays as it is. */
function noteBoth(ctx: Ctx, row: About, reason: string, state: [string, string]) {
  ctx.audit({ type: 'member', id: row.member_id, name: row.name, orgCode: row.member_org_code, reason });
  note(ctx, row, reason, state);
}

async function lock(ctx: Ctx, id: string): Promise<queries.ChangeRow> {
  const row = await queries.findChange(ctx.db, ctx.scope, ctx.session, id, true);
  if (!row) throw notFound(MISSING);
  return row;
}

/** A password in an address would stand in logs of proxies and in the history of browsers: it is taken from the body alone. */
export function refusePasswordInAddress(ctx: Ctx): void {
  if ('password' in Object(ctx.request.query)) throw badInput({ password: '密码须加密后放在请求体中，不能放在地址中' });
}

/**
 * Approves or returns a request; the caller's password was asked before (routes.ts). Of parallel deciders one wins, the
 * others read 已被处理. With the approval the number, birth, gender, counters and login name change in the same
 * transaction; the number before stays findable.
 */
export async function decideChange(ctx: Ctx, input: ParsedOf<typeof contract.approveIdCardChange>): Promise<null> {
  const row = await lock(ctx, input.id);
  const state = input.agree ? 'approved' : 'returned';
  const account = await decideAbove(ctx, above(row), {
    check() {
      if (!input.agree && input.decision === '') throw badInput({ decision: '请输入退回原因' });
    },
    async carryOut() {
      const renamed = input.agree ? await approve(ctx, row) : null;
      await queries.closeChange(ctx.db, row.id, { state, by: me(ctx), decision: input.decision });
      return renamed;
    },
    told: () => told(ctx, row, input),
  });
  if (account !== null) await notifyHolder(ctx, row, account);
  // An approval stands in the timeline with what it changed.
  if (input.agree) note(ctx, row, input.decision, ['pending', state]);
  else noteBoth(ctx, row, input.decision, ['pending', state]);
  return null;
}

/** Writes the new number; answers the account whose login name it is now. */
async function approve(ctx: Ctx, row: queries.ChangeRow): Promise<string | null> {
  const member = await lockMember(ctx.db, ctx.scope, row.member_id);
  if (!member) throw refuse(`${row.name}已不在您的管理范围内，请退回申请`);
  const why = await obstacle(ctx, row, member);
  if (why) throw refuse(`不能批准：${why}`);
  const number = openNumber(ctx, row);
  const old = personOf(member, ctx.vault).idCard;
  await changePerson(ctx, member, { idCardNo: number, ...factsOf(row) });
  if (member.id_card_enc && member.id_card_index) {
    await queries.insertFormer(ctx.db, {
      memberId: member.id,
      enc: member.id_card_enc,
      mask: row.old_mask,
      index: member.id_card_index,
      changeId: row.id,
    });
  }
  const names = { from: old, to: normaliseIdCard(number), shown: row.new_mask };
  return renameOfMember(ctx, member.id, member.org_code, names);
}

/** What whoever asked hears of the decision. */
function told(
  { session: { orgName, accountName } }: Ctx,
  row: queries.ChangeRow,
  { agree, decision }: { agree: boolean; decision: string },
) {
  const who = `${orgName}${accountName}`;
  return {
    title: `${row.name}的身份证号变更申请${agree ? '已批准' : '已退回'}`,
    remark: agree ? `${who}已批准。新号${row.new_mask}已写入档案，按旧号仍能找到。` : `${who}退回：${decision}`,
  };
}

/** The person whose login name it is hears that it has changed. */
const notifyHolder = (ctx: Ctx, row: queries.ChangeRow, account: string) =>
  sendNotice(ctx.db, {
    type: NOTICE_TYPE,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    title: '您的登录名已改为新身份证号',
    remark: `您的身份证号已变更为${row.new_mask}，请用新号登录，密码不变。`,
    accountIds: [account],
  });

/** Takes the own request back while nobody has decided it. */
export async function withdrawChange(ctx: Ctx, id: string): Promise<null> {
  const row = await lock(ctx, id);
  await takeBackAbove(ctx, above(row), () =>
    queries.closeChange(ctx.db, id, { state: 'withdrawn', by: me(ctx), decision: '' }),
  );
  noteBoth(ctx, row, '', ['pending', 'withdrawn']);
  return null;
}

/** The new number in full, to hold it against the papers; the reason stands in the audit. */
export async function revealChange(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.revealIdCardChange>) {
  const row = await lock(ctx, id);
  const value = openNumber(ctx, row);
  ctx.audit({
    type: 'member',
    id: row.member_id,
    name: row.name,
    orgCode: row.member_org_code,
    reason: `申请变更的身份证号：${reason}`,
  });
  return { value };
}

/** Whether the session may read the papers of a request. */
export async function mayReadProof(ctx: Ctx, id: string): Promise<boolean> {
  if (!ctx.may('member:read') || ctx.scope.memberId !== null) return false;
  return (await queries.findChange(ctx.db, ctx.scope, ctx.session, id)) !== undefined;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceIdCard(): void {
  registerUrgeable('idCard', async (ctx, id) => {
    const row = await lock(ctx, id);
    return { row: above(row), detail: { type: 'idCardChange', id, name: row.name, orgCode: row.member_org_code } };
  });
  describeFields('idCardChange', {
    state: { label: '申请状态', values: CHANGE_STATES },
    idCardNo: { label: '身份证号' },
  });
}
