import { z } from 'zod';
import { count, data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { packageCalls } from './nouns/package.ts';

const changed = () => [packageCalls.list, packageCalls.get, packageCalls.history];
const version = count.pipe(z.int().min(1, '版本不正确'));
const targets = { id: 'noun:activityPackage' } as const;

export const setFiles = endpoint({
  method: 'PUT',
  path: '/api/hdb/package/files',
  summary: '定活动包的资料',
  access: 'package:write',
  scope: 'org',
  targets,
  audit: '定活动包资料',
  idempotent: true,
  stale: changed,
  input: z.object({
    id,
    version,
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
      .max(50, '最多50个附件')
      .refine((list) => new Set(list).size === list.length, '附件重复')
      .default([]),
  }),
  reply: data(z.object({ version: z.number() })),
});

export const usePackage = endpoint({
  method: 'POST',
  path: '/api/hdb/package/use',
  summary: '用活动包开始一次主题党日：答会议要填的内容，记一次使用',
  access: 'package:read',
  scope: 'org',
  targets,
  audit: '使用活动包',
  idempotent: true,
  stale: changed,
  input: z.object({ id }),
  reply: data(z.object({ title: z.string(), note: z.string(), topics: z.array(z.string()), minutes: z.number() })),
});

export const packPackage = endpoint({
  method: 'POST',
  path: '/api/hdb/package/pack',
  summary: '打包下载活动包的方案和全部资料',
  access: 'package:read',
  scope: 'org',
  targets,
  audit: '打包下载活动包',
  rate: EXPORT_RATE,
  input: z.object({ id, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
