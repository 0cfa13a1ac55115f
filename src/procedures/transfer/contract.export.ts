import { z } from 'zod';
import { count, data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { VIEWS, type View } from './contract.ts';
import { KINDS, type Kind } from './rules.ts';

export const exportTransfers = endpoint({
  method: 'POST',
  path: '/api/zzgx/transfer/export',
  summary: '导出组织关系转接，每件一行，不含证件号和电话（后台任务，带水印）',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出组织关系转接',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [View], '视图不正确').default('todo'),
    kind: z.enum(Object.keys(KINDS) as [Kind], '请选择转接类型').optional(),
    status: count.pipe(z.int().min(0).max(9, '状态不正确')).optional(),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
