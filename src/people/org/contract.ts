import { z } from 'zod';
import {
  binReason,
  count,
  data,
  date,
  done,
  endpoint,
  flag,
  id,
  line,
  numberLine,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';
import { historyField, orgIntegrity } from './contract.history.ts';
import { WARNING_LISTS, type WarningList } from './rules.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    org: true;
    orgRecordBatch: true;
    unit: true;
    term: true;
    orgChange: true;
    floatingOrg: true;
  }
}

/** 党组织类别, dictionary 0001 (values ours; the national codes stand in the dictionary). */
export const ORG_TYPES = {
  10: '地方党委',
  20: '党工委',
  21: '党组',
  30: '基层党委',
  40: '党总支',
  46: '党支部',
  47: '联合党支部',
  48: '临时党支部',
  50: '流动党员党组织',
  28: '单位节点',
  29: '虚拟分组',
} as const;
export const orgType = z.coerce
  .number<string | number>('请选择组织类别')
  .refine((value) => value in ORG_TYPES, '请选择组织类别');

export const treeNode = z.object({
  id: z.string(),
  orgId: z.string(),
  orgCode: z.string(),
  name: z.string(),
  label: z.string(),
  value: z.string(),
  parentId: z.string().nullable(),
  type: z.number(),
  isLeaf: z.boolean(),
  childCount: z.number(),
  memberCount: z.number(),
});
export type OrgTreeNode = z.infer<typeof treeNode>;

export const orgTree = endpoint({
  method: 'GET',
  path: '/api/common/getOrgTree/all',
  summary: '组织树：根为当前组织；给出上级则为其下级；给出关键字则按名称或拼音查找',
  access: 'session',
  scope: 'org',
  targets: { parentId: 'org' },
  silent: true,
  input: z.object({
    parentId: id.optional(),
    keyWords: line(40, '关键字').optional(),
    limit: count.pipe(z.int().min(1).max(500)).default(200),
  }),
  reply: data(z.array(treeNode.extend({ path: z.string().optional() }))),
});

const can = z.object({
  edit: z.boolean(),
  remove: z.boolean(),
  addChild: z.boolean(),
  /** It may be named in a document on the tree. */
  change: z.boolean(),
});

export const orgRow = z.object({
  id: z.string(),
  orgId: z.string(),
  orgCode: z.string(),
  name: z.string(),
  shortName: z.string(),
  type: z.number(),
  typeName: z.string(),
  parentId: z.string().nullable(),
  parentName: z.string(),
  secretaryName: z.string(),
  contact: z.string(),
  phone: z.string(),
  partyNumber: z.number(),
  childCount: z.number(),
  termExpiresOn: z.string().nullable(),
  sort: z.number(),
  version: z.number(),
  /** What is amiss with it, each with the rule that says so. */
  warnings: z.array(z.object({ code: z.string(), text: z.string(), clause: z.string() })),
  can,
});
export type OrgRow = z.infer<typeof orgRow>;

export const orgSort = z.enum(['tree', 'partyNumber', 'termExpiresOn'], '次序不正确');

export const listOrgs = endpoint({
  method: 'GET',
  path: '/api/zzxx/org/listPage',
  summary: '党组织列表',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf', 'onlyChild', 'onlyParent'], '范围不正确').default('all'),
    name: line(60, '名称').optional(),
    type: orgType.optional(),
    warning: z.enum(Object.keys(WARNING_LISTS) as [WarningList, ...WarningList[]], '预警不正确').optional(),
    sort: orgSort.default('tree'),
  }),
  reply: rows(orgRow),
});

const fields = {
  name: required(60, '组织名称'),
  shortName: line(30, '组织简称').default(''),
  type: orgType,
  foundedOn: optional(date).default(null),
  unitRelation: z.enum(['1', '2', '3'], '请选择所在单位情况').default('1'),
  canApprove: flag.default(false),
  functional: flag.default(false),
  contact: line(20, '联系人').default(''),
  phone: optional(
    numberLine('联系电话').regex(/^(((\+|00)?86)?1[3-9]\d{9}|\d{2,4}-\d{7,8})$/, '请输入正确的联系电话'),
  ).default(null),
  address: line(120, '地址').default(''),
  introduction: text(2000, '简介').default(''),
  lng: optional(
    z.coerce
      .number<string | number>('经度应为数字')
      .min(73, '经度应在 73 到 136 之间')
      .max(136, '经度应在 73 到 136 之间'),
  ).default(null),
  lat: optional(
    z.coerce.number<string | number>('纬度应为数字').min(3, '纬度应在 3 到 54 之间').max(54, '纬度应在 3 到 54 之间'),
  ).default(null),
};
/** The schema of the organisation form, for adding and editing alike. */
export const orgForm = z.object(fields);

