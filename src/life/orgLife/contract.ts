import { z } from 'zod';
import {
  count,
  data,
  date,
  endpoint,
  id,
  line,
  moment,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { dutyMatrix, dutyOverview, dutyYear, listOwed, meetingType } from './contract.duty.ts';
import { TOPIC_KINDS } from './rules.ts';

const topicKind = z.coerce
  .number<string | number>('请选择议题类别')
  .refine((value) => value in TOPIC_KINDS, '请选择议题类别');
const version = z.int();

/** What is typed before a meeting is announced. */
export const meetingFields = {
  orgId: id,
  type: meetingType,
  alsoType: optional(meetingType),
  groupId: optional(id),
  title: required(60, '会议名称'),
  startsAt: moment,
  endsAt: moment,
  place: required(60, '地点'),
  hostId: optional(id),
  recorderId: optional(id),
  lecturerId: optional(id),
  note: text(500, '通知事项'),
};
const topics = z
  .array(z.object({ id: optional(id), kind: topicKind, title: required(100, '议题') }), '请填写议题')
  .max(20, '最多20个议题');
const files = z.array(z.string().regex(/^[0-9a-f]{32}$/, '请重新上传附件')).max(20, '最多20个附件');
export const meetingForm = z.object({
  ...meetingFields,
  topics,
  files,
  /** The superior's task that the meeting answers. */
  taskId: optional(id),
});

const can = z.object({
  edit: z.boolean(),
  notify: z.boolean(),
  run: z.boolean(),
  mark: z.boolean(),
  cancel: z.boolean(),
  submit: z.boolean(),
  returnIt: z.boolean(),
  archive: z.boolean(),
  correct: z.boolean(),
});

export const meetingRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  type: z.number(),
  typeName: z.string(),
  alsoText: z.string(),
  title: z.string(),
  /** ISO 8601. */
  startsAt: z.string(),
  endsAt: z.string(),
  heldOn: z.string(),
  place: z.string(),
  host: z.string(),
  state: z.number(),
  stateName: z.string(),
  cancelled: z.boolean(),
  lateEntry: z.boolean(),
  /** 应到 and 实到 as they are known; null before anybody was asked. */
  due: z.number().nullable(),
  present: z.number().nullable(),
  href: z.string(),
  version: z.number(),
  can,
});
export type MeetingRow = z.infer<typeof meetingRow>;

export const topic = z.object({
  id: z.string(),
  kind: z.number(),
  kindName: z.string(),
  title: z.string(),
  minutes: z.string(),
  decision: z.string(),
  vote: z.object({ yes: z.number(), no: z.number(), abstain: z.number(), spoilt: z.number() }).nullable(),
  passed: z.boolean().nullable(),
});
export const meetingDetail = z.object({
  ...meetingRow.shape,
  alsoType: z.number().nullable(),
  groupId: z.string().nullable(),
  groupName: z.string(),
  hostId: z.string().nullable(),
  recorderId: z.string().nullable(),
  recorder: z.string(),
  lecturerId: z.string().nullable(),
  lecturer: z.string(),
  note: z.string(),
  minutes: z.string(),
  topics: z.array(topic),
  files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
  cancelReason: z.string(),
  returnReason: z.string(),
  submittedAt: z.string().nullable(),
  submittedBy: z.string(),
  archivedBy: z.string(),
  /** What of the duties it meets, in words. */
  quorumClause: z.string(),
  /** What archived minutes said before they were corrected, the latest first. */
  corrections: z.array(z.object({ at: z.string(), by: z.string(), reason: z.string(), before: z.string() })),
  /** Photos and words that another meeting used before, in words; `href`: where that one may be read. */
  reused: z.array(z.object({ text: z.string(), href: z.string().nullable() })),
  /** The superior's task that it answers. */
  task: z.object({ id: z.string(), title: z.string() }).nullable(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type MeetingDetail = z.infer<typeof meetingDetail>;

/** What the list is narrowed by, and its export. */
export const meetingFilter = {
  orgId: id.optional(),
  view: z
    .enum(['running', 'toSubmit', 'returned', 'toReview', 'archived', 'cancelled', 'late'], '视图不正确')
    .optional(),
  type: meetingType.optional(),
  state: count.pipe(z.int().min(0).max(5)).optional(),
  from: date.optional(),
  to: date.optional(),
  keyWords: line(30, '会议名称').optional(),
};

export const listMeetings = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/listPage',
  summary: '会议列表',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: z.object({ ...page, ...meetingFilter }),
  reply: rows(meetingRow, { counts: z.record(z.string(), z.number()) }),
});

export const getMeeting = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/{id}',
  summary: '会议详情',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(meetingDetail),
});

const person = z.object({
  memberId: z.string(),
  name: z.string(),
  due: z.boolean(),
  votes: z.boolean(),
  why: z.string(),
  guest: z.boolean(),
  state: z.number(),
  stateName: z.string(),
  wayName: z.string(),
  late: z.boolean(),
  signedAt: z.string().nullable(),
  reason: z.string(),
  leave: z.string(),
  madeUp: z.string(),
  madeUpOn: z.string().nullable(),
  /** Of the notice; null: no account, to be phoned. */
  isRead: z.boolean().nullable(),
});
export type AttendancePerson = z.infer<typeof person>;

