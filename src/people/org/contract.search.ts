import { z } from 'zod';
import { count, endpoint, flag, id, line, page, rows } from '#platform/contract.ts';
import { orgType } from './contract.ts';

const orgChoice = z.object({
  id: z.string(),
  name: z.string(),
  orgCode: z.string(),
  type: z.number(),
  typeName: z.string(),
  parentName: z.string(),
  /** The names above it within the scope, top first, divided by ` / `. */
  path: z.string(),
});
export type OrgChoice = z.infer<typeof orgChoice>;

export const searchOrgs = endpoint({
  method: 'GET',
  path: '/api/common/org/search',
  summary: '选择组织：在管理范围内按条件找组织，一页十个',
  access: 'session',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  silent: true,
  input: z.object({
    ...page,
    pageSize: count.pipe(z.int().min(1, '每页至少1条').max(200, '每页最多200条')).default(10),
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf', 'onlyChild', 'onlyParent'], '范围不正确').default('all'),
    /** A part of the name, pinyin or initials, or the beginning of the code. */
    keyWords: line(40, '关键字').optional(),
    type: orgType.optional(),
    /** Only organisations with a unit that is a legal entity. */
    isNaturalUnit: flag.default(false),
    /** Only organisations with people of these categories, below them too. */
    pmType: z
      .string()
      .regex(/^[1-5](,[1-5])*$/, '人员类别不正确')
      .optional(),
    /** Only organisations whose leading team has the post (dictionary 0012, by its name). */
    offerType: line(30, '党内职务').optional(),
  }),
  reply: rows(orgChoice, { capped: z.boolean() }),
});
