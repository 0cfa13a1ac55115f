import { z } from 'zod';
import { data, done, EXPORT_RATE, endpoint, file, id, page, rows } from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    job: true;
  }
}

export const JOB_STATES = {
  queued: '排队中',
  running: '进行中',
  done: '已完成',
  failed: '失败',
  cancelled: '已取消',
} as const;

/** What a job does for its user; a kind that ends in `import`, `export` or `bulk` says so, all others are 其他. */
export const JOB_TYPES = { import: '导入', export: '导出', bulk: '批量', other: '其他' } as const;

export const jobRow = z.object({
  id: z.string(),
  type: z.enum(['import', 'export', 'bulk', 'other']),
  typeName: z.string(),
  title: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  stateName: z.string(),
  progress: z.number(),
  total: z.number().nullable(),
  message: z.string(),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  /** Seconds left by the speed so far; null while unknown. */
  secondsLeft: z.number().nullable(),
  fileName: z.string().nullable(),
  fileSize: z.number().nullable(),
  /** When the file is removed; null: there is none. */
  fileUntil: z.string().nullable(),
  href: z.string().nullable(),
  /** `repeat`: the same once more, with the rows as they are now. */
  can: z.object({ cancel: z.boolean(), download: z.boolean(), repeat: z.boolean() }),
});
export type JobRow = z.infer<typeof jobRow>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/job/listPage',
  summary: '我的导入导出任务',
  access: 'job:read',
  scope: 'own',
  silent: true,
  input: z.object({
    ...page,
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled'], '状态不正确').optional(),
    type: z.enum(['import', 'export', 'bulk', 'other'], '类别不正确').optional(),
  }),
  reply: rows(jobRow),
});

export const getJob = endpoint({
  method: 'GET',
  path: '/api/job/get',
  summary: '任务进度',
  access: 'job:read',
  scope: 'own',
  targets: { id: 'job' },
  silent: true,
  input: z.object({ id }),
  reply: data(jobRow),
});

export const cancelJob = endpoint({
  method: 'POST',
  path: '/api/job/cancel',
  summary: '取消任务',
  access: 'job:read',
  scope: 'own',
  targets: { id: 'job' },
  audit: '取消任务',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listJobs, getJob],
});

export const repeatJob = endpoint({
  method: 'POST',
  path: '/api/job/repeat',
  summary: '按同样的条件重新导出',
  access: 'job:read',
  scope: 'own',
  targets: { id: 'job' },
  audit: '重新导出',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ id }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [listJobs],
});

export const endedJobs = endpoint({
  method: 'POST',
  path: '/api/job/ended',
  summary: '刚结束的任务，每个只告知一次；以及还在进行的数目',
  access: 'job:read',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(
    z.object({
      underWay: z.number(),
      ended: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          state: z.enum(['done', 'failed']),
          message: z.string(),
          /** Where to go on; null: to the list of jobs. */
          href: z.string().nullable(),
          file: z.boolean(),
        }),
      ),
    }),
  ),
});

export const downloadJobFile = endpoint({
  method: 'GET',
  path: '/api/job/download',
  summary: '下载任务结果',
  access: 'job:read',
  scope: 'own',
  targets: { id: 'job' },
  audit: '下载导出文件',
  input: z.object({ id }),
  reply: file,
});
