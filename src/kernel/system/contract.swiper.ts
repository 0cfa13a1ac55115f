import { z } from 'zod';
import {
  count,
  data,
  date,
  done,
  endpoint,
  file,
  flag,
  id,
  line,
  optional,
  page,
  picture,
  required,
  rows,
} from '#platform/contract.ts';

/** Pictures that a home shows at most. */
export const SHOWN_AT_MOST = 8;
const PICTURE_KILOBYTES = 2048;

/** Where a picture of the carousel stands by today's date. */
export const SWIPER_STATES = { shown: '展示中', waiting: '未到时间', over: '已过期', off: '已停用' } as const;

/** An own page or a whole web address; empty: none. What the site allows is `linkFault`'s matter. */
export const link = line(300, '链接').regex(
  /^$|^\/(?![/\\])[^\s\\]*$|^https?:\/\/[^\s/\\]+(\/\S*)?$/i,
  '请输入本平台的页面地址（以 / 开头）或完整网址',
);

const fields = {
  title: required(40, '标题'),
  alt: required(80, '图片说明'),
  link: link.default(''),
  startsOn: optional(date),
  endsOn: optional(date),
  enabled: flag.default(true),
};

/** What a form holds of a picture; the picture itself is a data URL. */
export const swiperForm = z.object({ ...fields, orgId: id, picture: picture(PICTURE_KILOBYTES) });

export const swiperRow = z.object({
  id: z.string(),
  title: z.string(),
  alt: z.string(),
  link: z.string(),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  enabled: z.boolean(),
  orgId: z.string(),
  orgName: z.string(),
  /** Changes with the picture: what browsers keep is kept under it. */
  fileId: z.string(),
  state: z.enum(['shown', 'waiting', 'over', 'off']),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type SwiperRow = z.infer<typeof swiperRow>;

export const listSwipers = endpoint({
  method: 'GET',
  path: '/api/sys/swiper/listPage',
  summary: '轮播图列表：本组织及下级',
  access: 'dj:lbt',
  scope: 'org',
  input: z.object({
    ...page,
    title: line(40, '标题').optional(),
    state: z.enum(['', 'shown', 'waiting', 'over', 'off'], '状态不正确').optional(),
  }),
  reply: rows(swiperRow),
});

export const shownSwipers = endpoint({
  method: 'GET',
  path: '/api/sys/swiper/shown',
  summary: '首页展示的轮播图：本组织及各上级发布的',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.array(swiperRow.pick({ id: true, title: true, alt: true, link: true, fileId: true }))),
});

export const swiperPicture = endpoint({
  method: 'GET',
  path: '/api/sys/swiper/picture',
  summary: '一张轮播图的图片',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ id }),
  reply: file,
});

export const createSwiper = endpoint({
  method: 'POST',
  path: '/api/sys/swiper',
  summary: '新增轮播图',
  access: 'swiper:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '新增轮播图',
  idempotent: true,
  input: swiperForm,
  reply: data(z.object({ id: z.string() })),
  stale: () => [listSwipers, shownSwipers],
});

export const updateSwiper = endpoint({
  method: 'PUT',
  path: '/api/sys/swiper',
  summary: '修改轮播图',
  access: 'swiper:write',
  scope: 'org',
  targets: { id: 'swiper' },
  audit: '修改轮播图',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    title: fields.title.optional(),
    alt: fields.alt.optional(),
    link: link.optional(),
    startsOn: optional(date).optional(),
    endsOn: optional(date).optional(),
    enabled: flag.optional(),
    picture: picture(PICTURE_KILOBYTES).optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listSwipers, shownSwipers],
});

export const moveSwiper = endpoint({
  method: 'PUT',
  path: '/api/sys/swiper/updateSort',
  summary: '调整轮播图顺序：移到同一组织的另一张之后，或最前',
  access: 'swiper:write',
  scope: 'org',
  targets: { id: 'swiper' },
  audit: '调整轮播图顺序',
  input: z.object({
    id,
    after: optional(id),
    /** Instead of `after`: before this one, e.g. the first of a list's later page. */
    before: optional(id).default(null),
  }),
  reply: done,
  stale: () => [listSwipers, shownSwipers],
});

export const removeSwiper = endpoint({
  method: 'DELETE',
  path: '/api/sys/swiper',
  summary: '删除轮播图',
  access: 'swiper:write',
  scope: 'org',
  targets: { id: 'swiper' },
  audit: '删除轮播图',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: () => [listSwipers, shownSwipers],
});
