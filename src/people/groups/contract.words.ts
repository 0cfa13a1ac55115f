import { z } from 'zod';
import {
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { comparableWord, WORD_KINDS } from '#platform/text/textWords.ts';

/** So many words the site keeps. */
export const MOST_WORDS = 10_000;
/** Lines of one import. */
export const MOST_LINES = 2_000;

const kind = count.pipe(z.int().min(1, '请选择类型').max(3, '请选择类型'));
const isProper = (of: { kind: number; word: string; proper: string }) =>
  of.kind !== 3 || (of.proper !== '' && of.proper !== of.word);

export const wordFields = {
  kind,
  word: required(30, '词').refine((word) => comparableWord(word).length >= 2, '至少两个字'),
  proper: line(30, '规范写法').default(''),
  note: line(100, '说明').default(''),
};
export const wordForm = z
  .object(wordFields)
  .refine(isProper, { path: ['proper'], message: '请输入与原词不同的规范写法' });

const wordRow = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  word: z.string(),
  proper: z.string(),
  note: z.string(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type WordRow = z.infer<typeof wordRow>;

export const listWords = endpoint({
  method: 'GET',
  path: '/api/nrgl/word/listPage',
  summary: '词库：禁止、提醒和规范表述',
  access: 'text:words',
  scope: 'none',
  input: z.object({ ...page, kind: kind.optional(), word: line(30, '词').optional() }),
  reply: rows(wordRow),
});

export const usedWords = endpoint({
  method: 'GET',
  path: '/api/nrgl/word/used',
  summary: '写作时检查用的词：类型、词、规范写法',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(z.array(z.tuple([z.number(), z.string(), z.string()]))),
});

export const createWord = endpoint({
  method: 'POST',
  path: '/api/nrgl/word',
  summary: '新增词',
  access: 'text:words',
  scope: 'none',
  audit: '新增词库',
  idempotent: true,
  input: z.object(wordFields),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listWords, usedWords],
});

export const updateWord = endpoint({
  method: 'PUT',
  path: '/api/nrgl/word',
  summary: '修改词',
  access: 'text:words',
  scope: 'none',
  audit: '修改词库',
  idempotent: true,
  input: z.object({ ...wordFields, id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listWords, usedWords],
});

export const removeWord = endpoint({
  method: 'DELETE',
  path: '/api/nrgl/word',
  summary: '删除词',
  access: 'text:words',
  scope: 'none',
  audit: '删除词库',
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: () => [listWords, usedWords],
});

export const importWords = endpoint({
  method: 'POST',
  path: '/api/nrgl/word/import',
  summary: '导入词：一行一个，类型、词、规范写法、说明用制表符或逗号隔开；已有的更新',
  access: 'text:words',
  scope: 'none',
  audit: '导入词库',
  idempotent: true,
  input: z.object({ text: text(200_000, '内容').refine((value) => value.trim() !== '', '请粘贴要导入的词') }),
  reply: data(z.object({ added: z.number(), changed: z.number() })),
  stale: () => [listWords, usedWords],
});

export const exportWords = endpoint({
  method: 'POST',
  path: '/api/nrgl/word/export',
  summary: '导出词库，带导出编号',
  access: 'text:words',
  scope: 'none',
  audit: '导出词库',
  rate: EXPORT_RATE,
  input: z.object({}),
  reply: file,
});

export const kindName = (of: number): string => WORD_KINDS[of as keyof typeof WORD_KINDS] ?? '';
