import { z } from 'zod';
import { data, done, endpoint, id, page, required, rows, yearFrom } from '#platform/contract.ts';
import { MAX_PROGRAMME, MAX_SITE } from './rules.tv.ts';

const year = yearFrom(2018);
const sessionRow = z.object({
  id: z.string(),
  orgName: z.string(),
  title: z.string(),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().nullable(),
  videos: z.number(),
  people: z.number(),
  playedMinutes: z.number(),
});
export type TvRow = z.infer<typeof sessionRow>;

export const listTv = endpoint({
  method: 'GET',
  path: '/api/zhjy/tv/listPage',
  summary: '远教中心：本组织及下级的场次',
  access: 'edu:write',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(sessionRow),
});

const siteRow = z.object({
  id: z.string(),
  name: z.string(),
  days: z.number(),
  sessions: z.number(),
  people: z.number(),
  members: z.number(),
  /** Per cent of the members who have come, rounded down. */
  rate: z.number(),
  hours: z.number(),
});
export type TvSite = z.infer<typeof siteRow>;

export const tvSites = endpoint({
  method: 'GET',
  path: '/api/zhjy/tv/sites',
  summary: '远教中心：各站点一年的开放天数、场次、人数和参学率',
  access: 'edu:write',
  scope: 'org',
  input: z.object({ ...page, year: year.optional() }),
  reply: rows(siteRow, { year: z.number(), years: z.array(z.number()) }),
});

const session = sessionRow.extend({
  playedSeconds: z.number(),
  programme: z.array(z.object({ id: z.string(), title: z.string(), fileId: z.string(), seconds: z.number() })),
  people: z.array(
    z.object({
      memberId: z.string(),
      name: z.string(),
      isPresent: z.boolean(),
      /** Minutes of presence while something was played. */
      minutes: z.number(),
    }),
  ),
  present: z.number(),
  total: z.number(),
});
export type TvSession = z.infer<typeof session>;

export const getTv = endpoint({
  method: 'GET',
  path: '/api/zhjy/tv/{id}',
  summary: '一个场次：节目单、在场的人、放了多久',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'tvSession' },
  input: z.object({ id }),
  reply: data(session),
});

export const tvCode = endpoint({
  method: 'GET',
  path: '/api/zhjy/tv/code',
  summary: '场次的签到码，30秒一换',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'tvSession' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ code: z.string(), seconds: z.number() })),
});

export const startTv = endpoint({
  method: 'POST',
  path: '/api/zhjy/tv/start',
  summary: '开始一个远教场次',
  access: 'edu:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '开始远教场次',
  idempotent: true,
  input: z.object({
    orgId: id,
    title: required(60, '场次名称'),
    videoIds: z.array(id).min(1, '请选择节目').max(MAX_PROGRAMME, `一场最多${MAX_PROGRAMME}个节目`),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTv],
});

export const tickTv = endpoint({
  method: 'POST',
  path: '/api/zhjy/tv/tick',
  summary: '登记到场和离场',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'tvSession', memberIds: 'member[]' },
  audit: '登记远教到场',
  subject: ['memberIds'],
  silent: true,
  input: z.object({
    id,
    memberIds: z.array(id).min(1, '请选择人员').max(MAX_SITE, `一次最多${MAX_SITE}人`),
    isPresent: z.boolean(),
  }),
  reply: done,
  stale: () => [getTv],
});

export const beatTv = endpoint({
  method: 'POST',
  path: '/api/zhjy/tv/beat',
  summary: '播放中每15秒报一次，停下时报一次',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'tvSession' },
  silent: true,
  input: z.object({ id, isPlaying: z.boolean() }),
  reply: data(z.object({ playedSeconds: z.number() })),
});

export const endTv = endpoint({
  method: 'POST',
  path: '/api/zhjy/tv/end',
  summary: '结束场次：在场且在播放的时间计入学时',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'tvSession' },
  audit: '结束远教场次',
  input: z.object({ id }),
  reply: data(z.object({ people: z.number() })),
  stale: () => [listTv, getTv, tvSites],
});

export const signTv = endpoint({
  method: 'POST',
  path: '/api/zhjy/tv/own/sign',
  summary: '扫码签到；再扫一次签退',
  access: 'dj:zhjy',
  scope: 'own',
  audit: '远教签到',
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, code: z.string().max(40, '签到码不正确'), isPresent: z.boolean() }),
  reply: data(z.object({ title: z.string(), orgName: z.string(), isPresent: z.boolean() })),
});
