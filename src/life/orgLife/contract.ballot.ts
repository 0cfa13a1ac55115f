import { z } from 'zod';
import { data, endpoint, id } from '#platform/contract.ts';
import { listBallots } from '#procedures/ballot/contract.ts';

const held = z.object({
  id: z.string(),
  title: z.string(),
  state: z.number(),
  voters: z.number(),
  cast: z.number(),
  href: z.string(),
});
export type MeetingBallot = z.infer<typeof held>;

export const meetingBallots = endpoint({
  method: 'GET',
  path: '/api/zzsh/meeting/ballots',
  summary: '一次会议的无记名投票',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(z.object({ rows: z.array(held), can: z.object({ add: z.boolean() }) })),
});

export const addMeetingBallot = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/ballot',
  summary: '从会议发起无记名投票：投票人是应到的有表决权党员，事项是要讨论决定的议题',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '从会议发起投票',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ ballotId: z.string() })),
  stale: () => [meetingBallots, listBallots],
});
