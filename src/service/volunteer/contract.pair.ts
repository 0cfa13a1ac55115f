import { z } from 'zod';
import {
  count,
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  id,
  line,
  optional,
  page,
  personName,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { DIFFICULTIES, PAIR_KINDS, PAIR_VIEWS, type PairView, pairDayFaults } from './rules.pair.ts';

const among = <T extends object>(values: T, fault: string) =>
  z.coerce.number<string | number>(fault).refine((value) => Object.hasOwn(values, value), fault);
const phone = (label: string) =>
  line(20, label).refine(
    (value) => value === '' || /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/.test(value),
    '请输入手机号或带区号的电话',
  );

export const pairRow = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  otherId: z.string(),
  otherName: z.string(),
  memberId: z.string().nullable(),
  memberName: z.string(),
  personName: z.string(),
  difficultyName: z.string(),
  stateName: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  visits: z.number(),
  lastVisitOn: z.string().nullable(),
  askedOn: z.string(),
  isIdle: z.boolean(),
  isExpiring: z.boolean(),
  can: z.object({ decide: z.boolean() }),
});
export type PairRow = z.infer<typeof pairRow>;

const view = z.enum(Object.keys(PAIR_VIEWS) as [PairView, ...PairView[]], '视图不正确').optional();
const kind = among(PAIR_KINDS, '请选择结对类型');
const filters = {
  orgId: id.optional(),
  view,
  kind: kind.optional(),
  difficulty: among(DIFFICULTIES, '困难类型不正确').optional(),
};

export const listPairs = endpoint({
  method: 'GET',
  path: '/api/sbd/servicePair/list',
  summary: '结对列表：本地提出的，和请本地结对的；等待审核的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, ...filters, keyWords: line(40, '组织或姓名').optional() }),
  reply: rows(pairRow, {
    counts: z.record(z.string(), z.number()),
    /** Visits of this year at the pairs of the list. */
    visits: z.number(),
  }),
});

export const listMemberPairs = endpoint({
  method: 'GET',
  path: '/api/sbd/servicePair/member',
  summary: '一个党组织的结对人员：帮扶的党员和困难家庭',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, orgId: id, view, keyWords: line(40, '姓名').optional() }),
  reply: rows(pairRow, {
    /** Of the organisation, as the address must name it. */
    orgCode: z.string(),
    counts: z.record(z.string(), z.number()),
    visits: z.number(),
  }),
});

const visit = z.object({
  id: z.string(),
  visitedOn: z.string(),
  content: z.string(),
  people: z.string(),
  orgName: z.string(),
  createdBy: z.string(),
  /** Why it was struck out; empty: it stands. */
  strikeReason: z.string(),
  struckBy: z.string(),
  isStruck: z.boolean(),
  files: z.array(uploadedFile),
  can: z.object({ strike: z.boolean() }),
});
export type Visit = z.infer<typeof visit>;

export const getPair = endpoint({
  method: 'GET',
  path: '/api/sbd/servicePair/get',
  summary: '结对详情，连同走访记录',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'servicePair' },
  input: z.object({ id }),
  reply: data(
    pairRow.extend({
      state: z.number(),
      content: z.string(),
      contact: z.string(),
      contactPhone: z.string(),
      address: z.string(),
      household: z.number().nullable(),
      /** Masked. */
      idCard: z.string(),
      phone: z.string(),
      askedName: z.string(),
      decidedOn: z.string().nullable(),
      decidedName: z.string(),
      reason: z.string(),
      endedOn: z.string().nullable(),
      endNote: z.string(),
      today: z.string(),
      version: z.number(),
      records: z.array(visit),
      can: z.object({
        decide: z.boolean(),
        whyNot: z.string(),
        withdraw: z.boolean(),
        urge: z.boolean(),
        end: z.boolean(),
        visit: z.boolean(),
        reveal: z.boolean(),
      }),
    }),
  ),
});
export type PairDetail = z.infer<(typeof getPair)['reply']['schema']>;

