import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  flag,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { decodeHtml, MAX_HTML } from '#platform/text/richTextRules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    help: true;
  }
}

const helpItem = z.object({
  id: z.string(),
  /** The document above; the empty text at the top. */
  pid: z.string(),
  title: z.string(),
  pinyin: z.string(),
  initials: z.string(),
  /** Pages whose help it is, as in docs/routes.txt. */
  routes: z.array(z.string()),
  createTime: z.string(),
  /** Null until somebody changes it. */
  updateTime: z.string().nullable(),
  sort: z.number(),
  published: z.boolean(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type HelpItem = z.infer<typeof helpItem>;

/** A document of a list; where words were looked for and stand in its text, the place where they do. */
const helpListed = helpItem.extend({
  passage: z.object({ before: z.string(), words: z.string(), after: z.string() }).nullable(),
});
export type HelpListed = z.infer<typeof helpListed>;

export const listHelp = endpoint({
  method: 'POST',
  path: '/api/help/document/listPage',
  summary: '帮助文档目录，按上下级与顺序',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({
    ...page,
    /** In title or text, or by the title's pinyin. */
    title: line(40, '标题').optional(),
    /** Also what is not published; for those who maintain the help. */
    drafts: flag.default(false),
  }),
  reply: rows(helpListed),
});

const helpDetail = helpItem.extend({
  /** Cleaned HTML, URL-encoded. */
  content: z.string(),
});
export type HelpDetail = z.infer<typeof helpDetail>;

export const getHelp = endpoint({
  method: 'POST',
  path: '/api/help/document/getDetail',
  summary: '一篇帮助文档',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({ id }),
  reply: data(helpDetail),
});

const TOO_LONG = `内容不能超过${MAX_HTML / 10_000}万个字`;
/** URL-encoded twice, a Chinese character is fifteen signs; what counts is the HTML itself. */
const content = z
  .string('请输入内容')
  .max(MAX_HTML * 15, TOO_LONG)
  .refine((wire) => decodeHtml(wire).length <= MAX_HTML, TOO_LONG);
/** A page's address as in docs/routes.txt, its parameters as they stand there: `/affairs/member/edit/:id/:identity?`. */
const route = z.string().regex(/^\/[\w:?/-]{0,99}$/, '页面地址以/开头，由字母、数字和横线组成');
/** Addresses, as a list or one a line. */
const routes = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(/[\s,，]+/).filter(Boolean) : value),
  z.array(route).max(20, '最多20个页面'),
) as unknown as z.ZodType<string[], string | string[]>;

/** What an editor writes; `content` is HTML, plain or URL-encoded. */
export const helpForm = z.object({
  pid: optional(id),
  title: required(60, '标题'),
  content,
  routes,
  published: flag,
});

/** Why a text is published although personal numbers stand in it. */
export const publishReason = text(200, '仍要发布的原因');

export const addHelp = endpoint({
  method: 'POST',
  path: '/api/help/document/add',
  summary: '新增帮助文档',
  access: 'help:write',
  scope: 'none',
  audit: '新增帮助文档',
  idempotent: true,
  input: helpForm.extend({
    routes: routes.default([]),
    published: flag.default(true),
    despite: publishReason.default(''),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listHelp],
});

export const updateHelp = endpoint({
  method: 'POST',
  path: '/api/help/document/update',
  summary: '修改帮助文档',
  access: 'help:write',
  scope: 'none',
  targets: { id: 'help' },
  audit: '修改帮助文档',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    ...helpForm.partial().shape,
    despite: publishReason.default(''),
    /** Behind which document of the same parent it stands; the empty text: first. */
    after: optional(id).optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listHelp, getHelp, helpVersions],
});

export const removeHelp = endpoint({
  method: 'POST',
  path: '/api/help/document/del',
  summary: '删除帮助文档',
  access: 'help:write',
  scope: 'none',
  targets: { id: 'help' },
  audit: '删除帮助文档',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listHelp, getHelp],
});

const helpVersion = z.object({
  /** As the document's own, so that the newest is what stands now. */
  version: z.number(),
  title: z.string(),
  saveTime: z.string(),
  saveName: z.string(),
});
export type HelpVersion = z.infer<typeof helpVersion>;

export const helpVersions = endpoint({
  method: 'POST',
  path: '/api/help/document/versions',
  summary: '帮助文档的历史版本，新的在前',
  access: 'help:write',
  scope: 'none',
  targets: { id: 'help' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.array(helpVersion)),
});

export const getHelpVersion = endpoint({
  method: 'POST',
  path: '/api/help/document/versionDetail',
  summary: '帮助文档的一个历史版本',
  access: 'help:write',
  scope: 'none',
  targets: { id: 'help' },
  silent: true,
  input: z.object({ id, version: count }),
  /** `content` is cleaned HTML, URL-encoded. */
  reply: data(helpVersion.extend({ content: z.string() })),
});
