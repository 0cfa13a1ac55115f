import { z } from 'zod';
import { count, data, endpoint, text } from '#platform/contract.ts';
import { getReport, listReport } from './contract.ts';
import { REPORT_KEYS } from './rules.ts';

const key = z.enum(REPORT_KEYS, '没有这个报表');
const line = z.object({
  key,
  shown: z.boolean(),
  /** 提醒: what whoever opens it is told. */
  note: text(100, '提醒'),
});
export type SettingLine = z.infer<typeof line>;

export const reportSetting = endpoint({
  method: 'GET',
  path: '/api/jczc/set',
  summary: '报表设置：提供哪些报表、次序和提醒；没有设置的沿用上级的',
  access: 'report:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      /** In their order; the shown ones are those that the session may open. */
      lines: z.array(line),
      /** Whose setting it is; null: nobody has set anything. */
      from: z.object({ id: z.string(), name: z.string() }).nullable(),
      isOwn: z.boolean(),
      /** Of the own setting; 0: there is none. */
      version: z.number(),
      can: z.object({ set: z.boolean() }),
    }),
  ),
});

export const saveReportSetting = endpoint({
  method: 'POST',
  path: '/api/jczc/set',
  summary: '保存本组织的报表设置；没有自己设置的下级一并沿用',
  access: 'report:set',
  scope: 'org',
  audit: '设置报表',
  idempotent: true,
  input: z.object({ version: z.int().min(0), lines: z.array(line).max(100, '报表太多') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [reportSetting, getReport, listReport],
});

export const dropReportSetting = endpoint({
  method: 'DELETE',
  path: '/api/jczc/set',
  summary: '取消本组织的报表设置，重新沿用上级的',
  access: 'report:set',
  scope: 'org',
  audit: '取消报表设置',
  input: z.object({ version: count.pipe(z.int().min(1)) }),
  inQuery: ['version'],
  reply: data(z.null()),
  stale: () => [reportSetting, getReport, listReport],
});
