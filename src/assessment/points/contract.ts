import { z } from 'zod';
import {
  count,
  data,
  date,
  endpoint,
  flag,
  id,
  line,
  page,
  required,
  rows,
  text,
  yearFrom,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { DIMENSIONS, HAND_STATES, PERIOD } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    pointHand: true;
    pointAppeal: true;
    pointSet: true;
  }
}

const year = yearFrom(2018);
const period = z.string().regex(PERIOD, '期间不正确');

/** One person in a rank. */
export const rankRow = z.object({
  /** The person's. */
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Null: 免考, or not counted. */
  place: z.number().nullable(),
  score: z.number(),
  plus: z.number(),
  minus: z.number(),
  exempt: z.string(),
  floating: z.boolean(),
});
export type RankRow = z.infer<typeof rankRow>;

export const memberRank = endpoint({
  method: 'GET',
  path: '/api/dykh/points/rank',
  summary: '党员积分排名：并列同名次，免考单列',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, orgId: id.optional(), year: year.optional(), keyWords: line(20, '姓名').optional() }),
  reply: rows(rankRow, {
    year: z.number(),
    years: z.array(z.number()),
    org: z.object({ id: z.string(), code: z.string(), name: z.string() }),
    /** The set that holds there now; empty: none was published above. */
    setName: z.string(),
    base: z.number(),
    /** Of everybody counted, in hundredths; null: nobody is. */
    mean: z.number().nullable(),
    counted: z.number(),
    exempt: z.number(),
  }),
});

export const lineRow = z.object({
  id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  day: z.string(),
  month: z.string(),
  late: z.boolean(),
  dimension: z.string(),
  itemName: z.string(),
  title: z.string(),
  link: z.string(),
  raw: z.number(),
  given: z.number(),
  why: z.string(),
  gone: z.boolean(),
  madeAt: z.string(),
  can: z.object({ appeal: z.boolean() }),
});
export type LineRow = z.infer<typeof lineRow>;

export const listLines = endpoint({
  method: 'GET',
  path: '/api/dykh/points/lines',
  summary: '积分明细：依据、项目、应得、实得、为什么少',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org', memberId: 'member' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    memberId: id.optional(),
    year: year.optional(),
    dimension: z.enum(DIMENSIONS, '维度不正确').optional(),
    less: flag.optional(),
  }),
  reply: rows(lineRow),
});

const dimension = z.object({ name: z.string(), own: z.number(), mean: z.number() });
export const sheet = z.object({
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  year: z.number(),
  years: z.array(z.number()),
  /** False: no set holds, or nothing was counted. */
  counted: z.boolean(),
  base: z.number(),
  plus: z.number(),
  minus: z.number(),
  score: z.number(),
  place: z.number().nullable(),
  of: z.number(),
  mean: z.number(),
  exempt: z.string(),
  dimensions: z.array(dimension),
  /** The first ten of the branch; never whoever stands last, unless that is the person. */
  first: z.array(z.object({ place: z.number(), name: z.string(), score: z.number(), own: z.boolean() })),
  /** What may still be earned this year: item, what a time gives, what is left below its cap (null: no cap). */
  open: z.array(z.object({ name: z.string(), dimension: z.string(), value: z.number(), left: z.number().nullable() })),
});
export type Sheet = z.infer<typeof sheet>;

export const personPoints = endpoint({
  method: 'GET',
  path: '/api/dykh/points/person',
  summary: '一名党员一年的积分',
  access: 'points:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id, year: year.optional() }),
  reply: data(sheet),
});

export const ownPoints = endpoint({
  method: 'GET',
  path: '/api/dykh/points/own',
  summary: '本人积分：总分、名次、各维度、还可以争取的',
  access: 'points:own',
  scope: 'own',
  input: z.object({ year: year.optional() }),
  reply: data(sheet),
});

