import { z } from 'zod';
import {
  binReason,
  count,
  data,
  done,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { uploadedFile } from '#platform/files/fileCalls.ts';
import { paperReply } from '#platform/papers/paper.ts';
import { decodeHtml, MAX_HTML } from '#platform/text/richTextRules.ts';
import { kind, listDue, listItems } from './contract.catalogue.ts';
import { KIND_NAMES, MAX_PUBLIC_DAYS, MIN_PUBLIC_DAYS, PHASE_NAMES } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    openAffair: true;
    openItem: true;
    openFeedback: true;
  }
}

const phase = z.enum(PHASE_NAMES, '状态不正确');
const orgFilter = {
  orgId: id.optional(),
  searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
};

const affairRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  kind,
  itemId: z.string(),
  itemName: z.string(),
  period: z.string(),
  title: z.string(),
  phase,
  /** Readers see an approved version now. */
  isShown: z.boolean(),
  shownFrom: z.string().nullable(),
  shownUntil: z.string().nullable(),
  /** Opinions of members that nobody has answered. */
  unanswered: z.number(),
  updateName: z.string(),
  updateDate: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), decide: z.boolean(), remove: z.boolean() }),
});
export type AffairRow = z.infer<typeof affairRow>;

export const listAffairs = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/listPage',
  summary: '三务公开办理列表：本组织及下级的公开事项，含草稿和审批中的',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    title: line(60, '标题').optional(),
    kind: kind.optional(),
    phase: phase.optional(),
    period: z.string().max(7, '期次不正确').optional(),
    /** `decide`: those that wait for the session's own decision; `unanswered`: those with opinions to answer. */
    view: z.enum(['', 'decide', 'unanswered'], '视图不正确').default(''),
  }),
  reply: rows(affairRow),
});

const shownRow = z.object({
  id: z.string(),
  orgName: z.string(),
  kind,
  itemName: z.string(),
  period: z.string(),
  title: z.string(),
  isOver: z.boolean(),
  shownFrom: z.string(),
  shownUntil: z.string(),
});
export type ShownRow = z.infer<typeof shownRow>;

export const listShown = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/shown',
  summary: '已公开的事项，按类别和项目；普通党员看本组织的',
  access: 'open:read',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    ...orgFilter,
    kind,
    itemId: id.optional(),
    words: line(60, '关键字').optional(),
  }),
  reply: rows(shownRow, {
    /** What is published by item of the kind, and by kind, whatever the item and the words. */
    items: z.array(z.object({ id: z.string(), name: z.string(), count: z.number() })),
    kinds: z.record(z.enum(KIND_NAMES), z.number()),
  }),
});

const affairDetail = affairRow.extend({
  rhythm: z.string(),
  /** Taken over from a dissolved organisation, in whose name it stays. */
  isFormer: z.boolean(),
  /** Cleaned HTML, URL-encoded. Of the text that is worked on; to readers of the version that is shown. */
  content: z.string(),
  files: z.array(uploadedFile),
  publicDays: z.number(),
  /** Why it is published although personal numbers stand in it, by whoever sent it in. */
  despite: z.string(),
  /** What a correction changes. */
  note: z.string(),
  /** With which it was sent back. */
  opinion: z.string(),
  withdrawnFor: z.string(),
  submitName: z.string(),
  submitDate: z.string().nullable(),
  /** Number of the version that readers see; null: none. */
  shownNumber: z.number().nullable(),
  approvedBy: z.string(),
  versions: z.number(),
  /** The matter on an approval process; null: the superior decides here. */
  instanceId: z.string().nullable(),
  /** Who decides where no process does. */
  superior: z.string(),
  /** Path of the public page while it can be seen there; empty where the organisation's board is off as well. */
  publicPath: z.string(),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    recall: z.boolean(),
    decide: z.boolean(),
    withdraw: z.boolean(),
    restore: z.boolean(),
    remove: z.boolean(),
    feedback: z.boolean(),
    reply: z.boolean(),
  }),
});
export type AffairDetail = z.infer<typeof affairDetail>;

export const getAffair = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/{id}',
  summary: '一件公开事项：办理人看正在办理的文本，其他人看已公开的版本',
  access: 'open:read',
  scope: 'org',
  targets: { id: 'openAffair' },
  input: z.object({ id }),
  reply: data(affairDetail),
});

export const printPoster = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/print',
  summary: '打印公开事项：答一份PDF，印有二维码、核验码和导出编号',
  access: 'open:read',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '打印公开事项',
  atOnce: 4,
  rate: { hits: 300, seconds: 3600, by: 'account' },
  input: z.object({ id }),
  reply: paperReply,
});

