import { z } from 'zod';
import { data, endpoint, line, page, rows } from '#platform/contract.ts';

export const listBirthdays = endpoint({
  method: 'POST',
  path: '/api/dyxx/politicalBirthday/listPage',
  summary: '本月过政治生日（入党周年）的党员',
  access: 'member:read',
  scope: 'org',
  input: z.object({
    ...page,
    name: line(30, '姓名').optional(),
    state: z.enum(['waiting', 'greeted', 'noAccount'], '状态不正确').optional(),
  }),
  reply: rows(
    z.object({
      id: z.string(),
      name: z.string(),
      orgName: z.string(),
      admissionDate: z.string(),
      /** Whole years on this year's anniversary. */
      years: z.number(),
      state: z.enum(['waiting', 'greeted', 'noAccount']),
      greetedAt: z.string().nullable(),
      greetedBy: z.string(),
    }),
    {
      /** True: at least `total`, counting stopped there. */
      capped: z.boolean(),
      /** The month, 1 to 12, by the database's calendar. */
      month: z.number(),
    },
  ),
});

export const greetBirthdays = endpoint({
  method: 'POST',
  path: '/api/dyxx/politicalBirthday/greet',
  summary: '向本月过政治生日、还没有收到祝福的党员发送祝福通知，一次最多 1000 人',
  access: 'message:send',
  scope: 'org',
  audit: '发送政治生日祝福',
  asks: {},
  idempotent: true,
  input: z.object({}),
  reply: data(z.object({ sent: z.number() })),
  stale: () => [listBirthdays],
});
