import { z } from 'zod';
import { count, data, done, endpoint, file, id, line, page, rows } from '#platform/contract.ts';
import { listMembers, viewCounts } from './contract.ts';
import { REWRITTEN } from './rules/importRules.ts';

export const importTemplate = endpoint({
  method: 'POST',
  path: '/api/orgMeber/exports/importTemplate',
  summary: '下载党员导入模板',
  access: 'member:import',
  scope: 'org',
  input: z.object({}),
  reply: file,
});

export const batch = z.object({
  id: z.string(),
  fileName: z.string(),
  state: z.enum(['uploaded', 'checking', 'fixing', 'done', 'undone', 'failed']),
  orgId: z.string(),
  orgName: z.string(),
  createTime: z.string(),
  total: z.number(),
  written: z.number(),
  bad: z.number(),
  /** Given up, or in the database just so already. */
  skipped: z.number(),
  /** Lines whose people were registered already and have been updated by the sheet. */
  updated: z.number(),
  /** Lines that have been checked, of `total`. */
  progress: z.number(),
  message: z.string(),
  /** Head of the sheet, the field it was matched to (null: not imported), and the field's label. */
  mapping: z.array(z.object({ head: z.string(), field: z.string().nullable(), label: z.string() })),
  /** Groups of errors that the check rewrites without asking, at first those of the account's last import. */
  rewrite: z.array(z.string()),
  /** Of a batch that was taken back: to the recycle bin, back to the values before, left as they are. */
  removed: z.number(),
  restored: z.number(),
  kept: z.number(),
  can: z.object({ undo: z.boolean() }),
});
export type ImportBatch = z.infer<typeof batch>;

/** Multipart: a field `file` (xlsx, xls or csv, up to 20 MiB) and optionally `orgId`. */
export const uploadImport = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/upload',
  summary: '上传党员表：读出表头并自动匹配列',
  access: 'member:import',
  scope: 'org',
  upload: true,
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(batch),
});

export const startImport = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/start',
  summary: '按列的匹配开始校验并写入正确的行',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '导入党员',
  idempotent: true,
  input: z.object({
    id,
    mapping: z.array(z.object({ head: z.string().max(60), field: z.string().max(40).nullable() })).max(100),
    rewrite: z.array(z.enum(REWRITTEN, '改写规则不正确')).max(10).default([]),
  }),
  reply: data(z.object({ jobId: z.string() })),
});

export const getImport = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/get',
  summary: '导入批次的进度',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  silent: true,
  input: z.object({ id }),
  reply: data(batch),
});

export const listImports = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/listPage',
  summary: '我的导入批次',
  access: 'member:import',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(batch),
});

export const importGroups = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/groups',
  summary: '待修正的行按错误分组，附可一键改正的写法',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.array(
      z.object({
        code: z.string(),
        label: z.string(),
        count: z.number(),
        /** A rewriting that fixes the whole group, e.g. 汉 → 汉族; null: only by hand. */
        fix: z.object({ from: z.string(), to: z.string(), count: z.number() }).nullable(),
        hint: z.string(),
      }),
    ),
  ),
});

export const importRows = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/rows',
  summary: '待修正的行',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  pii: true,
  silent: true,
  input: z.object({ id, ...page, code: line(40, '错误类别').optional() }),
  reply: rows(
    z.object({
      rowNo: z.number(),
      cells: z.record(z.string(), z.string()),
      errors: z.array(
        z.object({ field: z.string(), code: z.string(), text: z.string(), suggestions: z.array(z.string()) }),
      ),
    }),
  ),
});

export const fixImportRows = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/fix',
  summary: '保存改好的行并入库；仍有错误的行带原因退回',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '修正导入行',
  idempotent: true,
  pii: true,
  input: z.object({
    id,
    rows: z
      .array(z.object({ rowNo: count.pipe(z.int().min(1)), cells: z.record(z.string().max(40), z.string().max(500)) }))
      .min(1, '没有要保存的行')
      .max(200, '一次最多保存 200 行'),
  }),
  /** `gone`: fixed or skipped elsewhere meanwhile, left as they are. */
  reply: data(z.object({ written: z.number(), bad: z.number(), gone: z.number() })),
  stale: () => [importRows, importGroups, getImport, listMembers, viewCounts],
});

export const fixImportGroup = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/fixGroup',
  summary: '一键改正一组写法',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '批量修正导入行',
  idempotent: true,
  input: z.object({ id, code: line(40, '错误类别') }),
  reply: data(z.object({ written: z.number(), bad: z.number() })),
  stale: () => [importRows, importGroups, getImport, listMembers, viewCounts],
});

/** People whom one act updates; each leaves a row in the log. */
export const MOST_UPDATED = 2000;

export const existingInImport = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/existing',
  summary: '批次中已在册、内容不同的人员：按字段有多少人空缺、多少人不同',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      people: z.number(),
      /** Fields in which the sheet differs; `before` and `after` of the first such line, masked. */
      fields: z.array(
        z.object({
          field: z.string(),
          label: z.string(),
          empty: z.number(),
          different: z.number(),
          before: z.string(),
          after: z.string(),
        }),
      ),
    }),
  ),
});

export const updateExisting = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/updateExisting',
  summary: '按字段更新已在册人员：只填空缺或覆盖，没有选的字段不动',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '导入更新人员',
  idempotent: true,
  input: z.object({
    id,
    choices: z
      .array(z.object({ field: z.string().max(40), mode: z.enum(['fill', 'overwrite'], '更新方式不正确') }))
      .max(40),
  }),
  reply: data(z.object({ updated: z.number(), unchanged: z.number(), failed: z.number() })),
  stale: () => [importRows, importGroups, existingInImport, getImport, listMembers, viewCounts],
});

export const skipImportRows = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/skip',
  summary: '跳过待修正的行',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '跳过导入行',
  idempotent: true,
  input: z.object({
    id,
    rowNos: z
      .array(count.pipe(z.int().min(1)))
      .max(200)
      .default([]),
    all: z.boolean().default(false),
  }),
  reply: done,
  stale: () => [importRows, importGroups, getImport],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/orgMeber/imports/undo',
  summary: '撤销本批：写入后仍是原样的人员移入回收站，更新过的恢复原值；改动过的保留并说明原因，可以再次撤销',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  audit: '撤销导入',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ removed: z.number(), restored: z.number(), kept: z.number() })),
  stale: () => [getImport, listImports, undoneInImport, listMembers, viewCounts],
});

export const UNDONE = { removed: '已移入回收站', restored: '已恢复原值', kept: '保留' } as const;
const undone = z.enum(['removed', 'restored', 'kept'], '结果不正确');
export const undonePerson = z.object({
  id: z.string(),
  rowNo: z.number(),
  /** Null of those who are in the recycle bin or beyond the scope. */
  memberId: z.string().nullable(),
  name: z.string(),
  orgName: z.string(),
  undone,
  /** Why somebody stayed. */
  note: z.string(),
});
export type UndonePerson = z.infer<typeof undonePerson>;

export const undoneInImport = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/undone',
  summary: '撤销本批的结果：谁移入了回收站、谁恢复了原值、谁保留和为什么',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  silent: true,
  input: z.object({ id, ...page, undone: undone.optional() }),
  reply: rows(undonePerson),
});

export const importErrorFile = endpoint({
  method: 'GET',
  path: '/api/orgMeber/imports/errorFile',
  summary: '下载错误行（原表格加一列原因）',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'batch' },
  pii: true,
  input: z.object({ id }),
  reply: file,
});
