import { z } from 'zod';
import { data, endpoint } from '#platform/contract.ts';

/** A line of the page: what it is about, how it stands, and what to do where something is amiss. */
const line = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string(),
  /** `bad`: administrators get a to-do. */
  tone: z.enum(['ok', 'warn', 'bad']),
  /** What to do; empty where nothing is amiss. */
  hint: z.string(),
});
export type ConditionLine = z.infer<typeof line>;

export const getCondition = endpoint({
  method: 'GET',
  path: '/api/sys/condition/get',
  summary: '运行状况：版本、数据库、磁盘、后台任务、备份和恢复演练',
  access: 'condition:read',
  scope: 'none',
  input: z.object({}),
  reply: data(
    z.object({
      groups: z.array(z.object({ title: z.string(), lines: z.array(line) })),
      runs: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(['backup', 'drill']),
          succeeded: z.boolean(),
          outcome: z.string(),
          endTime: z.string(),
        }),
      ),
      /** A backup that waits or runs now, in words; null: none. */
      underWay: z.string().nullable(),
      can: z.object({ backup: z.boolean() }),
    }),
  ),
});

export const startBackup = endpoint({
  method: 'POST',
  path: '/api/sys/condition/backup',
  summary: '按站点配置的文件夹立即备份一次',
  access: 'condition:write',
  scope: 'none',
  audit: '立即备份',
  idempotent: true,
  rate: { hits: 6, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [getCondition],
});
