import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  ids,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';

/** A label's colour: one of the outlines that tags have. */
export const COLOURS = { grey: '灰', red: '红', gold: '金', blue: '蓝', green: '绿', orange: '橙' } as const;
/** So many words may propose one label, so many labels one row may carry. */
export const MAX_KEYWORDS = 50;
export const MAX_LABELS = 10;

const keyword = z.string('请输入关键词').trim().min(1, '请输入关键词').max(20, '每个关键词最多20字');

const label = z.object({ id: z.string(), name: z.string(), colour: z.string(), keywords: z.array(z.string()) });
export type Label = z.infer<typeof label>;

export const labelRow = label.extend({
  description: z.string(),
  /** Rows of the scope that carry it. */
  uses: z.number(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), merge: z.boolean() }),
});
export type LabelRow = z.infer<typeof labelRow>;

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/nrgl/label/listPage',
  summary: '标签列表，使用次数为管理范围内的',
  access: 'label:read',
  scope: 'org',
  input: z.object({ ...page, name: line(30, '名称').optional() }),
  reply: rows(labelRow),
});

export const labelChoices = endpoint({
  method: 'GET',
  path: '/api/nrgl/label/choices',
  summary: '可选择的标签及其关键词',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(z.array(label)),
});

export const getLabel = endpoint({
  method: 'GET',
  path: '/api/nrgl/label/{id}',
  summary: '标签详情',
  access: 'label:read',
  scope: 'org',
  input: z.object({ id }),
  reply: data(labelRow),
});

export const labelForm = z.object({
  name: required(20, '名称'),
  colour: z.enum(Object.keys(COLOURS) as (keyof typeof COLOURS)[], '请选择颜色'),
  description: text(200, '说明'),
  keywords: z.array(keyword).max(MAX_KEYWORDS, `最多${MAX_KEYWORDS}个关键词`),
});

export const createLabel = endpoint({
  method: 'POST',
  path: '/api/nrgl/label',
  summary: '新增标签',
  access: 'label:write',
  scope: 'none',
  audit: '新增标签',
  idempotent: true,
  input: labelForm.extend({
    colour: labelForm.shape.colour.default('grey'),
    description: labelForm.shape.description.default(''),
    keywords: labelForm.shape.keywords.default([]),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listLabels, labelChoices],
});

export const updateLabel = endpoint({
  method: 'PUT',
  path: '/api/nrgl/label',
  summary: '修改标签；只传改动的字段',
  access: 'label:write',
  scope: 'none',
  targets: { id: 'label' },
  audit: '修改标签',
  idempotent: true,
  input: labelForm.partial().extend({ id, version: count }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listLabels, labelChoices, getLabel],
});

export const removeLabel = endpoint({
  method: 'DELETE',
  path: '/api/nrgl/label',
  summary: '删除标签到回收站；恢复后原来的记录仍带有它',
  access: 'label:write',
  scope: 'none',
  targets: { id: 'label' },
  audit: '删除标签',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listLabels, labelChoices, getLabel],
});

export const mergeLabels = endpoint({
  method: 'POST',
  path: '/api/nrgl/label/merge',
  summary: '合并标签：记录与关键词归到另一标签，本标签不再使用',
  access: 'label:write',
  scope: 'none',
  targets: { id: 'label', intoId: 'label' },
  audit: '合并标签',
  idempotent: true,
  input: z.object({ id, intoId: id }),
  reply: data(z.object({ moved: z.number() })),
  stale: () => [listLabels, labelChoices, getLabel, labelledRows],
});

const verdict = data(z.object({ valid: z.boolean(), message: z.string() }));

export const checkLabel = endpoint({
  method: 'POST',
  path: '/api/zhhd/label/check',
  summary: '校验标签名称是否可用',
  access: 'label:read',
  scope: 'none',
  silent: true,
  input: z.object({ labelName: required(20, '名称'), id: optional(id).default(null) }),
  reply: verdict,
});

export const checkKeyword = endpoint({
  method: 'POST',
  path: '/api/zhhd/label/checkKeyword',
  summary: '校验关键词是否可用：一个关键词只属于一个标签',
  access: 'label:read',
  scope: 'none',
  silent: true,
  input: z.object({ keyword, id: optional(id).default(null) }),
  reply: verdict,
});

/** A row of any kind that carries labels or stands in a class. */
export const markedRow = z.object({
  id: z.string(),
  kind: z.string(),
  kindName: z.string(),
  rowId: z.string(),
  title: z.string(),
  orgName: z.string(),
  /** Its page; the empty text where the session may not open it. */
  href: z.string(),
  labels: z.array(z.object({ id: z.string(), name: z.string(), colour: z.string() })),
  className: z.string(),
  at: z.string(),
});
export type MarkedRow = z.infer<typeof markedRow>;

const listOfIds = z.union([z.literal('').transform((): string[] => []), ids]);

export const labelledRows = endpoint({
  method: 'GET',
  path: '/api/nrgl/label/rows',
  summary: '带有标签或属于某分类的内容（管理范围内）',
  access: 'label:read',
  scope: 'org',
  input: z.object({
    ...page,
    labelIds: listOfIds.default([]),
    /** `all`: every label; `any`: one of them. */
    match: z.enum(['all', 'any'], '匹配方式不正确').default('all'),
    /** The class and those below it. */
    classId: id.optional(),
    kind: z
      .string()
      .regex(/^[a-zA-Z]{1,30}$/, '类型不正确')
      .optional(),
  }),
  reply: rows(markedRow, { kinds: z.array(z.object({ kind: z.string(), label: z.string() })) }),
});
