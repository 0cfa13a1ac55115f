import { z } from 'zod';
import { count, data, done, endpoint, flag, id, optional, required } from '#platform/contract.ts';
import { listMembers } from './contract.ts';
import { memberQuery } from './rules/query.ts';

export const queryRow = z.object({
  id: z.string(),
  /** Empty: used, but not kept under a name. */
  name: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  /** The query in Chinese. */
  text: z.string(),
  version: z.number(),
});
export type QueryRow = z.infer<typeof queryRow>;

export const queryDetail = queryRow.extend({
  query: memberQuery.nullable(),
  /** Names of the organisations and labels in it, by `orgId:1` or `label:1`. */
  names: z.record(z.string(), z.string()),
  /** Why it cannot be used as it stands; empty where it can. */
  fault: z.string(),
  /** Faults of its conditions by their paths (`0`, `1.0`). */
  faults: z.record(z.string(), z.string()),
});
export type QueryDetail = z.infer<typeof queryDetail>;

export const listQueries = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/query/list',
  summary: '保存的条件组合：本人的和本组织共享的',
  access: 'member:read',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(queryRow)),
});

export const getQuery = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/query/get',
  summary: '一组查询条件',
  access: 'member:read',
  scope: 'own',
  targets: { id: 'query' },
  silent: true,
  input: z.object({ id }),
  reply: data(queryDetail),
});

/** The conditions may hold a name, so that they travel in the body. */
export const countQuery = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/query/count',
  summary: '按条件组合统计人数，并用一句话说明条件',
  access: 'member:read',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({ query: memberQuery, orgId: id.optional() }),
  reply: data(z.object({ total: z.number(), capped: z.boolean(), text: z.string() })),
});

export const saveQuery = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/query',
  summary: '使用或保存一组查询条件；不起名的只供使用',
  access: 'member:read',
  scope: 'own',
  targets: { id: 'query' },
  audit: '保存条件组合',
  idempotent: true,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({
    /** The own query that is changed; absent: a new one. */
    id: optional(id).default(null),
    version: count.pipe(z.int().min(1)).optional(),
    name: optional(required(20, '名称')).default(null),
    shared: flag.default(false),
    query: memberQuery,
  }),
  reply: data(z.object({ id: z.string() })),
  // The list that uses the conditions finds others by them now.
  stale: () => [listQueries, getQuery, listMembers],
});

export const removeQuery = endpoint({
  method: 'DELETE',
  path: '/api/dyxx/member/query',
  summary: '从保存的条件组合中删除；已用到它的视图和链接仍可打开',
  access: 'member:read',
  scope: 'own',
  targets: { id: 'query' },
  audit: '删除条件组合',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listQueries, getQuery],
});

export const restoreQuery = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/query/restore',
  summary: '把刚删除的条件组合放回去',
  access: 'member:read',
  scope: 'own',
  targets: { id: 'query' },
  audit: '恢复条件组合',
  idempotent: true,
  input: z.object({ id, name: required(20, '名称'), shared: flag.default(false) }),
  reply: done,
  stale: () => [listQueries, getQuery],
});
