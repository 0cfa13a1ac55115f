import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { listFloats, VIEWS, type View } from './contract.ts';

const { reason, range, trade, overdue, region } = listFloats.input.shape;

export const exportFloats = endpoint({
  method: 'POST',
  path: '/api/flow/member/export',
  summary: '导出流动党员名单，每人一行，不含证件号和电话（后台任务，带水印）',
  access: 'floating:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出流动党员名单',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id.optional(),
    view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').default('out'),
    reason,
    range,
    trade,
    overdue,
    region,
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
