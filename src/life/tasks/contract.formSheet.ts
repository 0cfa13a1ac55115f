import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { FORM, filledRow } from './contract.form.ts';

export const exportForm = endpoint({
  method: 'POST',
  path: `${FORM}/export`,
  summary: '导出填表：汇总一张，每个组织一张；或每个组织一个文件的压缩包',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '导出填表',
  rate: EXPORT_RATE,
  input: z.object({
    id,
    circleId: id.optional(),
    /** `sheets` one workbook; `zip` one for each organisation and one of the sums. */
    as: z.enum(['sheets', 'zip'], '请选择导出成什么').default('sheets'),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});

export const formTemplate = endpoint({
  method: 'POST',
  path: `${FORM}/template`,
  summary: '下载一件办理件的填表模板，带着已经填的',
  access: 'task:answer',
  scope: 'org',
  targets: { id: 'officePart' },
  input: z.object({ id }),
  reply: file,
});

/** Multipart: `file` (xlsx, xls or csv), `id` of the part. */
export const readForm = endpoint({
  method: 'POST',
  path: `${FORM}/read`,
  summary: '读回填好的模板：只读出各格，核对后由填表人保存',
  access: 'task:answer',
  scope: 'org',
  upload: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ rows: z.array(filledRow), read: z.number(), passed: z.array(z.string()) })),
});

export const printForm = endpoint({
  method: 'POST',
  path: `${FORM}/print`,
  summary: '打印一件办理件填的表',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officePart' },
  audit: '打印填表',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
