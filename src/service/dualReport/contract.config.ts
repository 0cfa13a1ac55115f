import { z } from 'zod';
import { data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { findReceivers } from './contract.ts';

/** What an organisation is: said to receive or not, or by the nature of its unit. */
export const RECEIVING = { on: '开通', off: '关闭', default: '按单位性质' } as const;
export type Receiving = keyof typeof RECEIVING;

export const receiverRow = z.object({
  id: z.string(),
  name: z.string(),
  above: z.string(),
  /** 单位性质 of its units, joined; empty: it has none. */
  natureNames: z.string(),
  /** What was said of it. */
  receiving: z.string(),
  /** Whether members may report to it now, and organisations. */
  members: z.boolean(),
  organisations: z.boolean(),
  /** Who has reported. */
  people: z.number(),
  pairs: z.number(),
  can: z.object({ set: z.boolean() }),
});
export type ReceiverRow = z.infer<typeof receiverRow>;

export const RECEIVER_VIEWS = { open: '接收报到的', all: '全部组织' } as const;

export const listReceiving = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/receiver/listPage',
  summary: '管理范围内哪些党组织接收报到',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(['open', 'all'], '视图不正确').default('open'),
    keyWords: line(40, '组织名称').optional(),
  }),
  reply: rows(receiverRow),
});

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getConfig',
  summary: '双报到配置：服务岗位，哪些单位性质接收报到，几天内审核',
  access: 'sbd:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      posts: z.array(z.object({ value: z.string(), name: z.string() })),
      memberNatures: z.string(),
      orgNatures: z.string(),
      /** Days after which what waits is late. */
      answerDays: z.number(),
      can: z.object({
        /** Say who receives, of the organisations below. */
        set: z.boolean(),
        /** Edit the dictionary of the posts. */
        posts: z.boolean(),
      }),
    }),
  ),
});

export const addConfig = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/addConfig',
  summary: '开通或关闭一个下级党组织接收报到，或恢复按单位性质',
  access: 'sbd:config',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置接收报到',
  idempotent: true,
  input: z.object({ orgId: id, receiving: z.enum(['on', 'off', 'default'], '设置不正确') }),
  reply: data(z.null()),
  stale: () => [listReceiving, findReceivers],
});
