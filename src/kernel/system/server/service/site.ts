import { applySeparation } from '#kernel/permission/server/service/separation.ts';
import { type SiteSecrets, type SiteSettings, siteSecrets } from '#kernel/session/contract.site.ts';
import { confirmPassword } from '#kernel/session/server/confirm.ts';
import { deleteSite, saveSite as writeSite } from '#kernel/session/server/index.ts';
import { builtInSettings, ownSettings, rowsOf, secretsPlace, siteSetup } from '#kernel/session/server/site.ts';
import { deliverSms } from '#kernel/session/server/sms/adapter.ts';
import {
  ALL_HOSTS,
  type getSite,
  type listSites,
  type Probe,
  type probeSite,
  type SecretName,
  type saveSite,
  type testSms,
} from '#kernel/system/contract.site.ts';
import { SITE_CHOICES, SITE_LABELS, SITE_SWITCHES, siteFaults } from '#kernel/system/rules.site.ts';
import { CODE, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { pictureFault } from '#platform/server/files/pictures.ts';
import { auditAct, diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { probeOutside } from '#platform/server/outside/outside.ts';
import * as queries from '../queries/site.ts';

const SECRET_NAMES = siteSecrets.keyof().options;

/** The settings of a host from its rows, without the one of the name `without`. */
function inheritedOf(services: Services, rows: readonly queries.SiteRow[], host: string): SiteSettings {
  const above = host === ALL_HOSTS ? [] : rowsOf(host).filter((name) => name !== host);
  return settingsOf(services, rows, above);
}

function settingsOf(services: Services, rows: readonly queries.SiteRow[], names: readonly string[]): SiteSettings {
  const given = names.flatMap((name) => rows.find((row) => row.host === name)?.data ?? []);
  return Object.assign({}, builtInSettings(services.config), ...given.map(ownSettings));
}

function secretsOf(services: Services, row: queries.SiteRow | undefined): SiteSecrets {
  if (!row?.secrets_enc) return {};
  return siteSecrets.parse(JSON.parse(services.vault.decrypt(secretsPlace(row.host), row.secrets_enc)));
}

/** The names of the keys that a host has or inherits. */
function heldBy(services: Services, rows: readonly queries.SiteRow[], host: string): Set<SecretName> {
  const found = rowsOf(host).map((name) => rows.find((row) => row.host === name));
  return new Set(found.flatMap((row) => Object.keys(secretsOf(services, row)) as SecretName[]));
}

/** All hosts that have settings of their own, the common ones first. */
export async function sites(ctx: Ctx): Promise<ReplyOf<typeof listSites>> {
  const rows = await queries.listSites(ctx.db);
  const read = rowsOf(ctx.request.host);
  const hosts = [ALL_HOSTS, ...rows.map((row) => row.host).filter((host) => host !== ALL_HOSTS)];
  return hosts.map((host) => {
    const row = rows.find((candidate) => candidate.host === host);
    const { productName, kind } = settingsOf(ctx.services, rows, rowsOf(host));
    return {
      host,
      productName,
      kind,
      own: row ? Object.keys(row.data).length + Object.keys(secretsOf(ctx.services, row)).length : 0,
      current: read.includes(host),
      updatedAt: row?.updated_at.toISOString() ?? null,
      updatedBy: row?.updated_by ?? '',
    };
  });
}

/** What a host sets itself and what it inherits; of keys only whether there is one. */
export async function site(ctx: Ctx, { host }: { host: string }): Promise<ReplyOf<typeof getSite>> {
  const rows = await queries.listSites(ctx.db);
  const row = rows.find((candidate) => candidate.host === host);
  const own = secretsOf(ctx.services, row);
  const held = heldBy(ctx.services, rows, host);
  return {
    host,
    version: row?.version ?? 0,
    own: ownSettings(row?.data ?? {}),
    inherited: inheritedOf(ctx.services, rows, host),
    secrets: Object.fromEntries(
      SECRET_NAMES.map((name) => [name, name in own ? 'own' : held.has(name) ? 'inherited' : 'none']),
    ) as ReplyOf<typeof getSite>['secrets'],
    updatedAt: row?.updated_at.toISOString() ?? null,
    updatedBy: row?.updated_by ?? '',
    can: { edit: mayWrite(ctx), remove: mayWrite(ctx) && row !== undefined && host !== ALL_HOSTS },
  };
}

const TOP = 4;
/** A site is the whole deployment's: whoever administers a part of it only reads. */
const mayWrite = (ctx: Ctx) => ctx.may('site:write') && ctx.session.orgCode.length === TOP;

function assertMayWrite(ctx: Ctx) {
  if (!mayWrite(ctx)) throw forbidden('站点配置由最上级组织的管理员维护');
}

const separates = (data: Partial<SiteSettings> | undefined) => data?.separateAdministrators ?? false;

/** Asks for the own password where 三员分立 is switched with the settings. */
export async function confirmSave(ctx: Ctx, { host, settings, password }: ParsedOf<typeof saveSite>): Promise<void> {
  assertMayWrite(ctx);
  if (host !== ALL_HOSTS) return;
  const before = (await queries.listSites(ctx.services.db)).find((row) => row.host === host);
  if (separates(before?.data) !== separates(settings)) await confirmPassword(ctx, password);
}

/** Puts a host's settings in place of what it had; what is not among them is inherited from now on. */
export async function save(ctx: Ctx, input: ParsedOf<typeof saveSite>): Promise<{ version: number }> {
  assertMayWrite(ctx);
  const { host, settings } = input;
  if (host !== ALL_HOSTS && settings.backup !== undefined)
    throw badInput({ 'settings.backup': '自动备份对全部站点生效，请在默认设置中修改' });
  const rows = await queries.listSites(ctx.db, true);
  const before = rows.find((row) => row.host === host);
  assertVersion(before, input.version);
  const secretsBefore = secretsOf(ctx.services, before);
  const secrets = siteSecrets.parse(
    Object.fromEntries(Object.entries({ ...secretsBefore, ...input.secrets }).filter(([, secret]) => secret !== null)),
  );
  const encrypted =
    Object.keys(secrets).length > 0 ? ctx.vault.encrypt(secretsPlace(host), JSON.stringify(secrets)) : null;
  const row = { data: settings, secrets_enc: encrypted, host, version: 0, updated_at: new Date(0), updated_by: '' };
  const after = [...rows.filter((other) => other.host !== host), row];
  await refuseFaults(ctx, host, after);
  await followSeparation(ctx, host, before?.data ?? {}, settings);
  const changes = {
    ...diff(worded(before?.data ?? {}), { ...emptied(before?.data ?? {}), ...worded(settings) }),
    ...secretChanges(secretsBefore, input.secrets),
  };
  if (before && Object.keys(changes).length === 0) return { version: before.version };
  const version = await writeSite(ctx.db, host, { data: settings, secrets: encrypted }, ctx.session.accountName);
  ctx.audit({ type: 'site', id: host, name: nameOf(host), changes });
  return { version };
}

/** Takes a host's settings away: it follows the common ones again. */
export async function remove(ctx: Ctx, { host, version }: { host: string; version: number }): Promise<null> {
  assertMayWrite(ctx);
  if (host === ALL_HOSTS) throw refuse('默认设置不能删除，可以逐项恢复');
  const before = (await queries.listSites(ctx.db, true)).find((row) => row.host === host);
  if (!before) throw notFound('站点不存在');
  assertVersion(before, version);
  await deleteSite(ctx.db, host);
  const changes = {
    ...diff(worded(before.data), emptied(before.data)),
    ...secretChanges(secretsOf(ctx.services, before), Object.fromEntries(SECRET_NAMES.map((name) => [name, null]))),
  };
  ctx.audit({ type: 'site', id: host, name: nameOf(host), changes });
  return null;
}

const nameOf = (host: string) => (host === ALL_HOSTS ? '默认设置' : host);

function assertVersion(row: queries.SiteRow | undefined, version: number) {
  if ((row?.version ?? 0) === version) return;
  const who = row ? `已被${row.updated_by || '他人'}修改` : '已被删除';
  throw conflict(`该站点的设置${who}，请刷新后核对再保存`, { version: row?.version ?? 0 });
}

/** 三员分立 switches roles, which are the whole deployment's: it is set for all hosts, and the roles follow at once. */
async function followSeparation(ctx: Ctx, host: string, before: Partial<SiteSettings>, after: Partial<SiteSettings>) {
  const field = 'settings.separateAdministrators';
  if (host !== ALL_HOSTS) {
    if (after.separateAdministrators === undefined) return;
    throw badInput({ [field]: '三员分立对全部站点生效，请在默认设置中修改' });
  }
  const on = separates(after);
  if (on === separates(before)) return;
  try {
    await applySeparation(ctx, on);
  } catch (error) {
    if (error instanceof Refusal && error.code === CODE.business) throw badInput({ [field]: error.message });
    throw error;
  }
}

/** The settings of this host must agree with each other; those of hosts that inherit from it as well. */
async function refuseFaults(ctx: Ctx, host: string, rows: readonly queries.SiteRow[]) {
  const settings = settingsOf(ctx.services, rows, rowsOf(host));
  const faults = siteFaults(settings, heldBy(ctx.services, rows, host));
  for (const key of ['appQr', 'officialQr'] as const) {
    const picture = settings[key];
    const fault = picture ? pictureFault(Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')) : '';
    if (fault) faults[key] = fault;
  }
  if (Object.keys(faults).length > 0) {
    throw badInput(Object.fromEntries(Object.entries(faults).map(([field, fault]) => [inputOf(field), fault])));
  }
  for (const other of rows) {
    if (other.host === host || !rowsOf(other.host).includes(host)) continue;
    const [fault] = Object.values(
      siteFaults(settingsOf(ctx.services, rows, rowsOf(other.host)), heldBy(ctx.services, rows, other.host)),
    );
    if (fault) throw refuse(`站点 ${other.host} 沿用这些设置，保存后会有矛盾：${fault}`);
  }
}

/** The field of the call that a setting or a key stands in. */
const inputOf = (field: string) =>
  `${(SECRET_NAMES as readonly string[]).includes(field) ? 'secrets' : 'settings'}.${field}`;

/** Settings as the log holds them: of a picture only its size. */
function worded(settings: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('data:') ? `图片（${Math.ceil(value.length / 1365)}KB）` : value,
    ]),
  );
}

