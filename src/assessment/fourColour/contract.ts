import { z } from 'zod';
import {
  count,
  data,
  date,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  page,
  required,
  rows,
  text,
  yearFrom,
} from '#platform/contract.ts';
import { SIGNS, TONES, type Tone } from './rules.scheme.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    colour: true;
  }
}

const level = count.pipe(z.int().min(1, '等级不正确').max(4, '等级不正确'));
const year = yearFrom(2000, '年度');
const quarter = count.pipe(z.int().min(1, '季度不正确').max(4, '季度不正确'));
/** How the reader's organisation draws the levels, best first (`rules.scheme.ts`). */
const scheme = z.array(
  z.object({
    label: z.string(),
    name: z.string(),
    sign: z.enum(SIGNS),
    tone: z.enum(Object.keys(TONES) as [Tone, ...Tone[]]),
    letter: z.string(),
  }),
);
const reason = z.object({ code: z.string(), label: z.string(), n: z.number(), unit: z.string() });

const colourRow = z.object({
  id: z.string(),
  orgId: z.string(),
  name: z.string(),
  parentName: z.string(),
  kind: z.enum(['city', 'village']),
  level: z.number(),
  /** What score and checks give, before a level by hand. */
  computed: z.number(),
  /** Hundredths; null: no assessment was published. */
  score: z.number().nullable(),
  openChecks: z.number(),
  reasons: z.array(reason),
  /** A level by hand that is asked for or confirmed. */
  hand: z.object({ level: z.number(), state: z.number(), stateName: z.string() }).nullable(),
  /** Its level is fixed; of others the same quarter may still run. */
  isFrozen: z.boolean(),
  /** What it comes to if nothing is done, and what keeps it (`forecastOf`); null: it does not get worse. */
  forecast: z
    .object({
      on: z.string(),
      from: z.number().nullable(),
      to: z.number(),
      fix: z.number(),
      score: z.number().nullable(),
    })
    .nullable(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  rectification: z
    .object({ id: z.string(), state: z.number(), stateName: z.string(), dueOn: z.string(), isLate: z.boolean() })
    .nullable(),
  can: z.object({ rectify: z.boolean(), hand: z.boolean() }),
});
export type ColourRow = z.infer<typeof colourRow>;

const colourFilter = {
  kind: z.enum(['city', 'village', 'both'], '类别不正确').default('both'),
  year: year.optional(),
  quarter: quarter.optional(),
  level: level.optional(),
  keyWords: line(60, '组织名称').optional(),
};

export const listColours = endpoint({
  method: 'GET',
  path: '/api/jczc/colour/listPage',
  summary: '四色管理：一个季度各组织的等级和原因；没有冻结的季度是当前预评',
  access: 'colour:read',
  scope: 'org',
  input: z.object({ ...page, ...colourFilter }),
  reply: rows(colourRow, {
    year: z.number(),
    quarter: z.number(),
    /** How many stand in each level, whatever is filtered. */
    counts: z.array(z.number()),
    /** All levels are fixed; else those that are not are a preview of now. */
    isFrozen: z.boolean(),
    canFreeze: z.boolean(),
    /** Day on which it is frozen by itself. */
    freezeOn: z.string(),
    /** Day whose checks it was frozen with; null: it is not, or that was not kept. */
    frozenOn: z.string().nullable(),
    /** The last eight quarters that were frozen: how many stood in each level. */
    past: z.array(z.object({ year: z.number(), quarter: z.number(), counts: z.array(z.number()) })),
    scheme,
  }),
});

export const exportColours = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/export',
  summary: '导出四色等级表，带原因和导出编号',
  access: 'colour:read',
  scope: 'org',
  audit: '导出四色等级',
  rate: EXPORT_RATE,
  input: z.object(colourFilter),
  reply: file,
});

