import type * as contract from '#modules/dues/contract.order.ts';
import { BANKS, CHANNELS, type Channel } from '#modules/dues/rules.order.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { withoutSlashes } from '#platform/edges.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { type MerchantKeys, readKey, type SandboxKeys, sandboxKeys } from '../online/keys.ts';
import type { Merchant } from '../online/provider.ts';
import { findPlace } from '../queries/bills.ts';
import * as queries from '../queries/merchants.ts';

/** Where the keys of an account are encrypted. */
export const keysPlace = (id: string): string => `dues_merchant.keys.${id}`;

/** Where this server plays the providers of the demo. */
export const SANDBOX_PATH = '/sandbox';
const NOTIFY_PATH = '/api/dfgl/pay/notify';

/** The account as its provider's adapter needs it. @throws Refusal where a demo account met a production server */
export function merchantOf({ vault, config }: Services, row: queries.MerchantRecord): Merchant {
  if (row.isSandbox && config.production) throw refuse('演示用的收款账户不能在正式环境收款，请改用正式账户');
  const keys = JSON.parse(vault.decrypt(keysPlace(row.id), row.encrypted)) as MerchantKeys;
  const own = `http://127.0.0.1:${config.port}`;
  // A sandbox somewhere else (npm run counterparts) is named; the own one is wherever this server listens.
  const isOwn = row.isSandbox && row.baseUrl === '';
  return {
    id: row.id,
    channel: row.channel,
    merchantNo: row.merchantNo,
    appId: row.appId,
    baseUrl: isOwn ? `${own}${SANDBOX_PATH}/${row.channel}` : withoutSlashes(row.baseUrl),
    notifyUrl: `${isOwn ? own : withoutSlashes(row.notifyUrl)}${NOTIFY_PATH}/${row.id}`,
    keys,
  };
}

/** The keys of both sides of a demo account, for the sandbox; null where it is none. */
export async function sandboxOf({ db, vault }: Services, orgId: string, channel: number): Promise<SandboxKeys | null> {
  const row = await queries.findMerchant(db, orgId, channel);
  if (!row?.isSandbox) return null;
  const keys = JSON.parse(vault.decrypt(keysPlace(row.id), row.encrypted)) as MerchantKeys;
  return keys.sandbox ?? null;
}

/** Accounts of the own organisation and those below. Keys are never sent: only whether there are some. */
export async function merchants(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.listMerchants>,
): Promise<ReplyOf<typeof contract.listMerchants>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const above = await queries.serving(ctx.db, place.code);
  const own = await Promise.all(([1, 2, 3] as const).map((channel) => queries.findMerchant(ctx.db, orgId, channel)));
  return {
    orgName: place.name,
    sandbox: !ctx.services.config.production,
    channels: ([1, 2, 3] as const).map((channel, index) => {
      const row = own[index];
      const serves = above.find((one) => one.channel === channel);
      return {
        channel,
        name: CHANNELS[channel],
        servedBy: serves ? serves.orgName : '',
        account: row
          ? {
              bank: row.bank,
              accountName: row.accountName,
              merchantNo: row.merchantNo,
              appId: row.appId,
              baseUrl: row.baseUrl,
              notifyUrl: row.notifyUrl,
              isSandbox: row.isSandbox,
              enabled: row.enabled,
              version: row.version,
              updateName: row.updatedBy,
              updateDate: row.updatedAt.toISOString(),
            }
          : null,
      };
    }),
  };
}

type Saved = ParsedOf<typeof contract.saveMerchant>;

const ADDRESS = /^https:\/\/[\w.-]+(:\d+)?(\/[\w./-]*)?$/;
/** The counterparts that are played on this machine for trying. */
const LOCAL = /^http:\/\/127\.0\.0\.1:\d+(\/[\w./-]*)?$/;

