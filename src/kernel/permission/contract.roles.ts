import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { count, data, done, endpoint, flag, optional, required, rows, text } from '#platform/contract.ts';

/** Ids of roles are numbers. */
export const roleId = count.pipe(z.int().min(1, '请选择角色').max(32_000, '请选择角色'));
/** Keys of rights in a body; whether they exist is asked of the database. */
export const rightKeys = z.array(z.string().max(60, '所选权限不存在')).max(500, '一次最多 500 项权限').default([]);

export const ROLE_BASES = { subtree: '本级及下级组织', own: '仅本人' } as const;
export const roleBase = z.enum(['subtree', 'own'], '请选择管理范围');

export const rightRow = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  /** May be given to roles that see the own record alone. */
  personal: z.boolean(),
  /** The session may pass it on. */
  mine: z.boolean(),
});
export type Right = z.infer<typeof rightRow>;

export const rightCatalogue = endpoint({
  method: 'GET',
  path: '/api/sys/right/catalogue',
  summary: '全部权限项',
  access: 'right:read',
  scope: 'none',
  input: z.object({}),
  reply: data(z.array(rightRow)),
});

const roleRow = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  base: roleBase,
  builtIn: z.boolean(),
  /** Its rights cannot be changed. */
  fixed: z.boolean(),
  enabled: z.boolean(),
  rights: z.number(),
  /** Accounts within the session's scope that hold it now. */
  accounts: z.number(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  version: z.number(),
  can: z.object({ edit: z.boolean(), rename: z.boolean() }),
});
export type Role = z.infer<typeof roleRow>;

export const listRoles = endpoint({
  method: 'GET',
  path: '/api/sys/role/list',
  summary: '角色列表，含管理范围内的持有人数',
  access: 'right:read',
  scope: 'org',
  input: z.object({}),
  reply: rows(roleRow),
});

export const getRole = endpoint({
  method: 'GET',
  path: '/api/sys/role/get',
  summary: '角色及其权限',
  access: 'right:read',
  scope: 'org',
  input: z.object({ id: roleId }),
  reply: data(roleRow.extend({ keys: z.array(z.object({ key: z.string(), since: z.string(), by: z.string() })) })),
});
export type RoleDetail = z.infer<typeof getRole.reply.schema>;

/** Who gains and who loses something by a change, before it is saved. */
const people = z.object({ accounts: z.number(), orgs: z.number(), names: z.array(z.string()) });
export const effect = z.object({ gain: people, lose: people });
export type Effect = z.infer<typeof effect>;

const change = { id: roleId, add: rightKeys, remove: rightKeys };

export const roleEffect = endpoint({
  method: 'POST',
  path: '/api/sys/role/effect',
  summary: '角色权限变更的影响：多少账号、多少组织将获得或失去权限',
  access: 'role:write',
  scope: 'org',
  silent: true,
  input: z.object({ ...change, enabled: z.boolean('启用状态应为是或否').optional() }),
  reply: data(effect),
});

export const roleForm = z.object({
  name: required(20, '角色名称'),
  base: roleBase,
  description: text(200, '说明').default(''),
  /** Begins with the rights of this role. */
  copyOf: optional(roleId).default(null),
});

export const createRole = endpoint({
  method: 'POST',
  path: '/api/sys/role',
  summary: '新增角色',
  access: 'role:write',
  scope: 'org',
  audit: '新增角色',
  idempotent: true,
  input: roleForm,
  reply: data(z.object({ id: z.number() })),
  stale: () => [listRoles],
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/api/sys/role',
  summary: '修改角色：名称、说明、启用状态与权限，只传改动的部分',
  access: 'role:write',
  scope: 'org',
  audit: '修改角色权限',
  idempotent: true,
  input: z.object({
    ...change,
    version: count.pipe(z.int().min(1, '版本不正确')),
    name: required(20, '角色名称').optional(),
    description: text(200, '说明').optional(),
    enabled: z.boolean('启用状态应为是或否').optional(),
    password: encryptedPassword,
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listRoles, getRole],
});

export const separation = endpoint({
  method: 'GET',
  path: '/api/sys/right/separation',
  summary: '三员分立：是否启用，三类管理员各有谁',
  access: 'admin:separate',
  scope: 'org',
  input: z.object({}),
  reply: data(
    z.object({
      on: z.boolean(),
      roles: z.array(
        z.object({ id: z.number(), name: z.string(), description: z.string(), people: z.array(z.string()) }),
      ),
      /** Why it cannot be switched on now; empty where it can. */
      lacks: z.array(z.string()),
    }),
  ),
});

export const separate = endpoint({
  method: 'POST',
  path: '/api/sys/right/separation',
  summary: '启用或停用三员分立',
  access: 'admin:separate',
  scope: 'org',
  audit: '三员分立设置',
  input: z.object({ on: flag, password: encryptedPassword }),
  // Whoever switches is out with it: no cached answer is left to go stale.
  reply: done,
});