const emptied = (settings: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(settings).map((name) => [name, null]));

/** That keys were set or taken away, never what they are. */
function secretChanges(before: SiteSecrets, given: Partial<Record<SecretName, string | null>>) {
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [name, secret] of Object.entries(given) as [SecretName, string | null][]) {
    if (secret === null && before[name] === undefined) continue;
    changes[name] = [before[name] === undefined ? '未设置' : '已设置', secret === null ? '未设置' : '重新设置'];
  }
  return changes;
}

/** Sends a test message by the settings as they are saved; a fault is an answer, not a failure. */
export async function sendTestSms(ctx: Ctx, input: ParsedOf<typeof testSms>): Promise<ReplyOf<typeof testSms>> {
  assertMayWrite(ctx);
  const { settings, secrets } = await siteSetup(ctx.services, input.host);
  const masked = `${input.phone.slice(0, 3)}****${input.phone.slice(-4)}`;
  let answer = { ok: true, message: `已交给短信服务，请查看 ${masked} 是否收到` };
  if (settings.sms.kind === 'off') answer = { ok: false, message: '短信发送方式为“不发送”，请先设置并保存' };
  else {
    try {
      await deliverSms(ctx.services.config, settings, secrets, {
        phone: input.phone,
        text: '这是一条测试短信，收到说明短信服务设置正确。',
      });
      if (settings.sms.kind === 'file') answer.message = `已写入数据目录的 sms.txt（${masked}），没有真正发送`;
    } catch (error) {
      answer = { ok: false, message: error instanceof Refusal ? error.message : '短信网关没有接受，请检查地址与密钥' };
    }
  }
  const detail = { type: 'site', id: input.host, name: masked, reason: answer.message };
  await auditAct(ctx, ctx.session, '发送测试短信', detail, answer.ok ? 'done' : 'failed');
  return answer;
}

