import { z } from 'zod';
import {
  count,
  data,
  date,
  EXPORT_RATE,
  endpoint,
  file,
  flag,
  id,
  ids,
  line,
  optional,
  page,
  rows,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { articleFields, articleRow, getArticle } from './contract.ts';
import { MOST_GROUPS, MOST_PEOPLE, NOTICE_AUDIENCES, NOTICE_TYPES, RECEIPTS, type Receipt } from './rules.notice.ts';

const keys = <T extends string>(values: Readonly<Record<T, string>>) => Object.keys(values) as [T, ...T[]];
const choice = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(keys(values), sentence);
const several = (max: number, sentence: string) => z.array(id).max(max, sentence).default([]);

/** Whom an announcement is for, as it is asked for. */
export const reachFields = {
  audience: choice(NOTICE_AUDIENCES, '请选择发给谁').default('below'),
  types: z.array(count).max(20, '组织类别不正确').default([]),
  orgIds: several(200, '一次最多指定200个组织'),
  groupIds: several(MOST_GROUPS, `一次最多选${MOST_GROUPS}个分组`),
  memberIds: several(MOST_PEOPLE, `一次最多点名${MOST_PEOPLE}人，更多的请用分组或条件`),
  queryId: optional(id).default(null),
};

/** What the form of an announcement holds. */
export const noticeFields = {
  noticeType: choice(NOTICE_TYPES as unknown as Record<'1' | '2', string>, '请选择通知或公示').default('1'),
  title: articleFields.title,
  summary: articleFields.summary,
  content: articleFields.content,
  files: articleFields.files,
  publishAt: articleFields.publishAt.default(null),
  shownUntil: articleFields.shownUntil.default(null),
  note: articleFields.note,
  mustConfirm: line(60, '确认语').default(''),
  readBy: optional(date).default(null),
  ...reachFields,
};
export const noticeForm = z.object(noticeFields);

const reachTargets = { orgIds: 'org[]', groupIds: 'group[]', memberIds: 'member[]', queryId: 'query' } as const;

const mineRow = z.object({
  id: z.string(),
  title: z.string(),
  typeName: z.string(),
  orgName: z.string(),
  publishedAt: z.string(),
  readBy: z.string().nullable(),
  asksConfirm: z.boolean(),
  isOver: z.boolean(),
  state: z.enum(keys(RECEIPTS)),
});
export type MineRow = z.infer<typeof mineRow>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/zhhd/announcement/mine/listPage',
  summary: '发给本人的通知公告：没读的在前、新的在前',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({
    ...page,
    unread: flag.default(false),
    noticeType: z.enum(['', '1', '2'], '类型不正确').default(''),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(mineRow, { unread: z.number() }),
});

const tally = z.object({
  total: z.number(),
  confirmed: z.number(),
  read: z.number(),
  told: z.number(),
  unread: z.number(),
  none: z.number(),
});
export type Tally = z.infer<typeof tally>;

const sentRow = articleRow.extend({
  typeName: z.string(),
  asksConfirm: z.boolean(),
  readBy: z.string().nullable(),
  tally,
});
export type SentRow = z.infer<typeof sentRow>;

export const listSent = endpoint({
  method: 'GET',
  path: '/api/zhhd/announcement/listPage',
  summary: '通知公告办理列表：本组织及下级发出的，和上级发给下级的',
  access: 'archive:write',
  scope: 'org',
  input: z.object({
    ...page,
    view: z.enum(['sent', 'below'], '视图不正确').default('sent'),
    state: count.pipe(z.int().min(0, '状态不正确').max(5, '状态不正确')).optional(),
    keyWords: line(60, '关键字').optional(),
  }),
  reply: rows(sentRow),
});

const announcement = mineRow.extend({
  /** HTML, URL-encoded. */
  content: z.string(),
  files: z.array(uploadedFile),
  mustConfirm: z.string(),
  correction: z.string(),
  correctedAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  /** False: seen by whoever works above or below it, for whom it is not. */
  isMine: z.boolean(),
});
export type Announcement = z.infer<typeof announcement>;

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/api/zhhd/announcement/read',
  summary: '读一份通知公告',
  access: 'dj:djzx',
  scope: 'own',
  input: z.object({ id }),
  reply: data(announcement),
});

export const receiveAnnouncement = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/receive',
  summary: '读完或确认一份通知公告，与接收通知是同一个回执',
  access: 'dj:djzx',
  scope: 'own',
  audit: '接收通知公告',
  idempotent: true,
  input: z.object({ id, confirm: flag.default(false) }),
  reply: data(z.object({ state: z.enum(keys(RECEIPTS)) })),
  stale: () => [listAnnouncements, getAnnouncement],
});

