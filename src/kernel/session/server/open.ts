import type { SiteSettings } from '#kernel/session/contract.site.ts';
import { type Standing, worksInIntranet } from '#kernel/session/rules.ts';
import type { Ctx, RoleBase } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { type Refusal, refuse } from '#platform/server/errors.ts';
import { sessionOfGrant } from '#platform/server/http/authenticate.ts';
import { writeAudit } from '#platform/server/log/audit.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { agentWords } from './agent.ts';
import { knownDevice, rememberDevice } from './device.ts';
import { factorRequired, insertChallenge } from './queries/factor.ts';
import { type AtDoor, endOtherSessions, insertSession, readAtDoor } from './queries/open.ts';
import { siteSetup } from './site.ts';

/** What comes of a good sign-in: a token, or the question for the second factor. */
export type Opened = { token: string; intranetUrl?: string } | { secondFactor: { challenge: string } };

/** Where sign-ins of names that nobody has are logged: the root (specification, section 9). */
const ROOT_CODE = '0001';
const NO_ROLE = '账号没有可用的角色，请联系管理员';
const CHANGED = '密码刚刚修改过，请用新密码登录';

/**
 * The one way in which any sign-in makes a session, after its own proof of who it is was good: the account is
 * enabled, holds a usable grant, and gives its second factor where it has one. Works within the caller's
 * transaction where there is one.
 * Refuses with body code 400, logged, where the account may not come in, or where its password was changed meanwhile.
 * @param proof `way`: how the person signed in, in the log's words: `账号`, `扫码`, `微信`, `统一平台` …;
 *   `passwordHash`: what the password was verified with, where it was
 */
export async function openSession(
  ctx: Ctx,
  { accountId, way, passwordHash }: { accountId: string; way: string; passwordHash?: string | null },
): Promise<Opened> {
  const found = await readAtDoor(ctx.db, accountId);
  return openFor(ctx, found && passwordHash !== undefined ? { ...found, password_hash: passwordHash } : found, way);
}

/**
 * The same for an account as it stood when it came to the door.
 * @param settings of the host, where they are read
 */
export async function openFor(
  ctx: Ctx,
  found: AtDoor | undefined,
  way: string,
  settings?: SiteSettings,
): Promise<Opened> {
  const account = await requireUsableAccount(ctx, found, way);
  if (!account.has_factor) return startSession(ctx, account, way, settings);
  const challenge = makeToken();
  if (!(await insertChallenge(ctx.db, hashToken(challenge), account, way))) throw await changed(ctx, account, way);
  return { secondFactor: { challenge } };
}

/** The password was changed between its proof and the session. */
async function changed(ctx: Ctx, account: Enterable, way: string): Promise<Refusal> {
  await logFailure(ctx, way, CHANGED, account);
  return refuse(CHANGED);
}

/** Makes the session of an account whose every proof was good. */
export async function startSession(
  ctx: Ctx,
  account: Enterable,
  way: string,
  known?: SiteSettings,
): Promise<{ token: string; intranetUrl?: string }> {
  const { services } = ctx;
  const settings = known ?? (await siteSetup({ ...services, db: ctx.db }, ctx.request.host)).settings;
  const token = makeToken();
  const tokenHash = hashToken(token);
  const agent = agentWords(ctx.request.headers['user-agent']);
  const device = rememberDevice(ctx, account.login_index, knownDevice(ctx, account.login_index));
  const session = await within(ctx, async (tx) => {
    const version = await insertSession(tx, account, {
      tokenHash,
      grantId: account.grant_id,
      ip: ctx.ip,
      device,
      way,
      agent,
      mustEnrol: !account.has_factor && factorRequired(settings.secondFactor, account.role_id, account.role_base),
      seconds: services.config.absoluteSeconds,
    });
    if (version === null) throw await changed(ctx, account, way);
    if (settings.singleLogon) await endOtherSessions(tx, account.id, tokenHash);
    const opened = await sessionOfGrant(services, account.grant_id, { db: tx, version });
    if (!opened) throw refuse(NO_ROLE);
    await writeAudit(tx, opened, act(ctx, 'done'), [
      { type: 'login', id: account.id, name: account.login_mask, signIn: { way, device: agent } },
    ]);
    return opened;
  });
  return { token, ...intranetOf(settings, session.roleId, session) };
}

/** The intranet's address for whoever works there, where the site has one. */
export const intranetOf = (settings: SiteSettings, roleId: number, standing: Standing): { intranetUrl?: string } =>
  settings.intranetUrl && worksInIntranet(roleId, standing) ? { intranetUrl: settings.intranetUrl } : {};

/** An account that may come in now. */
export type Enterable = AtDoor & { grant_id: string; role_id: number; role_base: RoleBase };

const mayEnter = (account: AtDoor | undefined): account is Enterable =>
  account?.enabled === true && account.grant_id !== null;

/** Refuses, logged, whoever is disabled or has no usable grant. */
export async function requireUsableAccount(ctx: Ctx, account: AtDoor | undefined, way: string): Promise<Enterable> {
  if (mayEnter(account)) return account;
  const reason = account?.enabled === false ? '账号已停用，请联系管理员' : NO_ROLE;
  await logFailure(ctx, way, reason, account);
  throw refuse(reason);
}

/**
 * Logs a sign-in that did not succeed; the row stays although the call is refused. What was typed for a name that
 * nobody has may be anything, a password even: only an existing account's mask is logged.
 */
export async function logFailure(
  ctx: Ctx,
  way: string,
  reason: string,
  account?: Pick<AtDoor, 'id' | 'login_mask' | 'org_code'>,
): Promise<void> {
  await writeAudit(ctx.services.db, null, act(ctx, 'failed'), [
    {
      type: 'login',
      id: account?.id,
      name: account?.login_mask ?? '未知账号',
      orgCode: account?.org_code ?? ROOT_CODE,
      signIn: { way, device: agentWords(ctx.request.headers['user-agent']) },
      reason,
    },
  ]);
}

const act = (ctx: Ctx, outcome: 'done' | 'failed') => ({
  action: '登录',
  endpoint: `${ctx.request.method} ${ctx.request.routeOptions.url ?? ''}`,
  outcome,
  ip: ctx.ip,
  traceId: ctx.traceId,
});

/** The caller's transaction, or one of its own. */
const within = <T>(ctx: Ctx, work: (tx: Db) => Promise<T>): Promise<T> =>
  ctx.db.isTransaction ? work(ctx.db) : transact(ctx.services.db, work);
