import { z } from 'zod';
import { DECISIONS } from '#house/givenCalls.ts';
import { SOURCES, type Source } from '#life/tasks/rules.form.ts';
import { data, endpoint, id, line, page, rows } from '#platform/contract.ts';
import { FIELD_KINDS, type FieldKind, SUM_RULES, type SumRule } from './rules.design.ts';
import { FILL_STATE_NAMES, PERIODS, type Period, STANDING_NAMES, TABLE_STATES, type TableState } from './rules.ts';

const one = <T extends string>(values: Readonly<Record<T, string>>) => z.enum(Object.keys(values) as [T, ...T[]]);

/** A design as it is read; what is sent is judged by contract.ts. */
const design = z.object({
  several: z.boolean(),
  fields: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: one<FieldKind>(FIELD_KINDS),
      decimals: z.number(),
      unit: z.string(),
      choices: z.array(z.string()),
      dict: z.string(),
      required: z.boolean(),
      min: z.string(),
      max: z.string(),
      hint: z.string(),
      sum: one<SumRule>(SUM_RULES),
      source: z.union([one<Source>(SOURCES), z.literal('')]),
    }),
  ),
  checks: z.array(z.object({ id: z.string(), kind: z.enum(['atMost', 'total']), fields: z.array(z.string()) })),
});
const choices = z.record(z.string(), z.array(z.string()));
const filledRow = z.object({ id: z.string(), cells: z.record(z.string(), z.string()) });
const standing = z.enum(STANDING_NAMES);

const ofTable = { method: 'GET', access: 'dataCentre:read', scope: 'org' } as const;

