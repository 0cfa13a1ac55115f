import { z } from 'zod';
import { data, date, done, endpoint, id, optional, required } from '#platform/contract.ts';

const resolution = z.object({
  id: z.string(),
  text: z.string(),
  personName: z.string(),
  dueOn: z.string(),
  state: z.enum(['open', 'late', 'task', 'done']),
  stateName: z.string(),
  evidence: z.string(),
  doneOn: z.string().nullable(),
  doneBy: z.string(),
  /** The task that was made of it. */
  task: z.object({ id: z.string(), stateName: z.string(), isDraft: z.boolean() }).nullable(),
  can: z.object({ settle: z.boolean(), remove: z.boolean(), task: z.boolean() }),
});
export type Resolution = z.infer<typeof resolution>;

export const listResolutions = endpoint({
  method: 'GET',
  path: '/api/zzsh/resolution/list',
  summary: '一次会议的议定事项：责任人、期限、办结情况，和转成的任务',
  access: 'event:read',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  input: z.object({ id }),
  reply: data(z.object({ rows: z.array(resolution), can: z.object({ add: z.boolean() }) })),
});

const act = <const P extends string, X extends z.ZodRawShape>(path: P, summary: string, more: X, targets = {}) =>
  endpoint({
    method: 'POST',
    path: `/api/zzsh/resolution/${path}`,
    summary,
    access: 'event:write',
    scope: 'org',
    targets: { id: 'lifeMeeting', ...targets },
    audit: summary,
    idempotent: true,
    input: z.object({ id, ...more }),
    reply: done,
    stale: () => [listResolutions],
  });

export const resolutionFields = {
  text: required(500, '议定事项'),
  personId: optional(id),
  dueOn: date,
};
export const addResolution = {
  ...act('add', '登记议定事项', resolutionFields, { personId: 'member' } as const),
  asks: {},
};
export const doneFields = { doneOn: date, evidence: required(500, '办理结果') };
export const settleResolution = act('settle', '办结议定事项', { resolutionId: id, ...doneFields });
export const removeResolution = act('remove', '删去议定事项', { resolutionId: id });

export const lifeResolutionTask = endpoint({
  method: 'POST',
  path: '/api/zzsh/resolution/task',
  summary: '把组织生活会议的议定事项转为任务草稿，下达给直接下级',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '组织生活议定事项转任务',
  idempotent: true,
  input: z.object({ id, resolutionId: id }),
  reply: data(z.object({ taskId: z.string() })),
  stale: () => [listResolutions],
});

const ownResolution = resolution
  .pick({ id: true, text: true, dueOn: true, state: true, stateName: true, evidence: true })
  .extend({ meetingTitle: z.string(), orgName: z.string(), heldOn: z.string() });
export type OwnResolution = z.infer<typeof ownResolution>;

export const ownResolutions = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/resolutions',
  summary: '由本人负责的议定事项：未办结的和今年办结的',
  access: 'event:own',
  scope: 'own',
  input: z.object({}),
  reply: data(z.array(ownResolution)),
});
