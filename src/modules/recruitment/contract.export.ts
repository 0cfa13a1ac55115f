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

export const exportContract = [exportFiles] as const;
