import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import {
  anyDetail,
  anyRow,
  chosenId,
  listSums,
  oneOfLabels,
  oneOrMore,
  post,
  postList,
  reportFilters,
  version,
} from './contract.common.ts';
import { REPORT_STATES, TIMES } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    sbdReport: true;
    sbdPair: true;
  }
}

/** What the list shows. */
export const VIEWS = { waiting: '待审', reported: '已报到', returned: '退回', moved: '迁出和撤回' } as const;
export type View = keyof typeof VIEWS;
const time = z.coerce
  .number<string | number>('请选择服务时间')
  .refine((value) => Object.hasOwn(TIMES, value), '服务时间不正确');

/** What a report says; the same for whoever files it. */
export const reportForm = z.object({
  orgId: chosenId('请选择社区党组织'),
  residence: required(120, '居住地址'),
  quarter: line(40, '小区').default(''),
  posts: postList,
  skills: text(200, '特长和可提供的服务').default(''),
  times: oneOrMore(
    z
      .array(time, '请选择服务时间')
      .min(1, '请至少选一个服务时间')
      .max(5, '服务时间不正确')
      .transform((list) => [...new Set(list)].sort()),
  ),
});

/** What may be fixed of a report that lives: all but where it goes, for which a new one is filed. */
const fixForm = reportForm.omit({ orgId: true });
const memberId = chosenId('请选择报到党员');

export const reportRow = anyRow.extend({ name: z.string(), quarter: z.string(), timeNames: z.string() });
export type ReportRow = z.infer<typeof reportRow>;

const filters = { ...reportFilters, post: post.optional() };

export const listReports = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getAlreadyReportVolunteerList',
  summary: '党员报到列表：报到到本地社区的，和本组织党员报到出去的',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    ...filters,
    view: oneOfLabels(VIEWS, '视图不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(reportRow, listSums),
});

/** What came to the communities of the scope; without a view what waits. */
export const listReceived = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getReceiveVolunteerList',
  summary: '报到到本地社区的党员，待审的在前（社区审核用）',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: listReports.input.omit({ side: true }),
  reply: listReports.reply,
});

export const exportReports = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/report/export',
  summary: '导出党员报到列表，每人一行，不含证件号和电话（后台任务，带水印）',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出党员报到列表',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ ...filters, view: oneOfLabels(VIEWS, '视图不正确').optional(), purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

/** A report as both ends read it: of the person no more than the community needs, never the id card. */
export const reportDetail = anyDetail.extend({
  /** Null: the reader does not reach the person's record. */
  memberId: z.string().nullable(),
  name: z.string(),
  phone: z.string(),
  /** The unit that the person names; empty where the record says nothing. */
  workUnit: z.string(),
  orgId: z.string(),
  residence: z.string(),
  quarter: z.string(),
  skills: z.string(),
  times: z.array(z.number()),
  timeNames: z.string(),
  sourceName: z.string(),
  /** Where the person has reported now, which accepting this one ends; empty: nowhere. */
  livingAt: z.string(),
});
export type ReportDetail = z.infer<typeof reportDetail>;

export const getReport = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/report',
  summary: '党员报到详情',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdReport' },
  input: z.object({ id }),
  reply: data(reportDetail),
});

export const findReceivers = endpoint({
  method: 'GET',
  path: '/api/zhfw/orgPair/orgList',
  summary: '可以接收报到的社区党组织：按名称查找，或按编号核对',
  access: 'session',
  scope: 'none',
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({
    name: line(40, '名称').default(''),
    id: id.optional(),
    /** Who wants to report: people to communities, organisations to streets and towns as well. */
    kind: z.enum(['member', 'org'], '报到类型不正确').default('member'),
  }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), above: z.string() }))),
});

export const checkReport = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/report/check',
  summary: '报到以前核对：这名党员（不写的为本人）能不能报到，能不能报到到这个社区；空的就是可以',
  access: 'session',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id.optional(), orgId: id.optional() }),
  reply: data(z.object({ memberId: z.string(), orgId: z.string() })),
});

const filed = data(z.object({ id: z.string(), version: z.number() }));
const written = data(z.object({ version: z.number() }));

export const fileReport = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/report',
  summary: '党支部为本支部党员办理社区报到',
  access: 'sbd:write',
  scope: 'org',
  targets: { memberId: 'member' },
  audit: '登记党员报到',
  idempotent: true,
  input: reportForm.extend({ memberId }),
  reply: filed,
  stale: () => [listReports, listReceived, getReport],
});

