import { z } from 'zod';
import { count, data, date, done, endpoint, id, required, rows } from '#platform/contract.ts';
import { memberRank } from './contract.ts';
import { CLASSES, DIMENSIONS } from './rules.ts';

const hundredths = (label: string) => count.pipe(z.int().min(1, `${label}应大于0`).max(100_000, `${label}太大`));

export const setItem = z.object({
  code: z.string().max(40).default(''),
  dimension: z.enum(DIMENSIONS, '请选择维度'),
  name: required(40, '项目名称'),
  minus: z.boolean().default(false),
  value: hundredths('分值'),
  /** Empty: entered by hand. */
  source: z.string().max(40, '来源不正确').default(''),
  capDay: hundredths('每日上限').nullable().default(null),
  capMonth: hundredths('每月上限').nullable().default(null),
  capYear: hundredths('每年上限').nullable().default(null),
  once: z.boolean().default(false),
  /** What would give less gives nothing. */
  floor: hundredths('起计分').nullable().default(null),
  /** Months for which a fact counts. */
  months: count.pipe(z.int().min(1, '有效期为1至12个月').max(12, '有效期为1至12个月')).nullable().default(null),
  classes: z
    .array(z.int().refine((value) => value in CLASSES, '党员类别不正确'))
    .max(4)
    .default([]),
  paper: z.boolean().default(false),
});
export type SetItem = z.output<typeof setItem>;

const setFields = {
  name: required(60, '办法名称'),
  base: count.pipe(z.int().min(0, '基础分不能小于0').max(100_000, '基础分太大')).default(6000),
  fromOn: date,
  items: z.array(setItem).min(1, '请添加积分项目').max(60, '项目最多60个'),
};

const setRow = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  base: z.number(),
  fromOn: z.string(),
  state: z.number(),
  stateName: z.string(),
  items: z.number(),
  /** It holds for the session's organisation today. */
  holds: z.boolean(),
  publishedBy: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type SetRow = z.infer<typeof setRow>;

/** Sets of the own organisation, of those above that hold for it, and of those below. */
export const listSets = endpoint({
  method: 'GET',
  path: '/api/dykh/points/set/list',
  summary: '积分办法：本级的、上级的',
  access: 'points:read',
  scope: 'org',
  input: z.object({}),
  reply: rows(setRow, {
    sources: z.array(z.object({ code: z.string(), label: z.string(), unit: z.string() })),
  }),
});

export const getSet = endpoint({
  method: 'GET',
  path: '/api/dykh/points/set/{id}',
  summary: '一套积分办法',
  access: 'points:read',
  scope: 'org',
  targets: { id: 'pointSet' },
  input: z.object({ id }),
  reply: data(
    setRow.omit({ items: true }).extend({
      items: z.array(
        z.object({
          code: z.string(),
          dimension: z.string(),
          name: z.string(),
          minus: z.boolean(),
          value: z.number(),
          source: z.string(),
          sourceName: z.string(),
          capDay: z.number().nullable(),
          capMonth: z.number().nullable(),
          capYear: z.number().nullable(),
          once: z.boolean(),
          floor: z.number().nullable(),
          months: z.number().nullable(),
          classes: z.array(z.number()),
          paper: z.boolean(),
        }),
      ),
    }),
  ),
});

export const saveSet = endpoint({
  method: 'POST',
  path: '/api/dykh/points/set',
  summary: '保存积分办法草稿',
  access: 'points:rules',
  scope: 'org',
  targets: { id: 'pointSet' },
  audit: '保存积分办法',
  idempotent: true,
  input: z.object({ id: id.optional(), version: z.int().default(0), ...setFields }),
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale: () => [listSets, getSet],
});

export const publishSet = endpoint({
  method: 'POST',
  path: '/api/dykh/points/set/publish',
  summary: '发布积分办法：从生效日起计，以后不能修改，只能另立新版',
  access: 'points:rules',
  scope: 'org',
  targets: { id: 'pointSet' },
  audit: '发布积分办法',
  asks: {},
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listSets, getSet, memberRank],
});

export const removeSet = endpoint({
  method: 'DELETE',
  path: '/api/dykh/points/set',
  summary: '删除积分办法草稿',
  access: 'points:rules',
  scope: 'org',
  targets: { id: 'pointSet' },
  audit: '删除积分办法草稿',
  input: z.object({ id, version: z.int() }),
  reply: done,
  stale: () => [listSets, getSet],
});
