import { z } from 'zod';
import { data, date, EXPORT_RATE, endpoint, id, ids, line, page, required, rows, text } from '#platform/contract.ts';
import { ROW_VIEWS, type RowView } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    checkRow: true;
  }
}

const runRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  state: z.number(),
  stateName: z.string(),
  /** `YYYY-MM-DD HH:mm`. */
  at: z.string(),
  by: z.string(),
  found: z.number(),
  fresh: z.number(),
  solved: z.number(),
  /** There was more than a run keeps. */
  cut: z.boolean(),
  message: z.string(),
});
export type RunRow = z.infer<typeof runRow>;

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/sjgl/check/runs',
  summary: '数据核查的历次结果，最近的在前；没有指定组织的为本组织',
  access: 'check:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({ ...page, orgId: id.optional() }),
  reply: rows(runRow),
});

const ruleSum = z.object({
  code: z.string(),
  label: z.string(),
  detail: z.string(),
  clause: z.string(),
  unit: z.string(),
  found: z.number(),
  fresh: z.number(),
  solved: z.number(),
});

export const lastRun = endpoint({
  method: 'GET',
  path: '/api/sjgl/check/last',
  summary: '一个组织最近一次数据核查：每条规则的数目、比上次新增和已解决的',
  access: 'check:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      orgName: z.string(),
      /** Null: never checked. */
      run: runRow.nullable(),
      /** One runs now. */
      going: z.boolean(),
      rules: z.array(ruleSum),
      /** What was given to the session's organisation by those above, and waits. */
      givenHere: z.number(),
      can: z.object({ start: z.boolean() }),
    }),
  ),
});

export const startRun = endpoint({
  method: 'POST',
  path: '/api/sjgl/check/start',
  summary: '按平台的规则核查一个组织及下级的数据（后台任务）；同一组织同时只有一次',
  access: 'check:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '核查数据',
  idempotent: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({ orgId: id.optional() }),
  reply: data(z.object({ id: z.string(), jobId: z.string() })),
  stale: () => [listRuns, lastRun],
});

export const checkRow = z.object({
  id: z.string(),
  rule: z.string(),
  ruleName: z.string(),
  title: z.string(),
  detail: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Who checked: an organisation above, where it was given from there. */
  checkedName: z.string(),
  /** Where it is put right; null: the reader cannot open it. */
  href: z.string().nullable(),
  state: z.number(),
  stateName: z.string(),
  dueOn: z.string().nullable(),
  isLate: z.boolean(),
  isFresh: z.boolean(),
  isSolved: z.boolean(),
  note: z.string(),
  saidBy: z.string(),
  foundOn: z.string(),
  can: z.object({ give: z.boolean(), explain: z.boolean(), mend: z.boolean() }),
});
export type CheckRow = z.infer<typeof checkRow>;

const view = z.enum(Object.keys(ROW_VIEWS) as [RowView, ...RowView[]], '视图不正确').optional();
const rule = z
  .string()
  .regex(/^[A-Za-z]{1,60}$/, '规则不正确')
  .optional();
const filters = {
  orgId: id.optional(),
  /** `given`: what organisations above have given to those of the scope; else what the organisation's own runs found. */
  side: z.enum(['own', 'given'], '范围不正确').default('own'),
  rule,
  view,
};

export const listRows = endpoint({
  method: 'GET',
  path: '/api/sjgl/check/rows',
  summary: '数据核查的结果，逐条：本组织核查的，或上级交办的；已解决的不列，除非按“本次已解决”看',
  access: 'check:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, ...filters, keyWords: line(40, '名称').optional() }),
  reply: rows(checkRow, { counts: z.record(z.string(), z.number()) }),
});

const stale = () => [listRows, lastRun];
const handled = data(z.object({ done: z.number() }));

export const giveForm = z.object({ dueOn: date, note: text(200, '要求').default('') });

export const giveRows = endpoint({
  method: 'POST',
  path: '/api/sjgl/check/give',
  summary: '把核查出的问题交办给所在的党组织，每个组织一件待办，有截止日期',
  access: 'check:write',
  scope: 'org',
  targets: { ids: 'checkRow[]' },
  audit: '交办核查问题',
  idempotent: true,
  input: giveForm.extend({ ids }),
  reply: data(z.object({ done: z.number(), orgs: z.number() })),
  stale,
});

export const explainRows = endpoint({
  method: 'POST',
  path: '/api/sjgl/check/explain',
  summary: '说明核查出的问题为什么不用改，以后的核查不再列为待处理',
  access: 'check:write',
  scope: 'org',
  targets: { ids: 'checkRow[]' },
  audit: '说明核查问题',
  idempotent: true,
  input: z.object({ ids, reason: required(200, '说明') }),
  reply: handled,
  stale,
});

export const mendRows = endpoint({
  method: 'POST',
  path: '/api/sjgl/check/mend',
  summary: '报告问题已更正；下次核查还在的，重新列为待处理',
  access: 'check:write',
  scope: 'org',
  targets: { ids: 'checkRow[]' },
  audit: '报告核查问题已更正',
  idempotent: true,
  input: z.object({ ids }),
  reply: handled,
  stale,
});

export const exportRows = endpoint({
  method: 'POST',
  path: '/api/sjgl/check/export',
  summary: '导出数据核查结果，每条一行（后台任务，带水印）',
  access: 'check:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出数据核查结果',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filters, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
