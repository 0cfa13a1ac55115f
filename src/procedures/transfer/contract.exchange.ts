import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, page, required, rows } from '#platform/contract.ts';
import { withoutSlashes } from '#platform/text/edges.ts';
import { deskCounts, getTransfer, listTransfers } from './contract.ts';
import { envelope } from './rules/exchange.ts';

const partner = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  baseUrl: z.string(),
  publicKey: z.string(),
  enabled: z.boolean(),
  version: z.number(),
  updatedBy: z.string(),
});
export type PartnerRow = z.infer<typeof partner>;

export const listPartners = endpoint({
  method: 'GET',
  path: '/api/zzgx/exchange/partner',
  summary: '系统间转接的对接单位，和本平台交给对方的公钥',
  access: 'site:read',
  scope: 'none',
  input: z.object({}),
  reply: data(z.object({ ownKey: z.string(), rows: z.array(partner) })),
});

export const savePartner = endpoint({
  method: 'PUT',
  path: '/api/zzgx/exchange/partner',
  summary: '新增或修改对接单位：名称、地址、公钥和是否启用',
  access: 'site:write',
  scope: 'none',
  audit: '设置系统间转接',
  idempotent: true,
  input: z.object({
    /** Left out: a new one. */
    id: id.optional(),
    version: count.default(0),
    name: required(80, '对方党委全称'),
    orgId: id,
    baseUrl: required(200, '对方地址')
      .refine((text) => /^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/.test(text), '地址应以https://开头，不带参数')
      .transform(withoutSlashes),
    publicKey: z
      .string('请填写对方公钥')
      .trim()
      .toLowerCase()
      .regex(/^04[0-9a-f]{128}$/, '公钥为04开头的130位十六进制，请从对方的这一页复制'),
    enabled: flag.default(false),
  }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale: () => [listPartners],
});

export const takeMessage = endpoint({
  method: 'POST',
  path: '/api/zzgx/exchange',
  summary: '接收另一平台签名的介绍信、回执或撤回（不登录）：验签，过期的和改动的不收，重复的不重复办',
  access: 'public',
  scope: 'none',
  audit: '接收系统间转接消息',
  pii: true,
  rate: { hits: 600, seconds: 60, by: 'ip' },
  input: envelope,
  reply: data(z.object({ message: z.string() })),
  stale: () => [listMessages],
});

const message = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in']),
  kind: z.enum(['letter', 'receipt', 'recall']),
  kindName: z.string(),
  partnerName: z.string(),
  personName: z.string(),
  letterNo: z.string(),
  toBranch: z.string(),
  validUntil: z.string(),
  state: z.enum(['queued', 'sent', 'waiting', 'done', 'recalled', 'failed']),
  stateName: z.string(),
  note: z.string(),
  transferId: z.string().nullable(),
  createdAt: z.string(),
  can: z.object({ accept: z.boolean() }),
});
export type MessageRow = z.infer<typeof message>;

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/zzgx/exchange/message',
  summary: '系统间转接：对方发来的介绍信和本单位发出的，各到哪里',
  access: 'relation:letter',
  scope: 'org',
  input: z.object({ ...page, direction: z.enum(['in', 'out', '']).default('') }),
  reply: rows(message),
});

const changed = () => [listMessages, listTransfers, deskCounts, getTransfer];

export const acceptMessage = endpoint({
  method: 'POST',
  path: '/api/zzgx/exchange/accept',
  summary: '接收另一平台的介绍信，把人员编入党支部；回执自动发回',
  access: 'relation:approve',
  scope: 'org',
  audit: '接收系统间介绍信',
  idempotent: true,
  input: z.object({ id, orgId: id }),
  reply: data(z.object({ transferId: z.string() })),
  stale: changed,
});

export const returnMessage = endpoint({
  method: 'POST',
  path: '/api/zzgx/exchange/return',
  summary: '退回另一平台的介绍信，写明原因；对方的转接随之退回',
  access: 'relation:approve',
  scope: 'org',
  audit: '退回系统间介绍信',
  idempotent: true,
  input: z.object({ id, reason: line(200, '退回原因').min(1, '请写明退回原因') }),
  reply: done,
  stale: changed,
});
