import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#kernel/permission/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { knownAccounts } from '../queries/account.ts';
import { memberOf } from '../queries/accountWrites.ts';
import * as queries from '../queries/grants.ts';
import { findRole } from '../queries/rights.ts';
import { givableRights, lockAccount } from './account.ts';
import { assertMayGrant } from './rights.ts';

interface Giving {
  accountId: string;
  /** The member record of the account; null where it has none. */
  memberId: string | null;
  roleId: number;
  orgId: string;
  keys: readonly string[];
  validFrom: string | null;
  validUntil: string | null;
}

/** The organisation of a grant; 404 where it is out of scope or deleted. */
export async function orgOf(ctx: Ctx, orgId: string) {
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound();
  return org;
}

/** Days that cannot be: over before they begin, or before today by the database's calendar. */
export async function checkDays(db: Db, validFrom: string | null, validUntil: string | null): Promise<void> {
  const faults = await queries.dayFaults(db, validFrom, validUntil);
  if (faults.from_past) throw badInput({ validFrom: '开始日期不能早于今天' });
  if (faults.until_past) throw badInput({ validUntil: '结束日期不能早于今天和开始日期' });
}

/**
 * Gives a role at an organisation within the caller's transaction, which holds the account: nobody gives more than
 * they hold, out of their scope or to themselves (`assertMayGrant`); roles without office stand at the own branch.
 * @returns the grant's id, and what the log says of it
 */
export async function giveRole(ctx: Ctx, giving: Giving) {
  const { accountId, memberId, roleId, validFrom, validUntil } = giving;
  const org = await orgOf(ctx, giving.orgId);
  await checkDays(ctx.db, validFrom, validUntil);
  await assertMayGrant(ctx, { accountId, roleId, orgCode: org.code, keys: giving.keys });
  const role = await findRole(ctx.db, roleId, org.code);
  if (role?.base === 'own') {
    const member = memberId === null ? undefined : await memberOf(ctx.db, memberId);
    if (!member) throw badInput({ roleId: `“${role.name}”只能授予有人员档案的账号` });
    if (member.org_id !== org.id) throw badInput({ orgId: `“${role.name}”只能授予在本人所在的${member.org_name}` });
  }
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  const grantId = await queries.insertGrant(ctx.db, { ...giving, by });
  if (grantId === null) throw refuse('该账号在这个组织已有这个角色');
  const rights = await queries.rightNames(ctx.db, giving.keys);
  return {
    grantId,
    org,
    changes: {
      role: [null, `${role?.name ?? ''}（${org.name}）`],
      ...(validUntil === null ? {} : { until: [null, validUntil] }),
      ...(rights.length === 0 ? {} : { rights: [null, rights.join('、')] }),
    } as Record<string, [unknown, unknown]>,
  };
}

/** Gives a role to an account that is there. */
export async function grantRole(
  ctx: Ctx,
  input: ParsedOf<typeof contract.grantRole>,
): Promise<ReplyOf<typeof contract.grantRole>> {
  await orgOf(ctx, input.orgId);
  const row = await lockAccount(ctx, input.id, 'roles');
  if (!row.enabled) throw refuse('该账号已停用，请先启用');
  const given = await giveRole(ctx, { ...input, accountId: input.id, memberId: row.member_id });
  ctx.audit({ type: 'account', id: input.id, name: row.name, orgCode: given.org.code, changes: given.changes });
  return { grantId: given.grantId };
}

/** Takes a role back; sessions in it end at the next request. Only a role that the session could give. */
export async function revokeRole(ctx: Ctx, input: ParsedOf<typeof contract.revokeRole>): Promise<null> {
  const row = await lockAccount(ctx, input.id, 'roles');
  const grants = await queries.listGrants(ctx.db, ctx.scope, givableRights(ctx), input.id);
  const grant = grants.find(({ id }) => id === input.grantId);
  if (!grant) throw refuse('该角色已经收回，请刷新');
  if (grant.above) throw refuse('该角色的权限高于您的角色，请由上级管理人员收回');
  await queries.revokeGrant(
    ctx.db,
    grant.id,
    { id: ctx.session.accountId, name: ctx.session.accountName },
    input.reason,
  );
  ctx.audit({
    type: 'account',
    id: input.id,
    name: row.name,
    orgCode: grant.org_code,
    reason: input.reason,
    changes: { role: [`${grant.role_name}（${grant.org_name}）`, null] },
  });
  return null;
}

type Line = ReplyOf<typeof contract.accountEffect>['lines'][number];

/** Organisations at and below a code; 0 for a role that sees the own record alone. */
export async function orgCount(db: Db, code: string, base: 'subtree' | 'own'): Promise<number> {
  if (base === 'own') return 0;
  const counts = (await readCounters(db, [code], ['org'])).get(code)?.org ?? {};
  return Object.values(counts).reduce((sum, n) => sum + n, 0);
}

/** What a change would do, before it is saved: who gains or loses which rights where, and how many sessions end. */
export async function previewEffect(
  ctx: Ctx,
  input: ParsedOf<typeof contract.accountEffect>,
): Promise<ReplyOf<typeof contract.accountEffect>> {
  if (input.id !== undefined && (await knownAccounts(ctx.db, ctx.scope, [input.id])).length === 0) throw notFound();
  if (input.act === 'grant') {
    if (input.orgId === undefined) throw badInput({ orgId: '请选择组织' });
    const org = await orgOf(ctx, input.orgId);
    const role = await findRole(ctx.db, input.roleId ?? 0, org.code);
    if (!role) throw badInput({ roleId: '请选择角色' });
    const rights = await queries.rightNames(ctx.db, [...role.keys, ...input.keys]);
    const line: Line = {
      kind: 'gain',
      roleName: role.name,
      orgName: org.name,
      orgCount: await orgCount(ctx.db, org.code, role.base),
      rights,
    };
    return { lines: [line], openSessions: 0 };
  }
  if (input.orgId !== undefined) await orgOf(ctx, input.orgId);
  if (input.id === undefined) throw badInput({ id: '请选择账号' });
  const grants = (await queries.listGrants(ctx.db, ctx.scope, givableRights(ctx), input.id)).filter(
    ({ id, state }) => state === 'now' && (input.act !== 'revoke' || id === input.grantId),
  );
  const kind = input.act === 'enable' ? 'gain' : 'lose';
  const lines = await Promise.all(
    grants.map(
      async (row): Promise<Line> => ({
        kind,
        roleName: row.role_name,
        orgName: row.org_name,
        orgCount: await orgCount(ctx.db, row.org_code, row.base),
        rights: await queries.rightNames(ctx.db, await queries.grantRights(ctx.db, row.id)),
      }),
    ),
  );
  const grantId = input.act === 'revoke' ? (input.grantId ?? null) : null;
  const open =
    input.act === 'enable' ? 0 : await queries.openSessions(ctx.db, input.id, grantId, ctx.services.config.idleSeconds);
  return { lines, openSessions: open };
}
