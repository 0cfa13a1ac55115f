import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import {
  type RecordCalls,
  type RecordType,
  recordCalls,
  recordFiles,
  recordForm,
  recordOrder,
  recordRow,
} from '#platform/records/records.ts';
import { historyField } from './contract.history.ts';
import { access, orgext, reward } from './rules.records.ts';

/** The tabs of an organisation's record that hold rows, in their order. */
export const ORG_RECORDS: readonly [RecordType, ...RecordType[]] = [reward, access];

/** These and the one row of further facts. */
export const ALL_ORG_RECORDS: readonly RecordType[] = [orgext, ...ORG_RECORDS];

const rights = { read: 'org:read', write: 'org:write' } as const;

/** All at once, as the specification has it beside the pages. */
export const allRewards = endpoint({
  method: 'GET',
  path: '/api/zzxx/reward',
  summary: '一个党组织的全部奖惩情况',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(z.array(recordRow(reward))),
});

/** What the house knows against honouring an organisation, for whoever enters an award; it warns and refuses nothing. */
export const awardDoubts = endpoint({
  method: 'GET',
  path: '/api/zzxx/reward/doubts',
  summary: '录入奖励前的提醒：如连续三个季度红色',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(z.array(z.string())),
});

/** The calls of each tab by its kind. */
export const ORG_RECORD_CALLS: Readonly<Record<string, RecordCalls>> = {
  reward: recordCalls(reward, {
    path: '/api/zzxx/reward',
    listPath: '/api/zzxx/reward/list',
    getPath: '/api/zzxx/reward/details/{id}',
    ...rights,
    stale: () => [allRewards, historyField],
  }),
  access: recordCalls(access, {
    path: '/api/zzxx/access',
    listPath: '/api/zzxx/access/list',
    ...rights,
    stale: () => [historyField],
  }),
};

export const orderOrgRecords = recordOrder(ORG_RECORDS, {
  path: '/api/zzxx/records/order',
  write: 'org:write',
  stale: () => [allRewards, historyField, ...Object.values(ORG_RECORD_CALLS).map(({ list }) => list)],
});

/** Which organisations' rows are exported. */
export const EXPORT_RANGES = { all: '本组织和全部下级', onlySelf: '仅本组织' } as const;
export type ExportRange = keyof typeof EXPORT_RANGES;

export const exportOrgRecords = endpoint({
  method: 'POST',
  path: '/api/zzxx/records/export',
  summary: '导出党组织的一种档案分表（后台任务，带水印）',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出党组织档案分表',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    orgId: id,
    kind: z.enum(
      ALL_ORG_RECORDS.map((sort) => sort.kind),
      '请选择导出的内容',
    ),
    range: z.enum(Object.keys(EXPORT_RANGES) as [ExportRange, ...ExportRange[]], '范围不正确').default('all'),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});

export const getExtension = endpoint({
  method: 'GET',
  path: '/api/zzxx/orgext/{orgId}',
  summary: '党组织扩展信息；还没有登记时版本为 0',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(recordRow(orgext)),
});

export const updateExtension = endpoint({
  method: 'PUT',
  path: '/api/zzxx/orgext',
  summary: '登记或修改党组织扩展信息：组织编号、版本与改动的字段',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'org' },
  audit: '修改扩展信息',
  idempotent: true,
  input: recordForm(orgext)
    .partial()
    .extend({
      id,
      version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(0, '版本不正确'),
      files: recordFiles,
    }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getExtension, historyField],
});
