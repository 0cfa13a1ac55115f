import { z } from 'zod';
import { data, done, endpoint, id, rows } from '#platform/contract.ts';
import { encryptedPassword } from './contract.ts';

export const mySessions = endpoint({
  method: 'GET',
  path: '/api/session/list',
  summary: '自己的登录设备',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: rows(
    z.object({
      id: z.string(),
      /** Browser and system in words, e.g. `Chrome浏览器，Windows`. */
      agent: z.string(),
      /** How it was signed in: `账号`, `扫码` … */
      way: z.string(),
      /** The end of its address. */
      place: z.string(),
      since: z.string(),
      lastSeen: z.string(),
      /** When it ends at the latest. */
      until: z.string(),
      roleName: z.string(),
      orgName: z.string(),
      current: z.boolean(),
    }),
  ),
});

export const endSessions = endpoint({
  method: 'POST',
  path: '/api/session/end',
  summary: '让自己的一个登录设备退出，不指明时退出其他全部设备',
  access: 'session',
  scope: 'own',
  audit: '退出其他设备',
  input: z.object({ id: id.optional() }),
  reply: data(z.object({ ended: z.number() })),
  stale: () => [mySessions],
});

export const factorState = endpoint({
  method: 'GET',
  path: '/api/session/totp/state',
  summary: '自己的二次验证',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      enrolled: z.boolean(),
      since: z.string().nullable(),
      /** Recovery codes that are left. */
      codesLeft: z.number(),
      /** The site demands it in this role, so it cannot be switched off. */
      required: z.boolean(),
    }),
  ),
});

export const startFactor = endpoint({
  method: 'POST',
  path: '/api/session/totp/start',
  summary: '开始设置二次验证：取得密钥',
  access: 'session',
  scope: 'own',
  audit: '开始设置二次验证',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ password: encryptedPassword }),
  /** `secret` in base32 for typing, `uri` (otpauth) for the QR code; shown now and never again. */
  reply: data(z.object({ secret: z.string(), uri: z.string() })),
});

/** The six digits of the authenticator. */
const digits = z
  .string('请输入动态口令')
  .trim()
  .regex(/^\d{6}$/, '动态口令为6位数字');

export const confirmFactor = endpoint({
  method: 'POST',
  path: '/api/session/totp/confirm',
  summary: '用一个动态口令确认二次验证',
  access: 'session',
  scope: 'own',
  audit: '启用二次验证',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ code: digits }),
  /** Ten codes, each good once in place of the authenticator; shown now and never again. */
  reply: data(z.object({ recoveryCodes: z.array(z.string()) })),
  stale: () => [factorState],
});

export const disableFactor = endpoint({
  method: 'POST',
  path: '/api/session/totp/disable',
  summary: '停用二次验证',
  access: 'session',
  scope: 'own',
  audit: '停用二次验证',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ password: encryptedPassword }),
  reply: done,
  stale: () => [factorState],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/session/totp/recoveryCodes',
  summary: '换一组恢复码，旧的作废',
  access: 'session',
  scope: 'own',
  audit: '更换恢复码',
  pii: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ password: encryptedPassword }),
  reply: data(z.object({ recoveryCodes: z.array(z.string()) })),
  stale: () => [factorState],
});
