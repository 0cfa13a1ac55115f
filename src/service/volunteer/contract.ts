import { z } from 'zod';
import { data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { PERIOD } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    serviceActivity: true;
    serviceSignup: true;
    serviceGroup: true;
    serviceKeeper: true;
    servicePair: true;
    serviceNeed: true;
  }
}

/** What the list shows. */
export const VIEWS = {
  open: '未开始',
  running: '进行中',
  over: '待结束',
  finished: '已结束',
  draft: '草稿',
  cancelled: '已取消',
} as const;
export type View = keyof typeof VIEWS;

export const kind = z.coerce
  .number<string | number>('请选择活动类型')
  .pipe(z.union([z.literal(1), z.literal(2)], '请选择活动类型'));
export const post = z.string('请选择服务岗位').regex(/^[0-9A-Za-z]{1,10}$/, '请选择服务岗位');
/** A row of the workers' list. */
export const activityRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kindName: z.string(),
  phase: z.string(),
  phaseName: z.string(),
  title: z.string(),
  postName: z.string(),
  place: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  quota: z.number(),
  taken: z.number(),
  /** Who waits for a seat. */
  queued: z.number(),
  asked: z.number(),
  came: z.number(),
  hours: z.number(),
  hoursStateName: z.string(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), audit: z.boolean(), run: z.boolean() }),
});
export type ActivityRow = z.infer<typeof activityRow>;

/** What everybody reads of an activity who meets it. */
export const activityFacts = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kind: z.number(),
  kindName: z.string(),
  state: z.number(),
  phase: z.string(),
  phaseName: z.string(),
  title: z.string(),
  post: z.string(),
  postName: z.string(),
  place: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  startsAt: z.string(),
  endsAt: z.string(),
  closesAt: z.string(),
  quota: z.number(),
  taken: z.number(),
  hours: z.number(),
  audience: z.number(),
  audienceName: z.string(),
  audited: z.boolean(),
  content: z.string(),
  contact: z.string(),
  phone: z.string(),
  cover: z.string(),
  /** Why it was cancelled. */
  reason: z.string(),
});

export const activityDetail = activityFacts.extend({
  queued: z.number(),
  asked: z.number(),
  came: z.number(),
  publishedOn: z.string().nullable(),
  publishedBy: z.string(),
  hoursState: z.number(),
  hoursStateName: z.string(),
  hoursAskedName: z.string(),
  hoursAskedOn: z.string().nullable(),
  hoursDecidedOn: z.string().nullable(),
  hoursDecidedName: z.string(),
  hoursReason: z.string(),
  version: z.number(),
  can: z.object({
    edit: z.boolean(),
    publish: z.boolean(),
    remove: z.boolean(),
    cancel: z.boolean(),
    /** Show the code, and note who came. */
    sign: z.boolean(),
    finish: z.boolean(),
    audit: z.boolean(),
    /** Report the hours again after they were returned. */
    report: z.boolean(),
    hours: z.boolean(),
  }),
});
export type ActivityDetail = z.infer<typeof activityDetail>;

const filters = {
  orgId: id.optional(),
  kind: kind.optional(),
  post: post.optional(),
  view: z.enum(Object.keys(VIEWS) as [View, ...View[]], '视图不正确').optional(),
  /** Published or ended ones that begin in a year or a quarter: those that the statistics count. */
  period: z.union([z.literal(''), z.string().regex(PERIOD, '时段不正确')]).optional(),
};

export const listActivities = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/list',
  summary: '管理范围内的志愿活动，临近的在前',
  access: 'volunteer:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...filters, keyWords: line(60, '活动名称').optional() }),
  reply: rows(activityRow, { counts: z.record(z.string(), z.number()) }),
});

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/sbd/activity',
  summary: '志愿活动详情',
  access: 'volunteer:read',
  scope: 'org',
  targets: { id: 'serviceActivity' },
  input: z.object({ id }),
  reply: data(activityDetail),
});

export const checkOrgan = endpoint({
  method: 'GET',
  path: '/api/sbd/activity/checkCurrentOrganIsHasVolunteer',
  summary: '当前组织及下级有没有志愿者：报到到本地的党员数，参加过活动的人数',
  access: 'volunteer:read',
  scope: 'org',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ has: z.boolean(), reported: z.number(), served: z.number() })),
});