export const fixReport = endpoint({
  method: 'PUT',
  path: '/api/sbd/volunteer/report',
  summary: '修改党员报到的居住地、岗位、特长和时间',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '修改党员报到',
  idempotent: true,
  input: fixForm.extend({ id, version }),
  reply: written,
  stale: () => [listReports, listReceived, getReport],
});

export const withdrawReport = endpoint({
  method: 'DELETE',
  path: '/api/sbd/volunteer/report',
  summary: '撤回还没有审核的党员报到',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '撤回党员报到',
  idempotent: true,
  input: z.object({ id, version: z.coerce.number<string | number>('版本不正确').int('版本不正确') }),
  reply: written,
  stale: () => [listReports, listReceived, getReport],
});

/** What a community does with a report (the slip of type 1), as the wire numbers it: 1 signs, 2 returns. Type 2, 反馈单, is `volunteer`'s. */
export const DECISIONS = { 1: '接收', 2: '退回' } as const;

export const decideReport = endpoint({
  method: 'PUT',
  path: '/api/sbd/volunteer/updateVolunteerOrganSignStatus/{type}/{id}',
  summary: '报到单（type 1）的审核：status 1 接收，2 退回（写明原因）',
  access: 'sbd:audit',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '审核党员报到',
  subject: ['id:sbdReport'],
  asks: 'page',
  idempotent: true,
  input: z.object({
    type: z.coerce.number<string | number>('单据类型不正确').pipe(z.literal(1, '单据类型不正确')),
    id,
    status: z.coerce
      .number<string | number>('审核结果不正确')
      .refine((value) => Object.hasOwn(DECISIONS, value), '审核结果不正确'),
    version,
    reason: text(200, '退回原因').default(''),
  }),
  reply: written,
  stale: () => [listReports, listReceived, getReport],
});

export const endReport = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/report/end',
  summary: '登记迁出：党员不再住在本社区',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '登记党员迁出',
  idempotent: true,
  input: z.object({ id, version, note: required(100, '迁出原因') }),
  reply: written,
  stale: () => [listReports, listReceived, getReport],
});

export const reportPoster = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/report/poster',
  summary: '打印本社区的报到码：扫码登录后到本社区报到，答一份PDF',
  access: 'sbd:read',
  scope: 'org',
  audit: '打印社区报到码',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: paperReply,
});

export const printReport = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/report/print',
  summary: '报到回执单：答一份PDF，印有核验码',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '打印报到回执单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

export const ownReports = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/own',
  summary: '本人的报到和办理情况',
  access: 'sbd:own',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      name: z.string(),
      homeName: z.string(),
      /** As the record has it, to begin with. */
      residence: z.string(),
      /** Why nothing can be filed now; empty where it can. */
      whyNot: z.string(),
      rows: z.array(reportDetail),
    }),
  ),
});

export const fileOwn = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/own',
  summary: '本人到居住地社区报到',
  access: 'sbd:own',
  scope: 'own',
  audit: '本人社区报到',
  idempotent: true,
  input: reportForm,
  reply: filed,
  stale: () => [ownReports, listReports, listReceived],
});

export const fixOwn = endpoint({
  method: 'PUT',
  path: '/api/sbd/volunteer/own',
  summary: '修改本人报到的居住地、岗位、特长和时间',
  access: 'sbd:own',
  scope: 'own',
  audit: '修改本人报到',
  idempotent: true,
  input: fixForm.extend({ id, version }),
  reply: written,
  stale: () => [ownReports, listReports, listReceived],
});

export const leaveOwn = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/own/leave',
  summary: '撤回还没有审核的本人报到，或登记本人已迁出',
  access: 'sbd:own',
  scope: 'own',
  audit: '本人撤回报到或迁出',
  idempotent: true,
  input: z.object({ id, version, note: line(100, '原因').default('') }),
  reply: written,
  stale: () => [ownReports, listReports, listReceived],
});

export const printOwn = endpoint({
  method: 'POST',
  path: '/api/sbd/volunteer/own/print',
  summary: '本人的报到回执单：答一份PDF，印有核验码',
  access: 'sbd:own',
  scope: 'own',
  audit: '打印本人报到回执单',
  atOnce: 4,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

/** The name of a status. */
export const stateOf = (status: number): string => REPORT_STATES[status as keyof typeof REPORT_STATES] ?? '';
