import { z } from 'zod';
import { count, data, endpoint, id, required, text } from '#platform/contract.ts';
import { dutyOverview, dutyYear, year } from './contract.duty.ts';
import { listMeetings } from './contract.ts';
import { MOST_REPEATS } from './rules.plan.ts';

export const planFields = {
  year,
  /** The branch's fixed day of the month. */
  day: count.pipe(z.int().min(1, '请选择1到28日').max(28, '请选择1到28日')),
  startTime: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 09:00'),
  minutes: count.pipe(z.int().min(15, '至少15分钟').max(480, '最长480分钟')),
  place: required(60, '地点'),
  note: text(500, '通知事项').default(''),
};

export const planYear = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/plan',
  summary: '一键排出一年的计划：按应开逐期写成草稿，已经排了的不重复',
  access: 'event:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '排年度组织生活计划',
  idempotent: true,
  input: z.object({ orgId: id, ...planFields }),
  reply: data(z.object({ count: z.number(), skipped: z.number() })),
  stale: () => [listMeetings, dutyOverview, dutyYear],
});

export const repeatMeeting = endpoint({
  method: 'POST',
  path: '/api/zzsh/meeting/repeat',
  summary: '把一次会议按周或按月重复，写成多次草稿',
  access: 'event:write',
  scope: 'org',
  targets: { id: 'lifeMeeting' },
  audit: '重复会议',
  idempotent: true,
  input: z.object({
    id,
    every: z.enum(['week', 'fortnight', 'month'], '请选择多久一次'),
    times: count.pipe(z.int().min(1, '至少重复1次').max(MOST_REPEATS, `最多重复${MOST_REPEATS}次`)),
  }),
  reply: data(z.object({ count: z.number() })),
  stale: () => [listMeetings, dutyOverview, dutyYear],
});
