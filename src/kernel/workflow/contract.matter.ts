import { z } from 'zod';
import { data, endpoint, fen, id, line, optional, required, rows, text } from '#platform/contract.ts';
import { wayStep } from './contract.process.ts';
import { getInstance, instanceState, listInstances } from './contract.ts';

/** 事项类别. */
export const MATTER_CATEGORIES = {
  activity: '组织活动',
  expense: '经费使用',
  commendation: '评优表彰',
  publicity: '信息发布',
  other: '其他事项',
} as const;
export type MatterCategory = keyof typeof MATTER_CATEGORIES;
export const MATTER = 'matter';

/** The form of a matter: one for raising and for fixing it. */
export const matterForm = z.object({
  title: required(60, '标题'),
  category: z.enum(Object.keys(MATTER_CATEGORIES) as [MatterCategory, ...MatterCategory[]], '请选择事项类别'),
  text: text(2000, '事由').refine((value) => value !== '', '请输入事由'),
  /** Whole fen; null: no money. */
  amount: optional(fen.min(1, '金额须大于零').max(10_000_000_000, '金额太大')).default(null),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .max(20, '最多 20 个附件')
    .refine((list) => new Set(list).size === list.length, '附件重复')
    .default([]),
  /** Whom the initiator names, by node. */
  chosen: z
    .record(z.string().max(20), z.array(id).min(1, '请选择审批人').max(20, '最多选择20人'), '请选择审批人')
    .default({}),
});

export const startable = endpoint({
  method: 'GET',
  path: '/api/workflow/matter/processes',
  summary: '本组织可以发起的事项审批流程',
  access: 'workflow:use',
  scope: 'org',
  input: z.object({}),
  reply: rows(z.object({ id: z.string(), name: z.string(), description: z.string(), orgName: z.string() })),
});

export const previewMatter = endpoint({
  method: 'POST',
  path: '/api/workflow/matter/preview',
  summary: '发起前看这件事项会经过哪些节点，哪些节点要自选审批人',
  access: 'workflow:use',
  scope: 'org',
  input: z.object({
    processId: id,
    category: matterForm.shape.category,
    amount: matterForm.shape.amount,
    title: line(60, '标题').default(''),
  }),
  reply: data(z.object({ steps: z.array(wayStep) })),
});

export const startMatter = endpoint({
  method: 'POST',
  path: '/api/workflow/matter',
  summary: '发起事项审批',
  access: 'workflow:use',
  scope: 'org',
  audit: '发起事项审批',
  idempotent: true,
  input: matterForm.extend({ processId: id }),
  reply: data(z.object({ id: z.string(), state: instanceState })),
  stale: () => [listInstances],
});

export const getMatter = endpoint({
  method: 'GET',
  path: '/api/workflow/matter/get/{id}',
  summary: '退回后要补正的事项内容；编号是审批事项的编号，只有发起人能取',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'instance' },
  input: z.object({ id }),
  reply: data(
    matterForm.extend({
      amount: z.number().nullable(),
      id: z.string(),
      version: z.number(),
      /** The last opinion with which it was returned. */
      returnedFor: z.string(),
      fileNames: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
      chosenPeople: z.array(z.object({ nodeId: z.string(), accountId: z.string(), name: z.string() })),
      processId: z.string(),
    }),
  ),
});

export const resubmitMatter = endpoint({
  method: 'PUT',
  path: '/api/workflow/matter',
  summary: '补正被退回的事项并重新提交；类别或金额改动的从头审批',
  access: 'workflow:use',
  scope: 'own',
  targets: { id: 'instance' },
  audit: '重新提交事项审批',
  idempotent: true,
  input: matterForm.extend({ id, version: z.int('版本不正确') }),
  reply: data(z.object({ state: instanceState })),
  stale: () => [listInstances, getInstance],
});
