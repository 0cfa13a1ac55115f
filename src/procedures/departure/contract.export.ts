import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { VIEWS, type View } from './contract.ts';

export const exportVariations = endpoint({
  method: 'POST',
  path: '/api/dyyd/export',
  summary: '导出党员异动，每件一行，不含证件号和电话（后台任务，带水印）',
  access: 'variation:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出党员异动',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').default('waiting'),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
