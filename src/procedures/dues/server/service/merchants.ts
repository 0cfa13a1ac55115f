import { type DecisionRequest, decideAbove, obstacleToDecide } from '#kernel/permission/server/above.ts';
import { deciderOf } from '#kernel/permission/server/index.ts';
import { tellWorkers } from '#kernel/permission/server/tell.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import { withoutSlashes } from '#platform/text/edges.ts';
import type * as contract from '#procedures/dues/contract.order.ts';
import { BANKS, CHANNELS, type Channel } from '#procedures/dues/rules.order.ts';
import { type MerchantKeys, readKey, type SandboxKeys, sandboxKeys } from '../online/keys.ts';
import type { Merchant } from '../online/provider.ts';
import { findPlace } from '../queries/bills.ts';
import * as queries from '../queries/merchants.ts';

/** Where the keys of an account are encrypted. */
export const keysPlaceOf = (id: string): string => `dues_merchant.keys.${id}`;

/** Where this server plays the providers of the demo. */
export const SANDBOX_PATH = '/sandbox';
const NOTIFY_PATH = '/api/dfgl/pay/notify';

/** The account as its provider's adapter needs it. @throws Refusal where a demo account met a production server */
export function merchantOf({ vault, config }: Services, row: queries.MerchantRecord): Merchant {
  if (row.isSandbox && config.production) throw refuse('演示用的收款账户不能在正式环境收款，请改用正式账户');
  const keys = JSON.parse(vault.decrypt(keysPlaceOf(row.id), row.encrypted)) as MerchantKeys;
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
  const keys = JSON.parse(vault.decrypt(keysPlaceOf(row.id), row.encrypted)) as MerchantKeys;
  return keys.sandbox ?? null;
}

