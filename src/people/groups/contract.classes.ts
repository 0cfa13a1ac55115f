import { z } from 'zod';
import { binReason, count, data, done, endpoint, id, optional, required, text } from '#platform/contract.ts';
import { labelledRows } from './contract.labels.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    group: true;
    label: true;
    classification: true;
  }
}

/** Levels of the tree, and how many classes there may be in all. */
export const MAX_LEVEL = 4;
export const MAX_CLASSES = 500;

const classItem = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  pinyin: z.string(),
  initials: z.string(),
  description: z.string(),
  sort: z.number(),
  /** Rows of the scope that stand in it, without those of the classes below. */
  uses: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type ClassItem = z.infer<typeof classItem>;

export const listClasses = endpoint({
  method: 'GET',
  path: '/api/nrgl/classification/list',
  summary: '内容分类，全部，按上下级与次序',
  access: 'session',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(z.array(classItem)),
});

export const classForm = z.object({
  parentId: optional(id),
  name: required(30, '名称'),
  description: text(200, '说明'),
});

export const createClass = endpoint({
  method: 'POST',
  path: '/api/nrgl/classification',
  summary: '新增分类',
  access: 'label:write',
  scope: 'none',
  audit: '新增分类',
  idempotent: true,
  input: classForm.extend({
    parentId: classForm.shape.parentId.default(null),
    description: classForm.shape.description.default(''),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listClasses],
});

export const updateClass = endpoint({
  method: 'PUT',
  path: '/api/nrgl/classification',
  summary: '修改分类；只传改动的字段；after 为同级中的前一个，空为最前',
  access: 'label:write',
  scope: 'none',
  targets: { id: 'classification' },
  audit: '修改分类',
  idempotent: true,
  input: classForm.partial().extend({ id, version: count, after: optional(id).optional() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listClasses, labelledRows],
});

export const removeClass = endpoint({
  method: 'DELETE',
  path: '/api/nrgl/classification',
  summary: '删除分类到回收站；有下级或有内容的不能删除',
  access: 'label:write',
  scope: 'none',
  targets: { id: 'classification' },
  audit: '删除分类',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listClasses],
});
