import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, file, id, line, page, rows } from '#platform/contract.ts';

/** Whose volunteers a list shows. */
export const SIDES = { in: '报到本地', out: '本组织党员' } as const;

export const volunteerRow = z.object({
  /** Of the person. */
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  homeName: z.string(),
  /** The community to which the person has reported; empty: none. */
  placeName: z.string(),
  hours: z.number(),
  times: z.number(),
  lastOn: z.string().nullable(),
  stars: z.number(),
  starName: z.string(),
});
export type VolunteerRow = z.infer<typeof volunteerRow>;

export const listVolunteers = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getServeVolunteerAndLocalPartyMemberList',
  summary: '志愿者：报到到本地的党员，或有认定时长的本组织党员；时长多的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({
    ...page,
    orgId: id.optional(),
    side: z.enum(['in', 'out', ''], '范围不正确').optional(),
    keyWords: line(30, '姓名').optional(),
  }),
  reply: rows(volunteerRow),
});

export const getVolunteer = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getVolunteerPersonalDetailPc',
  summary: '志愿者详情：报到、时长、星级和各年时长',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ id }),
  reply: data(
    volunteerRow.extend({
      /** The reader reaches the person's record. */
      isOwn: z.boolean(),
      postNames: z.string(),
      skills: z.string(),
      next: z.object({ star: z.number(), lacks: z.number() }).nullable(),
      years: z.array(z.object({ year: z.number(), hours: z.number(), times: z.number() })),
    }),
  ),
});

export const volunteerActivity = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  startsAt: z.string(),
  stateName: z.string(),
  signedAt: z.string().nullable(),
  hours: z.number().nullable(),
  hoursStateName: z.string(),
  /** The reader reaches the activity. */
  isHere: z.boolean(),
});
export type VolunteerActivity = z.infer<typeof volunteerActivity>;

export const volunteerActivities = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getVolunteerActivityListPc',
  summary: '一名志愿者参加的活动；不是本组织党员的，只看本地的活动',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ ...page, id }),
  reply: rows(volunteerActivity),
});

export const volunteerOrg = z.object({
  id: z.string(),
  name: z.string(),
  relation: z.string(),
  stateName: z.string(),
  since: z.string(),
});
export type VolunteerOrg = z.infer<typeof volunteerOrg>;

export const volunteerOrgs = endpoint({
  method: 'GET',
  path: '/api/sbd/volunteer/getVolunteerOrganRelateListPc',
  summary: '一名志愿者与哪些组织有关：组织关系、报到的社区、结对的社区、所在的志愿者分组；不是本组织党员的，只看本地的',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'member' },
  input: z.object({ ...page, id }),
  reply: rows(volunteerOrg),
});

/** Activities, people and hours of a year. */
const figures = {
  activities: z.number(),
  taken: z.number(),
  came: z.number(),
  hours: z.number(),
};

const counted = {
  orgId: id.optional(),
  year: z.coerce.number<string | number>('年份不正确').int('年份不正确').min(2000).max(2100).optional(),
  quarter: z.coerce.number<string | number>('季度不正确').int('季度不正确').min(1).max(4).optional(),
};

export const activityCount = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/count',
  summary: '活动统计：一年或一个季度的活动数、报名和到场人次、认定时长，按下级组织和服务岗位',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(counted),
  reply: data(
    z.object({
      orgName: z.string(),
      year: z.number(),
      /** The year or the quarter as the lists take it: 2026, 2026-3. */
      period: z.string(),
      years: z.array(z.number()),
      total: z.object(figures),
      /** The organisations directly below that have some, and the own one where it has. */
      below: z.array(z.object({ id: z.string(), name: z.string(), isLeaf: z.boolean(), ...figures })),
      posts: z.array(z.object({ post: z.string(), name: z.string(), activities: z.number(), hours: z.number() })),
    }),
  ),
});

export const exportCount = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/count/export',
  summary: '导出活动统计：答一份表格，每个下级组织一行，带水印',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出活动统计',
  atOnce: 4,
  rate: EXPORT_RATE,
  input: z.object(counted),
  reply: file,
});
