import { z } from 'zod';
import { data, done, endpoint, id, line } from '#platform/contract.ts';
import { siteConfig } from './contract.site.ts';

/** Role ids of the specification, section 6. */
export const ROLE = { administrator: 1, member: 2, worker: 3, floating: 6, volunteer: 7 } as const;
export const ROLE_NAMES: Record<number, string> = {
  1: '系统管理员',
  2: '党员',
  3: '党务工作者',
  6: '流动党员',
  7: '志愿者',
};

/** A password as it travels: hex SM2 C1C3C2 of `{"p": password, "t": epoch ms, "n": nonce}`. */
export const encryptedPassword = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .max(4096, '密码不正确')
  .regex(/^[0-9a-fA-F]+$/, '密码不正确');

export const frontEndConfig = endpoint({
  method: 'GET',
  path: '/api/getFrontEndConfig',
  summary: '登录页配置与传输公钥',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 1200, seconds: 60, by: 'ip' },
  input: z.object({}),
  reply: data(siteConfig.extend({ publicKey: z.string(), keyId: z.string(), serverTime: z.number() })),
});

/** A session, with the intranet's address for whoever works there. */
export const signedIn = z.object({ token: z.string(), intranetUrl: z.string().optional() });
/** The question for the second factor (`POST /api/login/secondFactor`). */
export const challengeReply = z.object({ secondFactor: z.object({ challenge: z.string() }) });
/** What a good sign-in answers, by whichever way. */
export const signInReply = z.union([signedIn, challengeReply]);

export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: '账号登录',
  access: 'public',
  scope: 'none',
  pii: true,
  rate: { hits: 300, seconds: 60, by: 'ip' },
  atOnce: 200,
  input: z.object({
    username: line(64, '身份证号或账号').min(1, '用户名和密码不能为空'),
    password: encryptedPassword,
    smsCode: z.string().max(16).default(''),
    uuid: z.string().max(64).default(''),
    /** What the picture check gave: its characters, or the computed proof, or the Tencent captcha's ticket. */
    code: z.string().trim().max(16).default(''),
    proof: z.string().max(400).default(''),
    ticket: z.string().max(2000).default(''),
    randstr: z.string().max(200).default(''),
    isParty: z.union([z.number(), z.string()]).optional(),
    workorgId: z.string().max(20).default(''),
  }),
  reply: data(signInReply),
});

export const logout = endpoint({
  method: 'GET',
  path: '/api/logout',
  summary: '退出登录',
  access: 'session',
  scope: 'own',
  audit: '退出登录',
  input: z.object({}),
  reply: done,
});

export const roleEntry = z.object({
  roleId: z.number(),
  roleName: z.string(),
  roleUrl: z.string(),
  orgId: z.string(),
  orgName: z.string(),
});

export const getInfo = endpoint({
  method: 'GET',
  path: '/api/getInfo',
  summary: '当前用户、角色与权限',
  access: 'session',
  scope: 'own',
  input: z.object({ uriPrefix: z.string().max(200).optional() }),
  reply: data(
    z.object({
      user: z.object({
        userId: z.string(),
        userName: z.string(),
        sex: z.string(),
        roleId: z.number(),
        roleName: z.string(),
        roleUrl: z.string(),
        workOrgId: z.string(),
        workOrg: z.object({ orgCode: z.string(), name: z.string() }),
        /** Of a party worker's organisation, for its 报到码; else empty. */
        reportCode: z.string(),
        currentUserRoleOrgId: z.string(),
        orgId: z.string(),
        orgName: z.string(),
        orgCode: z.string(),
        loginCount: z.number(),
        ifCompelChangePwd: z.boolean(),
        idCardNo: z.string(),
        nccsdjLevel: z.number().nullable(),
        threeInOneRole: z.string().nullable(),
      }),
      roles: z.array(roleEntry),
      permissions: z.array(z.number()),
      permissionKeys: z.array(z.string()),
      member: z
        .object({
          id: z.string(),
          name: z.string(),
          orgId: z.string(),
          orgName: z.string(),
          personCategoryName: z.string(),
        })
        .nullable(),
      changeEnvironment: z.boolean(),
      memberQrCode: z.string().nullable(),
      uriPrefix: z.string(),
      externalStaff: z.boolean(),
      /** `required`: the site demands a second factor in this role, and until it is set up hardly anything answers. */
      secondFactor: z.object({ enrolled: z.boolean(), required: z.boolean() }),
      isHintChangePasswordInfo: z.string().nullable(),
    }),
  ),
});
export type CurrentUser = z.infer<typeof getInfo.reply.schema>;

export const switchRole = endpoint({
  method: 'POST',
  path: '/api/switchRole',
  summary: '切换角色',
  access: 'session',
  scope: 'own',
  audit: '切换角色',
  input: z.object({ workOrgId: id, roleId: z.coerce.number<string | number>().int().min(1).max(999) }),
  reply: data(z.object({ token: z.string(), roleUrl: z.string(), intranetUrl: z.string().optional() })),
});

export const issueTicket = endpoint({
  method: 'POST',
  path: '/api/session/ticket',
  summary: '为新窗口签发一次性票据（十秒）',
  access: 'session',
  scope: 'own',
  silent: true,
  input: z.object({}),
  reply: data(z.object({ ticket: z.string() })),
});

export const redeemTicket = endpoint({
  method: 'POST',
  path: '/api/session/redeem',
  summary: '用一次性票据换取会话',
  access: 'public',
  scope: 'none',
  rate: { hits: 300, seconds: 60, by: 'ip' },
  input: z.object({ ticket: z.string('请提供票据').min(1, '请提供票据').max(64, '票据不正确') }),
  reply: data(z.object({ token: z.string() })),
});

export const configByHost = endpoint({
  method: 'POST',
  path: '/api/dj/config/getYMConfigByKey',
  summary: '按域名读取站点配置',
  access: 'public',
  scope: 'none',
  silent: true,
  rate: { hits: 1200, seconds: 60, by: 'ip' },
  input: z.object({ configKey: line(200, '域名').default('') }),
  reply: data(z.string()),
});
