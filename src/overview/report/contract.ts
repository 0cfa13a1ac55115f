import { z } from 'zod';
import { data, EXPORT_RATE, endpoint, id, page, required, rows } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { frozenOf } from './rules.annual.ts';
import { ownIdOf } from './rules.own.ts';
import { PERIODS, type PeriodKind, REPORT_KEYS, spanOf, UNITS, type Unit } from './rules.ts';

/** A fixed report by its name, or an own one by `own-` and its id. */
export const reportKey = z
  .string()
  .refine((text) => (REPORT_KEYS as readonly string[]).includes(text) || ownIdOf(text) !== undefined, '没有这个报表');
/** The same, or a frozen table by `frozen-`, its freeze and its table. */
const shownKey = z
  .string()
  .refine((text) => reportKey.safeParse(text).success || frozenOf(text) !== undefined, '没有这个报表');
const period = z.string().refine((value) => spanOf(value) !== null, '期间应为 2026、2026-Q3 或 2026-09');
const unit = z.enum(Object.keys(UNITS) as [Unit, ...Unit[]]);
const periodKind = z.enum(Object.keys(PERIODS) as [PeriodKind, ...PeriodKind[]]);
const ageYear = z.string().regex(/^20\d{2}$/, '年龄计算截止应为四位年份');
/** `ageYear`: ages on 31 December of the year instead of today. */
const asked = { key: shownKey, orgId: id.optional(), period: period.optional(), ageYear: ageYear.optional() };
const column = z.string().regex(/^[\w.+-]{1,40}$/, '没有这一栏');

const figureColumn = z.object({
  key: z.string(),
  title: z.string(),
  unit,
  /** Columns of one head stand together; empty: by itself. */
  group: z.string(),
  /** A head over several groups; empty: none. */
  over: z.string(),
  isLate: z.boolean(),
});
export type FigureColumn = z.infer<typeof figureColumn>;

/** A number with the list behind it. `value` null: nothing is known, which is not zero. */
const cell = z.object({
  value: z.number().nullable(),
  /** An existing list with its filter. */
  href: z.string().nullable(),
  /** The report's own list names whoever is counted. */
  listed: z.boolean(),
});
export type Cell = z.infer<typeof cell>;

const figureRow = z.object({
  /** Of the organisation; empty for what stands in none that is left. */
  id: z.string(),
  name: z.string(),
  /** Directly at the organisation itself, without what lies below. */
  isOwn: z.boolean(),
  /** It has organisations below it: its name opens them. */
  opens: z.boolean(),
  cells: z.array(cell),
});
export type FigureRow = z.infer<typeof figureRow>;

const ownList = z.object({
  columns: z.array(z.object({ key: z.string(), title: z.string(), width: z.number() })),
  /** Empty: by the column that is listed. */
  title: z.string(),
  unit: z.string(),
});

const figures = z.object({
  key: shownKey,
  title: z.string(),
  /** What is counted and by which rule. */
  words: z.array(z.string()),
  /** What the organisation that offers it reminds whoever opens it of; empty: nothing. */
  note: z.string(),
  org: z.object({ id: z.string(), name: z.string() }),
  period: z
    .object({ value: z.string(), kind: periodKind, label: z.string(), from: z.string(), to: z.string() })
    .nullable(),
  /** The kinds of periods that it may be asked for. */
  periods: z.array(periodKind),
  today: z.string(),
  /** The day that it tells of for good; empty: it is counted anew each time. */
  asOf: z.string(),
  /** False: the numbers stand, lists of people are for whoever may read them. */
  mayName: z.boolean(),
  /** The day on which ages are counted, and its year where that is not today; null: it counts no ages. */
  ages: z.object({ day: z.string(), year: z.string() }).nullable(),
  columns: z.array(figureColumn),
  rows: z.array(figureRow),
  total: z.array(cell),
  /** Groups of columns whose sums are drawn. */
  charts: z.array(z.string()),
  /** The report's own list: its columns, and what it lists unless a number is chosen; null: it has none. */
  list: ownList.extend({ first: z.string() }).nullable(),
  /** Lists of some columns that name something else. */
  lists: z.array(ownList.extend({ of: z.array(z.string()) })),
});
export type ReportAnswer = z.infer<typeof figures>;

export const getReport = endpoint({
  method: 'GET',
  path: '/api/jczc/report/{key}',
  summary: '一个报表：直接下级各一行和合计，口径、单位，每个数字后面的名单',
  access: 'report:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object(asked),
  reply: data(figures),
});

const listRow = z.object({ id: z.string(), cells: z.array(z.string()), href: z.string().nullable() });
export type ListRow = z.infer<typeof listRow>;

export const listReport = endpoint({
  method: 'GET',
  path: '/api/jczc/report/{key}/listPage',
  summary: '报表某个数字后面的名单',
  access: 'report:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({ ...page, ...asked, column: column.optional(), own: z.enum(['0', '1']).default('0') }),
  reply: rows(listRow),
});

export const exportReport = endpoint({
  method: 'POST',
  path: '/api/jczc/report/{key}/export',
  summary: '导出报表，或它某个数字后面的名单（后台任务，带水印）',
  access: 'report:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出报表',
  idempotent: true,
  rate: EXPORT_RATE,
  /** `part` list: the names behind `column`. */
  input: z.object({
    ...asked,
    part: z.enum(['table', 'list']).default('table'),
    column: column.optional(),
    own: z.enum(['0', '1']).default('0'),
    purpose: required(60, '用途'),
  }),
  reply: data(z.object({ jobId: z.string() })),
});

export const printReport = endpoint({
  method: 'POST',
  path: '/api/jczc/report/{key}/print',
  summary: '报表的打印件',
  access: 'report:read',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '打印报表',
  input: z.object(asked),
  reply: paperReply,
});
