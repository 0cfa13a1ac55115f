import { z } from 'zod';
import { listSwipers, shownSwipers } from '#kernel/system/contract.swiper.ts';
import { data, date, done, endpoint, id, ids, optional, required, text } from '#platform/contract.ts';
import { getArticle, listArticles } from './contract.ts';

export const writingPlaces = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/getOrgId',
  summary: '为哪个组织写：本组织，和可以选的下级',
  access: 'archive:write',
  scope: 'org',
  input: z.object({}),
  reply: data(z.object({ orgId: z.string(), orgs: z.array(z.object({ id: z.string(), name: z.string() })) })),
});

export const proposeLabels = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/label',
  summary: '按标题和正文提议标签：用过的和标签库里的',
  access: 'archive:write',
  scope: 'org',
  silent: true,
  input: z.object({ text: text(20_000, '正文') }),
  reply: data(z.array(z.string())),
});

export const approvalTrail = endpoint({
  method: 'GET',
  path: '/api/zhhd/approalflow/details',
  summary: '一篇资讯的审核经过',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  input: z.object({ id }),
  reply: data(z.array(z.object({ at: z.string(), act: z.string(), by: z.string(), text: z.string() }))),
});

export const approvals = endpoint({
  method: 'GET',
  path: '/api/zhhd/approve',
  summary: '可用的资讯审批流程，和待我审的',
  access: 'archive:write',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      processes: z.array(z.object({ id: z.string(), name: z.string() })),
      waiting: z.number(),
    }),
  ),
});

const version = z.object({
  number: z.number(),
  title: z.string(),
  content: z.string(),
  note: z.string(),
  publishedAt: z.string(),
  writtenBy: z.string(),
  approvedBy: z.string(),
  isShown: z.boolean(),
});
export type Version = z.infer<typeof version>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/zhhd/djArchive/versions',
  summary: '历次发布的版本',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  input: z.object({ id }),
  reply: data(z.array(version)),
});

export const keepArticles = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/keep',
  summary: '到期清理：保留，或续期到某一天',
  access: 'archive:write',
  scope: 'org',
  targets: { ids: 'archiveArticle[]' },
  audit: '到期清理',
  idempotent: true,
  input: z.object({ ids, until: optional(date) }),
  reply: data(z.object({ count: z.number() })),
  stale: () => [listArticles, getArticle],
});

const some = z.array(required(20, '标签')).max(5, '一次最多5个标签').default([]);

export const labelArticles = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/labels',
  summary: '给多篇资讯加上或去掉标签；已发布的只加已经公开用过的标签',
  access: 'archive:write',
  scope: 'org',
  targets: { ids: 'archiveArticle[]' },
  audit: '批量标签',
  idempotent: true,
  input: z.object({ ids, add: some, remove: some }),
  reply: data(z.object({ count: z.number() })),
  stale: () => [listArticles, getArticle],
});

export const showInCarousel = endpoint({
  method: 'POST',
  path: '/api/zhhd/djArchive/swiper',
  summary: '设为轮播：以封面作轮播图，随文章撤下',
  access: 'swiper:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '设为轮播',
  idempotent: true,
  input: z.object({ id, endsOn: optional(date) }),
  reply: done,
  stale: () => [getArticle, listSwipers, shownSwipers],
});

export const takeFromCarousel = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/djArchive/swiper',
  summary: '取消轮播',
  access: 'swiper:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '取消轮播',
  input: z.object({ id }),
  reply: done,
  stale: () => [getArticle, listSwipers, shownSwipers],
});