const TOO_LONG = `内容不能超过${MAX_HTML / 10_000}万个字`;
/** What a worker writes; `content` is HTML, plain or URL-encoded; `period` is checked against the item's rhythm. */
export const affairForm = z.object({
  itemId: z.string().regex(/^[1-9]\d{0,17}$/, '请选择公开项目'),
  period: z.string().regex(/^(\d{4}(-(0[1-9]|1[0-2])|-Q[1-4])?)?$/, '期次不正确'),
  title: required(80, '标题'),
  content: z
    .string('请输入公开内容')
    .min(1, '请输入公开内容')
    .max(MAX_HTML * 15, TOO_LONG)
    .refine((wire) => decodeHtml(wire).length <= MAX_HTML, TOO_LONG),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .max(20, '最多20个附件')
    .refine((list) => new Set(list).size === list.length, '附件重复'),
  publicDays: count.pipe(
    z
      .int()
      .min(MIN_PUBLIC_DAYS, `公开天数不少于${MIN_PUBLIC_DAYS}天`)
      .max(MAX_PUBLIC_DAYS, `公开天数不超过${MAX_PUBLIC_DAYS}天`),
  ),
  note: text(200, '更正说明'),
});

const changed = () => [listAffairs, listShown, getAffair, listVersions, listDue, listItems];

export const createAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open',
  summary: '起草一件公开事项；存为草稿，送审同意后才公开',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '起草公开事项',
  idempotent: true,
  input: affairForm.omit({ note: true }).extend({
    orgId: id,
    period: affairForm.shape.period.default(''),
    files: affairForm.shape.files.default([]),
  }),
  reply: data(z.object({ id: z.string() })),
  stale: changed,
});

export const updateAffair = endpoint({
  method: 'PUT',
  path: '/api/zzxx/open',
  summary: '修改公开事项；已公开的成为更正稿，审批同意前读者仍看原来的版本。只传改动的字段',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '修改公开事项',
  idempotent: true,
  input: affairForm.partial().extend({ id, version: count }),
  reply: data(z.object({ version: z.number() })),
  stale: changed,
});

export const removeAffair = endpoint({
  method: 'DELETE',
  path: '/api/zzxx/open',
  summary: '删除从未公开过的草稿到回收站',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '删除公开事项',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: changed,
});

/** One step of an affair's life; `version` is that of the text that the user has read. */
const step = { id, version: count };
const stepped = data(z.object({ version: z.number() }));

export const submitAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/submit',
  summary: '送审：有审批流程的进入流程，没有的由上级中最近一个有人能审批的党组织审批',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '送审公开事项',
  idempotent: true,
  /** `despite`: why it is to be published although personal numbers stand in it. */
  input: z.object({ ...step, despite: text(200, '仍要公开的原因').default('') }),
  reply: data(
    z.object({
      version: z.number(),
      /** Where it waits now; left out where a process says that. */
      decider: z.string().optional(),
    }),
  ),
  stale: changed,
});

export const recallAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/recall',
  summary: '撤回送审，回到草稿',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '撤回送审',
  idempotent: true,
  input: z.object({ id }),
  reply: stepped,
  stale: changed,
});

export const decideAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/decide',
  summary: '上级审批公开事项：同意即公开，退回须写意见',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '审批公开事项',
  idempotent: true,
  input: z.object({
    ...step,
    decision: z.enum(['agree', 'return'], '请选择同意或退回'),
    opinion: text(500, '意见').default(''),
    /** The same, of whoever agrees to a text that was sent in without a reason. */
    despite: text(200, '仍要公开的原因').default(''),
  }),
  reply: stepped,
  stale: changed,
});

export const withdrawAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/withdraw',
  summary: '撤下已公开的事项，读者和公开页不再看到',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '撤下公开事项',
  idempotent: true,
  input: z.object({ ...step, reason: required(200, '撤下原因') }),
  reply: stepped,
  stale: changed,
});

export const restoreAffair = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/restore',
  summary: '恢复公开撤下的事项；撤下后改过的须重新送审',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  audit: '恢复公开',
  idempotent: true,
  input: z.object({ id }),
  reply: stepped,
  stale: changed,
});

const openVersion = z.object({
  number: z.number(),
  title: z.string(),
  note: z.string(),
  publishedAt: z.string(),
  writtenBy: z.string(),
  approvedBy: z.string(),
  publicDays: z.number(),
  isShown: z.boolean(),
});
export type OpenVersion = z.infer<typeof openVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/versions',
  summary: '公开过的各个版本，新的在前',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  input: z.object({ id }),
  reply: data(z.array(openVersion)),
});

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/zzxx/open/version',
  summary: '公开过的一个版本的全文',
  access: 'open:write',
  scope: 'org',
  targets: { id: 'openAffair' },
  input: z.object({ id, number: count }),
  /** `content` is cleaned HTML, URL-encoded. */
  reply: data(openVersion.extend({ content: z.string(), files: z.array(uploadedFile) })),
});

export const exportAffairs = endpoint({
  method: 'POST',
  path: '/api/zzxx/open/export',
  summary: '导出公开台账（Excel），最多5000件',
  access: 'open:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出公开台账',
  rate: EXPORT_RATE,
  input: z.object({ ...orgFilter, title: line(60, '标题').optional(), kind: kind.optional(), phase: phase.optional() }),
  reply: file,
});
