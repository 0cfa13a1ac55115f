import { z } from 'zod';
import { data, done, endpoint, id, line } from '#platform/contract.ts';
import { outsideSite } from './contract.site.ts';
import { challengeReply, signedIn, signInReply } from './contract.ts';

/** Life of a QR code and of a ticket for an outside site, in seconds. */
export const QR_SECONDS = 90;
export const OUTSIDE_TICKET_SECONDS = 60;
/** What the polling page is told (specification, section 4); 1: scanned, not confirmed yet. */
export const QR_STATUS = { waiting: 0, scanned: 1, confirmed: 3, expired: 4 } as const;

const uuid = z.string('请提供二维码编号').regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '二维码编号不正确');
/** A code, ticket or token of another platform; opaque here. */
const foreignCode = (label: string) =>
  z
    .string(`缺少${label}`)
    .min(1, `缺少${label}`)
    .max(2000, `${label}不正确`)
    .regex(/^[\x21-\x7e]+$/, `${label}不正确`);
/** Made by us before the browser left; it ties the answer to this browser. */
const state = z
  .string('登录已失效，请重新发起登录')
  .regex(/^(ehb|wechat|base)-[\w-]{43}$/, '登录已失效，请重新发起登录');
/** A human's pace for a large office behind one address. */
const perSource = { hits: 300, seconds: 60, by: 'ip' } as const;

export const getQrCode = endpoint({
  method: 'POST',
  path: '/api/connect/qrConnect/getQrCode',
  summary: '取得登录二维码',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  input: z.object({}),
  reply: data(
    z.object({
      uuid: z.string(),
      /** QR content of a login: 9. */
      type: z.literal(9),
      /** The path that the QR code holds, to be put behind the page's own origin. */
      path: z.string(),
      /** Shown beside the code; the phone asks for it. */
      number: z.number(),
      seconds: z.number(),
    }),
  ),
});

export const getQrCodeStatus = endpoint({
  method: 'POST',
  path: '/api/connect/qrConnect/getQrCodeStatus',
  summary: '查询二维码扫描状态',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 6000, seconds: 60, by: 'ip' },
  input: z.object({
    uuid,
    status: z.union([z.number(), z.string().max(4)]).optional(),
    timestamp: z.union([z.number(), z.string().max(20)]).optional(),
  }),
  reply: data(
    z.union([
      z.object({ status: z.literal([QR_STATUS.waiting, QR_STATUS.scanned, QR_STATUS.expired]) }),
      signedIn.extend({ status: z.literal(QR_STATUS.confirmed) }),
      challengeReply.extend({ status: z.literal(QR_STATUS.confirmed) }),
    ]),
  ),
});

export const scanQrCode = endpoint({
  method: 'GET',
  path: '/api/connect/qrConnect/scan',
  summary: '手机扫码：查看登录请求',
  access: 'session',
  scope: 'own',
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ uuid }),
  reply: data(
    z.object({
      /** In words, e.g. `Windows 上的 Chrome`. */
      browser: z.string(),
      place: z.string(),
      at: z.string(),
      /** One of them stands on the computer. */
      numbers: z.array(z.number()),
      seconds: z.number(),
    }),
  ),
});

export const confirmQrCode = endpoint({
  method: 'POST',
  path: '/api/connect/qrConnect/confirm',
  summary: '手机扫码：确认登录',
  access: 'session',
  scope: 'own',
  audit: '确认扫码登录',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({
    uuid,
    number: z.coerce.number<string | number>('请选择电脑上显示的数字').int('请选择电脑上显示的数字').min(10).max(99),
  }),
  reply: done,
});

export const refuseQrCode = endpoint({
  method: 'POST',
  path: '/api/connect/qrConnect/refuse',
  summary: '手机扫码：拒绝登录',
  access: 'session',
  scope: 'own',
  audit: '拒绝扫码登录',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ uuid }),
  reply: done,
});

/** The same exchange as `POST /api/login/appCode`, for applications that can only call an address. */
export const mobileLoginByCode = endpoint({
  method: 'GET',
  path: '/api/mobileLoginByCode',
  summary: '移动端授权码登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({ code: foreignCode('授权码') }),
  reply: data(signInReply),
});

export const appCodeLogin = endpoint({
  method: 'POST',
  path: '/api/login/appCode',
  summary: '应用授权码登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({ appCode: foreignCode('授权码') }),
  reply: data(signInReply),
});

export const thirdTokenLogin = endpoint({
  method: 'POST',
  path: '/api/login/thirdToken',
  summary: '第三方令牌登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({ thirdToken: foreignCode('第三方令牌') }),
  reply: data(signInReply),
});

