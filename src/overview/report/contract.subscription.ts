import { z } from 'zod';
import { data, done, endpoint, flag, id, page, rows } from '#platform/contract.ts';
import { reportKey } from './contract.ts';
import { EVERY, type Every, MOST_RECEIVERS } from './rules.subscription.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    reportSubscription: true;
  }
}

const every = z.enum(Object.keys(EVERY) as [Every, ...Every[]], '请选择多久发一次');

const receiver = z.object({
  grantId: z.string(),
  name: z.string(),
  orgName: z.string(),
  roleName: z.string(),
  /** The role has ended, lost a right, or its organisation is not offered the report: nothing is sent. */
  ended: z.boolean(),
});
export type Receiver = z.infer<typeof receiver>;

const row = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  every,
  toBelow: z.boolean(),
  receivers: z.array(receiver),
  nextOn: z.string(),
  /** Empty: it has not been sent yet. */
  lastAt: z.string(),
  lastSent: z.number(),
  /** Empty: it runs. */
  stoppedAt: z.string(),
  stoppedBy: z.string(),
  createdBy: z.string(),
});
export type SubscriptionRow = z.infer<typeof row>;

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/sjbb/subscription/list',
  summary: '本组织的报表订阅：发什么、给谁、下一次和上一次',
  access: 'report:schedule',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(row),
});

export const listReceivers = endpoint({
  method: 'GET',
  path: '/api/sjbb/subscription/receivers',
  summary: '可以接收一个报表的工作人员：管理范围内、有这个报表权限的',
  access: 'report:schedule',
  scope: 'org',
  silent: true,
  input: z.object({
    key: reportKey,
    keyWords: z.string().trim().max(20).default(''),
    /** Only these, by their ids with commas between. */
    grants: z
      .string()
      .regex(/^\d{1,18}(,\d{1,18})*$/, '接收人不正确')
      .refine((text) => text.split(',').length <= MOST_RECEIVERS, `最多${MOST_RECEIVERS}人`)
      .optional(),
  }),
  reply: data(z.object({ rows: z.array(receiver) })),
});

export const saveSubscription = endpoint({
  method: 'POST',
  path: '/api/sjbb/subscription',
  summary: '订阅一个报表：多久一次、发给谁',
  access: 'report:schedule',
  scope: 'org',
  audit: '订阅报表',
  idempotent: true,
  input: z.object({
    key: reportKey,
    every,
    receivers: z
      .array(z.string().regex(/^\d{1,18}$/))
      .max(MOST_RECEIVERS, `最多${MOST_RECEIVERS}人`)
      .default([]),
    toBelow: flag.default(false),
  }),
  reply: data(z.object({ id: z.string(), nextOn: z.string() })),
  stale: () => [listSubscriptions],
});

export const stopSubscription = endpoint({
  method: 'POST',
  path: '/api/sjbb/subscription/stop',
  summary: '停止或恢复一个报表订阅',
  access: 'report:schedule',
  scope: 'org',
  targets: { id: 'reportSubscription' },
  audit: '停止或恢复报表订阅',
  idempotent: true,
  input: z.object({ id, stopped: flag }),
  reply: done,
  stale: () => [listSubscriptions],
});

export const sendToMe = endpoint({
  method: 'POST',
  path: '/api/sjbb/subscription/send',
  summary: '把订阅的报表立即发送给自己：最近一次按时发送的那一期',
  access: 'report:schedule',
  scope: 'org',
  targets: { id: 'reportSubscription' },
  audit: '发送订阅的报表',
  idempotent: true,
  rate: { hits: 30, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  /** `period` as it is called: 2026年2月; empty: the report counts as of now. */
  reply: data(z.object({ jobId: z.string(), period: z.string() })),
});
