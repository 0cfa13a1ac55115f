import { z } from 'zod';
import { count, data, date, done, endpoint, id, ids, line, page, rows } from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    notice: true;
  }
}

export const noticeRow = z.object({
  id: z.string(),
  type: z.string(),
  typeName: z.string(),
  title: z.string(),
  createTime: z.string(),
  createOrgName: z.string(),
  createUser: z.string(),
  remark: z.string(),
  /** The page that it is about; empty: it says everything itself. */
  jumpUrl: z.string(),
  isHandle: z.number(),
  isRead: z.number(),
});
export type NoticeRow = z.infer<typeof noticeRow>;

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/message/sysMessage/listPage',
  summary: '我的通知',
  access: 'message:read',
  scope: 'own',
  input: z.object({
    ...page,
    userId: id.optional(),
    /** This one alone, as a link to it asks. */
    id: id.optional(),
    type: line(20, '通知类型').optional(),
    isHandle: z.enum(['', '0', '1'], '状态不正确').optional(),
    startTime: z.union([z.literal(''), date]).optional(),
    endTime: z.union([z.literal(''), date]).optional(),
  }),
  reply: rows(noticeRow, { noHandleNumber: z.number() }),
});

export const unreadCount = endpoint({
  method: 'POST',
  path: '/api/message/sysMessage/getMsgCount',
  summary: '未处理的通知与待办数目',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ userId: id.optional() }),
  reply: data(z.object({ notices: z.number(), todos: z.number(), total: z.number() })),
});

export const removeNotice = endpoint({
  method: 'DELETE',
  path: '/api/message/sysMessage',
  summary: '删除通知，一条或几条',
  access: 'message:read',
  scope: 'own',
  targets: { id: 'notice[]' },
  audit: '删除通知',
  idempotent: true,
  input: z.object({ id: ids, userId: id.optional() }),
  reply: done,
  stale: () => [listNotices, unreadCount],
});

export const restoreNotice = endpoint({
  method: 'POST',
  path: '/api/message/sysMessage/restore',
  summary: '撤销删除通知',
  access: 'message:read',
  scope: 'own',
  targets: { id: 'notice[]' },
  audit: '恢复通知',
  idempotent: true,
  input: z.object({ id: ids }),
  reply: done,
  stale: () => [listNotices, unreadCount],
});

export const receiveNotice = endpoint({
  method: 'POST',
  path: '/api/message/sysMessage/receive',
  summary: '接收通知，一条或几条',
  access: 'message:read',
  scope: 'own',
  targets: { id: 'notice[]' },
  audit: '接收通知',
  idempotent: true,
  input: z.object({ id: ids, userId: id.optional() }),
  reply: done,
  stale: () => [listNotices, unreadCount],
});

export const takeBackReceipt = endpoint({
  method: 'POST',
  path: '/api/message/sysMessage/unreceive',
  summary: '撤销接收通知，五分钟内',
  access: 'message:read',
  scope: 'own',
  targets: { id: 'notice[]' },
  audit: '撤销接收通知',
  idempotent: true,
  input: z.object({ id: ids }),
  reply: done,
  stale: () => [listNotices, unreadCount],
});

export const todoRow = z.object({
  id: z.string(),
  roleId: z.number(),
  createTime: z.string(),
  orgName: z.string(),
  orgId: z.string(),
  moduleName: z.string(),
  message: z.string(),
  detail: z.string(),
  act: z.string(),
  jumpUrl: z.string(),
  dueOn: z.string().nullable(),
  /** Days until due by the database's calendar; negative: overdue. */
  daysLeft: z.number().nullable(),
  state: z.enum(['overdue', 'due', 'open']),
});
export type TodoRow = z.infer<typeof todoRow>;

export const listTodos = endpoint({
  method: 'GET',
  path: '/api/message/todo/listPage',
  summary: '我的待办：先超时，再将到期，其余按期限',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({
    ...page,
    state: z.enum(['overdue', 'due', 'open']).optional(),
    moduleName: line(20, '模块').optional(),
  }),
  reply: rows(todoRow, { overdue: count, due: count, open: count }),
});
