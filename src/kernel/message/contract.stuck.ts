import { z } from 'zod';
import { count, data, endpoint, id, ids, line, page, rows } from '#platform/contract.ts';
import { listTodos, todoChoice } from './contract.ts';

/** The page 卡在哪里. */
export const STUCK_PATH = '/today/stuck';

/** To-dos that one press urges. */
const MOST_URGED_TODOS = 100;

/** 下级: at organisations below; 上级: what the own organisation asked of others. */
export const STUCK_SIDES = { below: '下级没办的', above: '等上级办的' } as const;
export type StuckSide = keyof typeof STUCK_SIDES;

const stuckRow = z.object({
  id: z.string(),
  moduleName: z.string(),
  message: z.string(),
  act: z.string(),
  holderOrgId: z.string(),
  holderOrgName: z.string(),
  /** Who may do it now; none: the organisation has nobody. */
  holders: z.array(z.string()),
  /** Of the organisation, as its page shows it; empty: none is known. */
  phone: z.string(),
  /** Days since it was asked, or was due. */
  days: count,
  dueOn: z.string().nullable(),
  daysLeft: z.number().nullable(),
  state: z.enum(['overdue', 'due', 'open']),
  urgedAt: z.string().nullable(),
  /** It was not urged within the hours that must pass, and somebody can be told. */
  can: z.object({ urge: z.boolean() }),
});
export type StuckRow = z.infer<typeof stuckRow>;

const side = z.enum(Object.keys(STUCK_SIDES) as [StuckSide, ...StuckSide[]], '没有这一栏').default('below');

export const listStuck = endpoint({
  method: 'GET',
  path: '/api/message/todo/stuck',
  summary: '卡在哪里：下级组织没办的待办，或本组织提出、等上级办的，超时的在前',
  access: 'org:write',
  scope: 'org',
  input: z.object({
    ...page,
    side,
    state: z.enum(['overdue', 'due', 'open']).optional(),
    moduleName: line(20, '模块').optional(),
    holderOrgId: id.optional(),
    /** Waits at least so many days. */
    days: z.enum(['3', '7', '30'], '天数不正确').optional(),
  }),
  reply: rows(stuckRow, { overdue: count }),
});

export const stuckChoices = endpoint({
  method: 'GET',
  path: '/api/message/todo/stuckChoices',
  summary: '卡在哪里：按模块、卡住的组织各有多少件，两边各有多少件',
  access: 'org:write',
  scope: 'org',
  silent: true,
  input: z.object({ side }),
  reply: data(
    z.object({
      modules: z.array(todoChoice),
      orgs: z.array(todoChoice),
      counts: z.object({ below: count, above: count }),
    }),
  ),
});

export const urgeTodos = endpoint({
  method: 'POST',
  path: '/api/message/todo/urge',
  summary: '催办卡住的待办，一件或几件：提醒能办的人，同一件两小时一次；不能催的逐件说明',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'todo[]' },
  audit: '催办待办',
  asks: {},
  idempotent: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({
    id: ids.refine((list) => list.length <= MOST_URGED_TODOS, `一次最多催${MOST_URGED_TODOS}件`),
  }),
  reply: data(
    z.object({
      urged: count,
      reached: count,
      kept: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    }),
  ),
  stale: () => [listStuck, listTodos],
});
