import { z } from 'zod';
import { done, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';

/** Where a 材料移交清单 stands. */
export const HANDOVER_STATES = { open: '待移交', given: '待接收', done: '已交接' } as const;
export type HandoverState = keyof typeof HANDOVER_STATES;

const handoverRow = z.object({
  id: z.string(),
  name: z.string(),
  fromName: z.string(),
  toName: z.string(),
  movedOn: z.string(),
  papers: z.array(z.object({ no: z.number(), label: z.string(), sheets: z.number() })),
  state: z.enum(Object.keys(HANDOVER_STATES) as [HandoverState]),
  givenBy: z.string(),
  givenAt: z.string().nullable(),
  takenBy: z.string(),
  takenAt: z.string().nullable(),
  /** Where the session may open the file: the branch that gave it sees the list alone. */
  fileId: z.string().nullable(),
  category: z.number(),
  can: z.object({ give: z.boolean(), take: z.boolean() }),
});
export type HandoverRow = z.infer<typeof handoverRow>;

export const listHandovers = endpoint({
  method: 'GET',
  path: '/api/fzdy/handover/listPage',
  summary: '发展党员材料移交清单：移出、移入本组织及下级的，没有交接完的在前',
  access: 'recruit:write',
  scope: 'org',
  personal: ['name'],
  input: z.object({
    ...page,
    name: line(30, '姓名').optional(),
    state: z.enum(Object.keys(HANDOVER_STATES) as [HandoverState], '状态不正确').optional(),
  }),
  reply: rows(handoverRow),
});

export const signHandover = endpoint({
  method: 'POST',
  path: '/api/fzdy/handover/sign',
  summary: '在材料移交清单上签字：移交方或接收方，两方不能是同一人',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentHandover' },
  audit: '签收材料移交清单',
  idempotent: true,
  input: z.object({ id, side: z.enum(['given', 'taken'], '请选择移交或接收') }),
  reply: done,
  stale: () => [listHandovers],
});

export const printHandover = endpoint({
  method: 'POST',
  path: '/api/fzdy/handover/print',
  summary: '打印发展党员材料移交清单',
  access: 'recruit:write',
  scope: 'org',
  targets: { id: 'developmentHandover' },
  audit: '打印材料移交清单',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});
