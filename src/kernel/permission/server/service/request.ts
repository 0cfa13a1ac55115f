import type * as contract from '#kernel/permission/contract.requests.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { type Asked, askDecider } from '#platform/server/inbox/todos.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '../above.ts';
import { holderOf, lockEnabled, memberOf } from '../queries/accountWrites.ts';
import { dayFaults, rightNames } from '../queries/grants.ts';
import * as queries from '../queries/request.ts';
import { findRole } from '../queries/rights.ts';
import { accountObstacle, givableRights, lockAccount } from './account.ts';
import { checkDays, giveRole, orgCount, orgOf } from './accountGrant.ts';
import { issuePassword } from './accountState.ts';
import { insertAccount, personOfMember } from './accountWrite.ts';

/** Dictionary 0178: 系统. */
export const NOTICE_TYPE = '5';
const PATH = '/popedom/user/request';
const APPROVE = 'account:approve';
/** What the to-dos of a request bear. */
export const requestSubject = (id: string) => `accountRequest:${id}`;

const looker = (ctx: Ctx): queries.Looker => ({ ...ctx.session, givable: givableRights(ctx) });

function canOf(ctx: Ctx, row: queries.RequestRow): contract.AccountRequest['can'] {
  const mine = row.requested_by === ctx.session.accountId;
  return {
    decide: row.state === 'pending' && obstacleToDecide(ctx, above(row)) === '',
    withdraw: mine && row.state === 'pending',
    password:
      row.made_account &&
      row.fresh &&
      (mine || row.decided_by === ctx.session.accountId) &&
      row.account_id !== null &&
      accountObstacle(ctx, { ...row, id: row.account_id }) === '',
  };
}

/** A request as the organisation above decides it. */
const above = (row: queries.RequestRow): DecisionRequest => ({
  todo: requestSubject(row.id),
  isOpen: row.state === 'pending',
  askedBy: row.requested_by,
  about: { memberId: row.member_id, refusal: '不能审批为本人提出的申请' },
  superior: row.superior,
  deciderName: row.decider_org_name,
  right: APPROVE,
  verb: '审批',
});

const wire = (ctx: Ctx, row: queries.RequestRow): contract.AccountRequest => ({
  id: row.id,
  name: row.name,
  idCardNo: row.id_card_mask ?? '',
  memberOrgName: row.member_org_name,
  roleName: row.role_name,
  orgId: row.org_id,
  orgName: row.org_name,
  validUntil: row.valid_until,
  reason: row.reason,
  state: row.state,
  requestedBy: row.requested_by_name,
  requestedOrgName: row.requested_org_name,
  requestedAt: row.requested_at.toISOString(),
  deciderOrgName: row.decider_org_name,
  decidedBy: row.decided_by_name ?? '',
  decidedAt: row.decided_at?.toISOString() ?? null,
  decision: row.decision,
  can: canOf(ctx, row),
});

