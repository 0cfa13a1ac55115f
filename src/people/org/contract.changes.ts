import { z } from 'zod';
import { attachedFiles } from '#house/givenCalls.ts';
import {
  binReason,
  data,
  date,
  done,
  type Endpoint,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { orgType } from './contract.ts';
import {
  CHANGE_ACTS,
  CHANGE_KINDS,
  CHANGE_STATES,
  type ChangeAct,
  type ChangeKind,
  type ChangeState,
  MOST_PARTS,
  MOST_SOURCES,
} from './rules.changes.ts';

const kind = z.enum(Object.keys(CHANGE_KINDS) as [ChangeKind, ...ChangeKind[]], '请选择变更种类');
const state = z.enum(Object.keys(CHANGE_STATES) as [ChangeState, ...ChangeState[]], '请选择状态');
const version = z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确');

/** One of the organisations into which another one is divided, with who and what goes there. */
export const changePart = z.object({
  name: required(60, '组织名称'),
  shortName: line(30, '组织简称').default(''),
  type: orgType,
  memberIds: z.array(id, '人员不正确').max(2000, '一次最多划转2000人').default([]),
  orgIds: z.array(id, '组织不正确').max(500, '一次最多划转500个组织').default([]),
});
export type ChangePart = z.infer<typeof changePart>;

/** A document's fields; which of the later ones count is the kind's affair. */
export const changeFields = z.object({
  kind,
  number: required(40, '文号'),
  issuedOn: date,
  reason: text(1000, '变更事由').refine((value) => value !== '', '请输入变更事由'),
  files: attachedFiles,
  orgId: z.string('请选择党组织').pipe(id),
  targetId: optional(id).default(null),
  sourceIds: z.array(id, '请选择被合并的组织').max(MOST_SOURCES, `一次最多合并${MOST_SOURCES}个组织`).default([]),
  name: line(60, '组织名称').default(''),
  shortName: line(30, '组织简称').default(''),
  type: optional(orgType).default(null),
  parts: z.array(changePart, '请填写新组织').max(MOST_PARTS, `一次最多分设${MOST_PARTS}个组织`).default([]),
});
export type ChangeFields = z.infer<typeof changeFields>;

export const changeRow = z.object({
  id: z.string(),
  kind,
  kindName: z.string(),
  number: z.string(),
  issuedOn: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  officeName: z.string(),
  state,
  stateName: z.string(),
  /** Of a document that was carried out. */
  orgCount: z.number(),
  memberCount: z.number(),
  carriedAt: z.string().nullable(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), carryOut: z.boolean(), reverse: z.boolean() }),
});
export type ChangeRow = z.infer<typeof changeRow>;

export const listChanges = endpoint({
  method: 'POST',
  path: '/api/djOrg/transfer/getByType',
  summary: '组织变更文件列表，可按种类、状态、组织和文号查找',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({
    ...page,
    type: kind.optional(),
    state: state.optional(),
    orgId: id.optional(),
    number: line(40, '文号').optional(),
  }),
  reply: rows(changeRow),
});

const named = z.object({ id: z.string(), name: z.string() });

export const changeDetail = changeRow.extend({
  reason: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
  targetId: z.string().nullable(),
  targetName: z.string(),
  sources: z.array(named),
  name: z.string(),
  shortName: z.string(),
  type: z.number().nullable(),
  parts: z.array(changePart),
  carriedBy: z.string(),
  reversedAt: z.string().nullable(),
  reversedBy: z.string(),
  reverseReason: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
  /** What stands against carrying a draft out, or against taking a carried-out one back; empty: nothing. */
  faults: z.array(z.string()),
  /** What the rules do not provide for; it does not stop anybody. */
  warnings: z.array(z.object({ text: z.string(), clause: z.string() })),
  /** Who goes from where to where, by numbers. */
  people: z.array(z.object({ from: z.string(), to: z.string(), n: z.number() })),
  /** What else goes along: units, groups, approvals under way; `amount` in words. */
  belongings: z.array(z.object({ what: z.string(), amount: z.string(), from: z.string(), to: z.string() })),
});
export type ChangeDetail = z.infer<typeof changeDetail>;

