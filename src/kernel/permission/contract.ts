import { z } from 'zod';
import { encryptedPassword } from '#kernel/session/contract.ts';
import { idCardNumber, mobile } from '#people/member/contract.ts';
import {
  count,
  data,
  date,
  done,
  endpoint,
  id,
  line,
  optional,
  page,
  personName,
  required,
  rows,
} from '#platform/contract.ts';

declare module '#platform/contract.ts' {
  /** What this room's ids point to. */
  interface TargetKinds {
    account: true;
    grant: true;
    request: true;
    userType: true;
    userGroup: true;
  }
}

/** 账号状态: what somebody who wants to sign in meets. */
export const ACCOUNT_STATES = {
  normal: '正常',
  mustChange: '待改密码',
  noPassword: '未发密码',
  locked: '已锁定',
  disabled: '已停用',
} as const;
export type AccountState = keyof typeof ACCOUNT_STATES;
const state = z.enum(Object.keys(ACCOUNT_STATES) as [AccountState, ...AccountState[]], '请选择账号状态');

/** 任职状态: whether a role may be used now. */
export const GRANT_STATES = { now: '生效中', later: '未开始', over: '已到期', gone: '组织已撤销' } as const;
export type GrantState = keyof typeof GRANT_STATES;

const can = z.object({
  edit: z.boolean(),
  disable: z.boolean(),
  enable: z.boolean(),
  unlock: z.boolean(),
  reset: z.boolean(),
  /** Take the second factor away, for somebody who lost the phone. */
  removeFactor: z.boolean(),
  grant: z.boolean(),
});
export type AccountCan = z.infer<typeof can>;

export const accountRow = z.object({
  id: z.string(),
  userName: z.string(),
  /** Masked. */
  loginName: z.string(),
  /** Of the roles within the scope alone. */
  roleName: z.string(),
  orgName: z.string(),
  typeName: z.string(),
  state,
  lockedUntil: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  loginCount: z.number(),
  can,
});
export type AccountRow = z.infer<typeof accountRow>;

export const listAccounts = endpoint({
  method: 'POST',
  path: '/api/sys/user/listPageByParams',
  summary: '用户账号列表',
  access: 'account:read',
  scope: 'org',
  inQuery: ['pageNum', 'pageSize', 'orgId'],
  targets: { orgId: 'org' },
  chosenOrg: 'orgId',
  pii: true,
  input: z.object({
    ...page,
    orgId: id.optional(),
    searchRange: z.enum(['all', 'onlySelf'], '范围不正确').default('all'),
    /** Part of the name, or the whole id card. */
    name: line(40, '姓名').optional(),
    roleId: z.coerce.number<string | number>('请选择角色').int('请选择角色').optional(),
    state: state.optional(),
  }),
  reply: rows(accountRow, { capped: z.boolean() }),
});

const grant = z.object({
  id: z.string(),
  roleId: z.number(),
  roleName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  /** Days, both included; null where there is no end. */
  validFrom: z.string(),
  validUntil: z.string().nullable(),
  state: z.enum(['now', 'later', 'over', 'gone']),
  grantedAt: z.string(),
  grantedBy: z.string(),
  can: z.object({ revoke: z.boolean() }),
});
export type AccountGrant = z.infer<typeof grant>;

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/sys/user/get/{id}',
  summary: '用户账号详情',
  access: 'account:read',
  scope: 'org',
  targets: { id: 'account' },
  input: z.object({ id }),
  reply: data(
    accountRow.extend({
      memberId: z.string().nullable(),
      gender: z.number().nullable(),
      /** Masked. */
      phonenumber: z.string(),
      userTypeId: z.string().nullable(),
      homeOrgName: z.string(),
      disabledAt: z.string().nullable(),
      disabledBy: z.string(),
      disableReason: z.string(),
      createdAt: z.string(),
      createdBy: z.string(),
      version: z.number(),
      grants: z.array(grant),
      /** Roles at organisations out of the scope: only how many. */
      otherGrants: z.number(),
      groups: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Why nothing can be changed here; empty where something can. */
      why: z.string(),
    }),
  ),
});
export type AccountDetail = z.infer<typeof getAccount.reply.schema>;

