import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { data, done, endpoint, id, line, orgCode, page, required, rows } from '#platform/contract.ts';
import { getMember, idCardNumber, listMembers, memberTimeline } from './contract.ts';

const holder = z.object({
  exists: z.boolean(),
  /** Nobody has it now, somebody had it before (曾用证件号). */
  former: z.boolean(),
  id: z.string().nullable(),
  name: z.string(),
  orgName: z.string(),
});

export const findByIdCard = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/idCardNo',
  summary: '按身份证号查人（查重；不在范围内只回答已存在）',
  access: 'member:write',
  scope: 'org',
  pii: true,
  personal: ['idCardNo'],
  silent: true,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ idCardNo: idCardNumber }),
  reply: data(holder),
});

/**
 * The same by the specification's other path, which puts the number into the address. An address stands in logs, so the
 * number travels there as passwords do: hex SM2 of the number, its time and a nonce, good once.
 */
export const findByEncryptedIdCard = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/sfz/{idCardNo}',
  summary: '按加密传送的身份证号查人；orgCode把回答的人限于一个组织及其下级',
  access: 'member:write',
  scope: 'org',
  pii: true,
  silent: true,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({
    idCardNo: z
      .string()
      .max(4096, '身份证号不正确')
      .regex(/^[0-9a-fA-F]{194,}$/, '身份证号须加密后传送'),
    orgCode: orgCode.optional(),
  }),
  reply: data(holder),
});

/** 变更申请状态. */
export const CHANGE_STATES = {
  pending: '待审批',
  approved: '已批准',
  returned: '已退回',
  withdrawn: '已撤回',
} as const;
export type ChangeState = keyof typeof CHANGE_STATES;
const state = z.enum(Object.keys(CHANGE_STATES) as [ChangeState, ...ChangeState[]], '请选择申请状态');

const changeRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Both masked. */
  oldIdCardNo: z.string(),
  newIdCardNo: z.string(),
  reason: z.string(),
  state,
  requestedBy: z.string(),
  requestedOrgName: z.string(),
  requestedAt: z.string(),
  /** The organisation whose workers decide. */
  deciderOrgName: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  decision: z.string(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean(), reveal: z.boolean() }),
});
export type IdCardChange = z.infer<typeof changeRow>;

export const listIdCardChanges = endpoint({
  method: 'POST',
  path: '/api/dyxx/idcard/change/listPage',
  summary: '身份证号变更申请列表，新的在前',
  access: 'member:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({
    ...page,
    name: line(40, '姓名').optional(),
    state: state.optional(),
    view: z.enum(['toDecide', 'mine', ''], '视图不正确').optional(),
  }),
  reply: rows(changeRow, { toDecide: z.number() }),
});

export const getIdCardChange = endpoint({
  method: 'GET',
  path: '/api/dyxx/idcard/change/get/{id}',
  summary: '身份证号变更申请详情',
  access: 'member:read',
  scope: 'org',
  targets: { id: 'idCardChange' },
  input: z.object({ id }),
  reply: data(
    changeRow.extend({
      /** Why it may not be approved as things stand; empty where it may. */
      obstacle: z.string(),
      /** What the new number says of birth and gender, beside what the record holds; empty once decided. */
      changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
      proof: z.array(z.object({ id: z.string(), name: z.string(), size: z.number(), mime: z.string() })),
      /** The person signs in with the number that changes. */
      isLogin: z.boolean(),
    }),
  ),
});
export type IdCardChangeDetail = z.infer<typeof getIdCardChange.reply.schema>;

const fileId = z.string().regex(/^[0-9a-f]{32}$/, '请重新上传证明材料');

/** The papers for another number: a scan of a card needs no more bytes, a video is no proof. */
export const PAPERS = { format: 'common', limit: 20 * 1024 ** 2 } as const;

export const idCardChangeForm = z.object({
  memberId: id,
  idCardNo: idCardNumber,
  reason: required(200, '变更原因'),
  /** Ids of uploaded papers, as a list or comma-separated. */
  proof: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(fileId, '请上传证明材料').min(1, '请上传证明材料').max(6, '证明材料最多6个'),
  ),
});

export const addIdCardChange = endpoint({
  method: 'POST',
  path: '/api/dyxx/idcard/change/add',
  summary: '申请变更身份证号，由上级党组织审批',
  access: 'member:idCard',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '申请变更身份证号',
  idempotent: true,
  pii: true,
  input: idCardChangeForm,
  reply: data(z.object({ id: z.string(), deciderOrgName: z.string() })),
  stale: () => [listIdCardChanges, memberTimeline],
});

const after = () => [listIdCardChanges, getIdCardChange, listMembers, getMember, memberTimeline];

export const approveIdCardChange = endpoint({
  method: 'POST',
  path: '/api/dyxx/idcard/change/approval',
  summary: '批准或退回身份证号变更：须本人登录密码，只在请求体中',
  access: 'member:idCardApprove',
  scope: 'org',
  targets: { id: 'idCardChange' },
  audit: '审批身份证号变更',
  asks: 'page',
  idempotent: true,
  input: z.object({
    id,
    agree: z.boolean('请选择批准或退回'),
    /** Required where the request is returned. */
    decision: line(200, '审批意见').default(''),
    password: encryptedPassword,
  }),
  reply: done,
  stale: after,
});

export const withdrawIdCardChange = endpoint({
  method: 'POST',
  path: '/api/dyxx/idcard/change/withdraw',
  summary: '撤回本人提出的身份证号变更申请',
  access: 'member:idCard',
  scope: 'org',
  targets: { id: 'idCardChange' },
  audit: '撤回身份证号变更申请',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: after,
});

export const revealIdCardChange = endpoint({
  method: 'POST',
  path: '/api/dyxx/idcard/change/reveal',
  summary: '查看变更申请中的新身份证号原值（留痕）',
  access: 'member:reveal',
  scope: 'org',
  targets: { id: 'idCardChange' },
  audit: '查看原值',
  pii: true,
  rate: { hits: 200, seconds: 86400, by: 'account' },
  input: z.object({ id, reason: required(100, '查看原因') }),
  reply: data(z.object({ value: z.string() })),
});
