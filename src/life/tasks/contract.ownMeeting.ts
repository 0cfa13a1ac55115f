import { z } from 'zod';
import { data, endpoint, id, text } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { answer } from './contract.meeting.ts';

const ownMeeting = z.object({
  id: z.string(),
  title: z.string(),
  orgName: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  place: z.string(),
  host: z.string(),
  agenda: z.string(),
  note: z.string(),
  state: z.number(),
  stateName: z.string(),
  answer: z.number(),
  answerName: z.string(),
  reason: z.string(),
  /** 0 not known, 1 there. */
  present: z.number(),
  signedAt: z.string().nullable(),
  /** Papers, and those 会后收回, which are taken back at the end (`closed`). */
  files: z.array(uploadedFile),
  closedFiles: z.array(uploadedFile),
  closed: z.boolean(),
  minutes: z.string(),
  minutesFiles: z.array(uploadedFile),
  can: z.object({ answer: z.boolean(), sign: z.boolean() }),
});
export type OwnWorkMeeting = z.infer<typeof ownMeeting>;

/** A meeting to which the session's own person is called, or comes for an organisation. */
export const ownWorkMeeting = endpoint({
  method: 'GET',
  path: '/api/dwbg/own/affairsMeeting/{id}',
  summary: '本人的一次工作会议',
  access: 'task:own',
  scope: 'own',
  input: z.object({ id }),
  reply: data(ownMeeting),
});

export const ownRead = endpoint({
  method: 'POST',
  path: '/api/dwbg/own/affairsMeeting/read',
  summary: '本人已阅会议通知或纪要',
  access: 'task:own',
  scope: 'own',
  silent: true,
  audit: '阅读会议通知',
  input: z.object({ id }),
  reply: data(z.null()),
  stale: () => [ownWorkMeeting],
});

export const ownAnswer = endpoint({
  method: 'POST',
  path: '/api/dwbg/own/affairsMeeting/answer',
  summary: '本人回执：参加或请假',
  access: 'task:own',
  scope: 'own',
  audit: '会议回执',
  idempotent: true,
  input: z.object({ id, answer, reason: text(200, '原因').default('') }),
  reply: data(z.null()),
  stale: () => [ownWorkMeeting],
});

export const ownSign = endpoint({
  method: 'POST',
  path: '/api/dwbg/own/affairsMeeting/sign',
  summary: '工作会议扫码签到',
  access: 'task:own',
  scope: 'own',
  audit: '会议签到',
  idempotent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, code: z.string().max(40, '签到码不正确') }),
  reply: data(z.object({ late: z.boolean(), at: z.string() })),
  stale: () => [ownWorkMeeting],
});
