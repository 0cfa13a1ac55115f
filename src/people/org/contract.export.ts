import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, required } from '#platform/contract.ts';
import { listOrgs } from './contract.ts';

/** The columns of an export of organisations, in the order of the form; a page offers them by these keys. */
export const ORG_EXPORT_FIELDS = [
  { key: 'name', label: '组织名称', width: 36 },
  { key: 'shortName', label: '组织简称', width: 18 },
  { key: 'type', label: '组织类别', width: 14 },
  { key: 'orgCode', label: '组织编码', width: 18 },
  { key: 'parentName', label: '上级组织', width: 30 },
  { key: 'secretaryName', label: '书记', width: 12 },
  { key: 'foundedOn', label: '成立日期', width: 12, kind: 'day' },
  { key: 'unitRelation', label: '所在单位情况', width: 22 },
  { key: 'canApprove', label: '具有审批预备党员权限', width: 22 },
  { key: 'functional', label: '功能型党组织', width: 14 },
  { key: 'contact', label: '联系人', width: 12 },
  { key: 'phone', label: '联系电话', width: 16 },
  { key: 'address', label: '地址', width: 30 },
  { key: 'lng', label: '经度', width: 12 },
  { key: 'lat', label: '纬度', width: 12 },
  { key: 'introduction', label: '简介', width: 40 },
  { key: 'partyNumber', label: '党员人数', width: 10, kind: 'whole' },
  { key: 'childCount', label: '下级组织数', width: 12, kind: 'whole' },
  { key: 'termExpiresOn', label: '任期届满日', width: 12, kind: 'day' },
] as const satisfies readonly { key: string; label: string; width: number; kind?: 'day' | 'whole' }[];
export type OrgExportKey = (typeof ORG_EXPORT_FIELDS)[number]['key'];
/** The columns of who chooses none. */
export const USUAL_ORG_COLUMNS: readonly OrgExportKey[] = [
  'name',
  'type',
  'orgCode',
  'parentName',
  'secretaryName',
  'foundedOn',
  'contact',
  'phone',
  'partyNumber',
  'childCount',
  'termExpiresOn',
];

const { pageNum: _page, pageSize: _size, sort: _sort, ...filter } = listOrgs.input.shape;

export const exportOrgs = endpoint({
  method: 'POST',
  path: '/api/zzxx/org/export',
  summary: '按当前条件导出党组织（后台任务，带水印）',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出党组织',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    ...filter,
    columns: z
      .array(z.enum(ORG_EXPORT_FIELDS.map(({ key }) => key) as [OrgExportKey, ...OrgExportKey[]], '所选的列不能导出'))
      .max(ORG_EXPORT_FIELDS.length, '所选的列太多')
      .default([]),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
