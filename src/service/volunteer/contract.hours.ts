import { z } from 'zod';
import { data, endpoint, id, line, page, required, rows, text } from '#platform/contract.ts';
import { listSignups } from './contract.signup.ts';
import { getActivity, listActivities } from './contract.ts';

/** What the list of hours shows. */
export const HOURS_VIEWS = { waiting: '待审', granted: '已认定', returned: '退回' } as const;
export type HoursView = keyof typeof HOURS_VIEWS;

const version = z.int('版本不正确');
export const hours = z.coerce
  .number<string | number>('请输入服务时长')
  .min(0, '服务时长不能为负')
  .max(24, '服务时长最多24小时')
  .refine((value) => Number.isInteger(value * 2), '服务时长以0.5小时为单位');

export const hoursRow = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  startsAt: z.string(),
  came: z.number(),
  /** Of everybody who came, together. */
  hours: z.number(),
  state: z.number(),
  stateName: z.string(),
  askedName: z.string(),
  askedOn: z.string().nullable(),
  waits: z.number().nullable(),
  isLate: z.boolean(),
  decidedOn: z.string().nullable(),
  can: z.object({ decide: z.boolean() }),
});
export type HoursRow = z.infer<typeof hoursRow>;

export const listHours = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/hours/list',
  summary: '志愿活动报审的时长，待审的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    view: z.enum(Object.keys(HOURS_VIEWS) as [HoursView, ...HoursView[]], '视图不正确').optional(),
    late: z.enum(['1', ''], '筛选不正确').optional(),
    keyWords: line(60, '活动名称').optional(),
  }),
  reply: rows(hoursRow, { counts: z.record(z.string(), z.number()), late: z.number() }),
});

export const hoursPerson = z.object({
  id: z.string(),
  name: z.string(),
  homeName: z.string(),
  signedAt: z.string().nullable(),
  wayName: z.string(),
  late: z.boolean(),
  leftAt: z.string().nullable(),
  /** 待核: nobody signed out, and the end of the activity stands for it. */
  leftName: z.string(),
  /** Hours of presence within the activity. */
  most: z.number(),
  hours: z.number(),
  stateName: z.string(),
  note: z.string(),
  /** What is cut because other hours of the person cover it, in words. */
  overlap: z.string(),
});

export const hoursPeople = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/hours/people',
  summary: '一次活动的审核名单：到场人员、签到和时长',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      title: z.string(),
      orgName: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      hours: z.number(),
      /** How many did not sign out. */
      closed: z.number(),
      state: z.number(),
      stateName: z.string(),
      askedName: z.string(),
      askedOn: z.string().nullable(),
      decidedOn: z.string().nullable(),
      decidedName: z.string(),
      reason: z.string(),
      version: z.number(),
      people: z.array(hoursPerson),
      can: z.object({ decide: z.boolean(), whyNot: z.string(), urge: z.boolean() }),
    }),
  ),
});

/** One person's hours at one activity. */
export const hoursInfo = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/hours/info',
  summary: '一名志愿者在一次活动中的时长',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceSignup' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      activityId: z.string(),
      title: z.string(),
      orgName: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      activityHours: z.number(),
      most: z.number(),
      name: z.string(),
      phone: z.string(),
      homeName: z.string(),
      stateName: z.string(),
      sourceName: z.string(),
      signedAt: z.string().nullable(),
      wayName: z.string(),
      late: z.boolean(),
      leftAt: z.string().nullable(),
      leftName: z.string(),
      hours: z.number().nullable(),
      overlap: z.string(),
      /** What was posted: minutes, negative where they were taken back. */
      entries: z.array(
        z.object({
          kindName: z.string(),
          minutes: z.number(),
          postedOn: z.string(),
          note: z.string(),
          at: z.string(),
          byName: z.string(),
        }),
      ),
      hoursStateName: z.string(),
      note: z.string(),
      decidedOn: z.string().nullable(),
      decidedName: z.string(),
      version: z.number(),
      can: z.object({ correct: z.boolean() }),
    }),
  ),
});

const stale = () => [listHours, hoursPeople, hoursInfo, listActivities, getActivity, listSignups];
const written = data(z.object({ version: z.number() }));

export const reportHours = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/hours/report',
  summary: '时长被退回后，更正签到重新报审',
  access: 'volunteer:write',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  audit: '报审服务时长',
  idempotent: true,
  input: z.object({ id, version }),
  reply: written,
  stale,
});

export const decideHours = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/hours/audit',
  summary: '审核一次活动的时长：认定（可以逐人核减，核到0为不认定），或退回并写明原因',
  access: 'volunteer:audit',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  audit: '审核服务时长',
  idempotent: true,
  input: z.object({
    id,
    version,
    agree: z.boolean(),
    reason: text(200, '退回原因').default(''),
    /** Hours of those whose hours are not as reported. */
    changed: z
      .array(z.object({ id, hours, note: line(100, '核减原因').default('') }))
      .max(5000, '一次最多核减5000人')
      .default([]),
  }),
  reply: written,
  stale,
});

export const correctHours = endpoint({
  method: 'PUT',
  path: '/api/sbd/activity/hours/correct',
  summary: '更正一名志愿者已认定的时长，写明原因',
  access: 'volunteer:audit',
  scope: 'org',
  targets: { id: 'serviceSignup' },
  audit: '更正服务时长',
  subject: ['id:serviceSignup'],
  idempotent: true,
  input: z.object({ id, version, hours, note: required(100, '更正原因') }),
  reply: written,
  stale,
});