export const createNotice = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement',
  summary: '新增通知公告草稿',
  access: 'archive:write',
  scope: 'org',
  targets: { orgId: 'org', ...reachTargets },
  audit: '新增通知公告',
  idempotent: true,
  input: noticeForm.extend({ orgId: id }),
  reply: data(z.object({ id: z.string(), info: z.boolean() })),
  stale: () => [listSent],
});

export const updateNotice = endpoint({
  method: 'PUT',
  path: '/api/zhhd/announcement',
  summary: '修改通知公告；已发布的成为更正稿',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', ...reachTargets },
  audit: '修改通知公告',
  idempotent: true,
  input: noticeForm.extend({ id, version: z.int() }),
  reply: data(z.object({ version: z.number(), info: z.boolean() })),
  stale: () => [listSent, getArticle],
});

export const previewReach = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/preview',
  summary: '一份通知公告将发给多少人、哪些组织',
  access: 'archive:write',
  scope: 'org',
  silent: true,
  targets: { orgId: 'org', ...reachTargets },
  rate: { hits: 240, seconds: 60, by: 'account' },
  input: z.object({ orgId: id, ...reachFields }),
  reply: data(
    z.object({
      total: z.number(),
      withoutAccount: z.number(),
      orgs: z.array(z.object({ id: z.string(), name: z.string(), total: z.number() })),
      /** How many organisations besides those. */
      more: z.number(),
    }),
  ),
});

const receiptOrg = z.object({
  id: z.string(),
  name: z.string(),
  /** The organisation's own people alone, beside those of what is below it. */
  isOwn: z.boolean(),
  tally,
});

export const getReceipts = endpoint({
  method: 'GET',
  path: '/api/zhhd/announcement/receipts',
  summary: '一份通知公告的回执：应知、已读、未读、无账号，按下一级组织',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgId: 'org' },
  input: z.object({ id, orgId: id.optional() }),
  reply: data(
    z.object({
      title: z.string(),
      orgName: z.string(),
      asksConfirm: z.boolean(),
      readBy: z.string().nullable(),
      isShown: z.boolean(),
      /** Still being sent. */
      isSending: z.boolean(),
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      tally,
      orgs: z.array(receiptOrg),
      /** How many would be urged now. */
      urgeable: z.number(),
    }),
  ),
});
export type Receipts = z.infer<typeof getReceipts.reply.schema>;

const receiptRow = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  state: z.enum(keys(RECEIPTS)),
  at: z.string().nullable(),
  toldOn: z.string().nullable(),
  toldBy: z.string(),
  urgedAt: z.string().nullable(),
});
export type ReceiptRow = z.infer<typeof receiptRow>;

export const listReceipts = endpoint({
  method: 'GET',
  path: '/api/zhhd/announcement/receipts/listPage',
  summary: '一份通知公告的回执到人',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgId: 'org' },
  input: z.object({
    ...page,
    id,
    orgId: id.optional(),
    state: z.enum(['', ...(Object.keys(RECEIPTS) as Receipt[])], '状态不正确').default(''),
  }),
  reply: rows(receiptRow),
});

const receiptsStale = () => [getReceipts, listReceipts, listSent];

export const urgeReading = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/urge',
  summary: '催读：只通知没读的人，同一人2小时内一次，并给所在支部一条待办',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgId: 'org' },
  audit: '催读通知公告',
  asks: {},
  idempotent: true,
  input: z.object({ id, orgId: id.optional() }),
  reply: data(z.object({ people: z.number(), orgs: z.number() })),
  stale: receiptsStale,
});

export const tellInPerson = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/told',
  summary: '登记当面告知，或取消登记',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle' },
  audit: '登记当面告知',
  idempotent: true,
  /** `on` empty: takes it back. */
  input: z.object({ id, rowIds: ids, on: optional(date) }),
  reply: data(z.object({ count: z.number() })),
  stale: receiptsStale,
});

export const printReceipts = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/print',
  summary: '打印通知公告回执单',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgId: 'org' },
  audit: '打印通知公告回执单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id, orgId: id.optional() }),
  reply: paperReply,
});

export const exportReceipts = endpoint({
  method: 'POST',
  path: '/api/zhhd/announcement/export',
  summary: '导出通知公告回执，带导出编号',
  access: 'archive:write',
  scope: 'org',
  targets: { id: 'archiveArticle', orgId: 'org' },
  audit: '导出通知公告回执',
  rate: EXPORT_RATE,
  input: z.object({ id, orgId: id.optional() }),
  reply: file,
});
