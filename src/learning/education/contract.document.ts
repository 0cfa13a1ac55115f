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
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { listFolders } from './contract.folder.ts';
import { BEAT_SECONDS, MAX_PAGES } from './rules.knowledge.ts';

/** What the form of a document holds; labels are joined there. */
export const documentForm = z.object({
  folderId: id,
  title: required(80, '标题'),
  summary: text(500, '内容提要').default(''),
  labels: z.array(required(20, '标签')).max(5, '标签最多5个').default([]),
  isRequired: flag.default(false),
  fileId: z.string().regex(/^[0-9a-f]{32}$/, '请上传文件'),
  note: line(200, '修改说明').default(''),
});

const row = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  labels: z.array(z.string()),
  isRequired: z.boolean(),
  folderId: z.string(),
  folderName: z.string(),
  orgName: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  publishedAt: z.string().nullable(),
  /** Of the session's own account: seconds read, when it was last opened, whether it is a favourite. */
  seconds: z.number(),
  readAt: z.string().nullable(),
  isFavourite: z.boolean(),
  /** A piece of its text around the words that were looked for; empty where they stand in the title, or nothing was looked for. */
  excerpt: z.string(),
});
export type DocumentRow = z.infer<typeof row>;

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/listPage',
  summary: '知识中心：给本人看的文档；view 为 required、recent、favourite 时只列必读、最近阅读、收藏',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({
    ...page,
    view: z.enum(['all', 'required', 'recent', 'favourite'], '列表不正确').default('all'),
    folderId: id.optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(row),
});

const deskRow = row.extend({
  state: z.number(),
  stateName: z.string(),
  withdrawnFor: z.string(),
  /** Accounts that opened it. */
  readers: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can: z.object({ publish: z.boolean(), withdraw: z.boolean(), remove: z.boolean() }),
});
export type DeskDocument = z.infer<typeof deskRow>;

export const manageDocuments = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/manage/listPage',
  summary: '文档管理列表：本组织及下级的，含草稿和已下架的',
  access: 'edu:write',
  scope: 'org',
  input: z.object({
    ...page,
    folderId: id.optional(),
    state: count.pipe(z.int().min(0, '状态不正确').max(2, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(deskRow),
});

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/details',
  summary: '一份文档，供修改',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'knowledgeDocument' },
  input: z.object({ id }),
  reply: data(deskRow),
});

const fileVersion = z.object({
  number: z.number(),
  fileId: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  note: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  /** An office file as PDF, where it was laid out; else why it was not, or empty. */
  shownId: z.string().nullable(),
  shownNote: z.string(),
});

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/view',
  summary: '阅读一份文档：各个版本，本人的阅读和收藏',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({ id }),
  reply: data(
    row.extend({
      maySave: z.boolean(),
      versions: z.array(fileVersion),
      /** Pages that the session's own account has read of a version; `version` 0: of none. */
      pages: z.object({ version: z.number(), read: z.number(), count: z.number(), last: z.number() }),
    }),
  ),
});
export type ReadDocument = z.infer<typeof readDocument.reply.schema>;

/** A sheet of a document as the page shows it. */
export const readTable = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/table',
  summary: '文档里的表格：第一张有内容的工作表，最多500行40列',
  access: 'dj:zhjy',
  scope: 'own',
  atOnce: 2,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ id, fileId: z.string().regex(/^[0-9a-f]{32}$/, '文件编号不正确') }),
  reply: data(z.object({ rows: z.array(z.array(z.string())), isCut: z.boolean() })),
});

const stale = () => [listDocuments, manageDocuments, getDocument, readDocument, listFolders];

export const createDocument = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge',
  summary: '新增文档草稿',
  access: 'edu:write',
  scope: 'org',
  targets: { folderId: 'knowledgeFolder' },
  audit: '新增知识库文档',
  idempotent: true,
  input: documentForm,
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const updateDocument = endpoint({
  method: 'PUT',
  path: '/api/zhjy/knowledge',
  summary: '修改文档；换了文件就是新的版本，要写明改了什么',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'knowledgeDocument', folderId: 'knowledgeFolder' },
  audit: '修改知识库文档',
  input: documentForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/knowledge',
  summary: '删除没有发布过的文档',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'knowledgeDocument' },
  audit: '删除知识库文档',
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale,
});

export const publishDocuments = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge/publish',
  summary: '发布文档，或重新上架',
  access: 'edu:write',
  scope: 'org',
  targets: { ids: 'knowledgeDocument[]' },
  audit: '发布知识库文档',
  input: z.object({ ids }),
  reply: data(z.object({ count: z.number() })),
  stale,
});

export const withdrawDocuments = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge/withdraw',
  summary: '下架文档：阅读记录保留',
  access: 'edu:write',
  scope: 'org',
  targets: { ids: 'knowledgeDocument[]' },
  audit: '下架知识库文档',
  input: z.object({ ids, reason: required(200, '下架原因') }),
  reply: data(z.object({ count: z.number() })),
  stale,
});

export const markFavourite = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge/favourite',
  summary: '收藏或取消收藏，只有自己看得到',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  input: z.object({ id, isFavourite: flag }),
  reply: done,
  stale: () => [listDocuments, readDocument],
});

export const beatReading = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge/beat',
  summary: '打开文档时报0秒，此后每15秒报一次；按数据库的时钟封顶；分页阅读的连同看过的页码',
  access: 'dj:zhjy',
  scope: 'own',
  silent: true,
  rate: { hits: 120, seconds: 60, by: 'account' },
  input: z.object({
    id,
    seconds: count.pipe(z.int().min(0, '秒数不正确').max(BEAT_SECONDS, '秒数不正确')),
    /** Pages of a version that were read since the last beat, the one in view last. */
    pages: z
      .object({
        version: z.int().min(1, '版本不正确'),
        count: z.int().min(1, '页数不正确').max(MAX_PAGES, '页数不正确'),
        read: z.array(z.int().min(1, '页码不正确')).min(1, '页码不正确').max(BEAT_SECONDS, '页码太多'),
      })
      .refine(({ count, read }) => read.every((page) => page <= count), { path: ['read'], error: '页码不正确' })
      .optional(),
  }),
  reply: data(z.object({ seconds: z.number(), pagesRead: z.number() })),
});
