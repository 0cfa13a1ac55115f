import { ROLE, type switchRole } from '#kernel/session/contract.ts';
import { roleUrl } from '#kernel/session/rules.ts';
import { CODE, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, Refusal } from '#platform/server/errors.ts';
import { tokenOf } from '#platform/server/http/authenticate.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { intranetOf } from './open.ts';
import { factorRequired, hasFactor } from './queries/factor.ts';
import * as queries from './queries.ts';
import { siteSetup } from './site.ts';

const ownTokenHash = (ctx: Ctx) => hashToken(tokenOf(ctx.request.headers.authorization) ?? '');

/** Another request of the same user ended it a moment ago. */
const over = () => new Refusal(CODE.unauthorised, '登录已过期，请重新登录');

/** The sign-in of the own session; refuses with body code 401 where that has ended meanwhile. */
export async function ownSignIn(ctx: Ctx) {
  const own = await queries.signInOf(ctx.db, ownTokenHash(ctx));
  if (!own) throw over();
  return own;
}

/** Signs out: this session, and the windows that were opened from it. */
export async function signOut(ctx: Ctx): Promise<null> {
  const own = await ownSignIn(ctx);
  await queries.endSignIn(ctx.db, own.sign_in);
  ctx.response.header('Clear-Site-Data', '"cache"');
  return null;
}

/** Goes on in another of the own roles: a new token, the old one is dead; the sign-in's end stays. */
export async function enterRole(ctx: Ctx, input: ParsedOf<typeof switchRole>): Promise<ReplyOf<typeof switchRole>> {
  const { accountId } = ctx.session;
  const grant = await queries.findGrant(ctx.db, accountId, input.roleId, input.workOrgId);
  if (!grant) throw forbidden();
  // The account before its session, as a change of the password takes them.
  await queries.rememberGrant(ctx.db, accountId, grant.grant_id);
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
  const token = makeToken();
  const switched = await queries.changeGrant(ctx.db, ownTokenHash(ctx), {
    tokenHash: hashToken(token),
    grantId: grant.grant_id,
    mustEnrol: factorRequired(settings.secondFactor, input.roleId, grant.base) && !(await hasFactor(ctx.db, accountId)),
    ip: ctx.ip,
  });
  if (!switched) throw over();
  const standing = { orgCode: grant.org_code, orgType: grant.org_type, base: grant.base };
  ctx.audit({ type: 'account', id: accountId, name: `${grant.role_name} ${grant.org_name}` });
  return {
    token,
    roleUrl: roleUrl(input.roleId, standing),
    ...intranetOf(settings, input.roleId, standing),
  };
}

/** A ticket of ten seconds by which a new window gets a session of its own, once. */
export async function issueTicket(ctx: Ctx): Promise<{ ticket: string }> {
  const own = await ownSignIn(ctx);
  const ticket = makeToken();
  const { accountId, grantId } = ctx.session;
  await queries.insertTicket(ctx.db, {
    hash: hashToken(ticket),
    accountId,
    grantId,
    signIn: own.sign_in,
    until: own.expires_at,
  });
  return { ticket };
}

/** The new window's side: a session of the same sign-in for a ticket that is good and was not used. */
export async function redeem(ctx: Ctx, ticket: string): Promise<{ token: string }> {
  const token = makeToken();
  const won = await queries.redeemTicket(ctx.db, hashToken(ticket), hashToken(token), ctx.ip);
  if (!won) throw new Refusal(CODE.unauthorised, '登录已过期，请重新登录');
  return { token };
}

/** The volunteer's role is entered by signing in, not by the switch (specification, section 6). */
export const isListed = (roleId: number) => roleId !== ROLE.volunteer;
