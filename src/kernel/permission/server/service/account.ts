import type * as contract from '#kernel/permission/contract.ts';
import type { AccountCan, AccountState } from '#kernel/permission/contract.ts';
import { ALL } from '#kernel/permission/rules.rights.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { changeInWords, describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/account.ts';
import { listGrants } from '../queries/grants.ts';
import type { Givable } from '../queries/standing.ts';

/** What the session may pass on (F's `mayGive`, for a whole query). */
export function givableRights(ctx: Ctx): Givable {
  if (ctx.may(ALL)) return 'everything';
  return ctx.may('right:grantAny') ? 'rights' : [...ctx.session.rights];
}

/** The part of the scope that a list is asked for; an organisation out of the scope reads as not found. */
export function placeOf(ctx: Ctx, input: { orgId?: string | undefined; searchRange: 'all' | 'onlySelf' }): Scope {
  if (input.orgId !== undefined && ctx.chosenOrg === null) throw notFound();
  const code = ctx.chosenOrg?.code ?? ctx.scope.from;
  const place = narrowScope(ctx.scope, code) ?? ctx.scope;
  // The codes of a subtree begin with its own and a digit: up to `0` there is the organisation alone.
  return input.searchRange === 'onlySelf' ? { ...place, to: `${code}0` } : place;
}

/** Why the session may not act upon an account; the empty text where it may. */
export function accountObstacle(ctx: Ctx, row: { id: string } & queries.Standing): string {
  if (row.id === ctx.session.accountId) return '不能操作本人的账号，请由其他管理人员办理';
  if (row.beyond) return '该账号在您的管理范围以外还有任职，请由上级管理人员办理';
  if (row.above) return '该账号的权限高于您的角色，请由上级管理人员办理';
  return '';
}

/**
 * The account for a change, locked until the transaction ends. 404 where the scope does not know it, 400 where the
 * session may not act upon it. `roles`: only its roles within the scope are meant, whatever it has elsewhere.
 */
export async function lockAccount(ctx: Ctx, id: string, what: 'account' | 'roles' = 'account') {
  const row = await queries.findAccount(ctx.db, ctx.scope, givableRights(ctx), id, true);
  if (!row) throw notFound();
  const why = accountObstacle(ctx, what === 'account' ? row : { id, beyond: false, above: false });
  if (why) throw refuse(why);
  return row;
}

function stateOf(row: queries.AccountListRow): AccountState {
  if (!row.enabled) return 'disabled';
  if (row.locked_until) return 'locked';
  if (!row.has_password) return 'noPassword';
  return row.must_change_password ? 'mustChange' : 'normal';
}

function canOf(ctx: Ctx, row: queries.AccountListRow): AccountCan {
  const free = accountObstacle(ctx, row) === '';
  const writes = free && ctx.may('account:write');
  return {
    edit: writes,
    disable: writes && row.enabled,
    enable: writes && !row.enabled && !row.person_deleted,
    // A lock takes nothing away and gives nothing, so whoever knows the account may lift it.
    unlock: ctx.may('account:unlock') && row.locked_until !== null,
    reset: free && row.enabled && ctx.may('account:reset'),
    removeFactor: free && row.enabled && row.has_factor && ctx.may('account:reset'),
    grant: row.enabled && ctx.may('account:grant') && row.id !== ctx.session.accountId,
  };
}

const wire = (ctx: Ctx, row: queries.AccountListRow) => ({
  id: row.id,
  userName: row.name,
  loginName: row.login_mask,
  roleName: [...new Set(row.grants.map(({ role_name }) => role_name))].join('、'),
  orgName: row.grants.map(({ org_name }) => org_name).join('、'),
  typeName: row.type_name ?? '',
  state: stateOf(row),
  lockedUntil: row.locked_until?.toISOString() ?? null,
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  loginCount: row.login_count,
  can: canOf(ctx, row),
});

