import { z } from 'zod';
import { count, data, done, endpoint, flag, id, optional, required, text } from '#platform/contract.ts';
import { AUDIENCES, type Audience } from './rules.ts';

/** What the form of a folder holds. */
export const folderForm = z.object({
  name: required(40, '文件夹名称'),
  intro: text(300, '说明').default(''),
  audience: z.enum(Object.keys(AUDIENCES) as [Audience, ...Audience[]], '请选择谁能看').default('below'),
  maySave: flag.default(true),
  /** The folder above, of the same organisation; empty: it stands at the top. */
  parentId: optional(id),
  /** Who may read and save is what the folder above says. */
  inherits: flag.default(false),
  sort: count.pipe(z.int().min(0, '排序不能小于0').max(9999, '排序不能大于9999')).default(0),
});

const folder = z.object({
  id: z.string(),
  orgName: z.string(),
  name: z.string(),
  intro: z.string(),
  audience: z.enum(Object.keys(AUDIENCES) as [Audience, ...Audience[]]),
  maySave: z.boolean(),
  parentId: z.string().nullable(),
  inherits: z.boolean(),
  sort: z.number(),
  /** Published documents that the session may read, and the required ones among them that it has not opened. */
  documents: z.number(),
  unread: z.number(),
  version: z.number(),
  can: z.object({ write: z.boolean(), remove: z.boolean() }),
});
export type Folder = z.infer<typeof folder>;

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/zhjy/knowledge/folder',
  summary: '知识库文件夹：有给本人看的文档的，和管理范围内的，最多300个',
  access: 'dj:zhjy',
  scope: 'own',
  input: z.object({}),
  reply: data(z.array(folder)),
});

const stale = () => [listFolders];

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/zhjy/knowledge/folder',
  summary: '新增文件夹，属于本组织；放在另一个文件夹里的，属于那个文件夹的组织',
  access: 'edu:write',
  scope: 'org',
  targets: { parentId: 'knowledgeFolder' },
  audit: '新增知识库文件夹',
  idempotent: true,
  input: folderForm,
  reply: data(z.object({ id: z.string() })),
  stale,
});

export const updateFolder = endpoint({
  method: 'PUT',
  path: '/api/zhjy/knowledge/folder',
  summary: '修改文件夹，包括谁能看、能不能下载、放在哪里；沿用它的下级一起改',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'knowledgeFolder', parentId: 'knowledgeFolder' },
  audit: '修改知识库文件夹',
  input: folderForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const removeFolder = endpoint({
  method: 'DELETE',
  path: '/api/zhjy/knowledge/folder',
  summary: '删除没有文档的文件夹',
  access: 'edu:write',
  scope: 'org',
  targets: { id: 'knowledgeFolder' },
  audit: '删除知识库文件夹',
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale,
});
