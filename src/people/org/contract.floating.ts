import { z } from 'zod';
import {
  binReason,
  count,
  data,
  EXPORT_RATE,
  endpoint,
  file,
  id,
  line,
  page,
  personName,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { compactNumber } from '#platform/reading/cells.ts';
import { historyField } from './contract.history.ts';
import { getOrg, listOrgs, orgTree } from './contract.ts';
import { FLOATING_STATES, type FloatingState, SETTINGS, type Setting } from './rules.floating.ts';

const keysOf = <K extends string>(labels: Readonly<Record<K, string>>) => Object.keys(labels) as [K, ...K[]];
const setting = z.enum(keysOf<Setting>(SETTINGS), '请选择依托单位');
const state = z.enum(keysOf<FloatingState>(FLOATING_STATES), '请选择状态');
const version = z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确');

/** The form of an application; `parentId` empty: the superior of the own organisation. */
export const floatingForm = z.object({
  parentId: z.union([id, z.literal('')], '请选择上级党组织'),
  name: required(60, '组织名称'),
  setting,
  region: required(60, '流入地区'),
  address: line(120, '活动场所'),
  contact: personName(20, '联系人'),
  phone: required(18, '联系电话')
    .overwrite(compactNumber)
    .refine((value) => /^(((\+|00)?86)?1[3-9]\d{9}|\d{2,4}-\d{7,8})$/.test(value), '请输入正确的联系电话'),
  secretaryId: z.string('请选择书记人选').regex(/^[1-9]\d{0,17}$/, '请选择书记人选'),
  memberCount: count.pipe(z.int().min(1, '请输入流动党员人数').max(9999, '人数太多')),
  /** Floating members by name, as far as they are known. */
  memberIds: z.array(id).max(300, '最多登记300人'),
  reason: text(1000, '设立理由').refine((value) => value !== '', '请输入设立理由'),
  files: z
    .array(z.string().regex(/^[0-9a-f]{32}$/, '附件不正确'), '附件不正确')
    .max(20, '最多20个附件')
    .refine((list) => new Set(list).size === list.length, '附件重复'),
});

export const floatingRow = z.object({
  /** Of the application, or of the organisation where none stands behind it. */
  id: z.string(),
  /** Null: an organisation that was established without an application here. */
  applicationId: z.string().nullable(),
  /** The established organisation. */
  orgId: z.string().nullable(),
  name: z.string(),
  parentName: z.string(),
  /** Empty: not known. */
  settingName: z.string(),
  region: z.string(),
  contact: z.string(),
  phone: z.string(),
  secretaryName: z.string(),
  memberCount: z.number().nullable(),
  state,
  askingName: z.string(),
  askedBy: z.string(),
  askedAt: z.string().nullable(),
  deciderName: z.string(),
  decidedAt: z.string().nullable(),
  opinion: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), remove: z.boolean(), audit: z.boolean(), urge: z.boolean() }),
});
export type FloatingRow = z.infer<typeof floatingRow>;

const filter = {
  /** A part of the name, of the superior's name or of the region. */
  name: line(40, '关键字').optional(),
  setting: setting.optional(),
};

export const listFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/list',
  summary: '流动党组织列表：设立申请和已设立的流动党员党组织，新的在前',
  access: 'org:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({ ...page, ...filter, state: state.optional() }),
  reply: rows(floatingRow, { toAudit: z.number() }),
});

export const listFloatingAudits = endpoint({
  method: 'POST',
  path: '/api/flow/organization/getAuditList',
  summary: '流动党组织审核列表：由本组织审核的申请，待审核的在前',
  access: 'org:floatingAudit',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize'],
  input: z.object({ ...page, ...filter, view: z.enum(['open', 'done', ''], '视图不正确').optional() }),
  reply: rows(floatingRow, { toAudit: z.number() }),
});