/** Where the third-party platform's button leads; it comes back to `/?code=…&state=ehb-…`. */
export const ehbUrl = endpoint({
  method: 'GET',
  path: '/api/ehb/login/getUrl',
  summary: '统一平台登录地址',
  access: 'public',
  scope: 'none',
  rate: perSource,
  input: z.object({}),
  reply: data(z.object({ url: z.string() })),
});

export const ehbCheckCode = endpoint({
  method: 'GET',
  path: '/api/ehb/login/checkCode',
  summary: '统一平台授权码登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({ code: foreignCode('授权码'), state }),
  reply: data(signInReply),
});

/** The address of WeChat's own page with its QR code; it comes back to `/?code=…&state=wechat-…`. */
export const wechatUrl = endpoint({
  method: 'GET',
  path: '/api/login/wechat/getUrl',
  summary: '微信扫码登录地址',
  access: 'public',
  scope: 'none',
  rate: perSource,
  input: z.object({}),
  reply: data(z.object({ url: z.string() })),
});

/**
 * `type` and `msg` instead of a token: the WeChat user has no account yet. The page shows the sentence and goes
 * back to the login; after a login by password in this browser `bindWechat` binds the two.
 */
export const wechatLogin = endpoint({
  method: 'POST',
  path: '/api/login/wechat',
  summary: '微信登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({
    type: z.coerce.number<string | number>('登录方式不正确').pipe(z.literal(2, '登录方式不正确')),
    code: foreignCode('授权码'),
    state,
  }),
  reply: data(z.union([signInReply, z.object({ type: z.number(), msg: z.string() })])),
});

/** Good for ten minutes after `wechatLogin` answered a `type`, in the same browser. */
export const bindWechat = endpoint({
  method: 'POST',
  path: '/api/session/wechat/bind',
  summary: '绑定微信',
  access: 'session',
  scope: 'own',
  audit: '绑定微信',
  input: z.object({}),
  reply: done,
  stale: () => [wechatBinding],
});

export const unbindWechat = endpoint({
  method: 'POST',
  path: '/api/session/wechat/unbind',
  summary: '解除微信绑定',
  access: 'session',
  scope: 'own',
  audit: '解除微信绑定',
  input: z.object({}),
  reply: done,
  stale: () => [wechatBinding],
});

/** `boundAt` null: no WeChat is bound. `waiting`: `bindWechat` would bind one now. */
export const wechatBinding = endpoint({
  method: 'GET',
  path: '/api/session/wechat',
  summary: '微信绑定情况',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(z.object({ boundAt: z.string().nullable(), waiting: z.boolean() })),
});

/**
 * Called before every use of a ticket: `state` goes into the address to which the platform sends the browser
 * back, and into `checkTicket`. Messages count from `origin` alone.
 */
export const basePlatformParams = endpoint({
  method: 'GET',
  path: '/api/basePlatform/getParams',
  summary: '基础平台参数',
  access: 'public',
  scope: 'none',
  rate: perSource,
  input: z.object({}),
  reply: data(z.object({ platformUrl: z.string(), appKey: z.string(), origin: z.string(), state: z.string() })),
});

export const basePlatformTicket = endpoint({
  method: 'GET',
  path: '/api/basePlatform/checkTicket',
  summary: '基础平台票据登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: perSource,
  input: z.object({
    ticket: foreignCode('票据'),
    orgId: z
      .string()
      .max(64, '组织编号不正确')
      .regex(/^[\w-]*$/, '组织编号不正确')
      .default(''),
    state,
  }),
  reply: data(signInReply),
});

/** The outside sites that this host knows, for the menu. */
export const outsideSites = endpoint({
  method: 'GET',
  path: '/api/session/outsideSites',
  summary: '可打开的外部站点',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(outsideSite.pick({ key: true, name: true }))),
});

/** An address with a ticket in it: open it at once and keep it nowhere. */
export const outsideTicket = endpoint({
  method: 'POST',
  path: '/api/session/outsideTicket',
  summary: '打开外部站点（一次性票据，60秒）',
  access: 'session',
  scope: 'own',
  audit: '打开外部站点',
  input: z.object({ key: outsideSite.shape.key }),
  reply: data(z.object({ url: z.string() })),
});

/** Called by the outside site's server. `sign`: hex HMAC-SHA256 of the ticket with the key agreed for that site. */
export const exchangeTicket = endpoint({
  method: 'POST',
  path: '/api/session/ticket/exchange',
  summary: '外部站点兑换票据',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  input: z.object({
    key: outsideSite.shape.key,
    ticket: line(64, '票据').min(1, '请提供票据'),
    sign: z.string('请提供签名').regex(/^[0-9a-f]{64}$/i, '签名不正确'),
  }),
  reply: data(
    z.object({
      userId: id,
      userName: z.string(),
      roleId: z.number(),
      roleName: z.string(),
      orgId: id,
      orgCode: z.string(),
      orgName: z.string(),
    }),
  ),
});
