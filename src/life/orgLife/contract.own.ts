import { z } from 'zod';
import { data, endpoint, id, text, yearFrom } from '#platform/contract.ts';

const own = z.object({
  id: z.string(),
  title: z.string(),
  typeName: z.string(),
  orgName: z.string(),
  /** ISO 8601. */
  startsAt: z.string(),
  endsAt: z.string(),
  place: z.string(),
  note: z.string(),
  state: z.number(),
  stateName: z.string(),
  cancelled: z.boolean(),
  attendance: z.number(),
  attendanceName: z.string(),
  late: z.boolean(),
  leave: z.string(),
  reason: z.string(),
  topics: z.array(z.string()),
  /** Once it was submitted. */
  minutes: z.string(),
  can: z.object({
    leave: z.boolean(),
    /** It is one of those with criticism by name, and one was there. */
    matter: z.boolean(),
  }),
});
export type OwnMeeting = z.infer<typeof own>;

export const ownMeetings = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/meetings',
  summary: '本人一年的组织生活：应到、已到、请假、缺席',
  access: 'event:own',
  scope: 'own',
  input: z.object({ year: yearFrom(2018).optional() }),
  reply: data(
    z.object({
      year: z.number(),
      years: z.array(z.number()),
      due: z.number(),
      present: z.number(),
      leave: z.number(),
      absent: z.number(),
      meetings: z.array(own),
    }),
  ),
});

export const signIn = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/sign',
  summary: '扫码签到',
  access: 'event:own',
  scope: 'own',
  audit: '会议签到',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, code: z.string().max(40, '签到码不正确') }),
  reply: data(z.object({ title: z.string(), orgName: z.string(), at: z.string(), late: z.boolean() })),
  stale: () => [ownMeetings],
});

export const askLeave = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/leave',
  summary: '请假',
  access: 'event:own',
  scope: 'own',
  audit: '会议请假',
  idempotent: true,
  input: z.object({ id, reason: text(100, '请假原因').refine((value) => value.length > 0, '请输入请假原因') }),
  reply: data(z.null()),
  stale: () => [ownMeetings],
});
