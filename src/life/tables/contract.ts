import { z } from 'zod';
import { decisionInput, rowVersion, urgeReply, versionReply } from '#house/givenCalls.ts';
import { MAX_DECIMALS, SOURCES, type Source } from '#life/tasks/rules.form.ts';
import { data, date, EXPORT_RATE, endpoint, file, id, line, required } from '#platform/contract.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { getDesign, getFill, getSum, listFills, listMine, listRounds } from './contract.read.ts';
import { tableCalls } from './nouns/table.ts';
import {
  CHECK_KINDS,
  type CheckKind,
  FIELD_KINDS,
  type FieldKind,
  MAX_CELL,
  MAX_CHECKS,
  MAX_FIELDS,
  MAX_ROWS,
  SUM_RULES,
  type SumRule,
} from './rules.design.ts';
import { MAX_ORGS } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    dataCentreRound: true;
    dataCentreFill: true;
  }
}

const one = <T extends string>(values: Readonly<Record<T, string>>, sentence: string) =>
  z.enum(Object.keys(values) as [T, ...T[]], sentence);
const fieldKey = z.string().regex(/^f\d{1,4}$/, '字段编号不正确');

/** The fields and checks as the page of the design sends them. */
export const designFields = z.object({
  several: z.boolean(),
  fields: z
    .array(
      z.object({
        id: fieldKey,
        name: required(30, '字段名'),
        kind: one<FieldKind>(FIELD_KINDS, '请选择类型'),
        decimals: z.int().min(0, '小数位不正确').max(MAX_DECIMALS, `最多${MAX_DECIMALS}位小数`).default(0),
        unit: line(10, '单位').default(''),
        choices: z.array(required(30, '选项')).max(40, '最多40个选项').default([]),
        dict: z.string().max(20, '字典不正确').default(''),
        required: z.boolean().default(false),
        min: line(17, '最小值').default(''),
        max: line(17, '最大值').default(''),
        hint: line(80, '填写提示').default(''),
        sum: one<SumRule>(SUM_RULES, '请选择汇总方式').default('none'),
        source: z.union([one<Source>(SOURCES, '自动带出的内容不正确'), z.literal('')]).default(''),
      }),
    )
    .max(MAX_FIELDS, `最多${MAX_FIELDS}个字段`),
  checks: z
    .array(
      z.object({
        id: z.string().regex(/^k\d{1,4}$/, '规则编号不正确'),
        kind: one<CheckKind>(CHECK_KINDS, '请选择核对方式'),
        fields: z.array(fieldKey).min(2, '请选择要核对的字段').max(MAX_FIELDS, '核对的字段太多'),
      }),
    )
    .max(MAX_CHECKS, `最多${MAX_CHECKS}条核对规则`),
});

const changed = () => [
  tableCalls.list,
  tableCalls.get,
  tableCalls.history,
  getDesign,
  listRounds,
  listFills,
  listMine,
  getFill,
  getSum,
];

/** What is common to acts of whoever gives a table. */
const ofTable = {
  access: 'dataCentre:design',
  scope: 'org',
  targets: { id: 'noun:dataCentreTable' },
  idempotent: true,
  stale: changed,
} as const;
const ofRound = { ...ofTable, targets: { id: 'dataCentreRound' } } as const;
/** What is common to acts on a filling. */
const ofFill = { scope: 'org', targets: { id: 'dataCentreFill' }, idempotent: true, stale: changed } as const;

export const saveDesign = endpoint({
  ...ofTable,
  method: 'PUT',
  path: '/api/sjzx/table/design',
  summary: '保存数据表的字段和核对规则；发布过的按期填报的表，改的是下一版',
  audit: '设计数据表',
  input: z.object({ ...rowVersion, design: designFields }),
  reply: data(z.object({ version: z.number(), faults: z.array(z.string()) })),
});

export const setOrgs = endpoint({
  ...ofTable,
  method: 'PUT',
  path: '/api/sjzx/table/orgs',
  summary: '选填报组织：草稿以这次选的为准，下发后只能增加',
  targets: { id: 'noun:dataCentreTable', orgIds: 'org[]' },
  audit: '选数据表填报组织',
  input: z.object({ ...rowVersion, orgIds: z.array(id).max(MAX_ORGS, `最多${MAX_ORGS}个填报组织`) }),
  reply: data(z.object({ version: z.number(), added: z.number() })),
});

export const publishTable = endpoint({
  ...ofTable,
  method: 'POST',
  path: '/api/sjzx/table/publish',
  summary: '下发数据表，通知填报组织；填报中的表，发布下一版',
  audit: '下发数据表',
  asks: {},
  input: z.object(rowVersion),
  reply: data(z.object({ version: z.number(), number: z.number(), given: z.number() })),
});

export const stopTable = endpoint({
  ...ofTable,
  method: 'POST',
  path: '/api/sjzx/table/stop',
  summary: '停用数据表：不再有新的一期，没报的不用再报，已报的保留',
  audit: '停用数据表',
  asks: {},
  input: z.object({ ...rowVersion, reason: required(200, '停用原因') }),
  reply: versionReply,
});

export const copyTable = endpoint({
  ...ofTable,
  method: 'POST',
  path: '/api/sjzx/table/copy',
  summary: '以一张数据表为底，在本组织新建一张草稿',
  audit: '复制数据表',
  input: z.object({ id }),
  reply: data(z.object({ id: z.string() })),
});