/** Requests for organisations of the scope, newest first. */
export async function listRequests(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listRequests>,
): Promise<ReplyOf<typeof contract.listRequests>> {
  const { rows, total, toDecide } = await queries.listRequests(ctx.db, ctx.scope, looker(ctx), {
    name: input.name ?? '',
    state: input.state ?? null,
    view: input.view || null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { rows: rows.map((row) => wire(ctx, row)), total, toDecide: ctx.may('account:approve') ? toDecide : 0 };
}

/** One request with what its approval would bring. */
export async function getRequest(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getRequest>> {
  const row = await queries.findRequest(ctx.db, ctx.scope, looker(ctx), id);
  if (!row) throw notFound();
  const role = await findRole(ctx.db, row.role_id, row.org_code);
  return {
    ...wire(ctx, row),
    accountId: row.account_id,
    orgCount: await orgCount(ctx.db, row.org_code, role?.base ?? 'subtree'),
    rights: await rightNames(ctx.db, role?.keys ?? []),
    roles: await queries.rolesOf(ctx.db, ctx.scope, row.member_id),
  };
}

/** Which organisation would decide on what the session asks for now; the same as is asked then. */
export async function findRequestDecider(ctx: Ctx): Promise<ReplyOf<typeof contract.requestDecider>> {
  const { orgId, accountId } = ctx.session;
  return { deciderOrgName: (await queries.deciderOf(ctx.db, orgId, accountId)).name };
}

/** Asks for a worker's account, or for the worker's role where the person has one; the organisation above decides. */
export async function createRequest(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createRequest>,
): Promise<ReplyOf<typeof contract.createRequest>> {
  const member = await memberOf(ctx.db, input.memberId);
  if (!member || !inScope(ctx.scope, member.org_code)) throw notFound();
  const org = await orgOf(ctx, input.orgId);
  if (member.id_card_enc === null) throw badInput({ memberId: `${member.name}没有登记身份证号，请先在党员信息中补录` });
  await checkDays(ctx.db, null, input.validUntil);
  if (await queries.holdsRole(ctx.db, member.id, ROLE.worker, org.id)) {
    throw badInput({ memberId: `${member.name}已经是${org.name}的党务工作者` });
  }
  const { accountId, accountName, orgId } = ctx.session;
  const { row: id, decider } = await askAbove(ctx, {
    orgId,
    right: APPROVE,
    async write(decider) {
      const made = await queries.insertRequest(ctx.db, {
        ...input,
        roleId: ROLE.worker,
        by: { id: accountId, name: accountName },
        askingOrgId: orgId,
        deciderOrgId: decider.id,
      });
      if (made === null) throw refuse(`${member.name}在${org.name}的申请正在等待审批`);
      return made;
    },
    asked: (made) => asked({ id: made, name: member.name, orgName: org.name, askingOrgName: ctx.session.orgName }),
  });
  ctx.audit({
    type: 'request',
    id,
    name: member.name,
    orgCode: org.code,
    reason: input.reason,
    changes: { role: [null, `党务工作者（${org.name}）`], state: [null, 'pending'] },
  });
  return { id, deciderOrgName: decider.name };
}

const asked = (request: { id: string; name: string; orgName: string; askingOrgName: string }): Asked => ({
  module: '权限管理',
  title: `审批${request.name}的党务工作者账号申请`,
  detail: `${request.askingOrgName}申请，任职于${request.orgName}`,
  act: '审批',
  jumpUrl: `${PATH}/view/${request.id}`,
  subject: requestSubject(request.id),
});

/** Puts a request before the workers of the organisation that decides. */
export const openDecisionTodo = (
  db: Db,
  request: Parameters<typeof asked>[0],
  decider: Omit<queries.Decider, 'name'>,
) => askDecider(db, decider, asked(request));

async function lock(ctx: Ctx, id: string): Promise<queries.RequestRow> {
  const row = await queries.findRequest(ctx.db, ctx.scope, looker(ctx), id, true);
  if (!row) throw notFound();
  return row;
}

/**
 * Approves or returns a request. Of parallel deciders one wins, the others read 已被处理. With the approval the account,
 * where the person has none, and the role come into being in the same transaction.
 */
export async function decideRequest(ctx: Ctx, input: ParsedOf<typeof contract.decideRequest>): Promise<null> {
  const row = await lock(ctx, input.id);
  const state = input.agree ? 'approved' : 'returned';
  await decideAbove(ctx, above(row), {
    check() {
      if (!input.agree && input.decision === '') throw badInput({ decision: '请输入退回原因' });
    },
    async carryOut() {
      const by = { id: ctx.session.accountId, name: ctx.session.accountName };
      const given = input.agree ? await approve(ctx, row) : { madeAccount: false };
      await queries.closeRequest(ctx.db, row.id, { state, by, decision: input.decision, ...given });
      return given;
    },
    told: ({ madeAccount }) => told(ctx, row, { ...input, madeAccount }),
  });
  ctx.audit({
    type: 'request',
    id: row.id,
    name: row.name,
    orgCode: row.org_code,
    reason: input.decision,
    changes: { state: ['pending', state] },
  });
  return null;
}

async function approve(ctx: Ctx, row: queries.RequestRow) {
  const member = await memberOf(ctx.db, row.member_id);
  if (!member || !inScope(ctx.scope, member.org_code)) throw refuse(`${row.name}已不在您的管理范围内，请退回申请`);
  if ((await dayFaults(ctx.db, null, row.valid_until)).until_past) throw refuse('申请的任职结束日期已过，请退回申请');
  const person = await personOfMember(ctx, row.member_id);
  const there = await holderOf(ctx.db, loginIndex(ctx.vault, person.idCard), row.member_id);
  if (there !== undefined && !(await lockEnabled(ctx.db, there))) {
    throw refuse(`${row.name}的账号已停用，请先启用账号或退回申请`);
  }
  const accountId = there ?? (await insertAccount(ctx, person, { orgId: row.org_id, userTypeId: null }));
  const given = await giveRole(ctx, {
    accountId,
    memberId: row.member_id,
    roleId: row.role_id,
    orgId: row.org_id,
    keys: [],
    validFrom: null,
    validUntil: row.valid_until,
  });
  ctx.audit({ type: 'account', id: accountId, name: person.name, orgCode: given.org.code, changes: given.changes });
  return { accountId, grantId: given.grantId, madeAccount: there === undefined };
}

/** What whoever asked hears of the decision. */
function told(
  { session: { orgName, accountName } }: Ctx,
  row: queries.RequestRow,
  { agree, decision, madeAccount }: { agree: boolean; decision: string; madeAccount: boolean },
) {
  const next = madeAccount ? '新账号的初始密码请在“账号申请”中领取。' : '请使用原有账号登录。';
  return {
    title: `${row.name}的党务工作者账号申请${agree ? '已批准' : '已退回'}`,
    remark: agree
      ? `${orgName}${accountName}已批准${row.name}任${row.org_name}党务工作者。${next}`
      : `${orgName}${accountName}退回：${decision}`,
  };
}

/** Takes the own request back while nobody has decided it. */
export async function withdrawRequest(ctx: Ctx, id: string): Promise<null> {
  const row = await lock(ctx, id);
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  await takeBackAbove(ctx, above(row), () =>
    queries.closeRequest(ctx.db, id, { state: 'withdrawn', by, decision: '' }),
  );
  ctx.audit({
    type: 'request',
    id,
    name: row.name,
    orgCode: row.org_code,
    changes: { state: ['pending', 'withdrawn'] },
  });
  return null;
}

/**
 * A first password for an account that this request made, for the one who asked or who approved, until somebody has
 * signed in with it; each one makes the one before worthless. Who could not issue it a password by `reset` may not here
 *: the role may give more than the asker has.
 */
export async function firstPassword(ctx: Ctx, id: string): Promise<{ temporary: string }> {
  const row = await lock(ctx, id);
  const concerned = [row.requested_by, row.decided_by].includes(ctx.session.accountId);
  if (!row.made_account || row.account_id === null || !concerned) throw refuse('没有可以领取的初始密码');
  const account = await lockAccount(ctx, row.account_id);
  if (!account.enabled) throw refuse('该账号已停用');
  if (account.login_count > 0) throw refuse('该账号已经登录过，忘记密码请走找回密码');
  const temporary = await issuePassword(ctx.db, account.id, account.login_index);
  ctx.audit({ type: 'account', id: account.id, name: account.name, orgCode: account.org_code });
  return { temporary };
}

/** Tells the registries of the house what of this belongs to them. */
export function announceRequest(): void {
  registerUrgeable('request', async (ctx, id) => {
    const row = await lock(ctx, id);
    return { row: above(row), detail: { type: 'request', id, name: row.name, orgCode: row.org_code } };
  });
  describeFields('request', {
    state: {
      label: '申请状态',
      values: { pending: '待审批', approved: '已批准', returned: '已退回', withdrawn: '已撤回' },
    },
    role: { label: '角色' },
    until: { label: '任职到' },
    asking: { label: '申请组织' },
    decider: { label: '审批组织' },
  });
}
