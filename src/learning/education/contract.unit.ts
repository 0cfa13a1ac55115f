import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, page, required, rows, text } from '#platform/contract.ts';

const stored = z.string().regex(/^([0-9a-f]{32})?$/, '请重新上传');

/** What the form of a unit holds. */
export const unitFields = {
  name: required(40, '单元名称'),
  intro: text(300, '简介').default(''),
  cover: stored.default(''),
  isRequired: flag.default(false),
  sort: count.pipe(z.int().min(0, '排序不能小于0').max(9999, '排序不能大于9999')).default(0),
};
export const unitForm = z.object(unitFields);

const unit = z.object({
  id: z.string(),
  orgName: z.string(),
  name: z.string(),
  intro: z.string(),
  cover: z.string(),
  isRequired: z.boolean(),
  sort: z.number(),
  /** Published videos that the session may see, those of them that it has learned, and their seconds together. */
  videos: z.number(),
  learned: z.number(),
  seconds: z.number(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type Unit = z.infer<typeof unit>;

export const listUnits = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/unit/listPage',
  summary: '视频单元：有给本人看的视频的，和管理范围内的',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ ...page, keyWords: line(40, '关键字').optional(), isRequired: flag.optional() }),
  reply: rows(unit),
});

export const writableUnits = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/unit/mine',
  summary: '可以放视频的单元',
  access: 'edu:write',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), orgName: z.string(), isRequired: z.boolean() }))),
});

const unitStale = () => [listUnits, writableUnits];

export const createUnit = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/unit',
  summary: '新增视频单元，属于本组织',
  access: 'edu:write',
  scope: 'org',
  audit: '新增视频单元',
  idempotent: true,
  input: unitForm,
  reply: data(z.object({ id: z.string() })),
  stale: unitStale,
});

export const updateUnit = endpoint({
  method: 'PUT',
  path: '/api/zhjy/video/unit',
  summary: '修改视频单元',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'videoUnit' },
  audit: '修改视频单元',
  input: unitForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: unitStale,
});

export const removeUnit = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/video/unit',
  summary: '删除没有视频的单元',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'videoUnit' },
  audit: '删除视频单元',
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: unitStale,
});