const rectification = z.object({
  id: z.string(),
  year: z.number(),
  quarter: z.number(),
  level: z.number(),
  problems: z.string(),
  person: z.string(),
  dueOn: z.string(),
  state: z.number(),
  stateName: z.string(),
  report: z.string(),
  reportedBy: z.string(),
  opinion: z.string(),
  acceptedBy: z.string(),
  isRelapse: z.boolean(),
  version: z.number(),
  can: z.object({ report: z.boolean(), accept: z.boolean() }),
});
export const orgColour = endpoint({
  method: 'GET',
  path: '/api/jczc/colour/org',
  summary: '一个组织的八个季度和整改',
  access: 'colour:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      orgId: z.string(),
      name: z.string(),
      scheme,
      quarters: z.array(
        z.object({
          year: z.number(),
          quarter: z.number(),
          level: z.number(),
          score: z.number().nullable(),
          openChecks: z.number(),
          reasons: z.array(reason),
          /** Before a level by hand; null: frozen when there were none. */
          computed: z.number().nullable(),
        }),
      ),
      act: z.string(),
      rectifications: z.array(rectification),
    }),
  ),
});
export type OrgColour = z.infer<typeof orgColour.reply.schema>;

const changed = () => [listColours, orgColour];
export const freezeQuarter = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/freeze',
  summary: '冻结一个季度的等级：季度结束五天后，按当前情况定下来',
  access: 'colour:manage',
  scope: 'org',
  audit: '冻结四色等级',
  idempotent: true,
  input: z.object({ year, quarter }),
  reply: data(z.object({ frozen: z.number() })),
  stale: changed,
});
export const openRectification = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/rectification',
  summary: '对橙色、红色的组织开展整改：问题、责任人、期限',
  access: 'colour:manage',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '开展四色整改',
  idempotent: true,
  input: z.object({
    orgId: id,
    problems: text(2000, '问题').refine((value) => value !== '', '请输入问题'),
    person: required(30, '责任人'),
    dueOn: date,
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});
export const reportRectification = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/rectification/report',
  summary: '报整改情况，请求验收',
  access: 'colour:read',
  scope: 'org',
  targets: { id: 'colour' },
  audit: '报四色整改情况',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    report: text(2000, '整改情况').refine((value) => value !== '', '请输入整改情况'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});
export const acceptRectification = endpoint({
  method: 'POST',
  path: '/api/jczc/colour/rectification/accept',
  summary: '上级验收整改：通过或退回，不能由报整改的人办理',
  access: 'colour:manage',
  scope: 'org',
  targets: { id: 'colour' },
  audit: '验收四色整改',
  idempotent: true,
  input: z.object({
    id,
    version: count,
    agree: z.boolean('请选择通过或退回'),
    opinion: text(200, '意见').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const cockpit = endpoint({
  method: 'GET',
  path: '/api/jczc/cockpit',
  summary: '督查驾驶舱：下一级组织乘检查项，每格是不符合的数目',
  access: 'cockpit:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ orgId: id.optional() }),
  reply: data(
    z.object({
      orgId: z.string(),
      name: z.string(),
      parents: z.array(z.object({ id: z.string(), name: z.string() })),
      asOf: z.string(),
      checks: z.array(
        z.object({ code: z.string(), label: z.string(), clause: z.string(), unit: z.string(), total: z.number() }),
      ),
      rows: z.array(
        z.object({
          orgId: z.string(),
          name: z.string(),
          isLeaf: z.boolean(),
          /** What stands at the organisation itself and at none of those below: it is listed with the total alone. */
          isOwn: z.boolean(),
          phone: z.string(),
          contact: z.string(),
          /** Of `checks`, in their order. */
          counts: z.array(z.number()),
          /** Checks that are not clean. */
          open: z.number(),
        }),
      ),
    }),
  ),
});
export type Cockpit = z.infer<typeof cockpit.reply.schema>;

export const cockpitRows = endpoint({
  method: 'GET',
  path: '/api/jczc/cockpit/listPage',
  summary: '驾驶舱一格里的明细：一个组织的一个检查项',
  access: 'cockpit:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, orgId: id, code: z.string().regex(/^[A-Za-z]{1,40}$/, '检查项不正确') }),
  reply: rows(
    z.object({
      id: z.string(),
      title: z.string(),
      orgName: z.string(),
      detail: z.string(),
      href: z.string().nullable(),
    }),
  ),
});

export const exportCockpit = endpoint({
  method: 'POST',
  path: '/api/jczc/cockpit/export',
  summary: '导出督查驾驶舱，带导出编号和时点',
  access: 'cockpit:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出督查驾驶舱',
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional() }),
  reply: file,
});
