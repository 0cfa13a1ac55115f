import { z } from 'zod';
import { count, data, EXPORT_RATE, endpoint, ids, line, required } from '#platform/contract.ts';
import { getPart, listParts, officeHome } from './contract.part.ts';
import { getTask, listTasks, PART_VIEWS, TASK_VIEWS, taskMatrix } from './contract.ts';

/** The four lists of the office, by their tabs. */
export const LIST_VIEWS = { ...PART_VIEWS, ...TASK_VIEWS } as const;
export type ListView = keyof typeof LIST_VIEWS;
const view = z.enum(Object.keys(LIST_VIEWS) as [ListView, ...ListView[]], '视图不正确');

/** More entries of one month are a list. */
export const MOST_ENTRIES = 500;

export const taskCalendar = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/calendar',
  summary: '任务日历：一个月里哪天有什么到期',
  access: 'task:read',
  scope: 'org',
  input: z.object({ view, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份不正确') }),
  reply: data(
    z.array(
      z.object({
        /** `YYYY-MM-DD`: the last day. */
        day: z.string(),
        taskId: z.string(),
        circleId: z.string(),
        title: z.string(),
        circle: z.string(),
        /** The state of the own part, or how many of a given cycle are still open. */
        words: z.string(),
        /** Nothing of it is to be done any more. */
        isDone: z.boolean(),
        isOverdue: z.boolean(),
      }),
    ),
  ),
});

export const receiveParts = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/part/receiveAll',
  summary: '一次接收多件办理件',
  access: 'task:answer',
  scope: 'org',
  targets: { ids: 'officePart[]' },
  audit: '接收任务',
  idempotent: true,
  input: z.object({ ids }),
  reply: data(z.object({ received: z.number(), skipped: z.number() })),
  stale: () => [listParts, getPart, listTasks, getTask, taskMatrix, officeHome],
});

export const urgeTasks = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/urgeAll',
  summary: '一次催办多项任务：只提醒没有上报的组织',
  access: 'task:give',
  scope: 'org',
  targets: { ids: 'officeTask[]' },
  audit: '任务催办',
  asks: {},
  idempotent: true,
  input: z.object({ ids }),
  reply: data(z.object({ tasks: z.number(), reminded: z.number(), missing: z.array(z.string()) })),
  stale: () => [getTask, taskMatrix],
});

export const exportTasks = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/export',
  summary: '导出任务列表',
  access: 'task:read',
  scope: 'org',
  audit: '导出任务',
  rate: EXPORT_RATE,
  input: z.object({
    view,
    state: count.optional(),
    only: z.enum(['reported', 'overdue'], '视图不正确').optional(),
    keyWords: line(60, '任务名称').optional(),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