function addressOf(settings: SiteSettings, key: Probe): string | null {
  switch (key) {
    case 'sms':
      return settings.sms.url;
    case 'ehb':
      return settings.ehb?.url ?? null;
    case 'speech':
      return settings.speech?.url ?? null;
    case 'reportServer':
      return settings.reportServer?.url ?? null;
    case 'basePlatform':
      return settings.basePlatform?.checkUrl ?? null;
    case 'wechatUrl':
    case 'thirdTokenUrl':
    case 'appCodeUrl':
    case 'intranetUrl':
    case 'instantMessagingUrl':
      return settings[key];
    default:
      return settings.outsideSites.find((site) => site.key === key)?.url ?? null;
  }
}

/** Tries an address as it is saved: only what stands in the settings can be asked for. */
export async function probe(ctx: Ctx, { host, key }: ParsedOf<typeof probeSite>): Promise<ReplyOf<typeof probeSite>> {
  assertMayWrite(ctx);
  const { settings } = await siteSetup(ctx.services, host);
  const address = addressOf(settings, key);
  if (address === null) return { ok: false, message: '还没有保存这个地址' };
  const found = await probeOutside(address);
  if ('fault' in found) return { ok: false, message: found.fault };
  return { ok: true, message: `连接正常，用时${found.ms}毫秒（HTTP ${found.status}）` };
}

/** Tells the registries of the house what of this belongs to them. */
export function announceSite(): void {
  describeFields(
    'site',
    Object.fromEntries(
      Object.entries(SITE_LABELS).map(([name, label]) => [
        name,
        {
          label,
          ...(name in SITE_CHOICES ? { values: SITE_CHOICES[name as keyof typeof SITE_CHOICES] } : {}),
          yesNo: (SITE_SWITCHES as readonly string[]).includes(name),
        },
      ]),
    ),
  );
}
