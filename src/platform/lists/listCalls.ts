import { z } from 'zod';
import { data, done, endpoint, flag, id, line, required } from '#platform/contract.ts';

/** The calls of the module `lists`; they stand here because the shared list speaks them. */

/** A list's path, e.g. `/affairs/member`. */
const listPath = required(60, '页面');

export const listViews = endpoint({
  method: 'GET',
  path: '/api/search/view/list',
  summary: '某页保存的视图',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ page: line(60, '页面') }),
  reply: data(
    z.array(z.object({ id: z.string(), name: z.string(), query: z.string(), shared: z.boolean(), mine: z.boolean() })),
  ),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/search/view',
  summary: '保存视图（本人或本组织共享）',
  access: 'session',
  scope: 'own',
  audit: '保存视图',
  idempotent: true,
  input: z.object({
    page: listPath,
    name: required(20, '视图名称'),
    query: z.string().max(2000),
    shared: flag.default(false),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listViews],
});

export const removeView = endpoint({
  method: 'DELETE',
  path: '/api/search/view',
  summary: '删除视图',
  access: 'session',
  scope: 'own',
  targets: { id: 'view' },
  audit: '删除视图',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listViews],
});

/** CSS pixels of a column. */
export const NARROWEST = 48;
export const WIDEST = 600;

const columnKey = z.string('列不正确').regex(/^\w{1,40}$/, '列不正确');
const columnKeys = z.array(columnKey, '列不正确').max(80, '列太多');
const columnChoice = z.strictObject({
  order: columnKeys,
  hidden: columnKeys,
  widths: z.record(columnKey, z.int('列宽不正确').min(NARROWEST, '列宽不正确').max(WIDEST, '列宽不正确')),
});
/** How the columns of a list were arranged. */
export type ColumnChoice = z.infer<typeof columnChoice>;

const tableMemory = z.strictObject({
  columns: columnChoice.optional(),
  /** 大字 shows other columns at other widths: it is arranged apart. */
  largeColumns: columnChoice.optional(),
  sort: columnKey.optional(),
  order: z.literal('desc', '排序不正确').optional(),
  /** Of the list without any filter. */
  pageNum: z.int('页码不正确').min(2, '页码不正确').max(1_000_000, '页码太大').optional(),
  pageSize: z.int('每页条数不正确').min(1, '每页条数不正确').max(200, '每页最多200条').optional(),
  /** Of the menu of a role: the addresses of its tabs that stand in 常用, in their order. */
  pins: z
    .array(z.string('页签不正确').regex(/^(\/[\w:]{1,60}){1,6}(\?tab=\w{1,20})?$/, '页签不正确'), '页签不正确')
    .max(8, '常用最多放8个页签')
    .optional(),
});
/** What an account changed of one list; a missing field is unchanged. */
export type TableMemory = z.infer<typeof tableMemory>;

export const listTables = endpoint({
  method: 'GET',
  path: '/api/search/table/list',
  summary: '本人调整过的各列表：列、排序、页码、每页条数；菜单里的常用页签',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(z.object({ page: z.string(), memory: tableMemory }))),
});

/** An arrangement of columns proves nothing to anybody, so that no audit row is written for it. */
export const keepTable = endpoint({
  method: 'PUT',
  path: '/api/search/table',
  summary: '记住本人对一个列表的调整；空的调整恢复默认',
  access: 'session',
  scope: 'own',
  silent: true,
  rate: { hits: 120, seconds: 60, by: 'account' },
  input: z.object({ page: listPath, memory: tableMemory }),
  reply: done,
});
