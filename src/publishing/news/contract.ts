import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  endpoint,
  flag,
  id,
  ids,
  line,
  moment,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { subtitlesText } from '#platform/files/subtitles.ts';
import { decodeHtml, MAX_HTML } from '#platform/text/richTextRules.ts';
import { listColumns } from './contract.columns.ts';
import { homeArticles, homeVideos, latestByColumn, listNews } from './contract.read.ts';
import {
  AUDIENCES,
  type Audience,
  COLUMN_KINDS,
  type ColumnKind,
  GENRES,
  type Genre,
  KINDS,
  type Kind,
  STATES,
  VIEWS,
  type View,
} from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    archiveArticle: true;
    circlePost: true;
  }
}

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
const stored = z.string().regex(/^([0-9a-f]{32})?$/, '请重新上传');

/** What the form of an article holds; lists are joined by commas there. */
export const articleFields = {
  columnId: id,
  kind: one<ColumnKind>(COLUMN_KINDS, '请选择类型'),
  title: required(60, '标题'),
  summary: text(200, '摘要').default(''),
  content: z
    .string('请输入正文')
    .max(MAX_HTML * 3, '正文太长')
    .refine((html) => decodeHtml(html).length <= MAX_HTML, '正文太长，请分成几篇'),
  cover: stored.default(''),
  video: stored.default(''),
  subtitles: subtitlesText,
  genre: one<'' | Genre>({ '': '', ...GENRES }, '请选择类别').default(''),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'))
    .max(20, '附件最多20个')
    .default([]),
  labels: z.array(required(20, '标签')).max(5, '标签最多5个').default([]),
  source: line(60, '来源').default(''),
  author: line(30, '作者').default(''),
  editor: line(30, '责任编辑').default(''),
  audience: one<Audience>(AUDIENCES, '请选择谁能看').default('below'),
  orgIds: z.array(id).max(200, '一次最多指定200个组织').default([]),
  publishAt: optional(moment),
  shownUntil: optional(date),
  note: text(200, '更正说明').default(''),
};
export const articleForm = z.object(articleFields);

const can = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  submit: z.boolean(),
  recall: z.boolean(),
  audit: z.boolean(),
  withdraw: z.boolean(),
  restore: z.boolean(),
  move: z.boolean(),
  top: z.boolean(),
  carousel: z.boolean(),
});

export const articleRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  columnId: z.string().nullable(),
  columnName: z.string(),
  kind: one<Kind>(KINDS, ''),
  title: z.string(),
  cover: z.string(),
  labels: z.array(z.string()),
  state: z.number(),
  stateName: z.string(),
  /** A version is before readers now, whatever becomes of the text that is worked on. */
  isShown: z.boolean(),
  isTop: z.boolean(),
  isOver: z.boolean(),
  publishAt: z.string().nullable(),
  firstShown: z.string().nullable(),
  shownUntil: z.string().nullable(),
  readers: z.number(),
  /** Why it may have outlived itself; empty: it has not. */
  outlived: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can,
});
export type ArticleRow = z.infer<typeof articleRow>;

export const listArticles = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/listPage',
  summary: '资讯办理列表：本组织及下级的文章和视频，含草稿和待审',
  access: 'archive:write',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(['', ...(Object.keys(VIEWS) as View[])], '视图不正确').default(''),
    kind: one<ColumnKind>(COLUMN_KINDS, '类型不正确').optional(),
    columnId: id.optional(),
    state: count.pipe(z.int().min(0, '状态不正确').max(5, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(articleRow),
});

const named = z.array(z.object({ id: z.string(), name: z.string() }));
const articleDetail = articleRow.extend({
  summary: z.string(),
  /** HTML, URL-encoded. */
  content: z.string(),
  video: z.string(),
  subtitles: z.string(),
  genre: z.string(),
  files: z.array(uploadedFile),
  /** What was found in the attachments and their names, as sentences. */
  attached: z.object({ numbers: z.array(z.string()), stops: z.array(z.string()), reminds: z.array(z.string()) }),
  source: z.string(),
  author: z.string(),
  editor: z.string(),
  audience: z.string(),
  orgs: named,
  /** Of an announcement; null for everything else. */
  announced: z
    .object({
      noticeType: z.string(),
      mustConfirm: z.string(),
      readBy: z.string().nullable(),
      types: z.array(z.number()),
      groups: named,
      people: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
      queryId: z.string().nullable(),
      isSent: z.boolean(),
    })
    .nullable(),
  note: z.string(),
  opinion: z.string(),
  despite: z.string(),
  withdrawnFor: z.string(),
  /** Of a withdrawn text each place where it was shown, with whether it is gone from there; empty for others. */
  places: z.array(z.object({ name: z.string(), gone: z.boolean() })),
  submitName: z.string(),
  decidedBy: z.string(),
  instanceId: z.string().nullable(),
  /** Who decides where no process does. */
  superior: z.string(),
  versions: z.number(),
  /** It is one of the carousel's pictures. */
  inCarousel: z.boolean(),
  /** The open page; empty where the column has none, or nothing is shown. */
  publicPath: z.string(),
});
export type ArticleDetail = z.infer<typeof articleDetail>;

