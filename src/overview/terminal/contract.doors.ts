import { z } from 'zod';
import { listMeetings, meetingRow } from '#life/orgLife/contract.ts';
import { data, done, endpoint, flag, id, rows } from '#platform/contract.ts';
import { ballotRow, listBallots } from '#procedures/ballot/contract.ts';

/** Whether the screens tell of it, and whether they may. */
const shown = { onScreen: z.boolean(), mayShow: z.boolean() };

const vote = ballotRow.extend(shown);
export type ScreenVote = z.infer<typeof vote>;

export const listVotes = endpoint({
  method: 'GET',
  path: '/api/terminal/vote/listPage',
  summary: '无记名投票，哪些在屏幕上展示',
  access: 'event:read',
  scope: 'org',
  input: listBallots.input,
  reply: rows(vote),
});

const meeting = meetingRow.extend(shown);
export type ScreenMeeting = z.infer<typeof meeting>;

export const listLife = endpoint({
  method: 'GET',
  path: '/api/terminal/life/listPage',
  summary: '组织生活，哪些在屏幕上展示',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['keyWords'],
  input: listMeetings.input,
  reply: rows(meeting),
});

export const getLife = endpoint({
  method: 'GET',
  path: '/api/terminal/life/{id}',
  summary: '一次组织生活在屏幕上是什么样',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      title: z.string(),
      orgName: z.string(),
      typeName: z.string(),
      /** The page of the meeting itself. */
      href: z.string(),
      ...shown,
      /** As the screens say it. */
      item: z.object({ note: z.string(), day: z.string(), text: z.string() }),
    }),
  ),
});

const stale = () => [listVotes, listLife, getLife];
const shows = {
  method: 'POST',
  access: 'box:write',
  scope: 'org',
  idempotent: true,
  input: z.object({ id, on: flag }),
  reply: done,
  stale,
} as const;

export const showVote = endpoint({
  ...shows,
  path: '/api/terminal/vote/show',
  summary: '在屏幕上展示一次投票，或不再展示：只有人数和结果，不出现姓名',
  targets: { id: 'ballot' },
  audit: '设置投票上屏',
});

export const showLife = endpoint({
  ...shows,
  path: '/api/terminal/life/show',
  summary: '在屏幕上展示一次组织生活，或不再展示：只有名称、时间、地点和人数',
  targets: { id: 'lifeMeeting' },
  audit: '设置组织生活上屏',
});