export const ownLines = endpoint({
  method: 'GET',
  path: '/api/dykh/points/ownLines',
  summary: '本人积分明细',
  access: 'points:own',
  scope: 'own',
  input: z.object({ ...page, year: year.optional() }),
  reply: rows(lineRow),
});

export const handRow = z.object({
  id: z.string(),
  memberId: z.string(),
  memberName: z.string(),
  orgName: z.string(),
  itemName: z.string(),
  day: z.string(),
  quantity: z.number(),
  points: z.number(),
  reason: z.string(),
  files: z.array(uploadedFile),
  /** In how many other rows its files stand as evidence too. */
  usedAgain: z.number(),
  state: z.number(),
  stateName: z.string(),
  enteredName: z.string(),
  decidedName: z.string(),
  opinion: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type HandRow = z.infer<typeof handRow>;

export const listHands = endpoint({
  method: 'GET',
  path: '/api/dykh/points/hand/listPage',
  summary: '手工积分：录入与确认',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    state: count.refine((value) => value in HAND_STATES, '状态不正确').optional(),
  }),
  reply: rows(handRow),
});

export const handItems = endpoint({
  method: 'GET',
  path: '/api/dykh/points/hand/items',
  summary: '可以手工录入的项目和可选的党员',
  access: 'points:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      items: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          dimension: z.string(),
          minus: z.boolean(),
          value: z.number(),
          paper: z.boolean(),
        }),
      ),
      people: z.array(z.object({ id: z.string(), name: z.string(), orgName: z.string() })),
    }),
  ),
});
/** People that the form offers; a branch is far smaller. */
export const OFFERED = 500;

export const addHand = endpoint({
  method: 'POST',
  path: '/api/dykh/points/hand',
  summary: '手工录入积分：写明理由，由另一人确认后计入',
  access: 'points:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '手工录入积分',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    memberId: id,
    code: required(40, '项目'),
    day: date,
    /** Times or hours, in hundredths. */
    quantity: count.pipe(z.int().min(10, '次数不正确').max(10000, '次数不正确')).default(100),
    reason: text(500, '理由').refine((value) => value !== '', '请输入理由'),
    files: z
      .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
      .max(5, '附件最多5个')
      .default([]),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listHands],
});

export const decideHand = endpoint({
  method: 'POST',
  path: '/api/dykh/points/hand/decide',
  summary: '确认手工积分：不能是录入的人，也不能是本人',
  access: 'points:write',
  scope: 'org',
  targets: { id: 'pointHand' },
  audit: '确认手工积分',
  subject: ['id:pointHand'],
  idempotent: true,
  input: z.object({ id, version: z.int(), agree: z.boolean(), opinion: text(200, '意见').default('') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listHands, listLines, memberRank, personPoints],
});

export const withdrawHand = endpoint({
  method: 'POST',
  path: '/api/dykh/points/hand/withdraw',
  summary: '撤回手工积分：已计入的冲回',
  access: 'points:write',
  scope: 'org',
  targets: { id: 'pointHand' },
  audit: '撤回手工积分',
  idempotent: true,
  input: z.object({ id, version: z.int(), reason: required(200, '撤回原因') }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listHands, listLines, memberRank, personPoints],
});

/** 亮分 sheet. */
const sheetInput = { orgId: id, period };
export const scoreSheet = endpoint({
  method: 'GET',
  path: '/api/dykh/points/sheet',
  summary: '亮分表：一个组织一月、一季或一年',
  access: 'points:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(sheetInput),
  reply: data(
    z.object({
      orgName: z.string(),
      label: z.string(),
      people: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          orgName: z.string(),
          exempt: z.string(),
          parts: z.array(z.number()),
          sum: z.number(),
          /** Of the year up to the period's end. */
          score: z.number(),
          place: z.number().nullable(),
        }),
      ),
    }),
  ),
});
export type ScoreSheet = z.infer<typeof scoreSheet.reply.schema>;
/** People of one sheet. */
export const SHEET_PEOPLE = 1000;
