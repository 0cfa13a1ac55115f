import { z } from 'zod';
import { count, data, date, done, endpoint, id, ids, line, page, rows, text } from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    notice: true;
    todo: true;
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

/** What is done with several to-dos of a kind at once. */
export const TOGETHER = { agree: '同意', return: '退回' } as const;
export type TogetherAct = keyof typeof TOGETHER;
/** To-dos that one press does. */
export const MOST_TOGETHER = 50;

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
  /** Who asks; empty: it follows from the records. */
  askedBy: z.string(),
  /** The organisation that asks; empty: none does, or the own. */
  fromOrgName: z.string(),
  dueOn: z.string().nullable(),
  /** Days until due by the database's calendar; negative: overdue. */
  daysLeft: z.number().nullable(),
  state: z.enum(['overdue', 'due', 'open']),
  /** 稍后: the day on which it comes back; null: it is not put off. */
  laterUntil: z.string().nullable(),
  /** The last day until which it may be put off. */
  latest: z.string(),
  /** When it was done; null: it is open. */
  doneAt: z.string().nullable(),
  /** To-dos of the same kind can be done together. */
  kind: z.string(),
  /** What can be done with several of the kind at once; empty: each needs a look of its own. */
  together: z.array(z.enum(Object.keys(TOGETHER) as [TogetherAct, ...TogetherAct[]])),
});
export type TodoRow = z.infer<typeof todoRow>;

/** The page 待办, which the entry 今日 of the menu begins with. */
export const TODOS_PATH = '/today';

/** 待办, 稍后, 今天办结. */
export const TODO_PARTS = { open: '待办', later: '稍后', done: '今天办结' } as const;
export type TodoPart = keyof typeof TODO_PARTS;

const todoFilter = {
  part: z.enum(Object.keys(TODO_PARTS) as [TodoPart, ...TodoPart[]], '没有这一栏').default('open'),
  state: z.enum(['overdue', 'due', 'open']).optional(),
  moduleName: line(20, '模块').optional(),
  /** The organisation that asks. */
  fromOrgId: id.optional(),
  /** The word of the act: 审批. */
  act: line(20, '类别').optional(),
};

export const listTodos = endpoint({
  method: 'GET',
  path: '/api/message/todo/listPage',
  summary: '我的待办、推到稍后的和今天办结的：待办先超时，再将到期，其余按期限',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ ...page, ...todoFilter }),
  reply: rows(todoRow, { overdue: count, due: count, open: count }),
});

/** A value that the list can be narrowed to, with how many it has. */
export const todoChoice = z.object({ value: z.string(), label: z.string(), count });

export const todoChoices = endpoint({
  method: 'GET',
  path: '/api/message/todo/choices',
  summary: '我的待办按模块、组织、类别各有多少件，稍后和今天办结的件数，最近的期限',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({ part: todoFilter.part }),
  reply: data(
    z.object({
      modules: z.array(todoChoice),
      orgs: z.array(todoChoice),
      acts: z.array(todoChoice),
      counts: z.object({ open: count, later: count, done: count }),
      /** The first day on which something that is put off comes back, and the first day on which something is due. */
      backOn: z.string().nullable(),
      dueOn: z.string().nullable(),
    }),
  ),
});

const ownTodos = () => [listTodos, todoChoices, unreadCount];

export const putOffTodo = endpoint({
  method: 'POST',
  path: '/api/message/todo/later',
  summary: '稍后提醒：本人的待办推到某一天，到期限前自己回来；同事的不变',
  access: 'session',
  scope: 'own',
  targets: { id: 'todo[]' },
  audit: '稍后提醒',
  idempotent: true,
  input: z.object({ id: ids, until: date }),
  reply: done,
  stale: ownTodos,
});

export const takeUpTodo = endpoint({
  method: 'POST',
  path: '/api/message/todo/now',
  summary: '推到稍后的待办现在拿回来',
  access: 'session',
  scope: 'own',
  targets: { id: 'todo[]' },
  audit: '取消稍后提醒',
  idempotent: true,
  input: z.object({ id: ids }),
  reply: done,
  stale: ownTodos,
});

export const doTogether = endpoint({
  method: 'POST',
  path: '/api/message/todo/together',
  summary: '成批办理同一类待办：同意，或用同一个原因退回；不能办的逐件说明',
  access: 'session',
  scope: 'own',
  targets: { id: 'todo[]' },
  audit: '成批办理待办',
  asks: 'page',
  idempotent: true,
  input: z.object({
    id: ids.refine((list) => list.length <= MOST_TOGETHER, `一次最多办${MOST_TOGETHER}件`),
    act: z.enum(Object.keys(TOGETHER) as [TogetherAct, ...TogetherAct[]], '请选择怎样办'),
    reason: text(500, '退回原因').default(''),
  }),
  reply: data(
    z.object({
      done: count,
      kept: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    }),
  ),
  stale: ownTodos,
});
