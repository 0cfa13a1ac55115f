import { z } from 'zod';
import { data, date, done, endpoint, id, line, optional, page, required, rows, text } from '#platform/contract.ts';
import { post, version } from './contract.common.ts';
import { getReport, listReports } from './contract.ts';

declare module '#platform/contract.ts' {
  interface TargetKinds {
    sbdJob: true;
  }
}

/** What somebody does at the place: a post of the dictionary, or the emergency team. */
export const JOB_KINDS = { 1: '岗位', 2: '应急队' } as const;

export const jobRow = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  post: z.string(),
  postName: z.string(),
  note: z.string(),
  fromOn: z.string(),
  toOn: z.string().nullable(),
  endNote: z.string(),
  version: z.number(),
});
export type JobRow = z.infer<typeof jobRow>;

export const getJobs = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getVolunteerJobDetail',
  summary: '一名报到党员现在的服务岗位和应急队',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdReport' },
  input: z.object({ id }),
  reply: data(
    z.object({
      name: z.string(),
      orgName: z.string(),
      /** Posts that the slip names and nobody has assigned yet. */
      wanted: z.array(z.object({ value: z.string(), label: z.string() })),
      jobs: z.array(jobRow),
      office: z.string(),
      officePost: z.string(),
      skills: z.string(),
      version: z.number(),
      can: z.object({ assign: z.boolean(), office: z.boolean() }),
    }),
  ),
});

export const listJobHistory = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getVolunteerJobHistoryList',
  summary: '一名报到党员历来的服务岗位和应急队，最近的在前',
  access: 'sbd:read',
  scope: 'org',
  targets: { id: 'sbdReport' },
  input: z.object({ ...page, id }),
  reply: rows(jobRow),
});

export const listSelfChosen = endpoint({
  method: 'GET',
  path: '/api/sbd/orgPair/getSelfChooseVolunteerList',
  summary: '自己选了岗位、等社区安排的报到党员',
  access: 'sbd:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, orgId: id.optional(), keyWords: line(30, '姓名').optional() }),
  reply: rows(
    z.object({
      id: z.string(),
      name: z.string(),
      homeName: z.string(),
      orgName: z.string(),
      postNames: z.string(),
      askedOn: z.string(),
    }),
  ),
});

const stale = () => [getJobs, listJobHistory, listSelfChosen, getReport, listReports];
const made = data(z.object({ id: z.string() }));

/** What a place says of a post. */
export const jobForm = z.object({
  kind: z.coerce.number<string | number>('请选择').pipe(z.union([z.literal(1), z.literal(2)], '请选择')),
  post: z.union([z.literal(''), post]).default(''),
  fromOn: date,
  note: text(100, '说明').default(''),
});

export const addJob = endpoint({
  method: 'PUT',
  path: '/api/sbd/orgPair/addPartyVolunteerJobDetail',
  summary: '社区给报到党员安排服务岗位，或编入应急队；本人收到通知',
  access: 'sbd:write',
  scope: 'org',
  targets: { reportId: 'sbdReport' },
  audit: '安排服务岗位',
  subject: ['reportId:sbdReport'],
  idempotent: true,
  input: jobForm.extend({ reportId: id }),
  reply: made,
  stale,
});

export const fixJob = endpoint({
  method: 'PUT',
  path: '/api/sbd/orgPair/updatePartyVolunteerJobDetail',
  summary: '更正服务岗位的起止日期和说明；写上止日就是结束，写明原因',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdJob' },
  audit: '更正服务岗位',
  idempotent: true,
  input: z.object({
    id,
    version,
    fromOn: date,
    toOn: optional(date),
    note: text(100, '说明').default(''),
    reason: text(100, '原因').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const leaveEmergency = endpoint({
  method: 'DELETE',
  path: '/api/sbd/orgPair/deletePartyVolunteerEmergencyMember',
  summary: '移出应急队，写明原因；留在历史里',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdJob' },
  audit: '移出应急队',
  idempotent: true,
  input: z.object({ id, version, reason: required(100, '原因') }),
  reply: done,
  stale,
});

/** What the slip says of the work; the roll stays as it is. */
export const officeForm = z.object({
  office: line(60, '工作单位').default(''),
  officePost: line(30, '职务').default(''),
  skills: text(100, '特长').default(''),
});

export const setOffice = endpoint({
  method: 'PUT',
  path: '/api/sbd/volunteer/updateVolunteerOfficeInfo',
  summary: '修改报到单上的工作单位、职务和特长；党员名册不变',
  access: 'sbd:write',
  scope: 'org',
  targets: { id: 'sbdReport' },
  audit: '修改报到单工作信息',
  idempotent: true,
  input: officeForm.extend({ id, version }),
  reply: data(z.object({ version: z.number() })),
  stale,
});