/** What is asked for. The number of the id card travels encrypted (`encryptSecret`); it may be left out. */
export const pairFields = z.object({
  kind,
  otherId: z.string('请选择对方党组织').regex(/^[1-9]\d{0,17}$/, '请选择对方党组织'),
  memberId: optional(id),
  personName: z.union([z.literal(''), personName(30)]).default(''),
  idCardNo: z.string().max(4096, '身份证号不正确').default(''),
  phone: phone('电话').default(''),
  address: line(120, '住址').default(''),
  household: optional(count.pipe(z.int().min(1, '家庭人口至少1人').max(30, '家庭人口最多30人'))),
  difficulty: optional(among(DIFFICULTIES, '请选择困难类型')),
  content: text(500, '结对内容').refine((value) => value !== '', '请输入结对内容'),
  contact: line(30, '联系人').default(''),
  contactPhone: phone('联系电话').default(''),
  fromOn: date,
  toOn: date,
});

/** What a kind asks for besides, at the fields that lack it. */
export function pairFaults(of: {
  kind: number;
  memberId: string | null;
  personName: string;
  difficulty: number | null;
  address: string;
  contact: string;
  contactPhone: string;
  fromOn: string;
  toOn: string;
}): Record<string, string> {
  const faults: Record<string, string> = pairDayFaults(of);
  if (of.kind === 2) {
    if (of.memberId === null) faults.memberId = '请选择帮扶的党员';
    if (of.personName === '') faults.personName = '请输入困难群众的姓名';
    if (of.difficulty === null) faults.difficulty = '请选择困难类型';
    if (of.address === '') faults.address = '请输入住址';
  } else {
    if (of.contact === '') faults.contact = '请输入联系人';
    if (of.contactPhone === '') faults.contactPhone = '请输入联系电话';
  }
  return faults;
}

const stale = () => [listPairs, listMemberPairs, getPair];

export const askPair = endpoint({
  method: 'POST',
  path: '/api/sbd/servicePair',
  summary: '以本组织名义提出结对申请，由对方社区（村）党组织审核',
  access: 'volunteer:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '申请结对',
  idempotent: true,
  pii: true,
  input: pairFields.superRefine((value, ctx) => {
    for (const [field, message] of Object.entries(pairFaults(value))) {
      ctx.addIssue({ code: 'custom', path: [field], message });
    }
  }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

/** What becomes of a pair, as the wire numbers it. */
export const PAIR_ACTS = { 1: '接受', 2: '退回', 3: '结束', 4: '撤回' } as const;

export const setPair = endpoint({
  method: 'PUT',
  path: '/api/sbd/servicePair/status',
  summary: '结对的状态：1 对方接受，2 对方退回（写明原因），3 任一方结束（写明原因），4 申请方撤回',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'servicePair' },
  audit: '办理结对',
  idempotent: true,
  input: z.object({
    id,
    version: z.int('版本不正确'),
    status: among(PAIR_ACTS, '办理结果不正确'),
    reason: text(200, '原因').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const visitForm = z.object({
  visitedOn: date,
  people: required(100, '参加人员'),
  content: text(500, '做了什么').refine((value) => value !== '', '请输入做了什么'),
  files: z.array(z.string()).max(20, '最多20个附件').default([]),
});

export const addVisit = endpoint({
  method: 'POST',
  path: '/api/sbd/servicePair/visit',
  summary: '登记一次走访或共建活动，可以附照片和文件；两方都可以登记',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'servicePair' },
  audit: '登记结对走访',
  idempotent: true,
  input: visitForm.extend({ id }),
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const strikeVisit = endpoint({
  method: 'PUT',
  path: '/api/sbd/servicePair/visit/strike',
  summary: '划去登记错了的走访，写明原因；记录留着，不再计数',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'servicePair' },
  audit: '划去结对走访',
  idempotent: true,
  input: z.object({ id, visitId: id, reason: required(100, '划去原因') }),
  reply: done,
  stale,
});

export const revealPair = endpoint({
  method: 'POST',
  path: '/api/sbd/servicePair/reveal',
  summary: '查看困难群众的身份证号或电话的原值（留痕）',
  access: 'member:reveal',
  scope: 'org',
  targets: { id: 'servicePair' },
  audit: '查看原值',
  pii: true,
  rate: { hits: 200, seconds: 86400, by: 'account' },
  input: z.object({ id, field: z.enum(['idCard', 'phone'], '字段不正确'), reason: required(100, '查看原因') }),
  reply: data(z.object({ value: z.string() })),
});

export const exportPairs = endpoint({
  method: 'POST',
  path: '/api/sbd/servicePair/export',
  summary: '导出结对台账，每对一行，不含身份证号和电话（后台任务，带水印）',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出结对台账',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filters, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