export const orgDetail = orgRow.extend({
  foundedOn: z.string().nullable(),
  unitRelation: z.string(),
  canApprove: z.boolean(),
  functional: z.boolean(),
  address: z.string(),
  introduction: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  coordinate: z.string().nullable(),
  path: z.array(z.object({ id: z.string(), name: z.string() })),
  term: z
    .object({
      id: z.string(),
      number: z.number(),
      electedOn: z.string(),
      expiresOn: z.string().nullable(),
      years: z.number().nullable(),
      method: z.string(),
    })
    .nullable(),
  team: z.array(z.object({ id: z.string(), name: z.string(), post: z.string(), memberId: z.string().nullable() })),
  units: z.array(z.object({ id: z.string(), name: z.string(), creditCode: z.string().nullable(), nature: z.string() })),
  tenureNumber: z.number(),
  readyPartyNumber: z.number(),
  developMemberNumber: z.number(),
  positiveNumber: z.number(),
  applicantNumber: z.number(),
  createName: z.string(),
  createDate: z.string(),
  updateName: z.string(),
  updateDate: z.string(),
});
export type OrgDetail = z.infer<typeof orgDetail>;

export const getOrg = endpoint({
  method: 'GET',
  path: '/api/zzxx/org/{orgId}',
  summary: '党组织详情',
  access: 'org:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(orgDetail),
});

export const createOrg = endpoint({
  method: 'POST',
  path: '/api/zzxx/org',
  summary: '新增下级党组织，编码由服务器给出',
  access: 'org:write',
  scope: 'org',
  targets: { parentId: 'org' },
  audit: '新增党组织',
  idempotent: true,
  input: z.object({ parentId: id, ...fields }),
  reply: data(z.object({ id: z.string(), orgCode: z.string() })),
  stale: () => [orgTree, listOrgs, getOrg, orgIntegrity, historyField],
});

export const updateOrg = endpoint({
  method: 'PUT',
  path: '/api/zzxx/org',
  summary: '修改党组织；只传改动的字段',
  access: 'org:write',
  scope: 'org',
  targets: { id: 'org' },
  audit: '修改党组织',
  idempotent: true,
  input: z.object({
    id,
    version: z.coerce.number<string | number>('缺少版本').int('版本不正确').min(1, '版本不正确'),
    ...(Object.fromEntries(
      Object.entries(fields).map(([name, schema]) => [name, unwrapDefault(schema).optional()]),
    ) as { [K in keyof typeof fields]: z.ZodOptional<(typeof fields)[K]> }),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [orgTree, listOrgs, getOrg, orgIntegrity, historyField],
});

/** A changed field alone travels: what is absent must stay as it is, not fall back to its default. */
function unwrapDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.def.innerType as z.ZodType) : schema;
}

export const removeOrg = endpoint({
  method: 'DELETE',
  path: '/api/zzxx/org',
  summary: '撤销党组织到回收站',
  access: 'org:remove',
  scope: 'org',
  targets: { id: 'org' },
  audit: '删除党组织',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [orgTree, listOrgs, getOrg, orgIntegrity, historyField],
});

export const validateOrg = endpoint({
  method: 'POST',
  path: '/api/zzxx/org/valid',
  summary: '校验组织名称在同一上级下是否可用',
  access: 'org:read',
  scope: 'org',
  targets: { parentId: 'org', id: 'org' },
  silent: true,
  input: z.object({ name: required(60, '组织名称'), parentId: id.optional(), id: id.optional() }),
  reply: data(z.object({ valid: z.boolean(), message: z.string() })),
});

export const sortOrg = endpoint({
  method: 'POST',
  path: '/api/zzxx/org/updateSortById',
  summary: '调整组织在同级中的次序：移到某一同级组织之前（空为最后）',
  access: 'org:sort',
  scope: 'org',
  targets: { id: 'org', beforeId: 'org' },
  audit: '组织排序',
  input: z.object({ id, beforeId: optional(id).default(null) }),
  reply: done,
  stale: () => [orgTree, listOrgs],
});
