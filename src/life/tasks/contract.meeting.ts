import { z } from 'zod';
import {
  count,
  data,
  date,
  endpoint,
  flag,
  id,
  line,
  moment,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { MAX_FILES } from './contract.ts';
import { ANSWERS, type Answer, MAX_RESOLUTIONS, MEETING_MODES, type MeetingMode } from './rules.meeting.ts';

const files = z
  .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
  .max(MAX_FILES, `附件最多${MAX_FILES}个`)
  .default([]);

/** What the form of a meeting holds; lists of ids and files are joined by commas there. */
export const meetingFields = {
  title: required(60, '会议名称'),
  startsAt: moment,
  endsAt: moment,
  place: required(60, '地点'),
  host: line(30, '主持人').default(''),
  agenda: text(4000, '议程').default(''),
  note: text(1000, '会议要求').default(''),
  /** Until when answers are asked for; none: until it begins. */
  answerBy: optional(date).default(null),
  mode: z.enum(Object.keys(MEETING_MODES) as [MeetingMode, ...MeetingMode[]], '请选择通知谁'),
  types: z.array(z.int()).max(20).default([]),
  orgIds: z.array(id).max(1000, '一次最多指定1000个组织').default([]),
  memberIds: z.array(id).max(200, '一次最多指定200人').default([]),
  files,
  closedFiles: files,
};

const can = z.object({
  edit: z.boolean(),
  notify: z.boolean(),
  cancel: z.boolean(),
  hold: z.boolean(),
  record: z.boolean(),
  issue: z.boolean(),
  recall: z.boolean(),
  run: z.boolean(),
});

export const meetingRow = z.object({
  id: z.string(),
  title: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** ISO 8601. */
  startsAt: z.string(),
  endsAt: z.string(),
  place: z.string(),
  state: z.number(),
  stateName: z.string(),
  /** Of those called within the scope: how many there are, come, are on leave, and have not answered. */
  invited: z.number(),
  coming: z.number(),
  leave: z.number(),
  silent: z.number(),
  /** The own organisation's answer; null where it is not called. */
  ownAnswer: z.number().nullable(),
  minutesName: z.string(),
  version: z.number(),
  can,
});
export type OfficeMeetingRow = z.infer<typeof meetingRow>;

const resolution = z.object({
  id: z.string(),
  text: z.string(),
  dueOn: z.string().nullable(),
  taskId: z.string().nullable(),
  taskState: z.string(),
});

/** Somebody who is called, as whoever may see it sees it. */
export const invitee = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Empty: the organisation is called, not a person. */
  person: z.string(),
  personId: z.string().nullable(),
  answer: z.number(),
  answerName: z.string(),
  memberId: z.string().nullable(),
  attendee: z.string(),
  reason: z.string(),
  readAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string(),
  /** 0 not known, 1 there, 2 on leave, 3 absent. */
  state: z.number(),
  stateName: z.string(),
  signedAt: z.string().nullable(),
  late: z.boolean(),
  wayName: z.string(),
  minutesReadAt: z.string().nullable(),
  record: z.string(),
  recordFiles: z.array(uploadedFile),
  recordedAt: z.string().nullable(),
  recordedBy: z.string(),
  hasAccount: z.boolean(),
  version: z.number(),
  can: z.object({ answer: z.boolean(), mark: z.boolean(), record: z.boolean() }),
});
export type Invitee = z.infer<typeof invitee>;

export const meetingDetail = meetingRow.extend({
  host: z.string(),
  agenda: z.string(),
  note: z.string(),
  answerBy: z.string().nullable(),
  mode: z.string(),
  types: z.array(z.number()),
  orgs: z.array(z.object({ id: z.string(), name: z.string() })),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  files: z.array(uploadedFile),
  closedFiles: z.array(uploadedFile),
  /** The papers 会后收回 are taken back already. */
  closed: z.boolean(),
  reason: z.string(),
  noticedAt: z.string().nullable(),
  noticedBy: z.string(),
  minutes: z.string(),
  minutesFiles: z.array(uploadedFile),
  minutesAt: z.string().nullable(),
  minutesBy: z.string(),
  resolutions: z.array(resolution),
  /** The own organisation called it. */
  isOwn: z.boolean(),
  /** Invitations of the own organisation and its people. */
  own: z.array(invitee),
  parent: z.object({ taskId: z.string(), circleId: z.string(), title: z.string() }).nullable(),
  updateName: z.string(),
});
export type OfficeMeetingDetail = z.infer<typeof meetingDetail>;

export const MEETING_VIEWS = { invited: '我参加的', held: '我召开的', below: '下级会议' } as const;
export type MeetingView = keyof typeof MEETING_VIEWS;

export const listWorkMeetings = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/listPage',
  summary: '工作会议：我参加的、我召开的、下级的',
  access: 'task:read',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(Object.keys(MEETING_VIEWS) as [MeetingView, ...MeetingView[]], '视图不正确').default('invited'),
    state: count.optional(),
    from: date.optional(),
    to: date.optional(),
    keyWords: line(60, '会议名称').optional(),
  }),
  reply: rows(meetingRow),
});

export const getWorkMeeting = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/{id}',
  summary: '一次工作会议：通知、材料、回执、纪要和议定事项',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeMeeting' },
  input: z.object({ id }),
  reply: data(meetingDetail),
});

export const listInvitees = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/invitees',
  summary: '工作会议的参会人员：回执、已读、签到',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeMeeting' },
  silent: true,
  personal: ['keyWords'],
  input: z.object({
    ...page,
    id,
    answer: count.optional(),
    only: z.enum(['unread', 'present', 'away'], '视图不正确').optional(),
    keyWords: line(60, '组织或姓名').optional(),
  }),
  reply: rows(invitee, {
    tally: z.object({
      invited: z.number(),
      coming: z.number(),
      leave: z.number(),
      silent: z.number(),
      read: z.number(),
      present: z.number(),
      closed: z.boolean(),
    }),
  }),
});

