import { ALL, isSeparated } from '#kernel/permission/rules.rights.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/rights.ts';

/** One person holds one of the three separated administrators' roles. */
export const APART = '系统、安全、审计三类管理员不能由同一人担任';
/** Why a role may not be given that gives more than the session could. */
export const tooHigh = (role: string) => `您没有“${role}”的全部权限，不能授予这个角色`;

/** What somebody is about to give to somebody. */
export interface Giving {
  /** Who gets it; missing where there is no account yet (a type of user, a new account). */
  accountId?: string;
  /** The role that is given, or in which the keys are going to be used. */
  roleId?: number;
  /** The organisation at which it is given. */
  orgCode: string;
  /** Rights that are given beside the role's own. */
  keys?: readonly string[];
}

/**
 * Refuses what the session may not give: at an organisation out of its scope (404), to itself (400),
 * a role or right that it does not hold itself (403; `right:grantAny` may give others, `*:*:*` may not be passed
 * on by those who lack it), an unknown or switched-off role or an unknown right (600), a right for offices to
 * a role without office (600), and a second one of the three separated administrators to one person (400).
 * Call it inside the write's transaction, with the code as read there.
 */
export async function assertMayGrant(ctx: Ctx, { accountId, roleId, orgCode, keys = [] }: Giving): Promise<void> {
  if (!inScope(ctx.scope, orgCode)) throw notFound();
  // Somebody without office meets the own record alone and has nothing to give there.
  if (ctx.scope.memberId !== null) throw forbidden();
  if (accountId === ctx.session.accountId) throw refuse('不能给自己授权，请由其他管理人员办理');
  const role = roleId === undefined ? undefined : await queries.findRole(ctx.db, roleId, orgCode);
  if (roleId !== undefined && !(role?.enabled || isSeparated(roleId))) throw badInput({ roleId: '请选择可用的角色' });
  if (role?.fixed && keys.length > 0) throw badInput({ keys: `“${role.name}”的权限是固定的，不能增加` });
  if (role?.keys.some((key) => !mayGive(ctx, key))) {
    throw forbidden(tooHigh(role.name));
  }
  await assertKeys(ctx, keys, role?.base === 'own');
  const above = await queries.notOfLevel(ctx.db, orgCode, keys);
  if (above !== undefined) throw badInput({ keys: `党支部不办理“${above}”，不能授予` });
  if (roleId !== undefined && accountId !== undefined && isSeparated(roleId)) {
    const held = (await queries.separatedRolesOf(ctx.db, [accountId])).get(accountId);
    if (held !== undefined && held !== roleId) throw refuse(APART);
  }
}

/**
 * Refuses keys that are no rights of this platform, that the session may not give, or that an office is
 * needed for where `personal` is set.
 */
export async function assertKeys(ctx: Ctx, keys: readonly string[], personal: boolean): Promise<void> {
  const known = new Map((await queries.knownKeys(ctx.db, keys)).map((row) => [row.key, row.personal]));
  if (keys.some((key) => !known.has(key))) throw badInput({ keys: '所选权限不存在' });
  if (keys.some((key) => !mayGive(ctx, key))) throw forbidden('不能授予本人没有的权限');
  if (personal && keys.some((key) => !known.get(key))) {
    throw badInput({ keys: '所选权限只能授予管理本级及下级组织的角色' });
  }
}

/** Whether the session may pass a right on: it holds it, or it distributes rights that it does not use itself. */
export const mayGive = (ctx: Ctx, key: string): boolean => ctx.may(key) || (key !== ALL && ctx.may('right:grantAny'));
