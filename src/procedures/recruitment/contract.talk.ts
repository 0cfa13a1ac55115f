import { z } from 'zod';
import { count, data, date, done, endpoint, id, line, required } from '#platform/contract.ts';
import { getFile } from './contract.ts';
import { TALKS } from './rules/talk.ts';

const no = count.pipe(z.literal(TALKS, '这一步没有谈话'));
const at = { fileId: id, no };
const when = {
  day: date,
  starts: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应写作 15:30'),
  minutes: count.pipe(z.int('请填写分钟').min(10, '谈话不少于10分钟').max(480, '谈话不超过480分钟')),
  place: required(60, '地点'),
  /** The clashes were read, and it stays at this time. */
  despite: z.boolean().default(false),
};

const talk = z.object({
  fileId: z.string(),
  no: z.number(),
  /** Whom the talk is with. */
  name: z.string(),
  orgName: z.string(),
  category: z.number(),
  talkerId: z.string(),
  talkerName: z.string(),
  day: z.string(),
  starts: z.string(),
  ends: z.string(),
  minutes: z.number(),
  place: z.string(),
  /** As a sentence: 待本人确认. */
  standing: z.string(),
  isAgreed: z.boolean(),
  wish: z.string(),
  version: z.number(),
  can: z.object({
    /** As whom: the person or the talker; also a worker for a talker without an account. */
    confirm: z.boolean(),
    wish: z.boolean(),
    move: z.boolean(),
    cancel: z.boolean(),
  }),
});
export type Talk = z.infer<typeof talk>;

export const ownTalks = endpoint({
  method: 'GET',
  path: '/api/fzdy/talk/mine',
  summary: '我的谈话：约我谈话的，和由我去谈话的，按时间先后',
  access: 'recruit:read',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(talk)),
});

export const fileTalk = endpoint({
  method: 'GET',
  path: '/api/fzdy/talk',
  summary: '一步的谈话安排；没有安排的为空',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  input: z.object(at),
  reply: data(talk.nullable()),
});

const changes = () => [ownTalks, fileTalk, getFile];

export const arrangeTalk = endpoint({
  method: 'POST',
  path: '/api/fzdy/talk',
  summary: '安排谈话：谈话人、时间、地点；时间冲突的先提示',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '安排发展党员谈话',
  asks: {},
  idempotent: true,
  input: z.object({ ...at, talkerId: id, ...when }),
  reply: done,
  stale: changes,
});

export const answerTalk = endpoint({
  method: 'POST',
  path: '/api/fzdy/talk/answer',
  summary: '确认谈话时间，或者由本人申请改期一次',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '答复谈话安排',
  idempotent: true,
  input: z.object({
    ...at,
    version: count,
    /** Left out: it is confirmed. */
    wish: line(100, '改期原因和希望的时间').optional(),
  }),
  reply: done,
  stale: changes,
});

export const moveTalk = endpoint({
  method: 'POST',
  path: '/api/fzdy/talk/move',
  summary: '谈话人应本人申请改期一次',
  access: 'recruit:read',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '调整谈话时间',
  idempotent: true,
  input: z.object({ ...at, version: count, ...when }),
  reply: done,
  stale: changes,
});

export const cancelTalk = endpoint({
  method: 'POST',
  path: '/api/fzdy/talk/cancel',
  summary: '取消谈话安排',
  access: 'recruit:write',
  scope: 'org',
  targets: { fileId: 'developmentFile' },
  audit: '取消发展党员谈话',
  idempotent: true,
  input: z.object({ ...at, reason: required(100, '取消原因') }),
  reply: done,
  stale: changes,
});
