import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import {
  binReason,
  count,
  data,
  done,
  endpoint,
  id,
  line,
  optional,
  page,
  required,
  rows,
  text,
} from '#platform/contract.ts';

const version = count.pipe(z.int('版本不正确').min(1, '版本不正确'));
const keys = z.array(z.string().max(60)).max(300, '权限太多');
const can = z.object({ edit: z.boolean(), remove: z.boolean() });

export const rightsToGive = endpoint({
  method: 'GET',
  path: '/api/sys/right/give',
  summary: '本人可以授予的权限与可用的角色',
  access: 'account:read',
  scope: 'none',
  silent: true,
  input: z.object({}),
  reply: data(
    z.object({
      rights: z.array(z.object({ key: z.string(), name: z.string(), menu: z.boolean() })),
      /** `takesMore`: rights may be added beside the role's own. */
      roles: z.array(z.object({ id: z.number(), name: z.string(), takesMore: z.boolean(), keys: z.array(z.string()) })),
    }),
  ),
});

const typeRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  roleId: z.number(),
  roleName: z.string(),
  description: z.string(),
  keys: z.array(z.string()),
  rights: z.array(z.string()),
  accounts: z.number(),
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: z.string(),
  can,
});
export type UserType = z.infer<typeof typeRow>;

export const listTypes = endpoint({
  method: 'GET',
  path: '/api/sys/userType/listPage',
  summary: '用户类型列表',
  access: 'account:write',
  scope: 'none',
  input: z.object({ ...page, name: line(30, '名称').optional() }),
  reply: rows(typeRow),
});

export const typeForm = z.object({
  code: z
    .string('请输入编码')
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_]{1,19}$/, '编码由字母开头，2到20位字母、数字或下划线'),
  name: required(20, '名称'),
  roleId: z.coerce.number<string | number>('请选择基本角色').int('请选择基本角色').min(1, '请选择基本角色').max(32_000),
  description: text(200, '说明').default(''),
});

export const createType = endpoint({
  method: 'POST',
  path: '/api/sys/userType',
  summary: '新增用户类型',
  access: 'userType:write',
  scope: 'none',
  audit: '新增用户类型',
  idempotent: true,
  input: typeForm.extend({ keys }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listTypes],
});

export const updateType = endpoint({
  method: 'PUT',
  path: '/api/sys/userType',
  summary: '修改用户类型；已有账号不受影响',
  access: 'userType:write',
  scope: 'none',
  targets: { id: 'userType' },
  audit: '修改用户类型',
  idempotent: true,
  input: typeForm.extend({ id, version, keys }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listTypes],
});

export const removeType = endpoint({
  method: 'DELETE',
  path: '/api/sys/userType',
  summary: '删除用户类型到回收站；还有账号使用的不能删除',
  access: 'userType:write',
  scope: 'none',
  targets: { id: 'userType' },
  audit: '删除用户类型',
  idempotent: true,
  input: z.object({ id, deleteReason: binReason }),
  reply: done,
  stale: () => [listTypes],
});

const groupRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  members: z.number(),
  rights: z.array(z.string()),
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: z.string(),
  can,
});
export type UserGroup = z.infer<typeof groupRow>;

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/sys/userGroup/listPage',
  summary: '用户组列表',
  access: 'userGroup:write',
  scope: 'org',
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    name: line(30, '名称').optional(),
  }),
  reply: rows(groupRow),
});

const person = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked. */
  loginName: z.string(),
  roleName: z.string(),
  orgName: z.string(),
});
export type GroupPerson = z.infer<typeof person>;

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/sys/userGroup/{id}',
  summary: '用户组详情：成员与权限',
  access: 'userGroup:write',
  scope: 'org',
  targets: { id: 'userGroup' },
  input: z.object({ id }),
  reply: data(
    groupRow.extend({
      keys: z.array(z.string()),
      people: z.array(person),
      /** Members whose accounts are out of the scope: only how many; they stay. */
      otherPeople: z.number(),
    }),
  ),
});

const members = z
  .array(id, '请选择成员')
  .max(500, '一个用户组最多500人')
  .transform((list) => [...new Set(list)]);
export const groupForm = z.object({
  name: required(30, '名称'),
  orgId: id,
  description: text(200, '说明').default(''),
});

export const groupEffect = endpoint({
  method: 'POST',
  path: '/api/sys/userGroup/effect',
  summary: '预览：保存用户组之后，谁在哪里多了或少了哪些权限',
  access: 'userGroup:write',
  scope: 'org',
  targets: { id: 'userGroup', orgId: 'org' },
  silent: true,
  input: z.object({ id: optional(id).default(null), orgId: id, keys, members }),
  reply: data(
    z.object({
      orgName: z.string(),
      orgCount: z.number(),
      /** One line for people whose gains and losses are the same. */
      lines: z.array(z.object({ people: z.array(z.string()), gains: z.array(z.string()), loses: z.array(z.string()) })),
    }),
  ),
});
export type GroupEffect = z.infer<typeof groupEffect.reply.schema>;

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/sys/userGroup',
  summary: '新增用户组',
  access: 'userGroup:write',
  scope: 'org',
  targets: { orgId: 'org', members: 'account[]' },
  audit: '新增用户组',
  idempotent: true,
  input: groupForm.extend({ keys, members, password: encryptedPassword }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listGroups, getGroup],
});

export const updateGroup = endpoint({
  method: 'PUT',
  path: '/api/sys/userGroup',
  summary: '修改用户组的名称、成员与权限',
  access: 'userGroup:write',
  scope: 'org',
  targets: { id: 'userGroup', members: 'account[]' },
  audit: '修改用户组',
  idempotent: true,
  input: groupForm.omit({ orgId: true }).extend({ id, version, keys, members, password: encryptedPassword }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listGroups, getGroup],
});

export const removeGroup = endpoint({
  method: 'DELETE',
  path: '/api/sys/userGroup',
  summary: '删除用户组到回收站，成员立即失去组内权限',
  access: 'userGroup:write',
  scope: 'org',
  targets: { id: 'userGroup' },
  audit: '删除用户组',
  idempotent: true,
  input: z.object({ id, deleteReason: required(200, '删除原因') }),
  reply: done,
  stale: () => [listGroups, getGroup],
});
