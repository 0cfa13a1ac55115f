import { z } from 'zod';
import { count, data, endpoint, id, text } from '#platform/contract.ts';
import { getMeeting } from './contract.ts';

const stage = count.pipe(z.int().min(1, '请选择会议阶段').max(9, '请选择会议阶段'));
const votes = z.int('应为整数').min(0, '不能小于0').max(9999, '数字过大');

export const getDevelopment = endpoint({
  method: 'GET',
  path: '/api/zzsh/develop/{id}',
  summary: '会议上的发展党员议题：可以讨论的阶段、应到实到和已登记的表决',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(
    z.object({
      id: z.string(),
      title: z.string(),
      orgId: z.string(),
      orgName: z.string(),
      heldOn: z.string(),
      href: z.string(),
      /** Of those with a vote. */
      due: z.number(),
      present: z.number(),
      stages: z.array(z.object({ value: z.number(), label: z.string() })),
      /** Topics 发展党员 without a vote so far. */
      topics: z.array(z.object({ id: z.string(), title: z.string() })),
      people: z.array(z.object({ fileId: z.string(), name: z.string(), stepName: z.string() })),
      done: z.array(z.object({ topicId: z.string(), title: z.string(), stageName: z.string(), passed: z.boolean() })),
      can: z.object({ vote: z.boolean() }),
      /** Why no vote may be written now; empty where one may. */
      whyNot: z.string(),
    }),
  ),
});
export type Development = z.infer<(typeof getDevelopment)['reply']['schema']>;

export const voteDevelopment = endpoint({
  method: 'POST',
  path: '/api/zzsh/develop',
  summary: '登记发展党员的表决：同时写入发展档案，应到实到取自会议',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting', fileId: 'developmentFile' },
  audit: '登记发展党员表决',
  idempotent: true,
  input: z.object({
    id,
    topicId: id,
    fileId: id,
    stage,
    proposal: z.enum(['agree', 'convert', 'extend', 'revoke'], '请选择表决事项').default('agree'),
    months: votes.optional(),
    yes: votes,
    no: votes.default(0),
    abstain: votes.default(0),
    spoilt: votes.default(0),
    writtenYes: votes.default(0),
    writtenNo: votes.default(0),
    opinion: text(500, '讨论意见').default(''),
  }),
  reply: data(z.object({ passed: z.boolean() })),
  stale: () => [getDevelopment, getMeeting],
  makesAllStale: true,
});
