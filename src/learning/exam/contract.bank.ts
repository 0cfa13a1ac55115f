import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  ids,
  line,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { MAX_OPTIONS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    examBatch: true;
    questionLib: true;
    examPaper: true;
    exam: true;
  }
}

const can = z.object({ edit: z.boolean(), remove: z.boolean() });

const libRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  name: z.string(),
  remark: z.string(),
  questions: z.number(),
  /** How many of each kind, by its value. */
  kinds: z.record(z.string(), z.number()),
  toMend: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can,
});
export type LibRow = z.infer<typeof libRow>;

export const listLibs = endpoint({
  method: 'GET',
  path: '/api/zhjy/question/lib/listPage',
  summary: '题库列表：本组织及下级的题库',
  access: 'exam:write',
  scope: 'org',
  input: z.object({ ...page, keyWords: line(60, '关键字').optional() }),
  reply: rows(libRow),
});

export const getLib = endpoint({
  method: 'GET',
  path: '/api/zhjy/question/lib/{id}',
  summary: '一个题库，各题型、各难度有多少题',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'questionLib' },
  input: z.object({ id }),
  reply: data(
    libRow.extend({ levels: z.array(z.object({ kind: z.number(), difficulty: z.number(), n: z.number() })) }),
  ),
});

export const libForm = z.object({ name: required(40, '题库名称'), remark: text(200, '说明').default('') });

export const createLib = endpoint({
  method: 'POST',
  path: '/api/zhjy/question/lib',
  summary: '新增题库',
  access: 'exam:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增题库',
  idempotent: true,
  input: libForm.extend({ orgId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listLibs],
});

export const updateLib = endpoint({
  method: 'PUT',
  path: '/api/zhjy/question/lib',
  summary: '修改题库的名称和说明',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'questionLib' },
  audit: '修改题库',
  idempotent: true,
  input: libForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listLibs, getLib],
});

export const removeLib = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/question/lib',
  summary: '删除题库；试卷还在从中抽题的不能删除',
  access: 'exam:write',
  scope: 'org',
  targets: { id: 'questionLib' },
  audit: '删除题库',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listLibs, getLib],
});

const level = count.pipe(z.int().min(1, '难度应为1到5').max(5, '难度应为1到5'));
const kind = count.pipe(z.int().min(1, '题型不正确').max(5, '题型不正确'));

const questionRow = z.object({
  id: z.string(),
  libId: z.string(),
  kind: z.number(),
  stem: z.string(),
  rich: z.string(),
  options: z.array(z.string()),
  key: z.array(z.string()),
  explanation: z.string(),
  difficulty: z.number(),
  labels: z.array(z.string()),
  number: z.number(),
  isUsed: z.boolean(),
  toMend: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
});
export type QuestionRow = z.infer<typeof questionRow>;

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/zhjy/question/listPage',
  summary: '题库里的试题',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  input: z.object({
    ...page,
    libId: id,
    kind: kind.optional(),
    difficulty: level.optional(),
    toMend: z.enum(['', '1'], '是否待修订不正确').default(''),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(questionRow),
});

/** Characters of HTML that a stem may have; pictures are files and do not count. */
const MOST_RICH = 30_000;

/** What the form of a question holds. */
export const questionFields = {
  kind: z.int('请选择题型').min(1, '请选择题型').max(5, '请选择题型'),
  /** The words; what is given as `rich` says them anew. */
  stem: text(1000, '题干').default(''),
  /** The stem as HTML, with pictures, tables and marked words. */
  rich: z.string().max(MOST_RICH, '题干的排版内容太长').default(''),
  options: z.array(text(300, '选项')).max(MAX_OPTIONS, `选项最多${MAX_OPTIONS}个`).default([]),
  key: z.array(text(1000, '答案')).max(20, '答案最多20个').default([]),
  explanation: text(1000, '解析').default(''),
  difficulty: z.int('难度应为1到5').min(1, '难度应为1到5').max(5, '难度应为1到5').default(3),
  labels: z.array(required(20, '标签')).max(5, '标签最多5个').default([]),
};

export const createQuestion = endpoint({
  method: 'POST',
  path: '/api/zhjy/question',
  summary: '新增试题',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  audit: '新增试题',
  idempotent: true,
  input: z.object({ ...questionFields, libId: id }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listQuestions, getLib, listLibs],
});

export const updateQuestion = endpoint({
  method: 'PUT',
  path: '/api/zhjy/question',
  summary: '修改试题；考试用过的成为新的版本，考过的答卷不变',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  audit: '修改试题',
  idempotent: true,
  input: z.object({ ...questionFields, libId: id, id, version: z.int() }),
  reply: data(z.object({ version: z.number(), number: z.number() })),
  stale: () => [listQuestions, getLib, listLibs],
});

export const removeQuestions = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/question',
  summary: '删除试题；手工试卷里还有的不能删除',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  audit: '删除试题',
  input: z.object({ libId: id, ids, deleteReason: required(200, '删除原因') }),
  reply: data(z.object({ count: z.number() })),
  stale: () => [listQuestions, getLib, listLibs],
});

const readQuestion = z.object({
  line: z.number(),
  kind: z.number(),
  stem: z.string(),
  options: z.array(z.string()),
  key: z.array(z.string()),
  explanation: z.string(),
  difficulty: z.number(),
  labels: z.array(z.string()),
  rich: z.string(),
  faults: z.array(z.string()),
  /** What had to be guessed. */
  doubts: z.array(z.string()),
  /** A question of the bank, or an earlier line, asks the same. */
  same: z.string(),
});
export type ReadRow = z.infer<typeof readQuestion>;
export const MOST_READ = 1000;

export const readPasted = endpoint({
  method: 'POST',
  path: '/api/zhjy/question/read',
  summary: '读出从Word粘贴的试题：逐题检查，指出与题库相同的题干；不写入',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  input: z.object({ libId: id, text: text(400_000, '试题').refine((value) => value !== '', '请粘贴试题') }),
  reply: data(z.object({ questions: z.array(readQuestion) })),
});

/** Multipart: `file` (xlsx, xls or csv) and `libId`. */
export const readSheet = endpoint({
  method: 'POST',
  path: '/api/zhjy/question/sheet',
  summary: '读出表格里的试题：逐题检查，指出与题库相同的题干；不写入',
  access: 'exam:write',
  scope: 'org',
  upload: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ questions: z.array(readQuestion) })),
});

export const addQuestions = endpoint({
  method: 'POST',
  path: '/api/zhjy/question/batch',
  summary: '把检查过的试题一起加入题库；题干与题库相同的跳过',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  audit: '批量新增试题',
  idempotent: true,
  input: z.object({
    libId: id,
    questions: z
      .array(z.object(questionFields), '请选择试题')
      .min(1, '没有可以加入的试题')
      .max(MOST_READ, `一次最多加入${MOST_READ}道`),
  }),
  reply: data(z.object({ added: z.number(), same: z.number() })),
  stale: () => [listQuestions, getLib, listLibs],
});

export const questionTemplate = endpoint({
  method: 'GET',
  path: '/api/zhjy/question/template',
  summary: '下载试题导入模板',
  access: 'exam:write',
  scope: 'none',
  input: z.object({}),
  reply: file,
});

export const exportQuestions = endpoint({
  method: 'POST',
  path: '/api/zhjy/question/export',
  summary: '导出题库，列与导入模板相同，带导出编号',
  access: 'exam:write',
  scope: 'org',
  targets: { libId: 'questionLib' },
  audit: '导出题库',
  rate: EXPORT_RATE,
  input: z.object({ libId: id }),
  reply: file,
});
