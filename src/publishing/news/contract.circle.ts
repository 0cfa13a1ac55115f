import { z } from 'zod';
import { count, data, done, endpoint, flag, id, line, page, required, rows, text } from '#platform/contract.ts';
import { HELP_STATES, POST_KINDS, type PostKind } from './rules.circle.ts';

const kind = z.enum(Object.keys(POST_KINDS) as [PostKind, ...PostKind[]], '请选择类型');
const fields = {
  kind,
  content: text(1000, '内容').refine((value) => value !== '', '请输入内容'),
  pictures: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '图片不正确'))
    .max(9, '图片最多9张')
    .default([]),
  topics: z.array(required(20, '话题')).max(3, '话题最多3个').default([]),
};
/** A short video instead of pictures; neither changes once it is posted. */
export const postForm = z
  .object({
    ...fields,
    video: z
      .string()
      .regex(/^([0-9a-f]{32})?$/, '请重新上传')
      .default(''),
    audienceId: id,
  })
  .refine(({ pictures, video }) => video === '' || pictures.length === 0, {
    path: ['video'],
    message: '图片和视频只能选一种',
  });

const post = z.object({
  id: z.string(),
  kind,
  content: z.string(),
  pictures: z.array(z.string()),
  /** A stored file; empty: none. */
  video: z.string(),
  topics: z.array(z.string()),
  name: z.string(),
  orgName: z.string(),
  audienceName: z.string(),
  helpState: z.number(),
  likes: z.number(),
  replies: z.number(),
  isLiked: z.boolean(),
  isHidden: z.boolean(),
  hiddenFor: z.string(),
  /** Waits for a moderator, before its author and the moderators alone. */
  isWaiting: z.boolean(),
  /** What its author said against its being hidden. */
  objection: z.string(),
  objectionOpen: z.boolean(),
  helperName: z.string(),
  thanks: z.string(),
  reports: z.number(),
  createdAt: z.string(),
  version: z.number(),
  can: z.object({
    object: z.boolean(),
    edit: z.boolean(),
    remove: z.boolean(),
    report: z.boolean(),
    moderate: z.boolean(),
    choose: z.boolean(),
    close: z.boolean(),
  }),
});
export type Post = z.infer<typeof post>;

const filter = {
  kind: kind.optional(),
  helpState: count.pipe(z.int().min(0, '状态不正确').max(3, '状态不正确')).optional(),
  topic: line(20, '话题').optional(),
};

/** The page behind the posts before `beforeId`. */
export const morePosts = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/more/listPage',
  summary: '党员圈：给本人看的动态，从某一条往后',
  access: 'dj:djhd',
  scope: 'own',
  input: z.object({ ...filter, beforeId: id.optional(), pageSize: page.pageSize }),
  reply: rows(post, { capped: z.boolean() }),
});

export const postsOfOrg = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/orgCode/listPage',
  summary: '党员圈：给本人看的动态，一页',
  access: 'dj:djhd',
  scope: 'own',
  input: z.object({ ...page, ...filter }),
  reply: rows(post, { capped: z.boolean() }),
});

export const homeHelp = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/home/help/listPage',
  summary: '首页和帮助中心：没有解决的求助',
  access: 'dj:djhd',
  scope: 'own',
  silent: true,
  input: z.object({ ...page }),
  reply: rows(post, { capped: z.boolean() }),
});

export const moderated = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/listPage',
  summary: '党员圈管理列表：本组织及下级党员发布的，含待审、被举报、有异议和隐藏的',
  access: 'circle:moderate',
  scope: 'org',
  input: z.object({ ...page, view: z.enum(['all', 'pending', 'reported', 'hidden'], '视图不正确').default('all') }),
  reply: rows(post, { capped: z.boolean() }),
});

const reply = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  content: z.string(),
  isOffer: z.boolean(),
  isChosen: z.boolean(),
  createdAt: z.string(),
  can: z.object({ remove: z.boolean() }),
});
export type Reply = z.infer<typeof reply>;

export const getPost = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/details',
  summary: '一条动态和它的回应',
  access: 'dj:djhd',
  scope: 'own',
  input: z.object({ id }),
  reply: data(
    post.extend({
      answers: z.array(reply),
      /** Of moderators alone: what was said in the open reports, without who said it. */
      reported: z.array(z.object({ reason: z.string(), at: z.string() })),
    }),
  ),
});

const lists = () => [morePosts, postsOfOrg, homeHelp, moderated, getPost];

export const checkPost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/check',
  summary: '能不能在某个组织的圈里发布，今天还能发几条，禁言到什么时候',
  access: 'dj:djhd',
  scope: 'own',
  silent: true,
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      may: z.boolean(),
      left: z.number(),
      mutedUntil: z.string().nullable(),
      places: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});

