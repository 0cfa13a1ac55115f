import { z } from 'zod';
import { data, done, endpoint, file } from '#platform/contract.ts';

const state = data(
  z.object({
    /** Since when there is an address, ISO 8601; null: there is none. The address itself is told once. */
    since: z.string().nullable(),
  }),
);
const made = data(z.object({ token: z.string() }));

export const ownCalendar = endpoint({
  method: 'GET',
  path: '/api/zzsh/own/calendar',
  summary: '本人会议的日历订阅：有没有生效的地址',
  access: 'event:own',
  scope: 'own',
  input: z.object({}),
  reply: state,
});
export const openOwnCalendar = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/calendar',
  summary: '生成本人会议的日历地址；以前的地址随即失效',
  access: 'event:own',
  scope: 'own',
  audit: '生成日历订阅地址',
  input: z.object({}),
  reply: made,
  stale: () => [ownCalendar],
});
export const endOwnCalendar = endpoint({
  method: 'POST',
  path: '/api/zzsh/own/calendar/end',
  summary: '停用本人会议的日历地址',
  access: 'event:own',
  scope: 'own',
  audit: '停用日历订阅地址',
  input: z.object({}),
  reply: done,
  stale: () => [ownCalendar],
});

export const orgCalendar = endpoint({
  method: 'GET',
  path: '/api/zzsh/calendar',
  summary: '本组织会议的日历订阅：有没有生效的地址',
  access: 'event:write',
  scope: 'org',
  input: z.object({}),
  reply: state,
});
export const openOrgCalendar = endpoint({
  method: 'POST',
  path: '/api/zzsh/calendar',
  summary: '生成本组织会议的日历地址；以前的地址随即失效',
  access: 'event:write',
  scope: 'org',
  audit: '生成日历订阅地址',
  input: z.object({}),
  reply: made,
  stale: () => [orgCalendar],
});
export const endOrgCalendar = endpoint({
  method: 'POST',
  path: '/api/zzsh/calendar/end',
  summary: '停用本组织会议的日历地址',
  access: 'event:write',
  scope: 'org',
  audit: '停用日历订阅地址',
  input: z.object({}),
  reply: done,
  stale: () => [orgCalendar],
});

/** Where a phone's calendar reads: whoever has the address, so that it is long, secret and revocable. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/api/zzsh/calendar/public/{token}',
  summary: '日历订阅（iCalendar）：会议的名称、时间和地点，发展党员各步的最后一天，凭保密地址读取',
  access: 'public',
  scope: 'none',
  rate: { hits: 60, seconds: 60, by: 'ip' },
  input: z.object({ token: z.string().regex(/^[0-9a-f]{48}$/, '地址不正确') }),
  reply: file,
});