export const extendRound = endpoint({
  ...ofRound,
  method: 'POST',
  path: '/api/sjzx/round/extend',
  summary: '延长一期的截止日期，通知没有报的组织',
  audit: '延长数据表填报期限',
  asks: {},
  input: z.object({ id, dueOn: date, reason: required(200, '延期原因') }),
  reply: data(z.object({ told: z.number() })),
});

export const urgeRound = endpoint({
  ...ofRound,
  method: 'POST',
  path: '/api/sjzx/round/urge',
  summary: '催办一期里还没有上报的组织，两小时内不重复',
  audit: '催办数据表填报',
  asks: {},
  input: z.object({ id }),
  reply: urgeReply,
});

const rowsInput = z
  .array(
    z.object({
      id: z.string().regex(/^\d{1,6}$/, '行号不正确'),
      cells: z.record(fieldKey, z.string().max(MAX_CELL, `一格最多${MAX_CELL}个字`)),
    }),
  )
  .max(MAX_ROWS, `最多${MAX_ROWS}行`);
const fault = z.object({ row: z.string(), col: z.string(), text: z.string() });

export const saveFill = endpoint({
  ...ofFill,
  method: 'PUT',
  path: '/api/sjzx/fill',
  summary: '暂存填报；有错也存，错在哪一格随即说明',
  access: 'dataCentre:fill',
  audit: '暂存数据表填报',
  input: z.object({ ...rowVersion, rows: rowsInput }),
  reply: data(z.object({ version: z.number(), faults: z.array(fault) })),
});

export const handInFill = endpoint({
  ...ofFill,
  method: 'POST',
  path: '/api/sjzx/fill/handIn',
  summary: '上报，由下发的党组织审核；不符合要求的退回到那一格',
  access: 'dataCentre:fill',
  audit: '上报数据表',
  input: z.object({ ...rowVersion, rows: rowsInput }),
  reply: data(z.object({ version: z.number(), decider: z.string() })),
});

export const fillTemplate = endpoint({
  method: 'POST',
  path: '/api/sjzx/fill/template',
  summary: '下载填多行的数据表的填报模板',
  access: 'dataCentre:fill',
  scope: 'org',
  targets: { id: 'dataCentreFill' },
  input: z.object({ id }),
  reply: file,
});

/** Multipart: `file` (xlsx, xls or csv), `id` of the filling. */
export const readFillSheet = endpoint({
  method: 'POST',
  path: '/api/sjzx/fill/read',
  summary: '读出填好的模板，逐格检查；只读出，由填报人核对后保存',
  access: 'dataCentre:fill',
  scope: 'org',
  upload: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(
    z.object({
      /** By the number of their line in the sheet. */
      rows: z.array(z.object({ id: z.string(), cells: z.record(z.string(), z.string()) })),
      faults: z.array(fault),
      /** Heads that mean no field, and fields that no head means. */
      unknown: z.array(z.string()),
      missing: z.array(z.string()),
    }),
  ),
});

export const fillFaultFile = endpoint({
  method: 'POST',
  path: '/api/sjzx/fill/faults',
  summary: '把读出的有误的行连同原因下载成表格，改好可以再读',
  access: 'dataCentre:fill',
  scope: 'org',
  targets: { id: 'dataCentreFill' },
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({ id, rows: rowsInput }),
  reply: file,
});

export const recallFill = endpoint({
  ...ofFill,
  method: 'POST',
  path: '/api/sjzx/fill/recall',
  summary: '审核前撤回上报',
  access: 'dataCentre:fill',
  audit: '撤回数据表上报',
  input: z.object({ id }),
  reply: versionReply,
});

export const decideFill = endpoint({
  ...ofFill,
  method: 'POST',
  path: '/api/sjzx/fill/decide',
  summary: '审核填报：通过，或退回并写明原因',
  access: 'dataCentre:decide',
  audit: '审核数据表填报',
  input: decisionInput,
  reply: versionReply,
});

const asked = z.object({ id, roundId: id.optional(), orgId: id.optional() });
const sumTargets = { id: 'noun:dataCentreTable', orgId: 'org' } as const;
const printed = { atOnce: 4, rate: { hits: 300, seconds: 3600, by: 'account' } } as const;

export const exportSum = endpoint({
  method: 'POST',
  path: '/api/sjzx/sum/export',
  summary: '导出一期：汇总一张，各组织填的明细一张（Excel）',
  access: 'dataCentre:read',
  scope: 'org',
  targets: sumTargets,
  audit: '导出数据表',
  rate: EXPORT_RATE,
  input: asked.extend({ purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});

export const printSum = endpoint({
  method: 'POST',
  path: '/api/sjzx/sum/print',
  summary: '打印数据表的汇总：答一份PDF',
  access: 'dataCentre:read',
  scope: 'org',
  targets: sumTargets,
  audit: '打印数据表汇总',
  ...printed,
  input: asked,
  reply: paperReply,
});

export const printFill = endpoint({
  method: 'POST',
  path: '/api/sjzx/fill/print',
  summary: '打印一份填报：答一份PDF',
  access: 'dataCentre:read',
  scope: 'org',
  targets: { id: 'dataCentreFill' },
  audit: '打印数据表填报',
  ...printed,
  input: z.object({ id }),
  reply: paperReply,
});