export const floatingDetail = floatingRow.extend({
  parentId: z.string(),
  parentInScope: z.boolean(),
  setting,
  address: z.string(),
  secretaryId: z.string(),
  /** Who was named as secretary in the application. */
  secretaryCandidate: z.string(),
  reason: z.string(),
  members: z.array(z.object({ memberId: z.string(), name: z.string(), orgName: z.string(), categoryName: z.string() })),
  files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), size: z.number() })),
  /** The established organisation stands in the caller's scope and is not deleted. */
  orgInScope: z.boolean(),
  decidedBy: z.string(),
  decidedOrgName: z.string(),
  checks: z.array(z.object({ ok: z.boolean(), text: z.string(), clause: z.string() })),
});
export type FloatingDetail = z.infer<typeof floatingDetail>;

export const getFloating = endpoint({
  method: 'GET',
  path: '/api/flow/organization/get/{id}',
  summary: '流动党组织设立申请详情',
  access: 'org:read',
  scope: 'org',
  targets: { id: 'floatingOrg' },
  input: z.object({ id }),
  reply: data(floatingDetail),
});

/** Who may be named: full members as secretary, floating members as those whom it is for. */
export const floatingPeople = endpoint({
  method: 'POST',
  path: '/api/flow/organization/people',
  summary: '可登记的人员：按姓名查找本组织范围内的正式党员或流动党员，最多20人',
  access: 'org:floating',
  scope: 'org',
  silent: true,
  input: z.object({ of: z.enum(['secretary', 'floating'], '人员范围不正确'), name: required(20, '姓名') }),
  reply: data(z.array(z.object({ memberId: z.string(), name: z.string(), orgName: z.string(), post: z.string() }))),
});

const changed = () => [listFloating, listFloatingAudits, getFloating];

export const addFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/add',
  summary: '申请设立流动党员党组织，由上级党委审核',
  access: 'org:floating',
  scope: 'org',
  targets: { parentId: 'org' },
  audit: '申请设立流动党员党组织',
  idempotent: true,
  input: floatingForm.partial({ parentId: true, address: true, memberIds: true, files: true }),
  reply: data(z.object({ id: z.string(), deciderName: z.string() })),
  stale: changed,
});

export const editFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/edit',
  summary: '修改待审核或退回的申请并重新提交；只传改动的字段',
  access: 'org:floating',
  scope: 'org',
  targets: { id: 'floatingOrg', parentId: 'org' },
  audit: '修改流动党员党组织申请',
  idempotent: true,
  input: floatingForm.partial().extend({ id, version }),
  reply: data(z.object({ version: z.number(), deciderName: z.string() })),
  stale: changed,
});

export const removeFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/del',
  summary: '删除流动党组织到回收站：未设立的删除申请，已设立的撤销组织',
  access: 'org:floating',
  scope: 'org',
  targets: { id: 'floatingOrg' },
  audit: '删除流动党组织',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  /** In which part of the recycle bin it lies, and under which id. */
  reply: data(z.object({ kind: z.enum(['org', 'floatingOrg']), id: z.string() })),
  stale: () => [...changed(), orgTree, listOrgs, getOrg, historyField],
});

export const auditFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/audit',
  summary: '审核设立申请：通过的同时在组织树中设立，退回须写明原因',
  access: 'org:floatingAudit',
  scope: 'org',
  targets: { id: 'floatingOrg' },
  audit: '审核流动党员党组织',
  idempotent: true,
  input: z.object({ id, version, agree: z.boolean('请选择通过或退回'), opinion: text(200, '审核意见').default('') }),
  reply: data(z.object({ orgId: z.string().nullable() })),
  stale: () => [...changed(), orgTree, listOrgs, getOrg, historyField],
});

export const exportFloating = endpoint({
  method: 'POST',
  path: '/api/flow/organization/export',
  summary: '导出流动党组织列表',
  access: 'org:read',
  scope: 'org',
  audit: '导出流动党组织列表',
  rate: EXPORT_RATE,
  input: z.object({ ...filter, state: state.optional() }),
  reply: file,
});
