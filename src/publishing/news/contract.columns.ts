import { z } from 'zod';
import { count, data, done, endpoint, flag, id, optional, required } from '#platform/contract.ts';
import { COLUMN_KINDS, COMMENTS, type ColumnKind, type Comments } from './rules.ts';

const columnKind = z.enum(Object.keys(COLUMN_KINDS) as [ColumnKind, ...ColumnKind[]], '请选择栏目类型');

/** What the form of a column holds. */
export const columnFields = {
  name: required(20, '栏目名称'),
  kind: columnKind,
  parentId: optional(id),
  approval: flag.default(true),
  comments: z.enum(Object.keys(COMMENTS) as [Comments, ...Comments[]], '请选择评论方式').default('off'),
  isOpen: flag.default(false),
  shownDays: optional(count.pipe(z.int().min(1, '请填写1至3650的天数').max(3650, '请填写1至3650的天数'))),
  sort: count.pipe(z.int().min(0, '排序不能小于0').max(9999, '排序不能大于9999')).default(0),
};
export const columnForm = z.object(columnFields);

const column = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  parentName: z.string(),
  name: z.string(),
  kind: columnKind,
  approval: z.boolean(),
  comments: z.string(),
  isOpen: z.boolean(),
  shownDays: z.number().nullable(),
  sort: z.number(),
  /** Articles of every state, of the whole deployment. */
  articles: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Column = z.infer<typeof column>;

export const listColumns = endpoint({
  method: 'GET',
  path: '/api/zhhd/programa/list',
  summary: '栏目列表',
  access: 'dj:djzx',
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(column)),
});

export const createColumn = endpoint({
  method: 'POST',
  path: '/api/zhhd/programa',
  summary: '新增栏目',
  access: 'archive:column',
  scope: 'none',
  audit: '新增栏目',
  idempotent: true,
  input: columnForm,
  reply: data(z.object({ id: z.string() })),
  stale: () => [listColumns],
});

export const updateColumn = endpoint({
  method: 'PUT',
  path: '/api/zhhd/programa',
  summary: '修改栏目',
  access: 'archive:column',
  scope: 'none',
  audit: '修改栏目',
  input: columnForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listColumns],
});

export const removeColumn = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/programa',
  summary: '删除没有内容的栏目',
  access: 'archive:column',
  scope: 'none',
  audit: '删除栏目',
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: () => [listColumns],
});

export const mergeColumn = endpoint({
  method: 'POST',
  path: '/api/zhhd/programa/merge',
  summary: '合并栏目：内容移到另一栏目，原栏目删除',
  access: 'archive:column',
  scope: 'none',
  audit: '合并栏目',
  idempotent: true,
  input: z.object({ id, intoId: id }),
  reply: data(z.object({ moved: z.number() })),
  stale: () => [listColumns],
});
