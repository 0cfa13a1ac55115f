import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  flag,
  id,
  ids,
  line,
  optional,
  page,
  required,
  rows,
  text,
  yearFrom,
} from '#platform/contract.ts';
import { subtitlesText } from '#platform/files/subtitles.ts';
import { listUnits } from './contract.unit.ts';
import { listVideos, myVideos, watchVideo } from './contract.watch.ts';
import { AUDIENCES, type Audience, chapterFault, DEFAULT_SHARE, VIDEO_STATES } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    video: true;
    videoUnit: true;
    knowledgeFolder: true;
    knowledgeDocument: true;
    tvSession: true;
  }
}

const stored = z.string().regex(/^([0-9a-f]{32})?$/, '请重新上传');
const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);

/** What the form of a video holds; lists are joined there. */
export const videoFields = {
  unitId: id,
  title: required(60, '标题'),
  intro: text(1000, '简介').default(''),
  speaker: line(30, '主讲人').default(''),
  year: optional(yearFrom(1950)),
  cover: stored.default(''),
  fileId: z.string().regex(/^[0-9a-f]{32}$/, '请上传视频'),
  chapters: z
    .array(z.object({ at: z.int().min(0).max(86_400), title: required(80, '章节标题') }))
    .max(50, '章节最多50个')
    .superRefine((chapters, check) => {
      const fault = chapterFault(chapters);
      if (fault) check.addIssue({ code: 'custom', message: fault });
    })
    .default([]),
  subtitles: subtitlesText,
  labels: z.array(required(20, '标签')).max(5, '标签最多5个').default([]),
  audience: one<Audience>(AUDIENCES, '请选择谁能看').default('below'),
  countsHours: flag.default(false),
  share: count.pipe(z.int().min(50, '应看完的比例为50至100').max(100, '应看完的比例为50至100')).default(DEFAULT_SHARE),
  sort: count.pipe(z.int().min(0, '第几讲不能小于0').max(9999, '第几讲不能大于9999')).default(0),
};
export const videoForm = z.object(videoFields);

const can = z.object({ edit: z.boolean(), publish: z.boolean(), withdraw: z.boolean(), remove: z.boolean() });

const deskRow = z.object({
  id: z.string(),
  title: z.string(),
  cover: z.string(),
  unitId: z.string(),
  unitName: z.string(),
  isRequired: z.boolean(),
  orgName: z.string(),
  speaker: z.string(),
  seconds: z.number(),
  sort: z.number(),
  state: z.number(),
  stateName: z.string(),
  withdrawnFor: z.string(),
  countsHours: z.boolean(),
  viewers: z.number(),
  /** Accounts that reached the share that the video needs. */
  learned: z.number(),
  publishedAt: z.string().nullable(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can,
});
export type DeskVideo = z.infer<typeof deskRow>;

export const manageVideos = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/manage/listPage',
  summary: '视频管理列表：本组织及下级的，含草稿和已下架的',
  access: 'edu:write',
  scope: 'org',
  input: z.object({
    ...page,
    unitId: id.optional(),
    state: count.pipe(z.int().min(0, '状态不正确').max(4, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(deskRow),
});

const videoDetail = deskRow.extend({
  intro: z.string(),
  year: z.number().nullable(),
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  codec: z.string(),
  chapters: z.array(z.object({ at: z.number(), title: z.string() })),
  subtitles: z.string(),
  labels: z.array(z.string()),
  audience: z.string(),
  share: z.number(),
});
export type VideoDetail = z.infer<typeof videoDetail>;

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/zhjy/video/details',
  summary: '一个视频，供修改',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'video' },
  input: z.object({ id }),
  reply: data(videoDetail),
});

/** What a change of a video makes stale. */
const videoStale = () => [manageVideos, getVideo, listVideos, watchVideo, myVideos, listUnits];

export const createVideo = endpoint({
  method: 'POST',
  path: '/api/zhjy/video',
  summary: '新增视频草稿；长度和编码由服务器读取，浏览器不能播放的由服务器转换（处理中）',
  access: 'edu:write',
  scope: 'org',
  targets: { unitId: 'videoUnit' },
  audit: '新增视频',
  idempotent: true,
  input: videoForm,
  reply: data(z.object({ id: z.string(), isConverted: z.boolean() })),
  stale: videoStale,
});

export const updateVideo = endpoint({
  method: 'PUT',
  path: '/api/zhjy/video',
  summary: '修改视频；有人看过的不能换文件',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'video', unitId: 'videoUnit' },
  audit: '修改视频',
  input: videoForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number(), isConverted: z.boolean() })),
  stale: videoStale,
});

export const removeVideo = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/video',
  summary: '删除没有发布过的视频',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'video' },
  audit: '删除视频',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: videoStale,
});

export const publishVideos = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/publish',
  summary: '发布视频，或重新上架；有审批流程的先送审',
  access: 'edu:write',
  scope: 'org',
  targets: { ids: 'video[]' },
  audit: '发布视频',
  asks: {},
  input: z.object({ ids }),
  /** `waiting`: sent in for approval, not published yet. */
  reply: data(z.object({ count: z.number(), waiting: z.number() })),
  stale: videoStale,
});

export const withdrawVideos = endpoint({
  method: 'POST',
  path: '/api/zhjy/video/withdraw',
  summary: '下架视频：已看的记录保留',
  access: 'edu:write',
  scope: 'org',
  targets: { ids: 'video[]' },
  audit: '下架视频',
  input: z.object({ ids, reason: required(200, '下架原因') }),
  reply: data(z.object({ count: z.number() })),
  stale: videoStale,
});

export const stateName = (state: number): string => VIDEO_STATES[state as keyof typeof VIDEO_STATES] ?? '';