export const getArticle = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/{id}',
  summary: '一篇资讯，供办理：正在写的文本',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  input: z.object({ id }),
  reply: data(articleDetail),
});

export const createArticle = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive',
  summary: '新增资讯草稿',
  access: 'archive:write',
  scope: 'org',
  targets: { orgId: 'org', orgIds: 'org[]' },
  audit: '新增资讯',
  idempotent: true,
  input: articleForm.extend({ orgId: id }),
  reply: data(z.object({ id: z.string(), info: z.boolean() })),
  stale: () => [listArticles],
});

export const updateArticle = endpoint({
  method: 'PUT',
  path: '/api/zhhd/djArchive',
  summary: '修改资讯；已发布的成为更正稿，读者仍看原来的版本',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgIds: 'org[]' },
  audit: '修改资讯',
  idempotent: true,
  input: articleForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number(), info: z.boolean() })),
  stale: () => [listArticles, getArticle],
});

export const removeArticle = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/djArchive',
  summary: '删除没有发布过的资讯草稿',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '删除资讯',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listArticles, getArticle],
});

const stepped = data(z.object({ version: z.number(), info: z.boolean() }));
/** What is shown to readers changes with these. */
const shownStale = () => [listArticles, getArticle, listNews, latestByColumn, homeArticles, homeVideos, listColumns];

export const submitArticle = endpoint({
  method: 'POST',
  path: '/api/zhhd/approalflow',
  summary: '资讯送审；栏目不要求审批的直接发布',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '资讯送审',
  asks: {},
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    despite: text(200, '仍要公开的原因').default(''),
    /** The words of which the site reminds were looked at. */
    heeded: flag.default(false),
  }),
  reply: data(z.object({ version: z.number(), info: z.boolean(), state: z.number(), decider: z.string() })),
  stale: shownStale,
});

export const recallArticle = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/recall',
  summary: '撤回送审，或取消定时发布',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '撤回资讯送审',
  input: z.object({ id }),
  reply: stepped,
  stale: shownStale,
});

export const auditArticle = endpoint({
  method: 'PUT',
  path: '/api/zhhd/djArchive/audit',
  summary: '审核资讯（没有审批流程时）',
  access: 'archive:audit',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '审核资讯',
  input: z.object({
    id,
    version: z.int(),
    agree: z.boolean('请选择同意或退回'),
    opinion: text(500, '意见').default(''),
    despite: text(200, '仍要公开的原因').default(''),
  }),
  reply: stepped,
  stale: shownStale,
});

export const withdrawArticle = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/withdraw',
  summary: '撤下资讯：立即从资讯、首页、搜索和公开页消失',
  access: 'archive:write',
  scope: 'org',
  targets: { ids: 'archiveArticle[]' },
  audit: '撤下资讯',
  input: z.object({ ids, reason: required(200, '撤下原因') }),
  reply: data(
    z.object({
      count: z.number(),
      info: z.boolean(),
      /** What has not confirmed it, as sentences. */
      unconfirmed: z.array(z.string()),
    }),
  ),
  stale: shownStale,
});

export const restoreArticle = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/restore',
  summary: '恢复发布撤下后没有改过的资讯',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '恢复发布资讯',
  input: z.object({ id }),
  reply: stepped,
  stale: shownStale,
});

/** A write by GET, as the specification names it: a transaction with its audit all the same. */
export const moveArticle = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/move',
  summary: '移到另一栏目',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '移动资讯',
  idempotent: true,
  input: z.object({ id, columnId: id }),
  reply: stepped,
  stale: shownStale,
});

export const topArticle = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/top',
  summary: '置顶到某一天；不给日期即取消置顶',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '置顶资讯',
  idempotent: true,
  input: z.object({ id, until: optional(date) }),
  reply: stepped,
  stale: shownStale,
});

export const sortArticle = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/moveSort',
  summary: '在栏目里上移或下移一位',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '调整资讯顺序',
  idempotent: true,
  input: z.object({ id, direction: z.enum(['up', 'down'], '请选择上移或下移') }),
  reply: stepped,
  stale: shownStale,
});

export const stateName = (state: number): string => STATES[state as keyof typeof STATES] ?? '';
