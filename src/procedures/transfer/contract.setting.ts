import { z } from 'zod';
import { count, data, endpoint, id, line, required } from '#platform/contract.ts';

export const findBranches = endpoint({
  method: 'GET',
  path: '/api/zzgx/branch/find',
  summary: '按名称查找可接收党员的党支部，全系统，带所属党委',
  access: 'relation:read',
  scope: 'none',
  silent: true,
  rate: { hits: 600, seconds: 3600, by: 'account' },
  input: z.object({ name: line(40, '党支部名称').default(''), id: id.optional() }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), above: z.string() }))),
});
export type Branch = z.infer<typeof findBranches.reply.schema>[number];

export const relationSetting = endpoint({
  method: 'GET',
  path: '/api/zzgx/setting',
  summary: '本党委的介绍信编号前缀、有效期和核对设置',
  access: 'relation:letter',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      orgName: z.string(),
      prefix: z.string(),
      daysNear: z.number(),
      daysFar: z.number(),
      duesBlock: z.boolean(),
      relays: z.boolean(),
      version: z.number(),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

const days = (label: string) => count.pipe(z.int().min(1, `${label}至少1天`).max(90, `${label}最多90天`));

export const saveRelationSetting = endpoint({
  method: 'PUT',
  path: '/api/zzgx/setting',
  summary: '保存本党委的介绍信设置',
  access: 'relation:letter',
  scope: 'org',
  audit: '设置组织关系介绍信',
  idempotent: true,
  input: z.object({
    prefix: required(12, '编号前缀'),
    daysNear: days('省内有效期'),
    daysFar: days('省外有效期'),
    duesBlock: z.boolean(),
    relays: z.boolean(),
    version: z.int('版本不正确'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [relationSetting],
});