/** What is amiss with an account of a real provider, at its fields. */
function faultsOf(input: Saved, hasKeys: boolean, isProduction: boolean): Record<string, string> {
  const faults: Record<string, string> = {};
  if (input.isSandbox) return faults;
  if (input.merchantNo === '') faults.merchantNo = '请填写商户号';
  if (input.channel !== 1 && input.appId === '') faults.appId = '请填写应用编号';
  for (const name of ['baseUrl', 'notifyUrl'] as const)
    if (!(ADDRESS.test(input[name]) || (!isProduction && LOCAL.test(input[name]))))
      faults[name] = '请填写以 https:// 开头的地址';
  if (!hasKeys || input.privateKey !== '') {
    const own = readKey(input.channel, 'private', input.privateKey);
    if ('fault' in own) faults.privateKey = own.fault;
  }
  if (!hasKeys || input.providerKey !== '') {
    const theirs = readKey(input.channel, 'public', input.providerKey);
    if ('fault' in theirs) faults.providerKey = theirs.fault;
  }
  if (input.channel === 2 && (!hasKeys || input.secret !== '') && Buffer.byteLength(input.secret) !== 32)
    faults.secret = 'APIv3密钥应为32个字符';
  return faults;
}

/** What was pasted as it is used; empty where nothing was. */
function keptKey(channel: number, kind: 'private' | 'public', text: string): string {
  const key = text === '' ? null : readKey(channel, kind, text);
  return key && 'pem' in key ? key.pem : '';
}

/** Sets the account of a committee for one way; what is left empty of the keys stays as it is. */
export async function saveMerchant(ctx: Ctx, input: Saved): Promise<ReplyOf<typeof contract.saveMerchant>> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId);
  if (!place) throw notFound('组织不存在');
  if (input.isSandbox && ctx.services.config.production) throw badInput({ isSandbox: '正式环境不能使用演示账户' });
  const before = await queries.findMerchant(ctx.db, place.id, input.channel);
  if ((before?.version ?? 0) !== input.version) throw conflict('收款账户已有变化，请核对后再保存');
  const isSame = before !== undefined && before.isSandbox === input.isSandbox;
  const faults = faultsOf(input, isSame, ctx.services.config.production);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const moves = before && (before.merchantNo !== input.merchantNo || !isSame || input.privateKey !== '');
  if (moves && (await queries.hasOpenOrders(ctx.db, before.id)))
    throw refuse('还有没有支付完的订单，请15分钟后再修改商户号和密钥');
  const made = input.isSandbox && !isSame ? sandboxKeys(input.channel) : null;
  const old =
    before && isSame ? (JSON.parse(ctx.vault.decrypt(keysPlace(before.id), before.encrypted)) as MerchantKeys) : null;
  const { id, version } = await queries.writeMerchant(ctx.db, {
    orgId: place.id,
    orgCode: place.code,
    channel: input.channel,
    bank: input.bank,
    accountName: input.accountName,
    merchantNo: input.isSandbox ? `demo${place.id}` : input.merchantNo,
    appId: input.isSandbox ? 'demo' : input.appId,
    baseUrl: input.isSandbox ? '' : input.baseUrl,
    notifyUrl: input.isSandbox ? '' : input.notifyUrl,
    isSandbox: input.isSandbox,
    enabled: input.enabled,
    by: ctx.session.accountName,
  });
  const keys: MerchantKeys = made ?? {
    ...(old?.sandbox ? { sandbox: old.sandbox } : {}),
    privateKey: keptKey(input.channel, 'private', input.privateKey) || old?.privateKey || '',
    providerKey: keptKey(input.channel, 'public', input.providerKey) || old?.providerKey || '',
    serial: input.serial || old?.serial || '',
    secret: input.secret || old?.secret || '',
  };
  await queries.writeKeys(ctx.db, id, ctx.vault.encrypt(keysPlace(id), JSON.stringify(keys)));
  ctx.audit({
    type: 'duesMerchant',
    id,
    name: `${place.name}${CHANNELS[input.channel as Channel]}收款账户`,
    orgCode: place.code,
    changes: {
      merchantNo: [before?.merchantNo ?? null, input.merchantNo],
      bank: [before ? BANKS[before.bank as keyof typeof BANKS] : null, BANKS[input.bank as keyof typeof BANKS]],
      enabled: [before?.enabled ?? null, input.enabled],
    },
  });
  return { version };
}