/** Accounts of the own subtree: those kept there, and those with a role there. */
export async function listAccounts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listAccounts>,
): Promise<ReplyOf<typeof contract.listAccounts>> {
  const words = input.name ?? '';
  const isIdCard = /^\d{17}[\dxX]$/.test(words);
  const { rows, total } = await queries.listAccounts(ctx.db, ctx.scope, givableRights(ctx), {
    place: placeOf(ctx, input),
    name: isIdCard ? '' : words,
    loginIndex: isIdCard ? loginIndex(ctx.vault, words) : null,
    roleId: input.roleId ?? null,
    state: input.state ?? null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total: Math.min(total, queries.COUNTED),
    capped: total > queries.COUNTED,
    rows: rows.map((row) => wire(ctx, row)),
  };
}

/** One account with its roles within the scope. */
export async function getAccount(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getAccount>> {
  const row = await queries.findAccount(ctx.db, ctx.scope, givableRights(ctx), id);
  if (!row) throw notFound();
  const grants = await listGrants(ctx.db, ctx.scope, givableRights(ctx), id);
  const mayRevoke = ctx.may('account:grant') && id !== ctx.session.accountId;
  return {
    ...wire(ctx, row),
    memberId: row.member_id,
    gender: row.gender,
    phonenumber: row.phone_mask ?? '',
    userTypeId: row.user_type_id,
    homeOrgName: row.home_name ?? '',
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledBy: row.disabled_by ?? '',
    disableReason: row.disable_reason ?? '',
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    version: row.version,
    grants: grants.map((grant) => ({
      id: grant.id,
      roleId: grant.role_id,
      roleName: grant.role_name,
      orgId: grant.org_id,
      orgName: grant.org_name,
      validFrom: grant.valid_from,
      validUntil: grant.valid_until,
      state: grant.state,
      grantedAt: grant.granted_at.toISOString(),
      grantedBy: grant.granted_by,
      can: { revoke: mayRevoke && !grant.above },
    })),
    otherGrants: row.other_grants,
    groups: row.groups,
    why: accountObstacle(ctx, row),
  };
}

/** What was done with an account, newest first. */
export async function listAccountHistory(
  ctx: Ctx,
  input: ParsedOf<typeof contract.accountHistory>,
): Promise<ReplyOf<typeof contract.accountHistory>> {
  const known = await queries.knownAccounts(ctx.db, ctx.scope, [input.id]);
  if (known.length === 0) throw notFound();
  const { rows, total } = await queries.accountHistory(ctx.db, ctx.scope, input.id, {
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      accountName: row.account_name,
      action: row.action,
      reason: row.reason ?? '',
      changes: Object.entries(row.changes ?? {}).map(([name, change]) => changeInWords('account', name, change)),
    })),
  };
}

/** People of the scope for a choice: by name, pinyin, initials, or the whole id card. */
export async function findPeople(ctx: Ctx, keyWords: string): Promise<ReplyOf<typeof contract.findPeople>> {
  const upper = keyWords.toUpperCase();
  const rows = await queries.findPeople(ctx.db, ctx.scope, {
    grams: queryGrams(keyWords),
    words: keyWords,
    letters: /^[a-z]+$/i.test(keyWords) ? keyWords.toLowerCase() : '',
    idCardIndex: /^\d{17}[\dX]$/.test(upper) ? ctx.vault.index('id_card', upper) : null,
  });
  return rows.map((row) => ({
    memberId: row.member_id,
    name: row.name,
    idCardNo: row.id_card_mask ?? '',
    phonenumber: row.phone_mask ?? '',
    orgId: row.org_id,
    orgName: row.org_name,
    accountId: row.account_id,
  }));
}

/** Tells the registries of the house what of this belongs to them. */
export function announceAccount(): void {
  describeFields('account', {
    name: { label: '姓名' },
    login: { label: '登录名' },
    gender: { label: '性别', values: { 1: '男', 2: '女' } },
    phonenumber: { label: '手机号' },
    userType: { label: '用户类型' },
    enabled: { label: '启用', yesNo: true },
    role: { label: '角色' },
    until: { label: '任职到' },
    rights: { label: '另加权限' },
  });
}