export const proposeTopics = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/label',
  summary: '用过的话题，按开头的字',
  access: 'dj:djhd',
  scope: 'own',
  silent: true,
  input: z.object({
    labelName: line(20, '话题').default(''),
    /** Of requests that were solved alone. */
    solved: flag.default(false),
  }),
  reply: data(z.array(z.string())),
});

export const addPost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle',
  summary: '在党员圈发布',
  access: 'circle:post',
  scope: 'own',
  audit: '发布动态',
  idempotent: true,
  input: postForm,
  reply: data(z.object({ id: z.string(), isWaiting: z.boolean() })),
  stale: lists,
});

export const changePost = endpoint({
  method: 'PUT',
  path: '/api/zhhd/djcircle',
  summary: '修改自己发布的',
  access: 'circle:post',
  scope: 'own',
  audit: '修改动态',
  input: z.object({ ...fields, id, version: z.int() }),
  reply: data(z.object({ version: z.number(), isWaiting: z.boolean() })),
  stale: lists,
});

export const removePost = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/djcircle',
  summary: '删除自己发布的',
  access: 'circle:post',
  scope: 'own',
  audit: '删除动态',
  input: z.object({ id }),
  reply: done,
  stale: lists,
});

export const likePost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/like',
  summary: '点赞或取消',
  access: 'dj:djhd',
  scope: 'own',
  silent: true,
  input: z.object({ id, like: flag }),
  reply: data(z.object({ likes: z.number() })),
  stale: lists,
});

export const answerPost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/reply',
  summary: '回应一条动态；对求助可以提出帮办',
  access: 'circle:post',
  scope: 'own',
  audit: '回应动态',
  idempotent: true,
  input: z.object({ id, content: required(500, '回应'), isOffer: flag.default(false) }),
  reply: data(z.object({ id: z.string() })),
  stale: lists,
});

export const stepHelp = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/help',
  summary: '求助：选定帮办人、已解决、关闭',
  access: 'circle:post',
  scope: 'own',
  audit: '办理求助',
  input: z.object({
    id,
    step: z.enum(['choose', 'solve', 'close'], '请选择怎样办理'),
    replyId: id.optional(),
    thanks: text(200, '感谢的话').default(''),
  }),
  reply: data(z.object({ helpState: z.number() })),
  stale: lists,
});

export const reportPost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/report',
  summary: '举报；三人举报先隐藏，等管理人决定',
  access: 'dj:djhd',
  scope: 'own',
  audit: '举报动态',
  input: z.object({ id, reason: required(200, '举报原因') }),
  reply: data(z.object({ isHidden: z.boolean() })),
  stale: lists,
});

export const decidePost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/decide',
  summary: '隐藏或恢复一条动态，可以同时禁言',
  access: 'circle:moderate',
  scope: 'org',
  targets: { id: 'circlePost' },
  audit: '处理动态',
  input: z.object({
    id,
    hide: flag,
    reason: text(200, '原因').default(''),
    muteDays: count.pipe(z.int().min(0, '禁言0至30天').max(30, '禁言0至30天')).default(0),
  }),
  reply: done,
  stale: lists,
});

export const removeAnswer = endpoint({
  method: 'DELETE',
  path: '/api/zhhd/djcircle/reply',
  summary: '删除自己的回应；管理人可以删除任何一条',
  access: 'dj:djhd',
  scope: 'own',
  audit: '删除回应',
  input: z.object({ id }),
  reply: done,
  stale: lists,
});

export const objectPost = endpoint({
  method: 'POST',
  path: '/api/zhhd/djcircle/object',
  summary: '对隐藏自己的动态提出异议，一次；由上级党组织处理',
  access: 'circle:post',
  scope: 'own',
  audit: '提出异议',
  input: z.object({ id, reason: required(200, '异议') }),
  reply: done,
  stale: lists,
});

export const circleRule = endpoint({
  method: 'GET',
  path: '/api/zhhd/djcircle/rule',
  summary: '本组织党员圈的规则：先审后发还是先发后审，由谁规定',
  access: 'circle:moderate',
  scope: 'org',
  input: z.object({}),
  reply: data(z.object({ reviewFirst: z.boolean(), own: z.boolean(), from: z.string() })),
});

export const setCircleRule = endpoint({
  method: 'PUT',
  path: '/api/zhhd/djcircle/rule',
  summary: '规定本组织及下级的党员圈先审后发或先发后审，留空为随上级',
  access: 'circle:moderate',
  scope: 'org',
  audit: '修改党员圈规则',
  input: z.object({ rule: z.enum(['first', 'after', ''], '请选择规则') }),
  reply: done,
  stale: () => [circleRule],
});

export const helpStateName = (state: number) => HELP_STATES[state as keyof typeof HELP_STATES] ?? '';