export const accountHistory = endpoint({
  method: 'GET',
  path: '/api/sys/user/history',
  summary: '用户账号的变更记录，新的在前',
  access: 'account:read',
  scope: 'org',
  targets: { id: 'account' },
  input: z.object({ ...page, id }),
  reply: rows(
    z.object({
      id: z.string(),
      at: z.string(),
      accountName: z.string(),
      action: z.string(),
      reason: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
});

export const findPeople = endpoint({
  method: 'POST',
  path: '/api/sys/user/candidates',
  summary: '在管理范围内按姓名、拼音或身份证号找人，最多十人',
  access: 'account:read',
  scope: 'org',
  silent: true,
  pii: true,
  rate: { hits: 60, seconds: 60, by: 'account' },
  input: z.object({ keyWords: required(30, '姓名或身份证号') }),
  reply: data(
    z.array(
      z.object({
        memberId: z.string(),
        name: z.string(),
        /** Masked. */
        idCardNo: z.string(),
        phonenumber: z.string(),
        orgId: z.string(),
        orgName: z.string(),
        /** Null: has none yet. */
        accountId: z.string().nullable(),
      }),
    ),
  ),
});
export type Candidate = z.infer<typeof findPeople.reply.schema>[number];

const roleId = z.coerce.number<string | number>('请选择角色').int('请选择角色').min(1, '请选择角色').max(32_000);
const period = {
  validFrom: optional(date).default(null),
  validUntil: optional(date).default(null),
};
const keys = z.array(z.string().max(60)).max(300, '权限太多').default([]);
const gender = z.coerce.number<string | number>('请选择性别').pipe(z.union([z.literal(1), z.literal(2)], '请选择性别'));

export const accountForm = z.object({
  /** A person of the scope; left out, name and id card are typed. */
  memberId: optional(id).default(null),
  name: optional(personName(30)).default(null),
  idCardNo: optional(idCardNumber).default(null),
  gender: optional(gender).default(null),
  phonenumber: optional(mobile).default(null),
  userTypeId: optional(id).default(null),
  orgId: id,
  roleId,
  /** Rights beside the role's own, as the user type offers them. */
  keys,
  ...period,
});

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/sys/user',
  summary: '新增用户账号并授予角色；初始密码另行发放',
  access: 'account:write',
  scope: 'org',
  targets: { memberId: 'member', orgId: 'org' },
  audit: '新增用户账号',
  idempotent: true,
  pii: true,
  input: accountForm.extend({ password: encryptedPassword }),
  reply: data(z.object({ id: z.string() })),
  stale: () => [listAccounts, findPeople],
});

/** What may be changed of an account itself. */
export const accountFields = z.object({
  name: personName(30),
  gender: optional(gender),
  phonenumber: optional(mobile),
  userTypeId: optional(id),
});

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/api/sys/user',
  summary: '修改用户账号；只传改动的字段',
  access: 'account:write',
  scope: 'org',
  targets: { id: 'account' },
  audit: '修改用户账号',
  idempotent: true,
  pii: true,
  input: accountFields.partial().extend({
    id,
    version: count.pipe(z.int('版本不正确').min(1, '版本不正确')),
    /** Required with another phone number, which can bring a new password. */
    password: encryptedPassword.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listAccounts, getAccount, accountHistory],
});

const after = () => [listAccounts, getAccount, accountHistory];

export const accountEffect = endpoint({
  method: 'POST',
  path: '/api/sys/user/effect',
  summary: '预览：授予、收回角色或停用、启用账号之后，谁在哪里多了或少了哪些权限',
  access: 'account:read',
  scope: 'org',
  targets: { id: 'account', orgId: 'org' },
  silent: true,
  input: z.object({
    act: z.enum(['grant', 'revoke', 'disable', 'enable'], '操作不正确'),
    /** Left out for an account that is about to be made. */
    id: id.optional(),
    grantId: id.optional(),
    roleId: roleId.optional(),
    orgId: id.optional(),
    keys,
  }),
  reply: data(
    z.object({
      lines: z.array(
        z.object({
          kind: z.enum(['gain', 'lose']),
          roleName: z.string(),
          orgName: z.string(),
          /** Organisations at which the rights are used: the own and those below; 0: the own record alone. */
          orgCount: z.number(),
          rights: z.array(z.string()),
        }),
      ),
      /** Sessions that end with it. */
      openSessions: z.number(),
    }),
  ),
});
export type AccountEffect = z.infer<typeof accountEffect.reply.schema>;

export const grantRole = endpoint({
  method: 'POST',
  path: '/api/sys/user/grant',
  summary: '授予角色：在哪个组织，从哪天到哪天',
  access: 'account:grant',
  scope: 'org',
  targets: { id: 'account', orgId: 'org' },
  audit: '授予角色',
  idempotent: true,
  input: z.object({ id, roleId, orgId: id, keys, ...period, password: encryptedPassword }),
  reply: data(z.object({ grantId: z.string() })),
  stale: after,
});

const ends = { reply: done, stale: after } as const;
export const revokeRole = endpoint({
  method: 'POST',
  path: '/api/sys/user/revoke',
  summary: '收回角色',
  access: 'account:grant',
  scope: 'org',
  targets: { id: 'account' },
  audit: '收回角色',
  idempotent: true,
  input: z.object({ id, grantId: id, reason: required(100, '收回原因') }),
  ...ends,
});

export const disableAccount = endpoint({
  method: 'POST',
  path: '/api/sys/user/disable',
  summary: '停用账号，已登录的立即失效',
  access: 'account:write',
  scope: 'org',
  targets: { id: 'account' },
  audit: '停用账号',
  asks: 'page',
  idempotent: true,
  input: z.object({ id, reason: required(100, '停用原因') }),
  ...ends,
});

export const enableAccount = endpoint({
  method: 'POST',
  path: '/api/sys/user/enable',
  summary: '启用账号',
  access: 'account:write',
  scope: 'org',
  targets: { id: 'account' },
  audit: '启用账号',
  idempotent: true,
  input: z.object({ id }),
  ...ends,
});

export const unlockAccount = endpoint({
  method: 'POST',
  path: '/api/sys/user/unlock',
  summary: '解除账号的登录锁定',
  access: 'account:unlock',
  scope: 'org',
  targets: { id: 'account' },
  audit: '解除登录锁定',
  idempotent: true,
  input: z.object({ id }),
  reply: done,
  stale: after,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/sys/user/resetPwd',
  summary: '发放临时密码：只显示这一次，登录后必须修改',
  access: 'account:reset',
  scope: 'org',
  targets: { id: 'account' },
  audit: '发放临时密码',
  pii: true,
  input: z.object({ id, password: encryptedPassword }),
  reply: data(z.object({ temporary: z.string() })),
  stale: after,
});

export const removeFactor = endpoint({
  method: 'POST',
  path: '/api/sys/user/removeFactor',
  summary: '解除账号的二次验证（手机遗失时）',
  access: 'account:reset',
  scope: 'org',
  targets: { id: 'account' },
  audit: '解除二次验证',
  idempotent: true,
  pii: true,
  input: z.object({ id, password: encryptedPassword }),
  reply: done,
  stale: after,
});