const all = () => [listWorkMeetings, getWorkMeeting, listInvitees];
const give = { access: 'task:give', scope: 'org', idempotent: true } as const;
const versioned = { id, version: z.int() };
const changed = data(z.object({ id: z.string(), version: z.number() }));
const step = <const P extends string, X extends z.ZodRawShape>(path: P, summary: string, more: X) =>
  endpoint({
    ...give,
    method: 'POST',
    path: `/api/dwbg/affairsMeeting/${path}`,
    summary,
    targets: { id: 'officeMeeting' },
    audit: summary,
    input: z.object({ ...versioned, ...more }),
    reply: changed,
    stale: all,
  });

export const createWorkMeeting = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsMeeting',
  summary: '新增工作会议；给了任务，会议纪要就是它的上报',
  targets: { orgIds: 'org[]', memberIds: 'member[]', parentTaskID: 'officeTask' },
  audit: '新增工作会议',
  input: z.object({ ...meetingFields, parentTaskID: id.optional() }),
  reply: changed,
  stale: all,
});

export const updateWorkMeeting = endpoint({
  ...give,
  method: 'PUT',
  path: '/api/dwbg/affairsMeeting',
  summary: '修改工作会议；通知后改了时间地点会再通知',
  targets: { id: 'officeMeeting', orgIds: 'org[]', memberIds: 'member[]' },
  audit: '修改工作会议',
  asks: {},
  input: z.object({ ...versioned, ...meetingFields }),
  reply: changed,
  stale: all,
});

export const notifyWorkMeeting = { ...step('notify', '发出工作会议通知', {}), asks: {} };
export const cancelWorkMeeting = { ...step('cancel', '取消工作会议', { reason: required(200, '取消原因') }), asks: {} };
export const holdWorkMeeting = step('hold', '结束工作会议签到', {});
export const issueMinutes = { ...step('issue', '发出会议纪要', {}), asks: {} };
export const recallMinutes = { ...step('recall', '撤回会议纪要', { reason: required(200, '撤回原因') }), asks: {} };
export const recordWorkMeeting = step('record', '填写会议纪要和议定事项', {
  minutes: text(20_000, '会议纪要'),
  files,
  resolutions: z
    .array(
      z.object({
        id: optional(id).default(null),
        text: required(500, '议定事项'),
        dueOn: optional(date).default(null),
      }),
      '请填写议定事项',
    )
    .max(MAX_RESOLUTIONS, `最多${MAX_RESOLUTIONS}项`),
});

/** A task of a resolution: a draft with its words, its day, and the organisations that were called. */
export const resolutionTask = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/resolutionTask',
  summary: '把议定事项转为任务草稿',
  targets: { id: 'officeMeeting' },
  audit: '议定事项转任务',
  input: z.object({ id, resolutionId: id }),
  reply: data(z.object({ taskId: z.string() })),
  stale: all,
});

export const remindInvitees = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/remind',
  summary: '提醒没有回执的组织和人员，两小时内不重复',
  targets: { id: 'officeMeeting' },
  audit: '催办会议回执',
  asks: {},
  input: z.object({ id }),
  reply: data(z.object({ silent: z.number(), reminded: z.number(), missing: z.array(z.string()) })),
  stale: all,
});

export const workSignCode = endpoint({
  method: 'GET',
  path: '/api/dwbg/affairsMeeting/code',
  summary: '工作会议签到码：30秒一换',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeMeeting' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number() })),
});

export const answer = z.coerce
  .number<string | number>('请选择参加、请假或代会')
  .refine((value): value is Answer => value in ANSWERS && value > 0, '请选择参加、请假或代会');

/** 回执 of what the own organisation was called to; by the organiser for whoever answered by phone. */
export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/answer',
  summary: '会议回执：参加、请假、代会',
  access: 'task:read',
  scope: 'org',
  idempotent: true,
  targets: { id: 'officeInvitee', memberId: 'member' },
  audit: '会议回执',
  input: z.object({
    ...versioned,
    answer,
    memberId: optional(id).default(null),
    reason: text(200, '原因').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: all,
});

export const markInvitee = endpoint({
  ...give,
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/mark',
  summary: '登记参会人员到会情况：代签、请假、缺席',
  targets: { id: 'officeInvitee' },
  audit: '登记到会情况',
  subject: ['id:officeInvitee'],
  input: z.object({
    id,
    state: z.int().min(0).max(3),
    late: flag.default(false),
    reason: text(100, '原因').default(''),
  }),
  reply: data(z.null()),
  stale: all,
});

/** Kept when a page with the notice, or later the minutes, is opened. */
export const readWorkMeeting = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/read',
  summary: '已阅会议通知或纪要',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeMeeting' },
  silent: true,
  audit: '阅读会议通知',
  input: z.object({ id }),
  reply: data(z.null()),
});

export const recordOwn = endpoint({
  method: 'POST',
  path: '/api/dwbg/affairsMeeting/ownRecord',
  summary: '填写本单位的贯彻落实记录',
  access: 'task:answer',
  scope: 'org',
  idempotent: true,
  targets: { id: 'officeInvitee' },
  audit: '填写贯彻落实记录',
  input: z.object({
    ...versioned,
    record: text(8000, '落实情况').refine((value) => value !== '', '请输入落实情况'),
    files,
  }),
  reply: data(z.object({ version: z.number() })),
  stale: all,
});
