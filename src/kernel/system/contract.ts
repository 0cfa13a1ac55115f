import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import {
  data,
  date,
  done,
  EXPORT_RATE,
  endpoint,
  id,
  ids,
  line,
  page,
  type ReplyOf,
  required,
  rows,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    swiper: true;
    recycled: true;
  }
}

export const OUTCOMES = { done: '成功', denied: '被拒绝', failed: '失败' } as const;

/** How people sign in, as the sign-ins are logged (session/server/open.ts). */
export const WAYS = ['账号', '扫码', '微信', '统一平台', '基础平台', '移动应用'] as const;

const outcome = z.enum(['done', 'denied', 'failed'], '结果不正确');
const day = z.union([z.literal(''), date]).optional();

/** What a log can be searched by; an empty text leaves a filter out. Days are both included. */
const logFilter = {
  action: line(30, '操作').optional(),
  accountName: line(30, '操作人').optional(),
  orgName: line(60, '组织').optional(),
  targetName: line(60, '对象').optional(),
  ip: line(45, '来源地址').optional(),
  outcome: outcome.optional(),
  startTime: day,
  endTime: day,
};
const loginFilter = { ...logFilter, way: line(20, '登录方式').optional() };

const logRow = z.object({
  id: z.string(),
  at: z.string(),
  accountId: z.string().nullable(),
  accountName: z.string(),
  roleName: z.string(),
  orgName: z.string(),
  action: z.string(),
  targetName: z.string(),
  outcome,
  reason: z.string(),
  ip: z.string(),
  traceId: z.string(),
  way: z.string(),
  device: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type LogRow = z.infer<typeof logRow>;

export const listLogs = endpoint({
  method: 'POST',
  path: '/api/back/log/getList',
  summary: '系统日志：本组织及下级的操作与拒绝',
  access: 'log:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({ ...page, ...logFilter }),
  reply: rows(logRow, { capped: z.boolean() }),
});

export const listLogins = endpoint({
  method: 'POST',
  path: '/api/back/log/getLoginList',
  summary: '登录日志：本组织及下级的登录与登录失败',
  access: 'log:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({ ...page, ...loginFilter }),
  reply: rows(logRow, { capped: z.boolean() }),
});

const purpose = required(60, '用途');
const started = data(z.object({ jobId: z.string() }));

export const exportLogs = endpoint({
  method: 'POST',
  path: '/api/back/log/export',
  summary: '按筛选条件导出日志',
  access: 'log:export',
  scope: 'org',
  audit: '导出日志',
  idempotent: true,
  pii: true,
  rate: EXPORT_RATE,
  input: z.object({ ...loginFilter, kind: z.enum(['acts', 'logins'], '日志种类不正确'), purpose }),
  reply: started,
});

/** A minute of the deployment's zone, `2026-01-31T08:00`. */
const minute = z
  .string('请选择时间')
  .regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, '请选择时间')
  .refine((text) => {
    const parsed = new Date(`${text}Z`);
    return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
  }, '没有这一天');

export const exportIncident = endpoint({
  method: 'POST',
  path: '/api/back/log/incident',
  summary: '导出一个账号或来源地址在一段时间内的全部记录',
  access: 'log:export',
  scope: 'org',
  targets: { accountId: 'account' },
  audit: '导出事件记录',
  idempotent: true,
  pii: true,
  rate: { hits: 60, seconds: 3600, by: 'account' },
  input: z
    .object({ accountId: id.optional(), ip: line(45, '来源地址').optional(), from: minute, to: minute, purpose })
    .refine(({ accountId, ip }) => Boolean(accountId) !== Boolean(ip), {
      path: ['accountId'],
      message: '请选择一个账号或一个来源地址',
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束时间不能早于开始时间' }),
  reply: started,
});

/** What a verification found first; `rowId` names the row of the log where it is one. */
const finding = z.object({
  seal: z.number(),
  rowId: z.string().nullable(),
  sentence: z.string(),
});
export type Finding = z.infer<typeof finding>;

export const sealStatus = endpoint({
  method: 'GET',
  path: '/api/back/log/seals',
  summary: '日志封存情况与最近一次核验',
  access: 'log:verify',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(
    z.object({
      seals: z.number(),
      sealedRows: z.number(),
      sealedAt: z.string().nullable(),
      /** The key that checks the seals' signatures: SM2 with SM3, user id empty. */
      publicKey: z.string(),
      latest: z
        .object({
          jobId: z.string(),
          state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
          progress: z.number(),
          total: z.number().nullable(),
          message: z.string(),
          finishTime: z.string().nullable(),
          finding: finding.nullable(),
        })
        .nullable(),
    }),
  ),
});

export const verifyLogs = endpoint({
  method: 'POST',
  path: '/api/back/log/verify',
  summary: '核验全部日志是否被改动',
  access: 'log:verify',
  scope: 'none',
  audit: '核验日志',
  idempotent: true,
  rate: { hits: 20, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: started,
  stale: () => [sealStatus],
});

/** Multipart: a field `file` (xlsx, xls, csv or txt, up to 20 MiB), or `text`: cells that were copied, or a number that was read. */
export const traceExport = endpoint({
  method: 'POST',
  path: '/api/back/log/traceExport',
  summary: '由导出文件、其中的片段或导出编号追查是谁在何时何处导出的',
  access: 'log:trace',
  scope: 'org',
  upload: true,
  pii: true,
  rate: { hits: 120, seconds: 3600, by: 'account' },
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        /** The number of the export, `K7QD-2M9X`. */
        code: z.string(),
        title: z.string(),
        accountName: z.string(),
        orgName: z.string(),
        at: z.string(),
        ip: z.string(),
        purpose: z.string(),
        /** How often its number was found. */
        marks: z.number(),
      }),
    ),
  ),
});
export type TracedExport = ReplyOf<typeof traceExport>[number];

