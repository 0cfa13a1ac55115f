import { z } from 'zod';
import { count, data, date, endpoint, fen, id, line, page, required, rows, text } from '#platform/contract.ts';
import { closingCheck, listMonths, listVouchers } from './contract.month.ts';
import { orgFilter } from './contract.ts';
import { PURPOSES, type Purpose, WHOLE } from './rules.handup.ts';

const year = count.refine((value) => value >= 2000 && value <= 2100, '年份不正确');
const purpose = z.coerce
  .number<string | number>('请选择用途')
  .refine((value): value is Purpose => value in PURPOSES, '请选择用途');
const STATES = ['pending', 'confirmed', 'returned', 'withdrawn'] as const;

export const handupRow = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  toOrgName: z.string(),
  year: z.number(),
  amount: fen,
  /** 收到1,234.50元×100%; for what is handed down its purpose. */
  basis: z.string(),
  way: z.string(),
  paidOn: z.string().nullable(),
  slip: z.string(),
  note: z.string(),
  state: z.enum(STATES),
  stateName: z.string(),
  askedName: z.string(),
  askedAt: z.string(),
  decidedBy: z.string(),
  opinion: z.string(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type HandupRow = z.infer<typeof handupRow>;

export const listHandups = endpoint({
  method: 'GET',
  path: '/api/dfgl/handup/listPage',
  summary: '党费上缴、大额党费转缴和下拨的记录',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    state: z.enum(STATES, '状态不正确').optional(),
    kind: count.refine((value) => value >= 1 && value <= 3, '类型不正确').optional(),
    year: year.optional(),
  }),
  reply: rows(handupRow),
});

const standing = z.object({
  orgId: z.string(),
  orgName: z.string(),
  isCommittee: z.boolean(),
  /** Received in the year: own dues and interest, and what came up from below. */
  received: fen,
  /** Hundredths of a percent; null: the committee above has set none. */
  ratio: z.number().nullable(),
  /** Null where no ratio is known. */
  due: fen.nullable(),
  handed: fen,
  pending: fen,
  /** Still to be handed up; null where no ratio is known. */
  remaining: fen.nullable(),
  ratioVersion: z.number(),
  can: z.object({ ratio: z.boolean() }),
});
export type HandupStanding = z.infer<typeof standing>;

export const handupStanding = endpoint({
  method: 'GET',
  path: '/api/dfgl/handup/standing',
  summary: '一个组织某年应上缴、已上缴的党费和账上余额',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id, year }),
  reply: data(
    standing.extend({
      /** The committee that receives it; null: there is none above. */
      superior: z.string().nullable(),
      /** 大额党费 that lies here and goes wholly up (article 11). */
      large: fen,
      bank: fen,
      cash: fen,
      today: z.string(),
      may: z.object({ ask: z.boolean() }),
    }),
  ),
});

export const handupBelow = endpoint({
  method: 'GET',
  path: '/api/dfgl/handup/below',
  summary: '直接向本委员会上缴党费的下级组织：收到、比例、应上缴、已上缴、未上缴',
  access: 'dues:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    year: year.optional(),
    state: z.enum(['open', 'done'], '状态不正确').optional(),
  }),
  reply: rows(standing.extend({ id: z.string() }), { sums: z.object({ due: fen, handed: fen, remaining: fen }) }),
});
export type HandupBelow = HandupStanding & { id: string };

const STALE = () => [listHandups, handupStanding, handupBelow, closingCheck];

export const askHandup = endpoint({
  method: 'POST',
  path: '/api/dfgl/handup/ask',
  summary: '上缴党费：已付给上一级党委，待其确认后双方同时记账（第十五条）',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '上缴党费',
  idempotent: true,
  input: z.object({
    orgId: id,
    kind: z.coerce
      .number<string | number>('请选择上缴的款')
      .refine((value): value is 1 | 2 => value === 1 || value === 2, '请选择上缴的款'),
    year,
    amount: fen.min(1, '请填写金额'),
    inCash: z.boolean().default(false),
    paidOn: date,
    slip: line(40, '单号').default(''),
    note: text(200, '说明').default(''),
  }),
  reply: data(z.object({ id: z.string(), toOrgName: z.string() })),
  stale: STALE,
});

export const askAllocation = endpoint({
  method: 'POST',
  path: '/api/dfgl/handup/allocation',
  summary: '申请下拨党费：只向上一级党委，写明用途和集体研究情况（第十九至二十一条）',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '申请下拨党费',
  idempotent: true,
  input: z.object({ orgId: id, amount: fen.min(1, '请填写金额'), purpose, note: required(200, '集体研究情况和理由') }),
  reply: data(z.object({ id: z.string(), toOrgName: z.string() })),
  stale: STALE,
});

export const decideHandup = endpoint({
  method: 'POST',
  path: '/api/dfgl/handup/decide',
  summary: '确认收到上缴或同意下拨，双方同时记账；或退回，写明原因',
  access: 'dues:account',
  scope: 'org',
  targets: { id: 'duesHandup' },
  audit: '确认党费上缴下拨',
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    agree: z.boolean('请选择确认或退回'),
    opinion: text(200, '原因').default(''),
    /** Of what is handed down: when and by which slip it was paid. */
    paidOn: date.optional(),
    slip: line(40, '单号').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [...STALE(), listMonths, listVouchers],
});

export const withdrawHandup = endpoint({
  method: 'POST',
  path: '/api/dfgl/handup/withdraw',
  summary: '撤回上级还没有确认的上缴或下拨申请',
  access: 'dues:account',
  scope: 'org',
  targets: { id: 'duesHandup' },
  audit: '撤回党费上缴',
  idempotent: true,
  input: z.object({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale: STALE,
});

export const setRatio = endpoint({
  method: 'PUT',
  path: '/api/dfgl/handup/ratio',
  summary: '设置下级组织某年的上缴比例',
  access: 'dues:account',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置党费上缴比例',
  input: z.object({
    orgId: id,
    year,
    /** Hundredths of a percent. */
    ratio: z.int('请填写比例').min(0, '比例应在0%至100%之间').max(WHOLE, '比例应在0%至100%之间'),
    version: z.int(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: STALE,
});
