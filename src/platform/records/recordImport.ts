import { z } from 'zod';
import { count, data, type Endpoint, endpoint, file, id, page, rows, type TargetKind } from '../contract.ts';

/** What a sheet may hold: the rows of a tab, or the like. */
export interface ImportKind {
  kind: string;
  label: string;
  /** What is to be known before the template is filled, as a sentence. */
  hint?: string;
}

/** Signs of a cell that is fixed, as the sheet of the bad rows takes them. */
const FIXED_TEXT = 500;
/** Rows that one call saves. */
export const MOST_FIXED = 200;
/** Rows of one sheet; each leaves a row in the log. */
export const MOST_LINES = 2000;

const recordBatch = z.object({
  id: z.string(),
  fileName: z.string(),
  kind: z.string(),
  kindName: z.string(),
  /** `uploaded`: checked and nothing written yet. */
  state: z.enum(['uploaded', 'done', 'undone']),
  createTime: z.string(),
  total: z.number(),
  /** Lines that have been written. */
  written: z.number(),
  bad: z.number(),
  /** Stand in the database just so, as somebody else or another sheet wrote them. */
  same: z.number(),
});
export type RecordBatch = z.infer<typeof recordBatch>;

/**
 * The calls that import the tabs of one kind of owner from sheets: template, upload (which only checks), check, write, undo, the
 * user's own sheets, and the bad lines as a file.
 * @param path e.g. `/api/dyxx/recordImports`
 * @param of what the sheets hold, as summaries and log name it: 党组织档案分表
 * @param target the kind of a sheet's id in the access matrix
 * @param confirmed the own password as it travels, where writing and taking back ask for it
 * @param stale further calls whose cached answers a written sheet makes stale
 */
export function recordImportCalls(
  kinds: readonly ImportKind[],
  {
    path,
    of,
    access,
    target,
    confirmed,
    stale,
  }: {
    path: string;
    of: string;
    access: string;
    target: TargetKind;
    confirmed?: z.ZodType<string, string>;
    stale: () => readonly Endpoint[];
  },
) {
  const kind = z.enum(
    kinds.map((one) => one.kind),
    '请选择导入的内容',
  );
  const common = { access, scope: 'org' } as const;
  const ofSheet = { ...common, targets: { id: target } } as const;
  const template = endpoint({
    ...common,
    method: 'POST',
    path: `${path}/template`,
    summary: `下载${of}的导入模板`,
    input: z.object({ kind }),
    reply: file,
  });
  /** Multipart: a field `kind`, then a field `file` (xlsx, xls or csv, up to 20 MiB and 2,000 rows). Nothing is written. */
  const upload = endpoint({
    ...common,
    method: 'POST',
    path: `${path}/upload`,
    summary: `上传${of}的表格，先校验不写入`,
    upload: true,
    pii: true,
    rate: { hits: 60, seconds: 3600, by: 'account' },
    input: z.object({}),
    reply: data(z.object({ id: z.string() })),
    stale: () => [list],
  });
  const check = endpoint({
    ...ofSheet,
    method: 'GET',
    path: `${path}/check`,
    summary: '一个导入表格的校验结果：多少行可写入、已存在、有误及原因',
    pii: true,
    silent: true,
    input: z.object({ id }),
    reply: data(
      z.object({
        ...recordBatch.shape,
        /** Heads that were not recognised; their columns are left out. */
        unknown: z.array(z.string()),
        /** Whether the sheet's lines are still there to be fixed; they go after thirty days, what was written stays. */
        kept: z.boolean(),
        /** Lines that would be written now. */
        ready: z.number(),
        /** Lines that taking back has left, where the import can say why. */
        left: z.array(z.object({ rowNo: z.number(), reason: z.string() })),
        /** The columns that are read, as the sheet has them. */
        columns: z.array(z.object({ key: z.string(), head: z.string() })),
      }),
    ),
  });
  const list = endpoint({
    ...common,
    method: 'GET',
    path: `${path}/listPage`,
    summary: `我的${of}导入记录`,
    input: z.object({ ...page }),
    reply: rows(recordBatch),
  });
  const badRows = endpoint({
    ...ofSheet,
    method: 'GET',
    path: `${path}/rows`,
    summary: '一个导入表格里有误的行及每格的原因',
    pii: true,
    silent: true,
    input: z.object({ id, ...page }),
    reply: rows(
      z.object({
        rowNo: z.number(),
        cells: z.record(z.string(), z.string()),
        errors: z.array(z.object({ field: z.string(), text: z.string(), suggestions: z.array(z.string()) })),
      }),
    ),
  });
  const fix = endpoint({
    ...ofSheet,
    method: 'POST',
    path: `${path}/fix`,
    summary: '保存改好的行并重新校验整个表格，不写入档案',
    audit: `修正${of}导入行`,
    idempotent: true,
    pii: true,
    input: z.object({
      id,
      rows: z
        .array(
          z.object({
            rowNo: count.pipe(z.int().min(1)),
            cells: z.record(z.string().max(60), z.string().max(FIXED_TEXT)),
          }),
        )
        .min(1, '没有要保存的行')
        .max(MOST_FIXED, `一次最多保存${MOST_FIXED}行`),
    }),
    /** Of the saved rows; `gone`: written meanwhile, left as they are. */
    reply: data(z.object({ good: z.number(), bad: z.number(), gone: z.number() })),
    stale: () => [check, badRows, list],
  });
  // A call that asks for no password takes none.
  const confirmedInput = z.object({ id, ...(confirmed && { password: confirmed.optional() }) } as {
    id: typeof id;
    password: z.ZodOptional<z.ZodType<string, string>>;
  });
  const changed = () => [check, badRows, list, ...stale()];
  const write = endpoint({
    ...ofSheet,
    method: 'POST',
    path: `${path}/write`,
    summary: '写入校验通过的行；已存在的行不再写，写过之后改好的行可以再写',
    audit: `导入${of}`,
    ...(confirmed && { asks: 'page' as const }),
    idempotent: true,
    pii: confirmed !== undefined,
    input: confirmedInput,
    reply: data(z.object({ written: z.number(), bad: z.number(), same: z.number() })),
    stale: changed,
  });
  const undo = endpoint({
    ...ofSheet,
    method: 'POST',
    path: `${path}/undo`,
    summary: '撤销一次导入：写入后没有改动的行移入回收站',
    audit: `撤销导入${of}`,
    ...(confirmed && { asks: 'page' as const }),
    idempotent: true,
    pii: confirmed !== undefined,
    input: confirmedInput,
    reply: data(z.object({ removed: z.number(), kept: z.number() })),
    stale: changed,
  });
  const faultFile = endpoint({
    ...ofSheet,
    method: 'GET',
    path: `${path}/errorFile`,
    summary: '下载有误的行（原表格加一列原因）',
    pii: true,
    input: z.object({ id }),
    reply: file,
  });
  return { template, upload, check, badRows, fix, list, write, undo, faultFile };
}

export type RecordImportCalls = ReturnType<typeof recordImportCalls>;
