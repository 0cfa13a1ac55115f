import { z } from 'zod';
import {
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  optional,
  page,
  required,
  rows,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  interface TargetKinds {
    serviceQuarter: true;
  }
}

const version = z.int('版本不正确');

/** A quarter (小区) with what is done for it. */
export const quarterRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  name: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  households: z.number(),
  cadres: z.string(),
  /** Members who have reported and live there, by the name on their slips. */
  reported: z.number(),
  /** Needs whose place names it, and those of them that are ended. */
  needs: z.number(),
  ended: z.number(),
  /** Activities at places that name it, and hours recognised at them. */
  activities: z.number(),
  hours: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type QuarterRow = z.infer<typeof quarterRow>;

const filters = {
  orgId: id.optional(),
  year: z.coerce.number<string | number>('年份不正确').int('年份不正确').min(2000).max(2100).optional(),
};

export const sumQuarters = endpoint({
  method: 'POST',
  path: '/api/zhzb/sumQuarters/queryList',
  summary: '小区清单和合计：户数、包联干部、报到党员、需求、活动和时长',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...filters, keyWords: line(30, '小区名称').optional() }),
  reply: rows(quarterRow, {
    year: z.number(),
    sums: z.object({
      households: z.number(),
      reported: z.number(),
      needs: z.number(),
      ended: z.number(),
      activities: z.number(),
      hours: z.number(),
    }),
  }),
});

export const chosenQuarters = endpoint({
  method: 'GET',
  path: '/api/sbd/residential/listQuartersToDq',
  summary: '所选区域的小区，供选择',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), address: z.string() }))),
});

export const quarterCadres = endpoint({
  method: 'GET',
  path: '/api/sbd/residential/listBLGBByQuartersId',
  summary: '一个小区的包联干部，在任的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceQuarter' },
  input: z.object({ id }),
  reply: data(
    z.object({
      name: z.string(),
      orgName: z.string(),
      cadres: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          homeName: z.string(),
          phone: z.string(),
          fromOn: z.string(),
          toOn: z.string().nullable(),
        }),
      ),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

export const exportQuarters = endpoint({
  method: 'GET',
  path: '/api/sbd/orgStatics/exportQuartersActivityStatistics',
  summary: '导出小区活动统计：答一份表格，带水印',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出小区活动统计',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object(filters),
  reply: file,
});

const stale = () => [sumQuarters, chosenQuarters, quarterCadres];
const degree = (label: string, from: number, to: number) =>
  optional(z.coerce.number<string | number>(`${label}应为数字`).min(from, `${label}不正确`).max(to, `${label}不正确`));

/** What a community says of a quarter. */
export const quarterForm = z.object({
  name: required(30, '小区名称'),
  address: line(80, '地址').default(''),
  lng: degree('经度', 73, 136),
  lat: degree('纬度', 3, 54),
  households: z.coerce
    .number<string | number>('户数应为数字')
    .int('户数应为整数')
    .min(0, '户数不正确')
    .max(100_000, '户数不正确'),
});

export const saveQuarter = endpoint({
  method: 'POST',
  path: '/api/sbd/residential',
  summary: '社区登记或修改一个小区',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceQuarter' },
  audit: '登记小区',
  idempotent: true,
  input: quarterForm.extend({ id: id.optional(), version: version.optional() }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const addCadre = endpoint({
  method: 'POST',
  path: '/api/sbd/residential/cadre',
  summary: '指定小区的包联干部：管理范围内或报到到本地的党员',
  access: 'volunteer:write',
  scope: 'org',
  targets: { quarterId: 'serviceQuarter', memberId: 'member' },
  audit: '指定包联干部',
  idempotent: true,
  input: z.object({ quarterId: id, memberId: id, fromOn: date }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const endCadre = endpoint({
  method: 'PUT',
  path: '/api/sbd/residential/cadre/end',
  summary: '结束包联；留在历史里',
  access: 'volunteer:write',
  scope: 'org',
  targets: { quarterId: 'serviceQuarter' },
  audit: '结束包联干部',
  idempotent: true,
  input: z.object({ quarterId: id, id, toOn: date }),
  reply: done,
  stale,
});
