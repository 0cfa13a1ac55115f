import { z } from 'zod';
import { data, done, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { COLUMN_KINDS, type ColumnKind } from './rules.ts';

const newsKind = z.enum(Object.keys(COLUMN_KINDS) as [ColumnKind, ...ColumnKind[]], '类型不正确');

const newsRow = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  cover: z.string(),
  columnName: z.string(),
  orgName: z.string(),
  publishedAt: z.string(),
  isTop: z.boolean(),
  isRead: z.boolean(),
  readers: z.number(),
  /** The sentence in which the words were found; empty where nothing was asked for, or they stand in the title. */
  found: z.string(),
});
export type NewsRow = z.infer<typeof newsRow>;

export const listNews = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/news/listPage',
  summary: '党建资讯：给本人看的，置顶在前、新的在前',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({
    ...page,
    columnId: id.optional(),
    kind: newsKind.optional(),
    label: line(20, '标签').optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(newsRow, { capped: z.boolean() }),
});

const comment = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  name: z.string(),
  orgName: z.string(),
  content: z.string(),
  createdAt: z.string(),
  isWaiting: z.boolean(),
  can: z.object({ remove: z.boolean(), show: z.boolean() }),
});
export type Comment = z.infer<typeof comment>;

const news = newsRow.extend({
  columnId: z.string().nullable(),
  /** HTML, URL-encoded. */
  content: z.string(),
  video: z.string(),
  subtitles: z.string(),
  genre: z.string(),
  files: z.array(uploadedFile),
  labels: z.array(z.string()),
  source: z.string(),
  author: z.string(),
  editor: z.string(),
  /** What was corrected, with the day; empty where it stands as it first did. */
  correction: z.string(),
  correctedAt: z.string().nullable(),
  comments: z.string(),
  related: z.array(z.object({ id: z.string(), kind: z.string(), title: z.string(), publishedAt: z.string() })),
  publicPath: z.string(),
});
export type News = z.infer<typeof news>;

export const getNews = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/news',
  summary: '读一篇资讯：通过审核的版本',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({ id }),
  reply: data(news),
});

export const readNews = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/news/read',
  summary: '读完一篇资讯，每人计一次',
  access: 'dj:djzx',
  scope: 'own',
  silent: true,
  input: z.object({ id }),
  reply: data(z.object({ readers: z.number() })),
});

export const printNews = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/news/print',
  summary: '打印一篇资讯：通过审核的版本，带原文二维码',
  access: 'dj:djzx',
  scope: 'own',
  audit: '打印资讯',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

const shortRow = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  cover: z.string(),
  columnName: z.string(),
  publishedAt: z.string(),
});

export const latestByColumn = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/programa/archive',
  summary: '每个栏目和它最新的几篇',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({}),
  reply: data(
    z.array(
      z.object({ id: z.string(), name: z.string(), kind: z.string(), total: z.number(), rows: z.array(shortRow) }),
    ),
  ),
});

export const homeArticles = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/home/archiveList',
  summary: '首页：最新资讯',
  access: 'dj:djzx',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(shortRow)),
});

export const homeVideos = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/home/video',
  summary: '首页：最新视频',
  access: 'dj:djzx',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(shortRow)),
});

export const listComments = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/comment',
  summary: '一篇资讯的评论',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({ ...page, id }),
  reply: rows(comment),
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/comment',
  summary: '发表评论，或回复一条评论',
  access: 'dj:djzx',
  scope: 'own',
  audit: '发表评论',
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({ id, parentId: id.optional(), content: required(500, '评论') }),
  reply: data(z.object({ id: z.string(), isWaiting: z.boolean() })),
  stale: () => [listComments],
});

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/djArchive/comment',
  summary: '删除自己的评论；管理资讯的可以删除任何一条',
  access: 'dj:djzx',
  scope: 'own',
  audit: '删除评论',
  input: z.object({ id }),
  reply: done,
  stale: () => [listComments],
});

export const showComment = endpoint({
  method: 'PUT',
  path: '/api/zhhd/djArchive/comment',
  summary: '显示一条待审的评论',
  access: 'archive:audit',
  scope: 'org',
  audit: '显示评论',
  input: z.object({ id }),
  reply: done,
  stale: () => [listComments],
});
