import { z } from 'zod';
import { done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { accountHistory } from './contract.ts';

/** Somebody who is signed in, on however many devices. */
const onlineRow = z.object({
  /** Of the account. */
  id: z.string(),
  userName: z.string(),
  /** Masked. */
  loginName: z.string(),
  /** As what and where the person works just now, on the device seen last. */
  roleName: z.string(),
  orgName: z.string(),
  /** That device: browser and system in words, how it was signed in, the end of its address. */
  agent: z.string(),
  way: z.string(),
  place: z.string(),
  lastSeen: z.string(),
  devices: z.number(),
  can: z.object({ end: z.boolean() }),
  /** Why nothing can be done; empty where something can. */
  why: z.string(),
});

export const listOnline = endpoint({
  method: 'POST',
  path: '/api/sys/user/online/listPage',
  summary: '在线人员：正以本组织和下级的角色登录的人，最近活动的在前',
  access: 'account:offline',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize', 'orgId'],
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  pii: true,
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    name: line(40, '姓名').optional(),
  }),
  reply: rows(onlineRow),
});

export const endOnline = endpoint({
  method: 'POST',
  path: '/api/sys/user/online/end',
  summary: '让一个人在所有设备上的登录立即失效；账号照常可以再登录',
  access: 'account:offline',
  scope: 'org',
  targets: { id: 'account' },
  audit: '让人员下线',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, reason: required(100, '下线原因') }),
  reply: done,
  stale: () => [listOnline, accountHistory],
});
