import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { data, date, done, endpoint, id, line, optional, page, required, rows } from '#platform/contract.ts';
import { getAccount, listAccounts } from './contract.ts';

/** 申请状态. */
export const REQUEST_STATES = {
  pending: '待审批',
  approved: '已批准',
  returned: '已退回',
  withdrawn: '已撤回',
} as const;
export type RequestState = keyof typeof REQUEST_STATES;
const state = z.enum(Object.keys(REQUEST_STATES) as [RequestState, ...RequestState[]], '请选择申请状态');

const requestRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked. */
  idCardNo: z.string(),
  memberOrgName: z.string(),
  roleName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  validUntil: z.string().nullable(),
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
  can: z.object({
    decide: z.boolean(),
    withdraw: z.boolean(),
    /** A first password may be issued: a new account that nobody has signed in to. */
    password: z.boolean(),
  }),
});
export type AccountRequest = z.infer<typeof requestRow>;

export const listRequests = endpoint({
  method: 'POST',
  path: '/api/sys/user/request/listPage',
  summary: '党务工作者账号申请列表，新的在前',
  access: 'account:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({
    ...page,
    name: line(40, '姓名').optional(),
    state: state.optional(),
    view: z.enum(['toDecide', 'mine', ''], '视图不正确').optional(),
  }),
  reply: rows(requestRow, { toDecide: z.number() }),
});

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/sys/user/request/get/{id}',
  summary: '党务工作者账号申请详情与批准后的权限',
  access: 'account:read',
  scope: 'org',
  targets: { id: 'request' },
  input: z.object({ id }),
  reply: data(
    requestRow.extend({
      accountId: z.string().nullable(),
      orgCount: z.number(),
      /** What the role lets its holder do there. */
      rights: z.array(z.string()),
      /** The roles that the person has already, in words. */
      roles: z.array(z.string()),
    }),
  ),
});
export type RequestDetail = z.infer<typeof getRequest.reply.schema>;

export const requestForm = z.object({
  memberId: id,
  orgId: id,
  validUntil: optional(date).default(null),
  reason: required(200, '申请理由'),
});

export const requestDecider = endpoint({
  method: 'GET',
  path: '/api/sys/user/request/decider',
  summary: '本组织提出的党务工作者账号申请由哪个上级党组织审批',
  access: 'account:request',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ deciderOrgName: z.string() })),
});

export const createRequest = endpoint({
  method: 'POST',
  path: '/api/sys/user/request',
  summary: '申请党务工作者账号，由上级党组织审批',
  access: 'account:request',
  scope: 'org',
  targets: { memberId: 'member', orgId: 'org' },
  audit: '申请党务工作者账号',
  idempotent: true,
  input: requestForm,
  reply: data(z.object({ id: z.string(), deciderOrgName: z.string() })),
  stale: () => [listRequests],
});

const after = () => [listRequests, getRequest, listAccounts, getAccount];

export const decideRequest = endpoint({
  method: 'POST',
  path: '/api/sys/user/request/decide',
  summary: '批准或退回党务工作者账号申请',
  access: 'account:approve',
  scope: 'org',
  targets: { id: 'request' },
  audit: '审批党务工作者账号申请',
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

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/api/sys/user/request/withdraw',
  summary: '撤回本人的账号申请',
  access: 'account:request',
  scope: 'org',
  targets: { id: 'request' },
  audit: '撤回党务工作者账号申请',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: after,
});

export const firstPassword = endpoint({
  method: 'POST',
  path: '/api/sys/user/request/password',
  summary: '申请人或审批人领取新账号的初始密码：只显示这一次，首次登录前可重新领取',
  access: 'account:read',
  scope: 'org',
  targets: { id: 'request' },
  audit: '领取初始密码',
  pii: true,
  input: z.object({ id, password: encryptedPassword }),
  reply: data(z.object({ temporary: z.string() })),
  stale: after,
});
