import { z } from 'zod';
import { revealMember } from '#people/member/contract.reveal.ts';
import { data, EXPORT_RATE, endpoint, id, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { listTasks } from './contract.ts';

/** 督办单: who is late with a task, for how many days, and whom to call. */
export const printUrging = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/urgeSheet',
  summary: '打印督办单：逾期的组织、天数、书记和联系电话（个人电话遮蔽）',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '打印督办单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

/** The same with whole numbers: each person's is noted in the own history and counts as one of the day's views. */
export const printUrgingFull = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/urgeSheet/reveal',
  summary: '打印督办单，电话为原值（逐人留痕），每人计入查看原值的每日次数',
  access: revealMember.access,
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '打印督办单完整电话',
  pii: true,
  atOnce: 4,
  input: z.object({ id, reason: required(100, '打印用途') }),
  reply: paperReply,
});

export const exportTaskFiles = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/exportFiles',
  summary: '打包下载各组织上报的附件，文件名为“组织-周期-文件名”',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '打包下载任务附件',
  rate: EXPORT_RATE,
  input: z.object({ id, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

/** What it says is kept as a template or written as a new draft, its days as many years later as lie between. */
export const copyTask = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/copy',
  summary: '用本组织的任务或模板新建草稿，日期顺延到今年',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '复制任务',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTasks],
});

const templateRow = z.object({
  id: z.string(),
  title: z.string(),
  kindName: z.string(),
  frequencyName: z.string(),
  savedAt: z.string(),
  savedBy: z.string(),
});
export type TemplateRow = z.infer<typeof templateRow>;

export const saveTemplate = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsTask/template',
  summary: '把本组织的任务存为模板：要求、附件、表样、发给谁都留着',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '存为任务模板',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTemplates],
});

/** Templates of one organisation that a list shows. */
export const MOST_TEMPLATES = 200;

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsTask/templates',
  summary: '本组织的任务模板',
  access: 'task:give',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(templateRow)),
});
