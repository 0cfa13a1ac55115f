import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { FILE_VIEWS, type FileView, stage } from './contract.ts';

export const exportFiles = endpoint({
  method: 'POST',
  path: '/api/fzdy/file/export',
  summary: '导出发展党员台账，每份档案一行，不含证件号（后台任务，带水印）',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出发展党员台账',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id.optional(),
    stage: stage.optional(),
    view: z.enum(Object.keys(FILE_VIEWS) as [FileView], '视图不正确').optional(),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});

/** Files of one 迎审包. */
export const MOST_REVIEWED = 100;

export const exportReview = endpoint({
  method: 'POST',
  path: '/api/fzdy/file/review',
  summary: '迎审包：所选发展档案的材料原件、目录、缺项和倒签核对，合成一个压缩文件（后台任务，目录带水印）',
  access: 'recruit:write',
  scope: 'org',
  audit: '导出迎审包',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    ids: z.array(id).min(1, '请选择发展档案').max(MOST_REVIEWED, `一次最多${MOST_REVIEWED}份`),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
