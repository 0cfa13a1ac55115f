import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, line, page, personName, required, rows, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { compactNumber } from '#platform/reading/cells.ts';
import {
  anyDetail,
  anyRow,
  chosenId,
  listSums,
  oneOfLabels,
  postList,
  reportFilters,
  version,
} from './contract.common.ts';

/** What the list of organisations' reports shows. */
export const PAIR_VIEWS = { waiting: '待审', accepted: '已接受', returned: '退回', ended: '已结束' } as const;
export type PairView = keyof typeof PAIR_VIEWS;

/** What an organisation says of itself. */
export const pairForm = z.object({
  orgId: chosenId('请选择报到的党组织'),
  communityId: chosenId('请选择社区党组织'),
  contact: personName(30, '联系人'),
  phone: required(20, '联系电话')
    .overwrite(compactNumber)
    .refine((value) => /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?)$/.test(value), '请输入手机号或带区号的电话'),
  posts: postList,
  offers: text(300, '可提供的资源和服务').refine((value) => value !== '', '请写明可提供的资源和服务'),
});
const fixForm = pairForm.omit({ orgId: true, communityId: true });

export const pairRow = anyRow.extend({ contact: z.string() });
export type PairRow = z.infer<typeof pairRow>;

const filters = { ...reportFilters, view: oneOfLabels(PAIR_VIEWS, '视图不正确').optional() };

export const listPairs = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getVolunteerOrganPairList',
  summary: '组织报到列表：报到到本地的，和本地组织报到出去的',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...filters, keyWords: line(40, '组织名称').optional() }),
  reply: rows(pairRow, listSums),
});

export const listApplied = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getApplyPairVolunteerOrganList',
  summary: '报到到本地社区的组织，没有选视图的为待审（社区审核用）',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: listPairs.input.omit({ side: true }),
  reply: listPairs.reply,
});

export const exportPairs = endpoint({
  method: 'POST',
  path: '/api/sbd/orgPair/export',
  summary: '导出组织报到列表，每件一行（后台任务，带水印）',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出组织报到列表',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filters, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

export const pairDetail = anyDetail.extend({ contact: z.string(), phone: z.string(), offers: z.string() });
export type PairDetail = z.infer<typeof pairDetail>;

export const getPair = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/get',
  summary: '组织报到详情',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdPair' },
  input: z.object({ id }),
  reply: data(pairDetail),
});

const written = data(z.object({ version: z.number() }));
const stale = () => [listPairs, listApplied, getPair];

export const filePair = endpoint({
  method: 'POST',
  path: '/api/sbd/orgPair/addVolunteerOrganizationPair',
  summary: '单位党组织到社区报到',
  access: 'sbd:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '登记组织报到',
  idempotent: true,
  input: pairForm,
  reply: data(z.object({ id: z.string(), version: z.number() })),
  stale,
});

export const fixPair = endpoint({
  method: 'PUT',
  path: '/api/sbd/orgPair/edit',
  summary: '修改组织报到的联系人、岗位和可提供的资源',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdPair' },
  audit: '修改组织报到',
  idempotent: true,
  input: fixForm.extend({ id, version }),
  reply: written,
  stale,
});

/** What becomes of a pair, as the wire numbers it. */
export const PAIR_ACTS = { 1: '接受', 2: '退回', 3: '结束', 4: '撤回' } as const;

export const setPair = endpoint({
  method: 'PUT',
  path: '/api/sbd/orgPair/updateVolunteerOrganizationPairStatus',
  summary: '组织报到的状态：1 社区接受，2 社区退回（写明原因），3 任一方结束（写明原因），4 报到方撤回',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdPair' },
  audit: '办理组织报到',
  idempotent: true,
  inQuery: ['id', 'status'],
  input: z.object({
    id,
    status: z.coerce
      .number<string | number>('办理结果不正确')
      .refine((value) => Object.hasOwn(PAIR_ACTS, value), '办理结果不正确'),
    version,
    reason: text(200, '原因').default(''),
  }),
  reply: written,
  stale,
});

export const printPair = endpoint({
  method: 'POST',
  path: '/api/sbd/orgPair/print',
  summary: '组织报到回执单：答一份PDF，印有核验码',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdPair' },
  audit: '打印组织报到回执单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
