import { z } from 'zod';
import { data, endpoint, id, line, required } from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { getPart, listParts, officeHome } from './contract.part.ts';
import { getTask, listTasks, previewTask, taskMatrix } from './contract.ts';
import {
  COLUMN_TYPES,
  type ColumnType,
  type Design,
  LEVELS,
  type Level,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_DECIMALS,
  MAX_ROWS,
  SOURCES,
  type Source,
} from './rules.form.ts';

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
const KEY = /^[a-z]\d{1,6}$/;
const key = z.string().regex(KEY, '编号不正确');
const rowKey = z.string().regex(/^([a-z]\d{1,6}|\d{1,4})$/, '编号不正确');
const place = z.string().regex(/^([a-z]\d{1,6}|\*)$/, '编号不正确');
const source = z.union([one<Source>(SOURCES, '自动取的内容不正确'), z.literal('')]).default('');
const level = one<Level>(LEVELS, '请选择不能上报或提醒').default('block');
const ref = z.object({ row: place, col: key });

/** The grid as the page of its design sends it. */
export const designFields = z.object({
  free: z.boolean(),
  rows: z.array(z.object({ id: key, name: required(60, '行名') })).max(MAX_ROWS, `最多${MAX_ROWS}行`),
  columns: z
    .array(
      z.object({
        id: key,
        name: required(40, '列名'),
        group: line(40, '上一级表头').default(''),
        type: one<ColumnType>(COLUMN_TYPES, '请选择类型'),
        decimals: z.int().min(0).max(MAX_DECIMALS, `最多${MAX_DECIMALS}位小数`).default(0),
        unit: line(10, '单位').default(''),
        choices: z.array(required(40, '选项')).max(60, '最多60个选项').default([]),
        dict: z.string().max(20, '字典不正确').default(''),
        required: z.boolean().default(false),
        min: line(18, '最小值').default(''),
        max: line(18, '最大值').default(''),
        level,
        sentence: line(80, '提示').default(''),
        source,
      }),
    )
    .max(MAX_COLUMNS, `最多${MAX_COLUMNS}列`),
  locked: z.array(z.object({ row: key, col: key, value: line(100, '内容').default(''), source })).max(MAX_CELLS),
  sums: z
    .array(
      z.object({
        id: key,
        target: ref,
        parts: z.array(ref).min(1, '请点选相加的格子').max(60, '一条合计最多60格'),
        level,
        sentence: line(80, '提示').default(''),
      }),
    )
    .max(200, '最多200条合计'),
});
const design = designFields as unknown as z.ZodType<Design>;

export const filledRow = z.object({ id: z.string(), cells: z.record(z.string(), z.string()) });
const choices = z.record(z.string(), z.array(z.string()));
const fault = z.object({ row: z.string(), col: z.string(), text: z.string(), level: one<Level>(LEVELS, '') });
const returned = z.object({ row: z.string(), col: z.string(), reason: z.string() });

const stale = () => [listTasks, getTask, previewTask, getForm, getFill];
export const FORM = '/api/dwbg/affairsTask/form';

export const getForm = endpoint({
  method: 'GET',
  path: FORM,
  summary: '填表任务的表样',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask' },
  input: z.object({ id }),
  reply: data(
    z.object({
      title: z.string(),
      state: z.number(),
      version: z.number(),
      design,
      choices,
      /** Dictionaries that a column may choose from. */
      dicts: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Where it was copied from. */
      previous: z.object({ id: z.string(), title: z.string() }).nullable(),
      faults: z.array(z.string()),
      /** Columns that arrive filled, with their rows: nobody types them. */
      quoted: z.array(z.object({ columnId: z.string(), rowIds: z.array(z.string()) })),
      can: z.object({ edit: z.boolean() }),
    }),
  ),
});

export const saveForm = endpoint({
  method: 'PUT',
  path: FORM,
  summary: '保存填表任务草稿的表样',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask' },
  audit: '设计表样',
  idempotent: true,
  input: z.object({ id, version: z.int(), design: designFields }),
  reply: data(z.object({ version: z.number(), faults: z.array(z.string()) })),
  stale,
});

export const copyForm = endpoint({
  method: 'POST',
  path: `${FORM}/copy`,
  summary: '把本组织以前一项填表任务的表样复制过来，上次的数字用于比较和带入',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officeTask', from: 'officeTask' },
  audit: '复制表样',
  idempotent: true,
  input: z.object({ id, version: z.int(), from: id }),
  reply: data(z.object({ version: z.number() })),
  stale,
});

export const formSources = endpoint({
  method: 'GET',
  path: `${FORM}/sources`,
  summary: '本组织发布过的填表任务，表样可以复制',
  access: 'task:give',
  scope: 'org',
  input: z.object({}),
  reply: data(z.array(z.object({ id: z.string(), title: z.string(), day: z.string(), columns: z.number() }))),
});

