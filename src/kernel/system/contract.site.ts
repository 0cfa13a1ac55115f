import { z } from 'zod';
import { siteSecrets, siteSettings } from '#kernel/session/contract.site.ts';
import { encryptedPassword, frontEndConfig } from '#kernel/session/contract.ts';
import { count, data, done, endpoint, numberLine } from '#platform/contract.ts';

/** The row under which the settings of all hosts stand. */
export const ALL_HOSTS = '*';

/** `*`, or a name as in the Host header, with its port where it has one. */
const host = z
  .string('请输入站点域名')
  .trim()
  .toLowerCase()
  .min(1, '请输入站点域名')
  .max(120, '站点域名太长')
  .regex(
    /^(\*|[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?|\[[0-9a-f:]+\](:\d{1,5})?)$/,
    '请输入域名，可带端口，例如 dj.example.cn 或 10.0.0.8:8080',
  );

const secretName = siteSecrets.keyof();
export type SecretName = z.infer<typeof secretName>;

/** Settings that hold an address which the server can try. */
export const PROBES = [
  'sms',
  'wechatUrl',
  'ehb',
  'thirdTokenUrl',
  'appCodeUrl',
  'basePlatform',
  'speech',
  'reportServer',
  'intranetUrl',
  'instantMessagingUrl',
  'dataVisualisation',
  'annualStatistics',
  'assessmentSupervision',
  'publishing',
] as const;
export type Probe = (typeof PROBES)[number];

export const listSites = endpoint({
  method: 'GET',
  path: '/api/sys/site/list',
  summary: '站点列表：默认设置与各站点',
  access: 'site:read',
  scope: 'none',
  input: z.object({}),
  reply: data(
    z.array(
      z.object({
        host: z.string(),
        productName: z.string(),
        kind: siteSettings.shape.kind,
        /** How many settings and keys the host does not inherit. */
        own: z.number(),
        /** The host by which this page was asked for reads this row. */
        current: z.boolean(),
        updatedAt: z.string().nullable(),
        updatedBy: z.string(),
      }),
    ),
  ),
});

const ownSettings = siteSettings.partial();

export const getSite = endpoint({
  method: 'GET',
  path: '/api/sys/site/get',
  summary: '一个站点的设置：本站点设定的与继承的',
  access: 'site:read',
  scope: 'none',
  input: z.object({ host: host.default(ALL_HOSTS) }),
  reply: data(
    z.object({
      host: z.string(),
      /** 0: nobody has set anything for this host. */
      version: z.number(),
      own: ownSettings,
      inherited: siteSettings,
      /** Keys are never read back: only whose they are. */
      secrets: z.record(secretName, z.enum(['own', 'inherited', 'none'])),
      updatedAt: z.string().nullable(),
      updatedBy: z.string(),
      can: z.object({ edit: z.boolean(), remove: z.boolean() }),
    }),
  ),
});

export const saveSite = endpoint({
  method: 'PUT',
  path: '/api/sys/site',
  summary: '保存一个站点的设置；没有列出的设置改为继承',
  access: 'site:write',
  scope: 'none',
  audit: '修改站点配置',
  idempotent: true,
  pii: true,
  input: z.object({
    host,
    version: count,
    settings: ownSettings,
    /** A text sets a key, null takes it away, what is left out stays. */
    secrets: z
      .partialRecord(secretName, z.string().trim().min(1, '请输入密钥').max(500, '密钥太长').nullable())
      .default({}),
    /** Required where 三员分立 is switched. */
    password: encryptedPassword.optional(),
  }),
  reply: data(z.object({ version: z.number() })),
  stale: () => [listSites, getSite, frontEndConfig],
});

export const removeSite = endpoint({
  method: 'DELETE',
  path: '/api/sys/site',
  summary: '删除一个站点的设置，此后按默认设置',
  access: 'site:write',
  scope: 'none',
  audit: '删除站点配置',
  idempotent: true,
  input: z.object({ host, version: count }),
  reply: done,
  stale: () => [listSites, getSite, frontEndConfig],
});

const tried = data(z.object({ ok: z.boolean(), message: z.string() }));

export const testSms = endpoint({
  method: 'POST',
  path: '/api/sys/site/testSms',
  summary: '按已保存的设置发送一条测试短信',
  access: 'site:write',
  scope: 'none',
  pii: true,
  rate: { hits: 5, seconds: 60, by: 'account' },
  input: z.object({ host, phone: numberLine('手机号').regex(/^1[3-9]\d{9}$/, '请输入11位手机号') }),
  reply: tried,
});

export const probeSite = endpoint({
  method: 'POST',
  path: '/api/sys/site/probe',
  summary: '由服务器访问一次已保存的外部地址',
  access: 'site:write',
  scope: 'none',
  rate: { hits: 30, seconds: 60, by: 'account' },
  input: z.object({ host, key: z.enum(PROBES, '请选择要检测的地址') }),
  reply: tried,
});
