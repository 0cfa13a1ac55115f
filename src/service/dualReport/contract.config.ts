import { z } from 'zod';
import { data, date, endpoint, id, line, optional, page, rows } from '#platform/contract.ts';
import { oneOrMore } from './contract.common.ts';
import { lackingMembers, memberCoverage } from './contract.coverage.ts';
import { findReceivers } from './contract.ts';

/** What an organisation is: said to receive or not, or by the nature of its unit. */
export const RECEIVING = { on: '开通', off: '关闭', default: '按单位性质' } as const;
export type Receiving = keyof typeof RECEIVING;

export const receiverRow = z.object({
  id: z.string(),
  name: z.string(),
  above: z.string(),
  /** 单位性质 of its units, joined; empty: it has none. */
  natureNames: z.string(),
  /** What was said of it. */
  receiving: z.string(),
  /** Whether members may report to it now, and organisations. */
  members: z.boolean(),
  organisations: z.boolean(),
  /** Who has reported. */
  people: z.number(),
  pairs: z.number(),
  can: z.object({ set: z.boolean() }),
});
export type ReceiverRow = z.infer<typeof receiverRow>;

export const RECEIVER_VIEWS = { open: '接收报到的', all: '全部组织' } as const;

export const listReceiving = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/receiver/listPage',
  summary: '管理范围内哪些党组织接收报到',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(['open', 'all'], '视图不正确').default('open'),
    keyWords: line(40, '组织名称').optional(),
  }),
  reply: rows(receiverRow),
});

const whole = (label: string, from: number, to: number) =>
  z.coerce
    .number<string | number>(`请输入${label}`)
    .int(`${label}应为整数`)
    .min(from, `${label}至少${from}`)
    .max(to, `${label}最多${to}`);

/** Hours of a year that make one star to five, as they are typed: 8/10/15/20/25. */
const starHours = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(/[\s,，、/]+/)
          .filter(Boolean)
          .map(Number)
      : value,
  z
    .array(z.int('星级时长应为整数').min(1, '星级时长至少1小时').max(1000, '星级时长最多1000小时'), '请输入星级时长')
    .length(5, '请依次写一星到五星的小时数，例如8/10/15/20/25')
    .refine((list) => list.every((hours, at) => at === 0 || hours > (list[at - 1] ?? 0)), '星级时长应逐级增加'),
);

/** What the rules of 双报到 say from a day on. */
export const ruleFields = z.object({
  fromOn: date,
  occupations: oneOrMore(
    z
      .array(z.coerce.number<string | number>('工作岗位不正确').int().min(1).max(8), '请选择应报到的工作岗位')
      .min(1, '请至少选一个工作岗位')
      .transform((list) => [...new Set(list)].sort((one, other) => one - other)),
  ),
  youngest: optional(whole('最小年龄', 18, 100)),
  eldest: optional(whole('最大年龄', 18, 120)),
  reportDays: whole('报到期限（天）', 1, 365),
  goalHours: whole('年度目标（小时）', 1, 1000),
  starHours,
  noShowTimes: whole('缺席次数', 1, 20),
  noShowMonths: whole('缺席计算月数', 1, 36),
  noShowDays: whole('停止报名天数', 1, 365),
});

export const ruleForm = ruleFields.superRefine(({ youngest, eldest }, ctx) => {
  if (youngest && eldest && youngest > eldest) {
    ctx.addIssue({ code: 'custom', path: ['eldest'], message: '最大年龄不能小于最小年龄' });
  }
});

export const ruleRow = z.object({
  /** Whose it is; empty: of the platform. */
  orgName: z.string(),
  fromOn: z.string(),
  occupations: z.array(z.number()),
  occupationNames: z.string(),
  youngest: z.number().nullable(),
  eldest: z.number().nullable(),
  reportDays: z.number(),
  goalHours: z.number(),
  starHours: z.array(z.number()),
  noShowTimes: z.number(),
  noShowMonths: z.number(),
  noShowDays: z.number(),
  createdBy: z.string(),
});
export type RuleRow = z.infer<typeof ruleRow>;

/** A rule in one sentence. */
export const ruleWords = (rule: Omit<RuleRow, 'orgName' | 'fromOn' | 'createdBy' | 'occupations'>): string => {
  const ages =
    rule.youngest === null && rule.eldest === null ? '' : `（${rule.youngest ?? ''}—${rule.eldest ?? ''}岁）`;
  return [
    `${rule.occupationNames}${ages}应报到，${rule.reportDays}天内`,
    `每年${rule.goalHours}小时，一星到五星${rule.starHours.join('/')}小时`,
    `${rule.noShowMonths}个月内缺席${rule.noShowTimes}次，${rule.noShowDays}天不能报名`,
  ].join('；');
};

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getConfig',
  summary: '双报到配置：谁应报到、期限、目标、星级和缺席规则（就近的上级说了算），服务岗位，接收报到的单位性质',
  access: 'sbd:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      posts: z.array(z.object({ value: z.string(), name: z.string() })),
      memberNatures: z.string(),
      orgNatures: z.string(),
      /** Days after which what waits is late. */
      answerDays: z.number(),
      /** What counts today for the own organisation. */
      rule: ruleRow,
      /** What the own organisation has said of all days, the last first. */
      rules: z.array(ruleRow),
      can: z.object({
        /** Say who receives, of the organisations below. */
        set: z.boolean(),
        /** Edit the dictionary of the posts. */
        posts: z.boolean(),
      }),
    }),
  ),
});

export const addConfig = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/addConfig',
  summary: '双报到配置：开通或关闭一个下级党组织接收报到；或写一个党组织自某日起的报到规则',
  access: 'sbd:config',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置双报到',
  idempotent: true,
  input: z
    .object({
      orgId: id,
      receiving: z.enum(['on', 'off', 'default'], '设置不正确').optional(),
      rule: ruleForm.optional(),
    })
    .refine(({ receiving, rule }) => (receiving === undefined) !== (rule === undefined), {
      path: ['receiving'],
      message: '请选择一项设置',
    }),
  reply: data(z.null()),
  stale: () => [listReceiving, findReceivers, getConfig, lackingMembers, memberCoverage],
});
