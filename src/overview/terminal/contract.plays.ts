import { z } from 'zod';
import { data, date, EXPORT_RATE, endpoint, file, id, line, month, optional, page, rows } from '#platform/contract.ts';
import { LEVEL_NAMES } from './rules.plays.ts';

const level = z.enum([...LEVEL_NAMES, 'fallback']);

const day = z.object({
  day: z.string(),
  /** Minutes of the day between which it is open. */
  opens: z.number(),
  closes: z.number(),
  /** Percent of its opening hours in which it was there; null: it was not paired, or has not opened yet. */
  rate: z.number().nullable(),
  /** Minutes of the day. */
  spans: z.array(z.object({ from: z.number(), to: z.number() })),
});
export type DeviceDay = z.infer<typeof day>;

export const deviceWeek = endpoint({
  method: 'GET',
  path: '/api/terminal/box/week',
  summary: '一台终端最近七天什么时候在线，和近30天开机率',
  access: 'box:read',
  scope: 'org',
  targets: { id: 'noun:boxDevice' },
  input: z.object({ id }),
  reply: data(z.object({ days: z.array(day), monthRate: z.number().nullable() })),
});

const play = z.object({
  id: z.string(),
  title: z.string(),
  level,
  /** ISO 8601. */
  fromAt: z.string(),
  seconds: z.number(),
  deviceName: z.string(),
  orgName: z.string(),
});
export type PlayRow = z.infer<typeof play>;

export const listPlays = endpoint({
  method: 'GET',
  path: '/api/terminal/plays/listPage',
  summary: '播放记录：哪台屏幕什么时候播了什么，最近的在前',
  access: 'box:read',
  scope: 'org',
  targets: { orgId: 'org', deviceId: 'noun:boxDevice' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    deviceId: id.optional(),
    level: level.optional(),
    fromOn: optional(date).default(null),
    toOn: optional(date).default(null),
    keyWords: line(60, '内容').optional(),
  }),
  reply: rows(play),
});

const sum = z.object({
  id: z.string(),
  title: z.string(),
  level,
  screens: z.number(),
  times: z.number(),
  seconds: z.number(),
  /** ISO 8601. */
  lastAt: z.string(),
});
export type PlaySum = z.infer<typeof sum>;

export const sumPlays = endpoint({
  method: 'GET',
  path: '/api/terminal/plays/sums',
  summary: '一个月里每项内容在几台屏幕上播了多少次、多久',
  access: 'box:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    month: optional(month).default(null),
    keyWords: line(60, '内容').optional(),
  }),
  reply: rows(sum, { month: z.string() }),
});

export const exportPlays = endpoint({
  method: 'GET',
  path: '/api/terminal/plays/export',
  summary: '导出一个月的开机率和播放记录：每台屏幕、每项内容一行，带水印',
  access: 'box:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  audit: '导出播放记录',
  atOnce: 2,
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional(), month: optional(month).default(null) }),
  reply: file,
});
