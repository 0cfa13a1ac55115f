import { z } from 'zod';
import { data, date, endpoint, id, line, page, rows } from '#platform/contract.ts';

/** What a list of terms holds: overdue ones, those of the next thirty days, what may be done now. */
export const DUE_VIEWS = { overdue: '超期', soon: '30天内到期', ready: '现在可办' } as const;
export type DueView = keyof typeof DUE_VIEWS;

const dueRow = z.object({
  id: z.string(),
  name: z.string(),
  category: z.number(),
  orgName: z.string(),
  step: z.number(),
  stepName: z.string(),
  /** At whose desk it is: the superior's while a step waits there, else the branch's. */
  deskId: z.string(),
  deskName: z.string(),
  waits: z.boolean(),
  earliestOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  daysLeft: z.number().nullable(),
});
export type DueRow = z.infer<typeof dueRow>;

/** Which terms: of an organisation in the scope, of a person, at whose desk (a branch, or the superior). */
const which = { orgId: id.optional(), name: line(30, '姓名').optional(), deskId: id.optional() };

export const listDue = endpoint({
  method: 'GET',
  path: '/api/fzdy/due/listPage',
  summary: '发展党员期限：谁在什么日期以前办什么，超期的在前',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({
    ...page,
    ...which,
    view: z.enum(Object.keys(DUE_VIEWS) as [DueView], '视图不正确').optional(),
    /** Days in which the last or the earliest day lies. */
    from: date.optional(),
    to: date.optional(),
  }),
  reply: rows(dueRow),
});

/** What a day is of a step: its last one, or the first on which it may be done. */
export const TERM_KINDS = { last: '最迟', first: '可办' } as const;
export type TermKind = keyof typeof TERM_KINDS;

export const dueMonth = endpoint({
  method: 'GET',
  path: '/api/fzdy/due/month',
  summary: '发展党员期限月历：一个月里哪天有哪一步到期、哪天起可以办理，各几件',
  access: 'recruit:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  personal: ['name'],
  input: z.object({ ...which, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份不正确') }),
  reply: data(
    z.array(
      z.object({
        /** `YYYY-MM-DD`. */
        day: z.string(),
        kind: z.enum(Object.keys(TERM_KINDS) as [TermKind]),
        step: z.number(),
        stepName: z.string(),
        count: z.number(),
      }),
    ),
  ),
});