/** A row of the recycle bin, whatever its kind. */
const recycledRow = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  orgName: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string(),
  reason: z.string(),
  can: z.object({ restore: z.boolean(), erase: z.boolean() }),
  /** From this day on whoever holds the right may erase it. */
  erasableOn: z.string(),
});
export type RecycledRow = z.infer<typeof recycledRow>;

const kind = z.string('请选择类别').regex(/^[a-z]{1,20}$/i, '类别不正确');

export const recycleKinds = endpoint({
  method: 'GET',
  path: '/api/sys/recycle/kinds',
  summary: '回收站里的类别',
  access: 'recycle:read',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        kind: z.string(),
        label: z.string(),
        /** What restoring means, where it is more than putting back; else empty. */
        note: z.string(),
        /** Restoring asks for the own password. */
        confirmed: z.boolean(),
        /** Deleted rows of the kind; 1001 stands for more than a thousand. */
        count: z.number(),
      }),
    ),
  ),
});

export const listRecycled = endpoint({
  method: 'GET',
  path: '/api/sys/recycle/list',
  summary: '回收站：本组织及下级被删除的记录，新删的在前；不给类别时为全部类别',
  access: 'recycle:read',
  scope: 'org',
  personal: ['name'],
  input: z.object({
    ...page,
    kind: kind.optional(),
    name: line(40, '名称').optional(),
    startTime: day,
    endTime: day,
  }),
  reply: rows(recycledRow, { capped: z.boolean() }),
});

export const restoreRecycled = endpoint({
  method: 'POST',
  path: '/api/sys/recycle/restore',
  summary: '从回收站恢复',
  access: 'recycle:restore',
  scope: 'org',
  targets: { id: 'recycled' },
  audit: '从回收站恢复',
  idempotent: true,
  input: z.object({
    kind,
    id,
    reason: required(200, '恢复原因'),
    /** Required for kinds that are `confirmed`. */
    password: encryptedPassword.optional(),
  }),
  reply: done,
  stale: () => [listRecycled, recycleKinds],
});

/** As many rows of a kind as one act restores. */
export const MOST_RESTORED = 200;

export const restoreManyRecycled = endpoint({
  method: 'POST',
  path: '/api/sys/recycle/restoreMany',
  summary: '从回收站批量恢复同一类别的记录，同一个原因和密码；不能恢复的说明原因',
  access: 'recycle:restore',
  scope: 'org',
  targets: { ids: 'recycled[]' },
  audit: '从回收站批量恢复',
  idempotent: true,
  pii: true,
  input: z.object({
    kind,
    ids: ids.refine((list) => list.length <= MOST_RESTORED, `一次最多恢复${MOST_RESTORED}条`),
    reason: required(200, '恢复原因'),
    password: encryptedPassword,
  }),
  reply: data(
    z.object({
      restored: z.number(),
      kept: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    }),
  ),
  stale: () => [listRecycled, recycleKinds],
});

export const eraseRecycled = endpoint({
  method: 'POST',
  path: '/api/sys/recycle/erase',
  summary: '从回收站彻底删除，个人信息不可恢复',
  access: 'recycle:erase',
  scope: 'org',
  targets: { id: 'recycled' },
  audit: '彻底删除',
  idempotent: true,
  pii: true,
  input: z.object({ kind, id, deleteReason: required(200, '删除原因'), password: encryptedPassword }),
  reply: done,
  stale: () => [listRecycled, recycleKinds],
});
