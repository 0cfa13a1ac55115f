import { z } from 'zod';
import { data, endpoint, file, id, page, rows } from '#platform/contract.ts';
import { ALL_RECORDS, memberRecords, RECORD_CALLS } from './contract.records.ts';
import { memberTimeline } from './contract.ts';

const kind = z.enum(
  ALL_RECORDS.map((sort) => sort.kind),
  '请选择导入的内容',
);
/** Rows of one sheet; each leaves a row in the log. */
export const MOST_LINES = 2000;

export const recordTemplate = endpoint({
  method: 'POST',
  path: '/api/dyxx/recordImports/template',
  summary: '下载一种档案分表的导入模板',
  access: 'member:import',
  scope: 'org',
  input: z.object({ kind }),
  reply: file,
});

const recordBatch = z.object({
  id: z.string(),
  fileName: z.string(),
  kind: z.string(),
  kindName: z.string(),
  /** `uploaded`: checked and nothing written yet. */
  state: z.enum(['uploaded', 'done', 'undone']),
  createTime: z.string(),
  total: z.number(),
  written: z.number(),
  bad: z.number(),
  /** Stand in the database just so. */
  same: z.number(),
});
export type RecordBatch = z.infer<typeof recordBatch>;

/** Multipart: a field `kind`, then a field `file` (xlsx, xls or csv, up to 20 MiB and 2,000 rows). Nothing is written. */
export const uploadRecords = endpoint({
  method: 'POST',
  path: '/api/dyxx/recordImports/upload',
  summary: '上传一种档案分表的表格，先校验不写入',
  access: 'member:import',
  scope: 'org',
  upload: true,
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listRecordImports],
});

export const checkRecords = endpoint({
  method: 'GET',
  path: '/api/dyxx/recordImports/check',
  summary: '一个导入表格的校验结果：多少行可写入、已存在、有误及原因',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'recordBatch' },
  pii: true,
  silent: true,
  input: z.object({ id }),
  reply: data(
    z.object({
      ...recordBatch.shape,
      /** Heads that were not recognised; their columns are left out. */
      unknown: z.array(z.string()),
      /** Up to 200 lines that cannot be written, with the reasons; all of them stand in the file of faults. */
      faults: z.array(z.object({ rowNo: z.number(), name: z.string(), reasons: z.array(z.string()) })),
    }),
  ),
});

export const writeRecords = endpoint({
  method: 'POST',
  path: '/api/dyxx/recordImports/write',
  summary: '写入校验通过的行；已存在的行不再写',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'recordBatch' },
  audit: '导入档案分表',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ written: z.number(), bad: z.number(), same: z.number() })),
  stale: () => [
    checkRecords,
    listRecordImports,
    memberRecords,
    memberTimeline,
    ...Object.values(RECORD_CALLS).flatMap((calls) => [calls.list, calls.get]),
  ],
});

export const undoRecords = endpoint({
  method: 'POST',
  path: '/api/dyxx/recordImports/undo',
  summary: '撤销一次导入：写入后没有改动的行移入回收站',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'recordBatch' },
  audit: '撤销导入档案分表',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ removed: z.number(), kept: z.number() })),
  stale: () => writeRecords.stale?.() ?? [],
});

export const listRecordImports = endpoint({
  method: 'GET',
  path: '/api/dyxx/recordImports/listPage',
  summary: '我的档案分表导入记录',
  access: 'member:import',
  scope: 'org',
  input: z.object({ ...page }),
  reply: rows(recordBatch),
});

export const recordFaultFile = endpoint({
  method: 'GET',
  path: '/api/dyxx/recordImports/errorFile',
  summary: '下载有误的行（原表格加一列原因）',
  access: 'member:import',
  scope: 'org',
  targets: { id: 'recordBatch' },
  pii: true,
  input: z.object({ id }),
  reply: file,
});

export const recordImportContract = [
  recordTemplate,
  uploadRecords,
  checkRecords,
  writeRecords,
  undoRecords,
  listRecordImports,
  recordFaultFile,
] as const;
