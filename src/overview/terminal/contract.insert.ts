import { z } from 'zod';
import {
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  moment,
  optional,
  page,
  required,
  rows,
} from '#platform/contract.ts';
import { STATUS_NAMES } from './rules.device.ts';
import { INSERT_STANDING_NAMES, INSERT_WORDS } from './rules.insert.ts';

declare module '#platform/contract.ts' {
  /** What this file's ids point to. */
  interface TargetKinds {
    boxInsert: true;
  }
}

const insert = z.object({
  id: z.string(),
  words: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** ISO 8601. */
  fromAt: z.string(),
  toAt: z.string(),
  standing: z.enum(INSERT_STANDING_NAMES),
  writtenBy: z.string(),
  writtenAt: z.string(),
  /** Screens that have shown it, of those that it is for. */
  shown: z.number(),
  screens: z.number(),
});
export type InsertRow = z.infer<typeof insert>;

const insertDetail = insert.extend({
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  endedBy: z.string(),
  endedAt: z.string().nullable(),
  /** Why it was returned or taken off. */
  reason: z.string(),
  can: z.object({ decide: z.boolean(), urge: z.boolean(), withdraw: z.boolean() }),
});
export type InsertDetail = z.infer<typeof insertDetail>;

export const listInserts = endpoint({
  method: 'GET',
  path: '/api/terminal/insert/listPage',
  summary: '插播：本组织和下级的，最近的在前',
  access: 'box:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    standing: z.enum(INSERT_STANDING_NAMES, '状态不正确').optional(),
    keyWords: line(60, '内容').optional(),
  }),
  reply: rows(insert),
});

export const getInsert = endpoint({
  method: 'GET',
  path: '/api/terminal/insert/get',
  summary: '一条插播：谁写、谁发布、几台屏幕已播出',
  access: 'box:read',
  scope: 'org',
  targets: { id: 'boxInsert' },
  input: z.object({ id }),
  reply: data(insertDetail),
});

export const insertReach = endpoint({
  method: 'GET',
  path: '/api/terminal/insert/reach',
  summary: '一个组织和它的下级现在有多少台屏幕会播插播',
  access: 'box:insert',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(z.object({ screens: z.number(), online: z.number(), orgs: z.number() })),
});

export const SCREEN_VIEWS = { shown: '已播出', waits: '未播出' } as const;

const reached = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  orgName: z.string(),
  status: z.enum(STATUS_NAMES),
  /** ISO 8601; null: it has not said that it showed it. */
  shownAt: z.string().nullable(),
  seenAt: z.string().nullable(),
  contact: z.string(),
  phone: z.string(),
});
export type ReachedScreen = z.infer<typeof reached>;

export const insertScreens = endpoint({
  method: 'GET',
  path: '/api/terminal/insert/screens',
  summary: '一条插播到了哪些屏幕、什么时候；没有播出的在前，列出组织的联系电话',
  access: 'box:read',
  scope: 'org',
  targets: { id: 'boxInsert' },
  input: z.object({ ...page, id, view: z.enum(['shown', 'waits'], '视图不正确').optional() }),
  reply: rows(reached),
});

export const exportInsert = endpoint({
  method: 'GET',
  path: '/api/terminal/insert/export',
  summary: '导出一条插播的播出情况：答一份表格，带水印',
  access: 'box:read',
  scope: 'org',
  targets: { id: 'boxInsert' },
  audit: '导出插播播出情况',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object({ id }),
  reply: file,
});

const stale = () => [listInserts, getInsert, insertScreens];

export const insertForm = z.object({
  orgId: id,
  words: required(INSERT_WORDS, '插播内容'),
  /** Empty: as soon as it is released. */
  fromAt: optional(moment),
  toAt: moment,
});

export const writeInsert = endpoint({
  method: 'POST',
  path: '/api/terminal/insert/write',
  summary: '写一条插播，交另一人发布；发布后本组织和下级的全部屏幕一分钟内播出，到时自动结束',
  access: 'box:insert',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '撰写插播',
  asks: 'page',
  idempotent: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: insertForm,
  reply: data(z.object({ id: z.string(), deciderName: z.string() })),
  stale,
});

export const decideInsert = endpoint({
  method: 'POST',
  path: '/api/terminal/insert/decide',
  summary: '发布或退回一条插播；写的人不能自己发布',
  access: 'box:insert',
  scope: 'org',
  targets: { id: 'boxInsert' },
  audit: '发布插播',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, agree: z.boolean(), opinion: line(200, '退回原因').default('') }),
  reply: done,
  stale,
});

export const withdrawInsert = endpoint({
  method: 'POST',
  path: '/api/terminal/insert/withdraw',
  summary: '撤回一条插播：还没发布的由写的人撤回；已发布的任何有权的人可撤，屏幕一分钟内停播',
  access: 'box:insert',
  scope: 'org',
  targets: { id: 'boxInsert' },
  audit: '撤回插播',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, reason: required(200, '撤回原因') }),
  reply: done,
  stale,
});
