import { z } from 'zod';
import { data, done, endpoint, fen, flag, id, line, month, required, text } from '#platform/contract.ts';
import { listBills, memberYear } from './contract.ts';
import { PAYER_VALUES, type Payer } from './rules.ts';

const payer = z.coerce
  .number<string | number>('请选择缴费类别')
  .refine((value): value is Payer => (PAYER_VALUES as number[]).includes(value), '请选择缴费类别');
const sum = fen.min(0, '不能为负数').max(1_000_000_000, '金额太大，请核对');

/** Parts of a monthly income: what counts is their sum (articles 1 and 2). */
export const PARTS = {
  post: '岗位（职务）工资',
  grade: '薪级（级别）工资',
  performance: '绩效工资',
  allowance: '津贴补贴',
  other: '其他固定收入',
} as const;
export type Part = keyof typeof PARTS;
export const PART_NAMES = Object.keys(PARTS) as Part[];
const parts = z.partialRecord(z.enum(PART_NAMES as [Part, ...Part[]]), sum).default({});

const basis = {
  payer,
  /** Fen: the sum of the parts where there are some; of irregular income the total of the previous quarter. */
  base: sum.default(0),
  parts,
};

export const calculate = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/calculate',
  summary: '党费计算器：按缴费类别和收入算出每月应缴，说明依据',
  access: 'session',
  scope: 'none',
  pii: true,
  silent: true,
  input: z.object({ ...basis, month: month.optional() }),
  reply: data(z.object({ base: fen, amount: fen, rate: z.number().nullable(), sentence: z.string() })),
});

export const standard = z.object({
  id: z.string(),
  memberId: z.string(),
  fromMonth: z.string(),
  payer: z.number(),
  payerName: z.string(),
  base: fen,
  parts: z.partialRecord(z.enum(PART_NAMES as [Part, ...Part[]]), fen),
  amount: fen,
  sentence: z.string(),
  keeps: z.boolean(),
  reason: z.string(),
  version: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type Standard = z.infer<typeof standard>;

export const listStandards = endpoint({
  method: 'GET',
  path: '/api/dfgl/standard/{memberId}',
  summary: '一名党员的党费标准，新的在前，含收入',
  access: 'dues:standard',
  scope: 'org',
  targets: { memberId: 'member' },
  pii: true,
  input: z.object({ memberId: id }),
  reply: data(
    z.object({
      memberId: z.string(),
      name: z.string(),
      orgId: z.string(),
      orgName: z.string(),
      personCategoryName: z.string(),
      current: z.string(),
      standards: z.array(standard),
    }),
  ),
});

const setting = {
  memberId: id,
  fromMonth: month,
  ...basis,
  keeps: flag.default(false),
  reason: line(100, '说明').default(''),
};

export const previewStandard = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard/preview',
  summary: '设置标准前的预览：每月应缴，哪些未缴的月份会改变',
  access: 'dues:standard',
  scope: 'org',
  targets: { memberId: 'member' },
  pii: true,
  input: z.object(setting),
  reply: data(
    z.object({
      amount: fen,
      sentence: z.string(),
      /** Open bills that are computed anew; paid ones never are. */
      changes: z.array(z.object({ month: z.string(), before: fen, after: fen })),
      paid: z.array(z.string()),
    }),
  ),
});

export const setStandard = endpoint({
  method: 'POST',
  path: '/api/dfgl/standard',
  summary: '设置党费标准：从某月起；已缴的月份不变，未缴的重算',
  access: 'dues:standard',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '设置党费标准',
  subject: ['memberId'],
  idempotent: true,
  pii: true,
  input: z.object({
    ...setting,
    /** Of the standard of the same month that is replaced; absent where there is none. */
    version: z.int().optional(),
  }),
  reply: data(z.object({ id: z.string(), amount: fen })),
  stale: () => [listStandards, listBills, memberYear],
});

export const removeStandard = endpoint({
  method: 'DELETE',
  path: '/api/dfgl/standard',
  summary: '撤销一条党费标准：其后未缴的月份按前一条重算；已有月份按它缴过的不能撤销',
  access: 'dues:standard',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '撤销党费标准',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({ memberId: id, fromMonth: month, reason: required(100, '撤销原因') }),
  reply: done,
  stale: () => [listStandards, listBills, memberYear],
});

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/dfgl/config/{memberId}',
  summary: '党员党费设置：按月或按季、代缴人、缴纳地点、提醒',
  access: 'dues:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id }),
  reply: data(
    z.object({
      memberId: z.string(),
      name: z.string(),
      orgName: z.string(),
      quarterly: z.boolean(),
      consent: z.string(),
      proxyName: z.string(),
      place: z.string(),
      reminded: z.boolean(),
      version: z.number(),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

export const saveConfig = endpoint({
  method: 'PUT',
  path: '/api/dfgl/config',
  summary: '保存党员党费设置',
  access: 'dues:collect',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '修改党员党费设置',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    memberId: id,
    quarterly: flag,
    consent: text(200, '支部同意情况').default(''),
    proxyName: line(30, '代缴人').default(''),
    place: line(60, '缴纳地点').default(''),
    reminded: flag,
    version: z.int(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [getConfig],
});
