import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { oneOfLabels } from './contract.common.ts';

/** How far the people, or the organisations of units, of a place have reported. */
const figures = {
  /** 应报到: those who have reported, and those who still have to. */
  expected: z.number(),
  reported: z.number(),
  /** 免报: have to by the rules, and are let off. */
  exempt: z.number(),
  /** Of the others, those whose report waits. */
  waiting: z.number(),
};

export const coverage = z.object({
  orgName: z.string(),
  today: z.string(),
  total: z.object(figures),
  /** The organisations directly below, in the order of the tree; of one without any itself. */
  below: z.array(z.object({ id: z.string(), name: z.string(), isLeaf: z.boolean(), ...figures })),
  /** The communities to which they have reported, the most first; no more than fifty. */
  places: z.array(z.object({ id: z.string(), name: z.string(), n: z.number() })),
});
export type Coverage = z.infer<typeof coverage>;

export const memberCoverage = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getToReportVolunteerStatics',
  summary: '在职党员报到统计：应报到、已报到、待审，按下级组织和报到社区',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(coverage),
});

export const orgCoverage = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/statics',
  summary: '单位党组织报到统计：应报到、已报到、待审，按下级组织和报到社区',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(coverage),
});

export const cameHere = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getPairActivityAndPersonCount',
  summary: '报到到本地社区的组织数和党员数',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(z.object({ organisations: z.number(), people: z.number() })),
});

/** Why somebody, or an organisation, has not reported. */
export const LACKS = { none: '未报到', waiting: '待审', returned: '被退回', exempt: '免报' } as const;
export type Lack = keyof typeof LACKS;

export const lackingRow = z.object({
  id: z.string(),
  name: z.string(),
  /** The branch of a person, the organisation above one. */
  homeName: z.string(),
  /** 工作岗位 of a person, the unit of an organisation. */
  note: z.string(),
  lack: z.string(),
  lackName: z.string(),
  /** The last day of the term; empty: there is none (organisations, 免报). */
  dueOn: z.string(),
  isLate: z.boolean(),
  /** The day on which the person was urged last; empty: never. */
  urgedOn: z.string(),
  /** Why the person is let off, and until when; empty: is not. */
  exemption: z.string(),
  can: z.object({ exempt: z.boolean(), endExemption: z.boolean() }),
});
export type LackingRow = z.infer<typeof lackingRow>;

const lacking = {
  ...page,
  orgId: id.optional(),
  lack: oneOfLabels(LACKS, '筛选不正确').optional(),
  keyWords: line(40, '名称').optional(),
};

export const lackingMembers = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getToReportVolunteerList',
  summary: '待报到的在职党员，或免报的（lack=exempt）：期限，最近一次催办，免报原因',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object(lacking),
  reply: rows(lackingRow),
});

export const lackingOrgs = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getToReportOrganList',
  summary: '应报到而未报到的单位党组织',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(lacking),
  reply: rows(lackingRow),
});

export const exportCoverage = endpoint({
  method: 'POST',
  path: '/api/sbd/orgStatics/export',
  summary: '导出报到统计，每个下级组织一行（后台任务，带水印）',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出报到统计',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({
    kind: z.enum(['member', 'org'], '统计类型不正确'),
    orgId: id.optional(),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});
