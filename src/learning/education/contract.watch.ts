import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, page, required, rows } from '#platform/contract.ts';
import { MAX_SPANS } from './rules.seen.ts';
import { ORDERS, type Order } from './rules.ts';

const order = z.enum(Object.keys(ORDERS) as [Order, ...Order[]], '顺序不正确');

const row = z.object({
  id: z.string(),
  title: z.string(),
  cover: z.string(),
  unitId: z.string(),
  unitName: z.string(),
  isRequired: z.boolean(),
  orgName: z.string(),
  speaker: z.string(),
  year: z.number().nullable(),
  labels: z.array(z.string()),
  seconds: z.number(),
  countsHours: z.boolean(),
  share: z.number(),
  viewers: z.number(),
  publishedAt: z.string(),
  /** Of this year, by the session's own account: percent seen, whether the share is reached, when it was last watched. */
  percent: z.number(),
  isLearned: z.boolean(),
  watchedAt: z.string().nullable(),
});
export type VideoRow = z.infer<typeof row>;

export const listVideos = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/listPage',
  summary: '视频中心：给本人看的',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({
    ...page,
    unitId: id.optional(),
    label: line(20, '标签').optional(),
    isRequired: flag.optional(),
    keyWords: line(60, '关键字').optional(),
    order: order.default('newest'),
  }),
  reply: rows(row),
});

export const videoLabels = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/label',
  summary: '给本人看的视频用过的标签，用得多的在前',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(z.string())),
});

export const myVideos = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/mine',
  summary: '继续学习：必修没学完的、看了一半的、今年学完的',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.object({
      /** Videos of required units that are not learned, the unfinished first. */
      required: z.array(row),
      begun: z.array(row),
      learned: z.array(row),
      /** Seconds of this year that count, and all that were seen. */
      countedSeconds: z.number(),
      seenSeconds: z.number(),
      requiredTotal: z.number(),
      requiredLearned: z.number(),
    }),
  ),
});

const note = z.object({ id: z.string(), at: z.number(), content: z.string(), createdAt: z.string() });
export type Note = z.infer<typeof note>;
const span = z.tuple([z.number(), z.number()]);

const watch = row.extend({
  intro: z.string(),
  fileId: z.string(),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  subtitles: z.string(),
  /** Where to go on, and what was seen this year. */
  position: z.number(),
  seen: z.array(span),
  notes: z.array(note),
  /** The videos of its unit, in order. */
  series: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      seconds: z.number(),
      percent: z.number(),
      isLearned: z.boolean(),
    }),
  ),
});
export type Watch = z.infer<typeof watch>;

export const watchVideo = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/view',
  summary: '观看一个视频：章节、字幕、看到哪里、自己的笔记',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ id }),
  reply: data(watch),
});

export const startPlay = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/play',
  summary: '开始播放：同一账号只有一个窗口在计时，先开的停下',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id }),
  reply: data(z.object({ playId: z.string() })),
});

const second = z.int().min(0, '时间不正确').max(86_400, '时间不正确');

export const beatPlay = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/beat',
  summary: '播放中每15秒报一次看过的秒；重复的、乱序的不重复计',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  rate: { hits: 120, seconds: 60, by: 'account' },
  input: z.object({
    playId: z.uuid('播放编号不正确'),
    number: count.pipe(z.int().min(0, '序号不正确').max(100_000, '序号不正确')),
    spans: z
      .array(z.tuple([second, second]))
      .max(MAX_SPANS, '一次报的太多')
      .default([]),
    position: second,
  }),
  reply: data(
    z.object({
      /** Another window of the account plays now: this one counts nothing any more. */
      isOver: z.boolean(),
      seen: z.array(span),
      percent: z.number(),
      isLearned: z.boolean(),
      /** Whole seconds that this beat added. */
      added: z.number(),
    }),
  ),
});

export const addNote = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/note',
  summary: '在某一秒记笔记，只有自己看得到',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ id, at: second, content: required(500, '笔记') }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [watchVideo],
});

export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/video/note',
  summary: '删除自己的笔记',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [watchVideo],
});
