import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  flag,
  id,
  ids,
  line,
  optional,
  page,
  required,
  rows,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    dict: true;
  }
}

export const dictItem = z.object({
  id: z.string(),
  parentid: z.string(),
  name: z.string(),
  value: z.string(),
  dictionaryCode: z.string(),
});

/** The parent of what stands at the top (specification, section 3). */
export const ROOT = 'ROOT';

export const selectDict = endpoint({
  method: 'GET',
  path: '/api/sys/dict/select',
  summary: '字典项和逐字的读音（供拼音查找）；多个字典用逗号分开',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({ dictionaryCode: line(200, '字典编码').min(1, '请输入字典编码') }),
  reply: data(z.array(dictItem.extend({ readings: z.string() }))),
});

/** A node of the editor's tree: a dictionary, or an entry that has entries below it. */
export const dictTree = endpoint({
  method: 'GET',
  path: '/api/sys/dict/tree',
  summary: '字典树：各字典，以及其中有下级的字典项',
  access: 'dict:read',
  scope: 'none',
  silent: true,
  input: z.object({
    parentId: id.optional(),
    keyWords: line(40, '关键字').optional(),
    limit: count.pipe(z.int().min(1).max(200)).default(200),
  }),
  reply: data(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        parentId: z.string().nullable(),
        isLeaf: z.boolean(),
        count: z.number(),
      }),
    ),
  ),
});

export const dictRow = dictItem.extend({
  nationalCode: z.string(),
  enabled: z.boolean(),
  builtIn: z.boolean(),
  childCount: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), add: z.boolean() }),
});
export type DictRow = z.infer<typeof dictRow>;

export const listDict = endpoint({
  method: 'GET',
  path: '/api/sys/dict/listPage',
  summary: '字典项列表：一个字典或字典项的下级，或按名称、值查找',
  access: 'dict:read',
  scope: 'none',
  input: z.object({
    ...page,
    /** A dictionary's or an entry's id; `ROOT`: the dictionaries. With `name` everything below it is searched. */
    parentid: z.union([z.literal(ROOT), id], '上级不正确').default(ROOT),
    name: line(40, '名称').optional(),
  }),
  reply: rows(dictRow, {
    /** The dictionary and the entries down to the chosen one. */
    place: z.array(dictRow),
    can: z.object({
      /** A dictionary of its own. */
      add: z.boolean(),
    }),
  }),
});

const value = required(40, '值').regex(/^[\w.-]+$/, '值由字母、数字、点和横线组成');
const name = required(60, '名称');
const nationalCode = line(20, '国家代码');
const deleteReason = required(200, '删除原因');

/** What an editor writes of an entry. */
export const dictFields = z.object({ name, value, nationalCode, enabled: flag });

export const createDict = endpoint({
  method: 'POST',
  path: '/api/sys/dict',
  summary: '新增字典项',
  access: 'dict:write',
  scope: 'none',
  targets: { parentid: 'dict' },
  audit: '新增字典项',
  idempotent: true,
  input: z.object({
    parentid: id,
    name,
    value,
    nationalCode: nationalCode.default(''),
    enabled: flag.default(true),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [selectDict, listDict, dictTree],
});

export const updateDict = endpoint({
  method: 'PUT',
  path: '/api/sys/dict',
  summary: '修改字典或字典项；值不能修改',
  access: 'dict:write',
  scope: 'none',
  targets: { id: 'dict' },
  audit: '修改字典项',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    name: name.optional(),
    nationalCode: nationalCode.optional(),
    enabled: flag.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [selectDict, listDict, dictTree],
});

export const moveDict = endpoint({
  method: 'PUT',
  path: '/api/sys/dict/updateSort',
  summary: '调整字典项的顺序：移到同级另一项之后，或最前',
  access: 'dict:write',
  scope: 'none',
  targets: { id: 'dict' },
  audit: '调整字典项顺序',
  input: z.object({
    id,
    after: optional(id),
    /** Instead of `after`: before this one, e.g. the first of a list's later page. */
    before: optional(id).default(null),
  }),
  reply: done,
  stale: () => [selectDict, listDict],
});

export const removeDict = endpoint({
  method: 'DELETE',
  path: '/api/sys/dict',
  summary: '删除一个字典项',
  access: 'dict:write',
  scope: 'none',
  targets: { id: 'dict' },
  audit: '删除字典项',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [selectDict, listDict, dictTree],
});

export const removeDicts = endpoint({
  method: 'DELETE',
  path: '/api/sys/dict/del',
  summary: '删除几个字典项；有一项不能删除则都不删除',
  access: 'dict:write',
  scope: 'none',
  audit: '删除字典项',
  idempotent: true,
  input: z.object({ ids, deleteReason }),
  reply: done,
  stale: () => [selectDict, listDict, dictTree],
});

export const createCategory = endpoint({
  method: 'POST',
  path: '/api/sys/dict/gategory',
  summary: '新增字典',
  access: 'dict:write',
  scope: 'none',
  audit: '新增字典',
  idempotent: true,
  input: z.object({
    dictionaryCode: required(20, '字典编码').regex(/^\d{4}$/, '字典编码为四位数字'),
    name,
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listDict, dictTree],
});

export const removeCategory = endpoint({
  method: 'DELETE',
  path: '/api/sys/dict/deleteGategory',
  summary: '删除没有字典项的字典',
  access: 'dict:write',
  scope: 'none',
  targets: { id: 'dict' },
  audit: '删除字典',
  idempotent: true,
  input: z.object({ id, deleteReason }),
  reply: done,
  stale: () => [listDict, dictTree],
});

export const exportDict = endpoint({
  method: 'GET',
  path: '/api/sys/dict/export',
  summary: '导出一个字典，不选时导出全部',
  access: 'dict:read',
  scope: 'none',
  audit: '导出数据字典',
  rate: EXPORT_RATE,
  input: z.object({ id: id.optional() }),
  reply: file,
});
