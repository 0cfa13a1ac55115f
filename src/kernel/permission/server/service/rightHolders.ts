import type {
  accountRights,
  Grant,
  GrantRight,
  Holder,
  memberRights,
  setGrantRights,
} from '#kernel/permission/contract.rights.ts';
import { ALL, isEffective, type Own } from '#kernel/permission/rules.rights.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/rightHolders.ts';
import { notOfLevel } from '../queries/rights.ts';
import { assertKeys } from './rights.ts';

/** The roles of an account within the scope with every right and its sources; 404 for accounts that the scope does not know. */
export async function holderOfAccount(ctx: Ctx, accountId: string): Promise<ReplyOf<typeof accountRights>> {
  const account = await queries.findAccount(ctx.db, ctx.scope, accountId);
  if (!account) throw notFound();
  const rows = await queries.grantsOf(ctx.db, ctx.scope, account.id);
  return {
    accountId: account.id,
    memberId: account.member_id,
    userName: account.name,
    loginName: account.login_mask,
    enabled: account.enabled,
    grants: rows.map((row) => grantOf(ctx, row)),
  };
}

/** The same for a member of the scope; without an account, `account` is null. */
export async function holderOfMember(ctx: Ctx, memberId: string): Promise<ReplyOf<typeof memberRights>> {
  const member = await queries.findMember(ctx.db, ctx.scope, memberId);
  if (!member) throw notFound();
  let account: Holder | null = null;
  if (member.account_id && (await queries.findAccount(ctx.db, ctx.scope, member.account_id))) {
    account = await holderOfAccount(ctx, member.account_id);
  }
  return { memberId: member.id, name: member.name, orgName: member.org_name, account };
}

function grantOf(ctx: Ctx, row: queries.GrantRow): Grant {
  const why = whyNot(ctx, row);
  return {
    id: row.id,
    roleId: row.role_id,
    roleName: row.role_name,
    base: row.base,
    all: row.given.some(({ key }) => key === ALL),
    orgId: row.org_id,
    orgName: row.org_name,
    path: row.path,
    since: row.granted_at.toISOString(),
    by: row.granted_by,
    until: row.valid_until?.toISOString() ?? null,
    usable: row.usable,
    rights: rightsOf(row),
    can: { edit: why === '' },
    why,
  };
}

function rightsOf(row: queries.GrantRow): GrantRight[] {
  const keys = new Set([...row.given, ...row.taken].map(({ key }) => key).filter((key) => key !== ALL));
  return [...keys].sort().map((key) => ({
    key,
    effective: isEffective(stateOf(row, key)),
    given: row.given.filter((one) => one.key === key || one.key === ALL),
    taken: row.taken.filter((one) => one.key === key),
  }));
}

function stateOf(row: queries.GrantRow, key: string) {
  const given = row.given.filter((one) => one.key === key || one.key === ALL);
  const taken = row.taken.filter((one) => one.key === key);
  const own: Own = given.some(({ source }) => source === 'own')
    ? 'given'
    : taken.some(({ source }) => source === 'own')
      ? 'taken'
      : null;
  return {
    shared: given.some(({ source }) => source !== 'own'),
    own,
    limited: taken.some(({ source }) => source === 'org' || source === 'level'),
  };
}

/** Why the session may not change what this person may; empty where it may. The service refuses by the same rule. */
function whyNot(ctx: Ctx, row: queries.GrantRow): string {
  if (!ctx.may('right:write')) return '当前角色没有“设置人员权限”';
  if (row.account_id === ctx.session.accountId) return '不能给自己授权，请由其他管理人员办理';
  if (row.fixed) return `“${row.role_name}”的权限是固定的，不能为个人调整`;
  // Whoever only passes on what they hold does so downwards; colleagues of one level are set from above.
  if (row.org_code === ctx.session.orgCode && !ctx.may('right:grantAny')) return '本级人员的权限由上级组织设置';
  return '';
}

/**
 * Gives, takes or resets rights of one person in one grant. Given keys must be the session's own to give and fit
 * the role's base; keys that role or groups already give are not stored again. In force at the next request.
 * Answers the keys that the person may use now and could not before, and the other way round.
 */
export async function setRights(
  ctx: Ctx,
  input: ParsedOf<typeof setGrantRights>,
): Promise<ReplyOf<typeof setGrantRights>> {
  const { give, take, reset } = input;
  const all = [...give, ...take, ...reset];
  if (all.length === 0) throw badInput({ give: '没有要保存的变动' });
  if (new Set(all).size < all.length) throw badInput({ give: '同一项权限不能既增加又停用' });
  const before = await queries.lockGrant(ctx.db, ctx.scope, input.grantId);
  if (!before) throw notFound();
  const why = whyNot(ctx, before);
  if (why !== '') throw refuse(why);
  const wasOn = (key: string) => isEffective(stateOf(before, key));
  // Bringing back what was withdrawn gives it as well.
  const back = reset.filter((key) => stateOf(before, key).own === 'taken');
  await assertKeys(ctx, [...give, ...back], before.base === 'own');
  const above = await notOfLevel(ctx.db, before.org_code, give);
  if (above !== undefined) throw badInput({ give: `党支部不办理“${above}”，不能授予` });
  await assertKnown(ctx, [...take, ...reset]);
  const by = ctx.session.accountName;
  await queries.setOwn(ctx.db, before.id, give, 'given', by);
  await queries.setOwn(ctx.db, before.id, take, 'taken', by);
  await queries.setOwn(ctx.db, before.id, reset, null, by);
  const after = await queries.lockGrant(ctx.db, ctx.scope, input.grantId);
  if (!after) throw notFound();
  const isOn = (key: string) => isEffective(stateOf(after, key));
  const names = await queries.rightNames(ctx.db);
  const words = (keys: readonly string[]) => keys.map((key) => names.get(key) ?? key).join('、');
  const changes: Record<string, [unknown, unknown]> = {};
  if (give.length > 0) changes.given = [null, words(give)];
  if (take.length > 0) changes.taken = [null, words(take)];
  if (reset.length > 0) changes.reset = [null, words(reset)];
  ctx.audit({
    type: 'grant',
    id: before.id,
    name: `${before.account_name} ${before.role_name} ${before.org_name}`,
    orgCode: before.org_code,
    changes,
  });
  return { gain: all.filter((key) => !wasOn(key) && isOn(key)), lose: all.filter((key) => wasOn(key) && !isOn(key)) };
}

async function assertKnown(ctx: Ctx, keys: readonly string[]): Promise<void> {
  const names = await queries.rightNames(ctx.db);
  if (keys.some((key) => !names.has(key))) throw badInput({ take: '所选权限不存在' });
}

/** Tells the registries of the house what of this belongs to them. */
export function announceRightHolders(): void {
  describeFields('grant', {
    given: { label: '增加权限' },
    taken: { label: '停用权限' },
    reset: { label: '恢复为角色权限' },
  });
}
