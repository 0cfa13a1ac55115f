import { z } from 'zod';
import { count, data, done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { getMember, listMembers, memberFields, memberTimeline } from './contract.ts';
import { SELF_FIELDS } from './rules/selfEdit.ts';

/** 本人修改的状态. */
export const SELF_EDIT_STATES = {
  pending: '待审核',
  accepted: '已采纳',
  partly: '部分采纳',
  refused: '未采纳',
  withdrawn: '已撤回',
} as const;
export type SelfEditState = keyof typeof SELF_EDIT_STATES;
const state = z.enum(Object.keys(SELF_EDIT_STATES) as [SelfEditState, ...SelfEditState[]], '请选择状态');

const selfEditRow = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  /** Labels of the fields proposed. */
  labels: z.array(z.string()),
  note: z.string(),
  state,
  proposedAt: z.string(),
  reviewerOrgName: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  decision: z.string(),
  can: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type SelfEdit = z.infer<typeof selfEditRow>;

const selfEditDetail = selfEditRow.extend({
  /** The record's version against which is decided. */
  version: z.number(),
  /** In words, phones masked: as it stood, as proposed, and as it stands now; `accepted` once decided. */
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      before: z.string(),
      after: z.string(),
      now: z.string(),
      accepted: z.boolean().nullable(),
    }),
  ),
});
export type SelfEditDetail = z.infer<typeof selfEditDetail>;

export const ownSelfEdit = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/selfEdit/own',
  summary: '本人最近一次提交的信息修改',
  access: 'session',
  scope: 'own',
  input: z.object({}),
  reply: data(selfEditDetail.nullable()),
});

const { phonenumber, residence, nativePlace, education, degree, occupation, workUnit, position } = memberFields;
export const selfEditForm = z
  .object({ phonenumber, residence, nativePlace, education, degree, occupation, workUnit, position })
  .partial()
  .extend({ note: line(200, '说明').default('') });

export const proposeSelfEdit = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/selfEdit',
  summary: '本人提交信息修改，由所在党支部审核',
  access: 'session',
  scope: 'own',
  audit: '提交个人信息修改',
  idempotent: true,
  pii: true,
  input: selfEditForm,
  reply: data(z.object({ id: z.string(), reviewerOrgName: z.string() })),
  stale: () => [ownSelfEdit, memberTimeline],
});

export const withdrawSelfEdit = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/selfEdit/withdraw',
  summary: '撤回本人提交的信息修改',
  access: 'session',
  scope: 'own',
  audit: '撤回个人信息修改',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [ownSelfEdit, memberTimeline],
});

export const listSelfEdits = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/selfEdit/listPage',
  summary: '党员本人提交的信息修改，新的在前',
  access: 'member:write',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({ ...page, name: line(40, '姓名').optional(), state: state.optional() }),
  reply: rows(selfEditRow, { toDecide: z.number() }),
});

export const getSelfEdit = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/selfEdit/get/{id}',
  summary: '党员本人提交的一次信息修改：原内容、现内容与修改后',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'selfEdit' },
  input: z.object({ id }),
  reply: data(selfEditDetail),
});

export const revealSelfEdit = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/selfEdit/reveal',
  summary: '审核人查看本人提交的新手机号原值（留痕）',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'selfEdit' },
  audit: '查看原值',
  pii: true,
  rate: { hits: 200, seconds: 86400, by: 'account' },
  input: z.object({ id, reason: required(100, '查看原因') }),
  reply: data(z.object({ value: z.string() })),
});

export const decideSelfEdit = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/selfEdit/decide',
  summary: '逐项审核党员本人提交的信息修改',
  access: 'member:write',
  scope: 'org',
  targets: { id: 'selfEdit' },
  audit: '审核个人信息修改',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    /** The fields accepted; the others are refused, for the reason in `decision`. */
    accepted: z.array(z.enum(SELF_FIELDS, '项目不正确')).max(SELF_FIELDS.length),
    decision: line(200, '审核意见').default(''),
  }),
  reply: done,
  stale: () => [listSelfEdits, getSelfEdit, listMembers, getMember, memberTimeline],
});