/** Accounts of the own organisation and those below. Keys are never sent: only whether there are some. */
export async function merchants(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.listMerchants>,
): Promise<ReplyOf<typeof contract.listMerchants>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  if (!place) throw notFound('组织不存在');
  const served = await queries.findServingMerchants(ctx.db, place.code);
  const own = await Promise.all(([1, 2, 3] as const).map((channel) => queries.findMerchant(ctx.db, orgId, channel)));
  return {
    orgName: place.name,
    sandbox: !ctx.services.config.production,
    channels: ([1, 2, 3] as const).map((channel, index) => {
      const row = own[index];
      const serves = served.find((one) => one.channel === channel);
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
              isConfirmed: row.isConfirmed,
              canConfirm: !row.isConfirmed && row.askedBy !== null && obstacleToDecide(ctx, above(ctx, row)) === '',
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

const RIGHT = 'dues:config';
const BRANCH = '党支部不设党费收款账户，由上级党委（党工委）统一开立';

/** An account that waits: somebody else of the organisation above confirms it, at the top another worker there. */
function above(ctx: Ctx, row: queries.MerchantRecord): DecisionRequest {
  const { orgCode } = ctx.session;
  return {
    todo: `duesMerchant:${row.id}`,
    isOpen: row.askedBy !== null,
    askedBy: row.askedBy,
    ownRefusal: '收款账户由两个人办理：请由上级党组织的另一名工作人员核对后确认',
    superior: row.orgCode.startsWith(orgCode) && (orgCode.length < row.orgCode.length || row.orgCode.length === 4),
    deciderName: '',
    right: RIGHT,
    verb: '审核',
  };
}

/** What says where money goes and by which keys it is told of. */
const MOVING = ['merchantNo', 'appId', 'baseUrl', 'notifyUrl'] as const;
const SECRETS = ['privateKey', 'providerKey', 'serial', 'secret'] as const;

/** Whoever's account gives way, and the organisation above, are told. */
async function tellDisplaced(ctx: Ctx, row: queries.MerchantRecord): Promise<void> {
  const parent = row.orgCode.slice(0, -4);
  const before = parent === '' ? [] : await queries.findServingMerchants(ctx.db, parent);
  const displaced = before.find(({ channel }) => channel === row.channel);
  const place = await findPlace(ctx.db, wholeScope, row.orgId);
  const orgIds = [displaced?.orgId, place?.parentId].filter((id) => id !== undefined && id !== null);
  const remark = `${row.orgName}及下级的党费${CHANNELS[row.channel]}缴费，现在收到“${row.accountName}”${
    displaced ? `，不再收到${displaced.orgName}的账户` : ''
  }。如有不符，请立即联系${row.orgName}。`;
  await tellWorkers(
    ctx,
    [...new Set(orgIds)],
    { title: `党费收款账户启用：${row.orgName}`, remark },
    (orgId) => `/affairs/dues?tab=merchants&orgId=${orgId}`,
  );
}

/** The second person's word: the account as it stands goes into use. */
async function confirm(ctx: Ctx, row: queries.MerchantRecord): Promise<number> {
  const version = await decideAbove(ctx, above(ctx, row), {
    carryOut: () => queries.confirmMerchant(ctx.db, row.id, ctx.session.accountName),
    told: () => ({
      title: `党费收款账户已确认：${row.orgName}`,
      remark: `${ctx.session.orgName}${ctx.session.accountName}已确认“${row.accountName}”，现在起使用。`,
    }),
  });
  if (row.enabled) await tellDisplaced(ctx, row);
  ctx.audit({
    type: 'duesMerchant',
    id: row.id,
    name: `${row.orgName}${CHANNELS[row.channel]}收款账户`,
    orgCode: row.orgCode,
    changes: { confirmedBy: [null, ctx.session.accountName] },
  });
  return version;
}

/**
 * Sets the account of a committee for one way; what is left empty of the keys stays as it is. It serves nobody before somebody else,
 * of the organisation above, sets the very same: that is their word for it. Both give the own password before (`routes.ts`).
 */
export async function saveMerchant(ctx: Ctx, input: Saved): Promise<ReplyOf<typeof contract.saveMerchant>> {
  const place = await findPlace(ctx.db, ctx.scope, input.orgId);
  if (!place) throw notFound('组织不存在');
  if (BRANCH_TYPES.includes(place.type)) throw refuse(BRANCH);
  if (input.isSandbox && ctx.services.config.production) throw badInput({ isSandbox: '正式环境不能使用演示账户' });
  const before = await queries.findMerchant(ctx.db, place.id, input.channel, true);
  if ((before?.version ?? 0) !== input.version) throw conflict('收款账户已有变化，请核对后再保存');
  const isSame = before !== undefined && before.isSandbox === input.isSandbox;
  const faults = faultsOf(input, isSame, ctx.services.config.production);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const shown = {
    merchantNo: input.isSandbox ? `demo${place.id}` : input.merchantNo,
    appId: input.isSandbox ? 'demo' : input.appId,
    baseUrl: input.isSandbox ? '' : input.baseUrl,
    notifyUrl: input.isSandbox ? '' : input.notifyUrl,
  };
  const moves =
    before &&
    (!isSame || MOVING.some((name) => before[name] !== shown[name]) || SECRETS.some((name) => input[name] !== ''));
  const isUnchanged =
    before &&
    !moves &&
    before.bank === input.bank &&
    before.accountName === input.accountName &&
    before.enabled === input.enabled;
  if (isUnchanged && before.askedBy !== null) return { version: await confirm(ctx, before), isConfirmed: true };
  if (isUnchanged && before.isConfirmed) return { version: before.version, isConfirmed: true };
  if (moves && (await queries.hasOpenOrders(ctx.db, before.id)))
    throw refuse('还有没有支付完的订单，请15分钟后再修改商户号和密钥');
  const made = input.isSandbox && !isSame ? sandboxKeys(input.channel) : null;
  const old =
    before && isSame ? (JSON.parse(ctx.vault.decrypt(keysPlaceOf(before.id), before.encrypted)) as MerchantKeys) : null;
  const { id, version } = await queries.writeMerchant(ctx.db, {
    orgId: place.id,
    orgCode: place.code,
    channel: input.channel,
    bank: input.bank,
    accountName: input.accountName,
    ...shown,
    isSandbox: input.isSandbox,
    enabled: input.enabled,
    by: ctx.session.accountName,
    askedBy: ctx.session.accountId,
  });
  const decider = await deciderOf(ctx.db, place.id, ctx.session.accountId, RIGHT);
  await closeTodos(ctx.db, [`duesMerchant:${id}`]);
  await askDecider(ctx, decider, {
    module: '党费管理',
    title: `核对党费收款账户：${place.name}`,
    detail: `${ctx.session.accountName}设置了${CHANNELS[input.channel as Channel]}收款账户，核对后确认启用`,
    act: '核对',
    jumpUrl: `/affairs/dues?tab=merchants&orgId=${place.id}`,
    subject: `duesMerchant:${id}`,
  });
  const keys: MerchantKeys = made ?? {
    ...(old?.sandbox ? { sandbox: old.sandbox } : {}),
    privateKey: keptKey(input.channel, 'private', input.privateKey) || old?.privateKey || '',
    providerKey: keptKey(input.channel, 'public', input.providerKey) || old?.providerKey || '',
    serial: input.serial || old?.serial || '',
    secret: input.secret || old?.secret || '',
  };
  await queries.writeKeys(ctx.db, id, ctx.vault.encrypt(keysPlaceOf(id), JSON.stringify(keys)));
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
  return { version, isConfirmed: false };
}
