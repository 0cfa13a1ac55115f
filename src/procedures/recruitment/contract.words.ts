import { z } from 'zod';
import { count, data, done, endpoint, file, id, required } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';

const RIGHT = 'recruit:template';
const step = count.pipe(z.int('请选择步骤').min(1, '请选择步骤').max(25, '请选择步骤'));
const number = count.pipe(z.int());
const fileId = z.string('请上传文档').regex(/^[0-9a-f]{32}$/, '请上传文档');

const version = z.object({
  number: z.number(),
  remark: z.string(),
  fields: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  /** The document as it was uploaded; null once it is gone. */
  file: uploadedFile.nullable(),
});

const word = z.object({
  id: z.string(),
  title: z.string(),
  step: z.number(),
  /** The version that is given out. */
  number: z.number(),
  isRetired: z.boolean(),
  versions: z.array(version),
});
export type WordRow = z.infer<typeof word>;

export const listWords = endpoint({
  method: 'GET',
  path: '/api/fzdy/word/list',
  summary: '自制的 Word 材料模板和各个版本',
  access: RIGHT,
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(word)),
});

export const wordChoices = endpoint({
  method: 'GET',
  path: '/api/fzdy/word/choices',
  summary: '可以按档案填写并下载的 Word 材料',
  access: 'recruit:write',
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(z.object({ id: z.string(), title: z.string(), step: z.number() }))),
});

const changed = () => [listWords, wordChoices];

export const addWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/word',
  summary: '上传一份自制的 Word 材料模板（docx），不认识的字段指出来',
  access: RIGHT,
  scope: 'none',
  audit: '新增 Word 材料模板',
  idempotent: true,
  input: z.object({ title: required(40, '材料名称'), step, file: fileId, remark: required(60, '修改说明') }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const replaceWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/word/version',
  summary: '上传自制模板的新版本，之后下载的用它',
  access: RIGHT,
  scope: 'none',
  audit: '更新 Word 材料模板',
  idempotent: true,
  input: z.object({ id, number, file: fileId, remark: required(60, '修改说明') }),
  reply: data(z.object({ number: z.number() })),
  stale: changed,
});

export const restoreWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/word/restore',
  summary: '恢复自制模板的早先版本，作为新版本；停用的随之启用',
  access: RIGHT,
  scope: 'none',
  audit: '恢复 Word 材料模板',
  input: z.object({ id, number, from: number }),
  reply: data(z.object({ number: z.number() })),
  stale: changed,
});

export const retireWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/word/retire',
  summary: '停用自制模板：不再出现在材料中，各版本留存',
  access: RIGHT,
  scope: 'none',
  audit: '停用 Word 材料模板',
  input: z.object({ id, number, reason: required(60, '停用原因') }),
  reply: done,
  stale: changed,
});

export const previewWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/word/preview',
  summary: '用示例人员填好一个版本的自制模板（docx）',
  access: RIGHT,
  scope: 'none',
  audit: '预览 Word 材料模板',
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id, number }),
  reply: file,
});

export const printWord = endpoint({
  method: 'POST',
  path: '/api/fzdy/print/word',
  summary: '按档案填好一份自制的 Word 材料（docx），证件号遮蔽，印有导出编号',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentFile' },
  audit: '下载 Word 发展党员材料',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id, wordId: id }),
  reply: file,
});