const filing = z.object({
  no: z.number(),
  rows: z.array(filledRow),
  returned: z.array(returned),
  filedAt: z.string(),
  filedBy: z.string(),
});

export const getFill = endpoint({
  method: 'GET',
  path: `${FORM}/fill`,
  summary: '一件办理件填的表：草稿、自动取的格子、退回的格子、上期、各次上报',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officePart' },
  input: z.object({ id }),
  reply: data(
    z.object({
      partId: z.string(),
      orgName: z.string(),
      /** Of the filling; 0: nothing is saved yet. */
      version: z.number(),
      design,
      choices,
      rows: z.array(filledRow),
      faults: z.array(fault),
      /** ISO 8601: when the cells that the platform knows were read. */
      asOf: z.string(),
      returned: z.array(returned),
      /** What was handed in last time: the cycle before, or the task that the grid was copied from. */
      previous: z.object({ label: z.string(), rows: z.array(filledRow) }).nullable(),
      /** Columns that arrived filled with what the organisation itself reported elsewhere, and when. */
      quotes: z.array(z.object({ column: z.string(), title: z.string(), filledOn: z.string() })),
      filings: z.array(filing),
      files: z.array(uploadedFile),
      savedAt: z.string().nullable(),
      savedBy: z.string(),
      can: z.object({ fill: z.boolean(), return: z.boolean() }),
    }),
  ),
});

const rowsInput = z
  .array(z.object({ id: rowKey, cells: z.record(key, z.string().max(600, '一格最多500个字')) }))
  .max(MAX_ROWS, `最多${MAX_ROWS}行`);

export const saveFill = endpoint({
  method: 'PUT',
  path: `${FORM}/fill`,
  summary: '保存填的表；有错也存，错在哪一格随即说明',
  access: 'task:answer',
  scope: 'org',
  targets: { id: 'officePart' },
  audit: '填表',
  idempotent: true,
  input: z.object({ id, version: z.int(), rows: rowsInput }),
  reply: data(z.object({ version: z.number(), faults: z.array(fault) })),
  stale: () => [getFill],
});

export const formNames = endpoint({
  method: 'GET',
  path: `${FORM}/names`,
  summary: '人员、组织两种格子里可以填谁：本组织及下级的',
  access: 'task:answer',
  scope: 'org',
  personal: ['keyWords'],
  input: z.object({ kind: z.enum(['person', 'org'], '请选择人员或组织'), keyWords: line(40, '名称') }),
  reply: data(z.array(z.string())),
});

export const returnCells = endpoint({
  method: 'POST',
  path: `${FORM}/returnCells`,
  summary: '把填错的格子逐格退回，只有这些格子重新开放',
  access: 'task:give',
  scope: 'org',
  targets: { id: 'officePart' },
  audit: '退回填表的格子',
  idempotent: true,
  input: z.object({
    id,
    version: z.int(),
    cells: z
      .array(z.object({ row: rowKey, col: key, reason: required(200, '退回原因') }))
      .min(1, '请先点选要退回的格子')
      .max(200, '一次最多退回200格'),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listParts, getPart, getFill, listTasks, getTask, taskMatrix, officeHome, formSum, formBelow],
});

const figure = z.object({
  row: z.string(),
  col: z.string(),
  /** A decimal number; empty: nobody filled it in. */
  value: z.string(),
  before: z.string(),
  isFarOff: z.boolean(),
});
const sumInput = { id, circleId: id.optional(), orgId: id.optional() };

export const formSum = endpoint({
  method: 'GET',
  path: `${FORM}/sum`,
  summary: '填表的汇总：一个组织及其下级已上报的合计，与上次比',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask', orgId: 'org' },
  input: z.object(sumInput),
  reply: data(
    z.object({
      title: z.string(),
      design,
      circles: z.array(z.object({ id: z.string(), label: z.string() })),
      circleId: z.string(),
      /** From the top of what the session sees down to the organisation that is looked at. */
      path: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Parts that are not void, and those of them that stand in the sum. */
      live: z.number(),
      filed: z.number(),
      figures: z.array(figure),
      previousLabel: z.string(),
    }),
  ),
});

export const formBelow = endpoint({
  method: 'GET',
  path: `${FORM}/below`,
  summary: '一个合计由哪些下级的格子相加',
  access: 'task:read',
  scope: 'org',
  targets: { id: 'officeTask', orgId: 'org' },
  input: z.object({ ...sumInput, row: place, col: key }),
  reply: data(
    z.object({
      name: z.string(),
      total: z.string(),
      rows: z.array(
        z.object({
          orgId: z.string(),
          orgName: z.string(),
          /** The organisation's own cell; null: a sum of those below it. */
          partId: z.string().nullable(),
          value: z.string(),
          before: z.string(),
          isFarOff: z.boolean(),
          live: z.number(),
          filed: z.number(),
        }),
      ),
    }),
  ),
});
