import { z } from 'zod';
import { endpoint, id, page, rows } from '#platform/contract.ts';
import { year } from './contract.duty.ts';

const state = z.enum(['ok', 'due', 'missing', 'exempt', 'none']);
const leader = z.object({
  /** `orgId-memberId`. */
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  name: z.string(),
  posts: z.string(),
  branchId: z.string(),
  branchName: z.string(),
  lectures: z.number(),
  lectureState: state,
  due: z.number(),
  present: z.number(),
  dualState: state,
});
export type LeaderRow = z.infer<typeof leader>;

export const listLeaders = endpoint({
  method: 'GET',
  path: '/api/zzsh/duty/leaders',
  summary: '领导班子成员一年的党课和双重组织生活：书记讲党课，参加所在党支部的组织生活',
  access: 'event:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    year: year.optional(),
    /** The leaders of that organisation alone. */
    own: z.literal('1', '筛选不正确').optional(),
    /** `lecture`: secretaries without a lecture; `dual`: leaders who came to no meeting of their branch. */
    lacks: z.enum(['lecture', 'dual'], '筛选不正确').optional(),
  }),
  reply: rows(leader, { year: z.number(), clauses: z.array(z.string()) }),
});