export const getDesign = endpoint({
  ...ofTable,
  path: '/api/sjzx/table/design',
  summary: '数据表的字段和核对规则：正在改的，或发布过的一版',
  targets: { id: 'noun:dataCentreTable' },
  input: z.object({
    id,
    /** A version that was published; left out: the design as it is being worked on, for others the newest version. */
    number: z.coerce
      .number<string | number>('版本不正确')
      .int('版本不正确')
      .min(1, '版本不正确')
      .max(9999, '版本不正确')
      .optional(),
  }),
  reply: data(
    z.object({
      title: z.string(),
      state: one<TableState>(TABLE_STATES),
      period: one<Period>(PERIODS),
      version: z.number(),
      design,
      choices,
      /** What is wrong with it, as sentences. */
      faults: z.array(z.string()),
      /** Dictionaries that a field may choose from. */
      dicts: z.array(z.object({ code: z.string(), name: z.string() })),
      versions: z.array(
        z.object({ number: z.number(), publishedAt: z.string(), publishedBy: z.string(), rounds: z.string() }),
      ),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

export const listRounds = endpoint({
  ...ofTable,
  path: '/api/sjzx/round/list',
  summary: '数据表的各期和填报进度，管理范围内的',
  targets: { id: 'noun:dataCentreTable' },
  input: z.object({ id }),
  reply: data(
    z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        startsOn: z.string(),
        dueOn: z.string(),
        /** The version that it is filled in by. */
        number: z.number(),
        all: z.number(),
        done: z.number(),
        asked: z.number(),
        returned: z.number(),
        late: z.number(),
        open: z.number(),
        /** Handed in after the last day. */
        tardy: z.number(),
        can: z.object({ run: z.boolean() }),
      }),
    ),
  ),
});

const fillRow = z.object({
  id: z.string(),
  tableId: z.string(),
  title: z.string(),
  /** The organisation that gave it. */
  giverName: z.string(),
  roundId: z.string(),
  round: z.string(),
  dueOn: z.string(),
  daysLeft: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  state: z.enum(FILL_STATE_NAMES),
  standing,
  handedOn: z.string().nullable(),
  isLate: z.boolean(),
  returns: z.number(),
  decidedBy: z.string(),
  version: z.number(),
  can: z.object({ fill: z.boolean(), recall: z.boolean(), decide: z.boolean() }),
});
export type FillRow = z.infer<typeof fillRow>;

const ofFills = {
  ...ofTable,
  chosenOrg: 'orgId',
  targets: { orgId: 'org', unitId: 'org', tableId: 'noun:dataCentreTable', roundId: 'dataCentreRound' },
  input: z.object({
    ...page,
    /** This organisation and those below it. */
    orgId: id.optional(),
    /** This organisation alone. */
    unitId: id.optional(),
    tableId: id.optional(),
    roundId: id.optional(),
    title: line(60, '名称').optional(),
    /** A standing; `handed` both that count in the sums, `returned` those that came back once. */
    standing: z.enum([...STANDING_NAMES, 'handed', 'returned'], '情况不正确').optional(),
  }),
  reply: rows(fillRow),
} as const;

export const listFills = endpoint({
  ...ofFills,
  path: '/api/sjzx/fill/listPage',
  summary: '数据表的填报，管理范围内的；待审核的和先到期的在前',
});

export const listMine = endpoint({
  ...ofFills,
  path: '/api/sjzx/fill/mine/listPage',
  summary: '本组织的填报，先到期的在前',
});

const fillDetail = fillRow.extend({
  explanation: z.string(),
  contact: z.string(),
  tableState: one<TableState>(TABLE_STATES),
  reason: z.string(),
  opinion: z.string(),
  askedByName: z.string(),
  /** Where it waits, while it does. */
  deciderName: z.string(),
  /** Why the session may not decide; empty where it may or nothing waits. */
  obstacle: z.string(),
  isOwn: z.boolean(),
  design,
  choices,
  /** Of the own organisation what was saved, for others what was handed in last. */
  rows: z.array(filledRow),
  /** Fields that the platform has filled in just now. */
  known: z.array(z.string()),
  /** What was handed in of the round before, in fields that stand in this one; null: nothing. */
  previous: z.object({ label: z.string(), rows: z.array(filledRow) }).nullable(),
  savedAt: z.string().nullable(),
  savedBy: z.string(),
  filings: z.array(
    z.object({
      id: z.string(),
      filedAt: z.string(),
      filedBy: z.string(),
      isLate: z.boolean(),
      decision: z.enum(DECISIONS),
      opinion: z.string(),
      decidedAt: z.string().nullable(),
      decidedBy: z.string(),
    }),
  ),
});
export type FillDetail = z.infer<typeof fillDetail>;

export const getFill = endpoint({
  ...ofTable,
  path: '/api/sjzx/fill/{id}',
  summary: '一份填报：字段、填的内容、退回意见和各次上报',
  targets: { id: 'dataCentreFill' },
  input: z.object({ id }),
  reply: data(fillDetail),
});

const sumRow = z.object({
  orgId: z.string(),
  name: z.string(),
  /** What the organisation itself filled in, beside what those below it did. */
  isOwn: z.boolean(),
  /** Something lies below it. */
  hasBelow: z.boolean(),
  /** The filling, where it is the organisation's own line. */
  fillId: z.string().nullable(),
  all: z.number(),
  handed: z.number(),
  /** By summed field, as it is read; empty: nothing is handed in. */
  cells: z.array(z.string()),
});
export type SumRow = z.infer<typeof sumRow>;

export const getSum = endpoint({
  ...ofTable,
  path: '/api/sjzx/sum',
  summary: '数据表的汇总：一个组织的各下级一行，已上报和已审核的计入',
  targets: { id: 'noun:dataCentreTable', orgId: 'org' },
  input: z.object({ id, roundId: id.optional(), orgId: id.optional() }),
  reply: data(
    z.object({
      title: z.string(),
      rounds: z.array(z.object({ id: z.string(), label: z.string() })),
      roundId: z.string(),
      round: z.string(),
      dueOn: z.string(),
      org: z.object({ id: z.string(), name: z.string() }),
      fields: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
      rows: z.array(sumRow),
      total: sumRow,
    }),
  ),
});
export type SumAnswer = NonNullable<(typeof getSum.reply.schema)['_output']>;
