import { z } from 'zod';
import { endpoint, id, line, page, rows } from '#platform/contract.ts';

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
    orgId: id.optional(),
    name: line(30, '姓名').optional(),
    /** At whose desk it is: a branch, or the superior. */
    deskId: id.optional(),
    view: z.enum(Object.keys(DUE_VIEWS) as [DueView], '视图不正确').optional(),
  }),
  reply: rows(dueRow),
});

export const dueContract = [listDue] as const;