export const getChange = endpoint({
  method: 'GET',
  path: '/api/djOrg/transfer/{id}',
  summary: '组织变更文件；待执行的同时给出执行后的情况和不能执行的原因',
  access: 'org:read',
  scope: 'org',
  targets: { id: 'orgChange' },
  input: z.object({ id }),
  reply: data(changeDetail),
});

export const changeOrgRow = z.object({
  /** Null while the organisation is still to be set up. */
  orgId: z.string().nullable(),
  name: z.string(),
  act: z.enum(Object.keys(CHANGE_ACTS) as [ChangeAct, ...ChangeAct[]]),
  actName: z.string(),
  oldCode: z.string(),
  newCode: z.string(),
  memberCount: z.number(),
  /** What becomes of its name, superior, type or standing; the field's Chinese label. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
});
export type ChangeOrgRow = z.infer<typeof changeOrgRow>;

export const listChangeOrgs = endpoint({
  method: 'GET',
  path: '/api/djOrg/transfer/orgs',
  summary: '一份组织变更文件涉及的组织及其编码的变化；待执行的为预计编码',
  access: 'org:read',
  scope: 'org',
  targets: { id: 'orgChange' },
  input: z.object({ ...page, id }),
  reply: rows(changeOrgRow),
});

export const changeContents = endpoint({
  method: 'GET',
  path: '/api/djOrg/transfer/contents',
  summary: '一个组织的人员和直接下级，分设和升格时逐一安排去向',
  access: 'org:change',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      type: z.number(),
      people: z.array(z.object({ id: z.string(), name: z.string(), category: z.string(), post: z.string() })),
      orgs: z.array(named.extend({ typeName: z.string() })),
    }),
  ),
});

const documents = (): Endpoint[] => [listChanges, getChange, listChangeOrgs];

export const createChange = endpoint({
  method: 'POST',
  path: '/api/djOrg/transfer',
  summary: '起草组织变更文件',
  access: 'org:change',
  scope: 'org',
  targets: { orgId: 'org', targetId: 'org', sourceIds: 'org[]' },
  audit: '起草组织变更',
  idempotent: true,
  input: changeFields,
  reply: data(z.object({ id: z.string() })),
  stale: documents,
});

export const updateChange = endpoint({
  method: 'PUT',
  path: '/api/djOrg/transfer',
  summary: '修改待执行的组织变更文件',
  access: 'org:change',
  scope: 'org',
  targets: { id: 'orgChange', orgId: 'org', targetId: 'org', sourceIds: 'org[]' },
  audit: '修改组织变更',
  idempotent: true,
  input: changeFields.extend({ id, version }),
  reply: data(z.object({ version: z.number() })),
  stale: documents,
});

export const removeChange = endpoint({
  method: 'DELETE',
  path: '/api/djOrg/transfer',
  summary: '删除待执行的组织变更文件到回收站',
  access: 'org:change',
  scope: 'org',
  targets: { id: 'orgChange' },
  audit: '删除组织变更',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: documents,
});

export const operateChange = endpoint({
  method: 'POST',
  path: '/api/djOrg/transfer/operation',
  summary: '执行组织变更文件，或撤回已执行的；各在一个事务中完成',
  access: 'org:change',
  scope: 'org',
  targets: { id: 'orgChange' },
  audit: '办理组织变更',
  asks: 'page',
  idempotent: true,
  input: z.object({
    id,
    version,
    act: z.enum(['carryOut', 'reverse'], '请选择执行或撤回'),
    /** Why it is taken back. */
    reason: line(200, '撤回原因').default(''),
  }),
  reply: data(z.object({ version: z.number() })),
  makesAllStale: true,
});
