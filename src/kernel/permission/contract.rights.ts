import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { data, EXPORT_RATE, endpoint, id, line, page, required, rows } from '#platform/contract.ts';
import { effect, rightKeys, roleBase } from './contract.roles.ts';

/** Where a right comes from, or what takes it away. */
export const SOURCES = { role: '角色', group: '用户组', own: '本人', org: '组织限制', level: '组织层级' } as const;
const source = z.object({
  source: z.enum(['role', 'group', 'own', 'org', 'level']),
  /** The role's, group's or organisation's name. */
  name: z.string(),
  since: z.string(),
  by: z.string(),
});
export type Source = z.infer<typeof source>;

const grantRight = z.object({
  key: z.string(),
  effective: z.boolean(),
  given: z.array(source),
  taken: z.array(source),
});
export type GrantRight = z.infer<typeof grantRight>;

const grant = z.object({
  id: z.string(),
  roleId: z.number(),
  roleName: z.string(),
  base: roleBase,
  /** The role gives all rights (`*:*:*`). */
  all: z.boolean(),
  orgId: z.string(),
  orgName: z.string(),
  /** Names from the top of the scope down to the organisation. */
  path: z.string(),
  since: z.string(),
  by: z.string(),
  until: z.string().nullable(),
  usable: z.boolean(),
  /** Rights that are given or taken; all others it does not have. */
  rights: z.array(grantRight),
  can: z.object({ edit: z.boolean() }),
  /** Why it cannot be edited. */
  why: z.string(),
});
export type Grant = z.infer<typeof grant>;

const holder = z.object({
  accountId: z.string(),
  memberId: z.string().nullable(),
  userName: z.string(),
  /** Masked. */
  loginName: z.string(),
  enabled: z.boolean(),
  grants: z.array(grant),
});
export type Holder = z.infer<typeof holder>;

export const accountRights = endpoint({
  method: 'GET',
  path: '/api/sys/right/account',
  summary: '一个账号在管理范围内的任职及其权限，含每项权限的来源',
  access: 'right:read',
  scope: 'org',
  targets: { id: 'account' },
  input: z.object({ id }),
  reply: data(holder),
});

export const memberRights = endpoint({
  method: 'GET',
  path: '/api/sys/right/member',
  summary: '一名党员的账号、任职与权限；没有账号时账号为空',
  access: 'right:read',
  scope: 'org',
  targets: { memberId: 'member' },
  input: z.object({ memberId: id }),
  reply: data(z.object({ memberId: z.string(), name: z.string(), orgName: z.string(), account: holder.nullable() })),
});

export const setGrantRights = endpoint({
  method: 'PUT',
  path: '/api/sys/right/grant',
  summary: '设置一个人在一项任职中的权限：增加、停用，或恢复为角色的权限',
  access: 'right:write',
  scope: 'org',
  targets: { grantId: 'grant' },
  audit: '设置人员权限',
  idempotent: true,
  input: z.object({ grantId: id, give: rightKeys, take: rightKeys, reset: rightKeys, password: encryptedPassword }),
  reply: data(z.object({ gain: z.array(z.string()), lose: z.array(z.string()) })),
  stale: () => [accountRights, memberRights, whoMay],
});

const orgRight = z.object({
  key: z.string(),
  /** Limited at this organisation itself. */
  own: source.nullable(),
  /** Limited by organisations above it, nearest first. */
  inherited: z.array(source),
});
export type OrgRight = z.infer<typeof orgRight>;

export const orgLimits = endpoint({
  method: 'GET',
  path: '/api/sys/right/org',
  summary: '组织的权限限制：本级设置的与上级沿用的',
  access: 'right:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ orgId: id }),
  reply: data(
    z.object({
      orgId: z.string(),
      orgName: z.string(),
      path: z.string(),
      /** People who work at it or below it. */
      accounts: z.number(),
      rights: z.array(orgRight),
      can: z.object({ edit: z.boolean() }),
      why: z.string(),
    }),
  ),
});

const limits = { orgId: id, limit: rightKeys, release: rightKeys };

export const orgEffect = endpoint({
  method: 'POST',
  path: '/api/sys/right/org/effect',
  summary: '组织权限变更的影响：多少账号、多少组织将获得或失去权限',
  access: 'orgRight:write',
  scope: 'org',
  targets: { orgId: 'org' },
  silent: true,
  input: z.object(limits),
  reply: data(effect),
});

export const setOrgLimits = endpoint({
  method: 'PUT',
  path: '/api/sys/right/org',
  summary: '设置组织的权限限制，对本组织及下级组织的人员生效',
  access: 'orgRight:write',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '设置组织权限',
  idempotent: true,
  input: z.object({
    ...limits,
    /** Required where a limit is lifted. */
    password: encryptedPassword.optional(),
  }),
  reply: data(z.object({ limited: z.number() })),
  stale: () => [orgLimits, whoMay],
});

const whoRow = z.object({
  /** The grant's id. */
  id: z.string(),
  accountId: z.string(),
  memberId: z.string().nullable(),
  userName: z.string(),
  loginName: z.string(),
  roleName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  sources: z.array(source),
});
export type WhoMay = z.infer<typeof whoRow>;

export const whoMay = endpoint({
  method: 'POST',
  path: '/api/sys/right/who',
  summary: '固定查询：谁可以在某个组织使用某项权限，来源与起始时间',
  access: 'right:read',
  scope: 'org',
  targets: { orgId: 'org' },
  input: z.object({ ...page, orgId: id.optional(), key: line(60, '权限'), name: line(40, '姓名').optional() }),
  reply: rows(whoRow, { key: z.string(), orgName: z.string() }),
});

export const exportRights = endpoint({
  method: 'POST',
  path: '/api/sys/right/export',
  summary: '导出权限一览：谁在哪里可以做什么，自何时起',
  access: 'right:export',
  scope: 'org',
  targets: { orgId: 'org' },
  audit: '导出权限一览',
  idempotent: true,
  rate: EXPORT_RATE,
  input: z.object({ orgId: id.optional(), keys: rightKeys, purpose: required(60, '用途') }),
  reply: data(z.object({ jobId: z.string() })),
});
