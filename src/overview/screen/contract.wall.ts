import { z } from 'zod';
import { data, endpoint, id, orgCode } from '#platform/contract.ts';

/** A number with its name; `href` is the list that holds exactly what it counts, null where the reader may not open it. */
const figure = z.object({
  label: z.string(),
  value: z.number(),
  /** Of how many; null: the number stands alone. */
  of: z.number().nullable(),
  unit: z.string(),
  href: z.string().nullable(),
});
export type WallFigure = z.infer<typeof figure>;

const share = z.object({ label: z.string(), value: z.number() });
export type WallShare = z.infer<typeof share>;

/** One period of a duty: how many organisations met it, of how many that owed it. */
const cell = z.object({
  period: z.string(),
  /** The months that it spans, 1 to 12. */
  first: z.number(),
  months: z.number(),
  state: z.enum(['held', 'due', 'missing', 'later', 'none']),
  ok: z.number(),
  due: z.number(),
});
export type WallCell = z.infer<typeof cell>;

const head = {
  /** ISO 8601: when the numbers were read. */
  asOf: z.string(),
  today: z.string(),
  org: z.object({ id: z.string(), code: z.string(), name: z.string(), above: z.string() }),
};

/** Left out of the answer: whoever has no right to a panel's numbers gets null there. */
const panel = <S extends z.ZodType>(schema: S) => schema.nullable();

const news = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  kind: z.string(),
  text: z.string(),
  note: z.string(),
  isNow: z.boolean(),
});
export type WallNews = z.infer<typeof news>;

const dues = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  /** Fen. */
  due: z.number(),
  paid: z.number(),
  owing: z.number(),
});

export const orgWallData = z.object({
  ...head,
  members: z.object({
    total: z.number(),
    formal: z.number(),
    probationary: z.number(),
    men: z.number(),
    women: z.number(),
    /** Since the end of last year; null: the reader may not see the ledger. */
    net: z.number().nullable(),
  }),
  /** Members in good standing, of whom ages and educations are shares; whoever has the field empty is in none. */
  standing: z.number(),
  age: z.array(share),
  education: z.array(share),
  figures: z.array(figure),
  below: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      name: z.string(),
      members: z.number(),
      orgs: z.number(),
      isLeaf: z.boolean(),
    }),
  ),
  /** The house knows the outlines of the deployment's counties (the demo's city); else none are drawn. */
  hasOutlines: z.boolean(),
  funnel: z.array(share),
  accepted: panel(z.number()),
  duty: panel(
    z.object({
      year: z.number(),
      lines: z.array(z.object({ type: z.number(), label: z.string(), cells: z.array(cell) })),
    }),
  ),
  dues: panel(dues),
  news: panel(z.array(news)),
  ticker: z.array(z.string()),
});
export type OrgWallData = z.infer<typeof orgWallData>;

export const orgWall = endpoint({
  method: 'GET',
  path: '/api/screen/wall/org',
  summary: '组织大屏：一个有下级的党组织的全部数字',
  access: 'dj:djdp',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  input: z.object({ orgId: id.optional(), orgCode: orgCode.optional() }),
  reply: data(orgWallData),
});

export const branchWallData = z.object({
  ...head,
  foundedOn: z.string().nullable(),
  members: z.object({
    total: z.number(),
    formal: z.number(),
    probationary: z.number(),
    activists: z.number(),
    applicants: z.number(),
  }),
  term: panel(
    z.object({
      until: z.string().nullable(),
      electedOn: z.string(),
      posts: z.array(z.object({ name: z.string(), post: z.string() })),
    }),
  ),
  figures: z.array(figure),
  /** By strokes of the surname; `mark` says what stands under the medallion. */
  wall: z.array(
    z.object({
      id: z.string(),
      surname: z.string(),
      mark: z.string(),
      kind: z.enum(['member', 'post', 'probationary', 'birthday']),
    }),
  ),
  duty: panel(
    z.object({
      year: z.number(),
      lines: z.array(
        z.object({
          type: z.number(),
          label: z.string(),
          cells: z.array(cell.extend({ /** What stands in it: days, groups, what lacks. */ text: z.string() })),
        }),
      ),
    }),
  ),
  next: panel(
    z.object({
      kind: z.string(),
      title: z.string(),
      at: z.string(),
      place: z.string(),
      days: z.number(),
      due: z.number().nullable(),
    }),
  ),
  rank: panel(
    z.object({
      mean: z.number(),
      rows: z.array(z.object({ id: z.string(), name: z.string(), place: z.number(), score: z.number() })),
    }),
  ),
  news: panel(z.array(news)),
  honours: panel(z.array(z.object({ year: z.string(), name: z.string() }))),
});
export type BranchWallData = z.infer<typeof branchWallData>;

export const branchWall = endpoint({
  method: 'GET',
  path: '/api/screen/wall/branch',
  summary: '支部大屏：一个党支部的班子、党员墙、三会一课、积分和活动；姓名只显示姓',
  access: 'dj:djdp',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  input: z.object({ orgId: id.optional(), orgCode: orgCode.optional() }),
  reply: data(branchWallData),
});

export const memberWallData = z.object({
  ...head,
  surname: z.string(),
  name: z.string(),
  categoryName: z.string(),
  /** 党龄; null: not a full member yet. */
  partyAgeMonths: z.number().nullable(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The next anniversary of joining. */
  birthday: z.object({ month: z.number(), day: z.number(), days: z.number() }).nullable(),
  /** In order of time; `isMain`: becoming a member. */
  river: z.array(z.object({ on: z.string(), text: z.string(), note: z.string(), isMain: z.boolean() })),
  points: panel(
    z.object({
      score: z.number(),
      /** Given to everybody, in the score and in no dimension. */
      base: z.number(),
      place: z.number().nullable(),
      mean: z.number(),
      dimensions: z.array(z.object({ label: z.string(), own: z.number(), mean: z.number() })),
    }),
  ),
  hours: panel(
    z.object({
      hours: z.number(),
      duty: z.number(),
      sources: z.array(share),
      lines: z.array(z.object({ day: z.string(), kind: z.string(), text: z.string() })),
    }),
  ),
  dues: panel(
    z.object({
      paidTo: z.string(),
      years: z.array(
        z.object({
          year: z.number(),
          months: z.array(z.enum(['paid', 'late', 'open', 'exempt', 'none', 'now'])),
        }),
      ),
    }),
  ),
});
export type MemberWallData = z.infer<typeof memberWallData>;

export const memberWall = endpoint({
  method: 'GET',
  path: '/api/screen/wall/member',
  summary: '党员大屏：一名党员的历程、积分、学时和党费；姓名只显示姓，不含证件号',
  access: 'dj:djdp',
  scope: 'org',
  targets: { userId: 'member' },
  silent: true,
  input: z.object({ userId: id }),
  reply: data(memberWallData),
});
