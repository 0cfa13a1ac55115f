import { z } from 'zod';
import { count, data, date, endpoint, id, optional, page, rows } from '#platform/contract.ts';
import { LINES, waysOf } from './rules/balance.ts';

const span = { orgId: id.optional(), from: date, to: date };

export const balance = endpoint({
  method: 'GET',
  path: '/api/zzgx/balance',
  summary: '党员增减平衡：任意两天之间，期初、增加、减少、期末和相差；本组织及下级，内部转接相抵',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  /** Left out: from the first of January to today. */
  input: z.object({ orgId: id.optional(), from: optional(date).default(null), to: optional(date).default(null) }),
  reply: data(
    z.object({
      orgName: z.string(),
      from: z.string(),
      to: z.string(),
      today: z.string(),
      lines: z.array(z.object({ no: z.number(), label: z.string(), of: z.number(), n: z.number() })),
    }),
  ),
});

const isNamed = (no: number) => no === 15 || LINES.some((line) => line.no === no && waysOf(line.no).length > 0);

const person = z.object({
  id: z.string(),
  memberId: z.string(),
  name: z.string(),
  orgName: z.string(),
  wayName: z.string(),
  happenedOn: z.string(),
  recordedOn: z.string(),
  /** The record is still there to be opened. */
  isThere: z.boolean(),
});
export type BalancePerson = z.infer<typeof person>;

export const balancePeople = endpoint({
  method: 'GET',
  path: '/api/zzgx/balance/people',
  summary: '党员增减平衡某一行的名单',
  access: 'relation:approve',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...span, no: count.refine(isNamed, '这一行没有名单') }),
  reply: rows(person),
});