export const meetingAttendance = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/attendance',
  summary: '会议的应到、签到、请假、列席和通知阅读情况',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      people: z.array(person),
      tally: z.object({
        due: z.number(),
        present: z.number(),
        voters: z.number(),
        votersPresent: z.number(),
        leave: z.number(),
        absent: z.number(),
        open: z.number(),
        guests: z.number(),
      }),
      /** How many with a vote lack for the quorum. */
      lacks: z.number(),
      opensAt: z.string().nullable(),
      closed: z.boolean(),
    }),
  ),
});

const changed = data(z.object({ id: z.string(), version: z.number() }));
const all = () => [listMeetings, getMeeting, meetingAttendance, dutyOverview, dutyMatrix, dutyYear, listOwed];
const act = <const P extends string, X extends z.ZodRawShape>(path: P, summary: string, access: string, more: X) =>
  endpoint({
    method: 'POST',
    path: `/api/zzsh/meeting/${path}`,
    summary,
    access,
    scope: 'org',
    targets: { id: 'lifeMeeting' },
    audit: summary,
    idempotent: true,
    input: z.object({ id, version, ...more }),
    reply: changed,
    stale: all,
  });
const reason = (label: string) => text(200, label).refine((value) => value.length > 0, `请输入${label}`);

export const createMeeting = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting',
  summary: '登记会议',
  access: 'event:write',
  scope: 'org',
  targets: {
    orgId: 'org',
    hostId: 'member',
    recorderId: 'member',
    lecturerId: 'member',
    groupId: 'noun:partyGroup',
    taskId: 'officeTask',
  },
  audit: '登记会议',
  idempotent: true,
  input: meetingForm,
  reply: changed,
  stale: all,
});

export const updateMeeting = endpoint({
  method: 'PUT',
  path: '/api/zzsh/meeting',
  summary: '修改会议',
  access: 'event:write',
  scope: 'org',
  targets: {
    id: 'lifeMeeting',
    hostId: 'member',
    recorderId: 'member',
    lecturerId: 'member',
    groupId: 'noun:partyGroup',
  },
  audit: '修改会议',
  idempotent: true,
  input: meetingForm.omit({ orgId: true, taskId: true }).extend({ id, version }),
  reply: changed,
  stale: all,
});

export const notifyMeeting = { ...act('notify', '发出会议通知', 'event:write', {}), asks: {} };
export const cancelMeeting = {
  ...act('cancel', '取消会议', 'event:write', { reason: reason('取消原因') }),
  asks: {},
};
export const holdMeeting = {
  ...act('hold', '结束签到', 'event:write', {}),
  asks: { always: true, note: '他们还没有签到；结束以后不能再扫码，由记录人登记。' },
};
export const submitMeeting = {
  ...act('submit', '提交会议记录', 'event:write', {}),
  asks: { always: true, note: '他们到会，记学时和积分；提交后由上级审阅。' },
};
export const returnMeeting = act('return', '退回会议记录', 'event:review', { reason: reason('退回原因') });
export const archiveMeeting = act('archive', '归档会议记录', 'event:review', {});
export const correctMeeting = act('correct', '更正已归档的会议记录', 'event:write', {
  minutes: text(10_000, '会议记录').refine((value) => value.length > 0, '请填写会议记录'),
  reason: reason('更正原因'),
});
export const recordMeeting = act('record', '填写会议记录', 'event:write', {
  minutes: text(10_000, '会议记录'),
  topics: z
    .array(
      z.object({
        id,
        minutes: text(5000, '议题记录'),
        decision: text(1000, '议定事项'),
        vote: z
          .object({
            yes: z.int().min(0).max(9999),
            no: z.int().min(0).max(9999),
            abstain: z.int().min(0).max(9999),
            spoilt: z.int().min(0).max(9999),
          })
          .nullable(),
      }),
    )
    .max(20, '最多20个议题'),
});

export const signCode = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/code',
  summary: '签到码：30秒一换',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number() })),
});

export const markAttendance = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/mark',
  summary: '登记到会情况：代签、请假、缺席',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '登记到会情况',
  subject: ['memberId'],
  idempotent: true,
  input: z.object({
    id,
    memberId: id,
    state: z.int().min(0).max(3),
    late: z.boolean().default(false),
    reason: text(100, '原因').default(''),
    leaveKind: z.int().min(0).max(2).default(0),
  }),
  reply: data(z.null()),
  stale: () => [meetingAttendance, listMeetings],
});

export const markRest = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/markRest',
  summary: '把尚未登记的人都登记为已到',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '登记其余到会',
  asks: { always: true, note: '登记错了的可以逐人改回。' },
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ count: z.number() })),
  stale: () => [meetingAttendance, listMeetings],
});

export const addGuest = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/guest',
  summary: '登记列席人员',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '登记列席人员',
  idempotent: true,
  input: z.object({ id, memberIds: z.array(id).min(1, '请选择列席人员').max(100, '一次最多100人') }),
  reply: data(z.null()),
  stale: () => [meetingAttendance],
});

export const makeUp = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/makeUp',
  summary: '登记缺席人员的补学方式和日期',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  subject: ['memberId'],
  audit: '登记补学',
  idempotent: true,
  input: z.object({ id, memberId: id, way: required(60, '补学方式'), on: date }),
  reply: data(z.null()),
  stale: () => [meetingAttendance],
});
