import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { data, endpoint, id, ids, optional, page, required, rows, text } from '#platform/contract.ts';
import { getMember, listMembers, memberFilter, memberTimeline, viewCounts } from './contract.ts';

export const BULK_KINDS = { field: '修改一个字段', move: '调整支部', label: '打标签' } as const;
export const BULK_ROW_STATES = {
  due: '将修改',
  same: '不变',
  refused: '不能改',
  changed: '已修改',
  stale: '跳过',
  undone: '已撤销',
  kept: '未撤销',
} as const;
const rowState = z.enum(['due', 'same', 'refused', 'changed', 'stale', 'undone', 'kept'], '状态不正确');
export type BulkRowState = z.infer<typeof rowState>;

export const bulkRow = z.object({
  id: z.string(),
  name: z.string(),
  orgName: z.string(),
  state: rowState,
  /** Of a field's change: what stood there before, or stands while nothing is changed; empty of other changes. */
  before: z.string(),
  /** Why nothing was changed or taken back; empty otherwise. */
  note: z.string(),
});
export type BulkRow = z.infer<typeof bulkRow>;

export const bulk = z.object({
  id: z.string(),
  kind: z.enum(['field', 'move', 'label']),
  /** What is changed, in Chinese: 学历改为“大学本科”. */
  title: z.string(),
  /** `stopped`, `halfUndone`: the job was cancelled or failed; it may be gone on with. */
  state: z.enum(['preview', 'running', 'stopped', 'done', 'undoing', 'halfUndone', 'undone']),
  createTime: z.string(),
  total: z.number(),
  /** People by what became of them. */
  counts: z.record(rowState, z.number()),
  jobId: z.string().nullable(),
  /** The last word of the job. */
  message: z.string(),
  /** There is a sheet of those who were not changed. */
  file: z.boolean(),
  can: z.object({ start: z.boolean(), undo: z.boolean(), cancel: z.boolean() }),
});
export type Bulk = z.infer<typeof bulk>;

/** Ids by comma or as a list: labels. */
const labelIds = optional(ids).default(null);

export const previewBulk = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/bulk/preview',
  summary: '批量修改预览：选中的人员（ids）或当前条件的全部人员，多少人将修改、不变、不能改',
  access: 'member:bulk',
  scope: 'org',
  targets: {
    orgId: 'org',
    importId: 'batch',
    queryId: 'query',
    groupId: 'noun:partyGroup',
    ids: 'member[]',
    toOrgId: 'org',
  },
  pii: true,
  silent: true,
  rate: { hits: 200, seconds: 3600, by: 'account' },
  input: z.object({
    ...memberFilter,
    /** Only these people, whatever the filter says; absent: all whom the filter finds. */
    ids: ids.optional(),
    kind: z.enum(['field', 'move', 'label'], '请选择批量操作'),
    /** Of `field`: the field by its wire name and the value as its form writes it. */
    field: z.string().max(40).optional(),
    value: text(500, '值').optional(),
    /** Of `move`: the branch. */
    toOrgId: id.optional(),
    /** Of `label`. */
    addLabelIds: labelIds,
    removeLabelIds: labelIds,
  }),
  reply: data(bulk),
});

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/bulk/start',
  summary: '开始（或中断后继续）一次批量修改，后台进行',
  access: 'member:bulk',
  scope: 'org',
  targets: { id: 'bulk' },
  audit: '批量修改人员',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [getBulk, bulkRows],
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/bulk/get',
  summary: '一次批量修改的进度与结果',
  access: 'member:bulk',
  scope: 'org',
  targets: { id: 'bulk' },
  silent: true,
  input: z.object({ id }),
  reply: data(bulk),
});

export const bulkRows = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/bulk/rows',
  summary: '一次批量修改的人员，按结果分开看',
  access: 'member:bulk',
  scope: 'org',
  targets: { id: 'bulk' },
  silent: true,
  input: z.object({ id, ...page, state: rowState.optional() }),
  reply: rows(bulkRow),
});

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/bulk/undo',
  summary: '撤销一次批量修改，后台进行；之后又改过的人员保留现状',
  access: 'member:bulk',
  scope: 'org',
  targets: { id: 'bulk' },
  audit: '撤销批量修改',
  idempotent: true,
  input: z.object({ id }),
  reply: data(z.object({ jobId: z.string() })),
  stale: () => [getBulk, bulkRows],
});

export const memberLabels = endpoint({
  method: 'GET',
  path: '/api/dyxx/member/labels',
  summary: '一名党员的标签',
  access: 'member:read',
  scope: 'org',
  targets: { id: 'member' },
  silent: true,
  input: z.object({ id }),
  reply: data(z.array(z.object({ id: z.string(), name: z.string(), colour: z.string() }))),
});

/** As many people as one act deletes; each is asked for what stands against it. */
export const MOST_REMOVED = 200;

export const removeMembers = endpoint({
  method: 'POST',
  path: '/api/dyxx/member/removeMany',
  summary: '批量删除人员到回收站，同一个原因和密码；不能删除的说明原因',
  access: 'member:remove',
  scope: 'org',
  targets: { ids: 'member[]' },
  audit: '批量删除人员',
  idempotent: true,
  pii: true,
  input: z.object({
    ids: ids.refine((list) => list.length <= MOST_REMOVED, `一次最多删除${MOST_REMOVED}人`),
    deleteReason: required(200, '删除原因'),
    password: encryptedPassword,
  }),
  reply: data(
    z.object({
      removed: z.number(),
      kept: z.array(z.object({ id: z.string(), name: z.string(), note: z.string() })),
    }),
  ),
  stale: () => [listMembers, viewCounts, getMember],
});

/** What a finished job has made stale: no call of the page itself has written it. */
export const BULK_STALE = [listMembers, viewCounts, getMember, memberTimeline, memberLabels] as const;
