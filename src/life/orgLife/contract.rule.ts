import { z } from 'zod';
import { ORG_TYPES } from '#people/org/contract.ts';
import { count, data, date, done, endpoint, id, optional, required } from '#platform/contract.ts';
import { dutyMatrix, dutyOverview, dutyType, dutyYear, listOwed, listSilent } from './contract.duty.ts';
import { TERM_NAMES, type Terms } from './rules.ts';

/** Sets what organisations owe; a matter of the whole site. */
export const RULES_RIGHT = 'event:rules';

const per = z.enum(['month', 'quarter', 'year'], '请选择频次');
/** Sorts of organisations, `46,47`. */
const orgTypes = z
  .string('请选择适用的组织类别')
  .regex(/^(\d{2}(,\d{2})*)?$/, '请选择适用的组织类别')
  .transform((value) => [...new Set(value.split(',').filter(Boolean).map(Number))])
  .refine((list) => list.every((one) => one in ORG_TYPES), '请选择适用的组织类别');

const change = {
  act: z.enum(['add', 'change', 'end'], '请选择操作'),
  id: optional(id),
  type: dutyType,
  per,
  orgTypes,
  clause: required(200, '依据'),
  /** The first day of it, of an end the first day without it. */
  fromOn: date,
};
export const ruleReason = required(200, '原因');
export const ruleClause = change.clause;

const counts = z.object({ total: z.number(), ok: z.number(), due: z.number(), missing: z.number() });

export const listRules = endpoint({
  method: 'GET',
  path: '/api/zzsh/rule/list',
  summary: '应开规则：哪些组织按什么频次召开哪类会议，依据和起止日期',
  access: 'event:read',
  scope: 'none',
  input: z.object({}),
  reply: data(
    z.object({
      today: z.string(),
      rules: z.array(
        z.object({
          id: z.string(),
          type: z.number(),
          typeName: z.string(),
          per,
          perText: z.string(),
          orgTypes: z.array(z.number()),
          orgText: z.string(),
          clause: z.string(),
          fromOn: z.string(),
          untilOn: z.string().nullable(),
          state: z.enum(['holds', 'later', 'ended']),
          /** Who set or ended it why; empty for those that the platform came with. */
          note: z.string(),
          can: z.object({ change: z.boolean() }),
        }),
      ),
      /** Terms in days, and who set them last. */
      terms: z.object({
        silentDays: z.number(),
        archiveDays: z.number(),
        reportDays: z.number(),
        planDays: z.number(),
        version: z.number(),
        note: z.string(),
      }),
      can: z.object({ add: z.boolean() }),
    }),
  ),
});
export type RuleRow = z.infer<typeof listRules.reply.schema>['rules'][number];

export const previewRule = endpoint({
  method: 'GET',
  path: '/api/zzsh/rule/preview',
  summary: '应开规则改动的影响：改动所在年份应开、缺开的变化',
  access: RULES_RIGHT,
  scope: 'none',
  input: z.object(change),
  reply: data(z.object({ year: z.number(), typeName: z.string(), before: counts, after: counts })),
});

export const changeRule = endpoint({
  method: 'POST',
  path: '/api/zzsh/rule/change',
  summary: '新增、修改或停止一条应开规则，从指定的日期起',
  access: RULES_RIGHT,
  scope: 'none',
  audit: '设置应开规则',
  idempotent: true,
  input: z.object({ ...change, reason: ruleReason }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listRules, dutyOverview, dutyMatrix, dutyYear, listOwed],
});

const term = (name: keyof Terms) => {
  const { label, from, to } = TERM_NAMES[name];
  const sentence = `${label.replace('（天）', '')}应为${from}到${to}天`;
  return count.pipe(z.int(sentence).min(from, sentence).max(to, sentence));
};
export const termFields = {
  silentDays: term('silentDays'),
  archiveDays: term('archiveDays'),
  reportDays: term('reportDays'),
  planDays: term('planDays'),
};

export const setTerms = endpoint({
  method: 'POST',
  path: '/api/zzsh/rule/terms',
  summary: '设置组织生活的期限：静默支部、自动归档、民主生活会报告',
  access: RULES_RIGHT,
  scope: 'none',
  audit: '设置组织生活期限',
  idempotent: true,
  input: z.object({ ...termFields, version: z.int() }),
  reply: done,
  stale: () => [listRules, listSilent],
});
