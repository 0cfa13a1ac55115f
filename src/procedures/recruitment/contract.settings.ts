import { z } from 'zod';
import { count, data, date, done, endpoint } from '#platform/contract.ts';
import { getFile } from './contract.ts';

const settings = z.object({
  /** The first day of the 细则 of 2026. */
  switchDay: z.string(),
  /** Whether the first day of a 公示 counts where it is a working day. */
  inclusive: z.boolean(),
  /** Days after which a step reads as 补登. */
  lateDays: z.number(),
  thoughtMonths: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});

export const getRuleSettings = endpoint({
  method: 'GET',
  path: '/api/fzdy/setting',
  summary: '发展党员规则设置：2026年细则的施行日期、公示首日、补登天数、思想汇报间隔',
  access: 'recruit:read',
  scope: 'none',
  input: z.object({}),
  reply: data(settings),
});

export const saveRuleSettings = endpoint({
  method: 'PUT',
  path: '/api/fzdy/setting',
  summary: '保存发展党员规则设置',
  access: 'recruit:template',
  scope: 'none',
  audit: '设置发展党员规则',
  idempotent: true,
  input: z.object({
    switchDay: date,
    inclusive: z.enum(['yes', 'no'], '请选择公示首日是否计入'),
    lateDays: count.pipe(z.int('应为整数').min(1, '至少1天').max(365, '最多365天')),
    thoughtMonths: count.pipe(z.int('应为整数').min(1, '至少1个月').max(12, '最多12个月')),
    version: count,
  }),
  reply: done,
  stale: () => [getRuleSettings, getFile],
});
