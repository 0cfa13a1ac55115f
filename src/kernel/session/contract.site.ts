import { z } from 'zod';
import { count, line, optional, picture } from '#platform/contract.ts';

/** `https://host[:port]`, nothing behind it. */
const origin = z
  .string()
  .trim()
  .max(200, '地址太长')
  .regex(/^https?:\/\/[a-z0-9.[\]:-]+$/i, '请输入站点地址，例如 https://dj.example.cn');
/** An address of an outside service. */
const address = z
  .string()
  .trim()
  .max(500, '地址太长')
  .regex(/^https?:\/\/[^\s]+$/i, '请输入完整的网址，以 http:// 或 https:// 开头');
/** What everybody may read of a site before signing in. */
export const siteConfig = z.object({
  productName: line(40, '平台名称'),
  logoText: line(20, '标志文字'),
  slogan: line(60, '标语'),
  hostUnit: line(60, '主办单位'),
  supportPhone: line(30, '服务电话'),
  supportHours: line(40, '服务时间'),
  reportLink: z.object({ text: line(30, '举报链接文字'), url: address }).nullable(),
  icp: line(60, '备案号'),
  police: line(60, '公安备案号'),
  appQr: picture(200).nullable(),
  officialQr: picture(200).nullable(),
  city: line(20, '城市名称'),
  /** The kind of deployment; a college titles its news 党建园地 and has areas of its own. */
  kind: z.enum(['city', 'college'], '请选择部署类型'),
  /** Where the homes of workers show the carousel: across the page, or beside the notices. */
  carousel: z.enum(['band', 'beside'], '请选择轮播图位置'),
  /** Weak passwords ask for an SMS code (specification, section 5). */
  verificationOn: z.boolean(),
  /** Which picture check the login asks for. */
  captcha: z.enum(['off', 'image', 'tencent'], '请选择图形验证方式'),
  captchaAppId: line(40, '腾讯验证码应用编号'),
  /** `spec`: 6 to 12 characters with letters and digits; `strict`: 8 to 64 characters of any kind. */
  passwordPolicy: z.enum(['spec', 'strict'], '请选择密码策略'),
  /** Login with the mobile application's QR code. */
  qrLogin: z.boolean(),
  wechat: z
    .object({ appId: line(60, '微信应用编号').min(1, '请输入微信应用编号'), domains: z.array(origin).max(20) })
    .nullable(),
  /** The third-party unified platform's button. */
  thirdParty: z.boolean(),
  intranetUrl: address.nullable(),
  instantMessagingUrl: address.nullable(),
  /** The old paste plug-in on the user's machine: where it is fetched, and which version is wanted (any, where empty). */
  pastePlugin: z.object({ url: address, version: line(30, '插件版本') }).nullable(),
  /** Pages bear the name of who looks at them, faintly. */
  pageMark: z.boolean(),
  /** Origins besides the own one to which the pages may lead. */
  redirectOrigins: z.array(origin).max(50),
  /** The package under `/app/`, its version at the end of the name; empty where there is none. */
  appPackage: z.union([
    z.literal(''),
    z.string().regex(/^[\w.-]{1,60}\.apk$/, '请输入安装包文件名，例如 party-1.2.0.apk'),
  ]),
});
export type SiteConfig = z.infer<typeof siteConfig>;

/** An outside site that a menu opens with a one-use ticket. */
export const outsideSite = z.object({
  /** The name under which menus ask for it. */
  key: z.enum(['dataVisualisation', 'annualStatistics', 'assessmentSupervision', 'publishing'], '请选择外部站点'),
  name: line(30, '站点名称').min(1, '请输入站点名称'),
  url: address,
  /** Hands the session's own token instead of a ticket: only for old sites, and every time audited. */
  legacyTokenHandoff: z.boolean(),
});

/** What administrators set and nobody else reads; a part that is null is off. */
export const siteSettings = siteConfig.extend({
  /** `file`: the console and a file under the data folder; `http`: a gateway. */
  sms: z.object({ kind: z.enum(['off', 'file', 'http']), url: optional(address), sign: line(20, '短信签名') }),
  /** Where tickets of the Tencent captcha are verified. */
  captchaUrl: address,
  /** WeChat's calls, and its page with the QR code. */
  wechatUrl: address,
  wechatPageUrl: address,
  ehb: z.object({ url: address, clientId: line(100, '应用编号') }).nullable(),
  thirdTokenUrl: address.nullable(),
  appCodeUrl: address.nullable(),
  basePlatform: z.object({ platformUrl: address, appKey: line(100, '应用标识'), origin, checkUrl: address }).nullable(),
  outsideSites: z.array(outsideSite).max(20),
  /** Where recordings of meetings are turned into text; off: nowhere, no recording leaves the platform. */
  speech: z.object({ url: address }).nullable(),
  /** A report server that draws the common reports by its own templates; off: the platform draws them itself. */
  reportServer: z.object({ url: address }).nullable(),
  /** Whose map is shown; off: the platform draws one itself. */
  map: z
    .object({
      provider: z.enum(['tianditu', 'amap', 'baidu'], '请选择地图服务'),
      /** For the pictures; every visitor's browser sends it, so the provider binds it to the site's address. */
      tileKey: line(120, '地图密钥'),
      /** A mirror within the own network with the provider's paths. */
      tileOrigin: optional(origin),
      /** Where places are searched; the provider's own address where it is not set. */
      searchUrl: optional(address),
    })
    .nullable(),
  /** A new logon ends the account's other sessions, which are told so (code 800). */
  singleLogon: z.boolean(),
  /** Who must have a second factor. */
  secondFactor: z.enum(['optional', 'administrators', 'workers'], '请选择二次验证要求'),
  /** 三员分立: system, security and audit administrators are different people. */
  separateAdministrators: z.boolean(),
  /** A secret vote is opened for no fewer voters; never fewer than three. */
  secretVoters: count.pipe(z.int().min(3, '无记名投票人数不能少于3人').max(100, '无记名投票人数不能多于100人')),
  /** Days within which whatever is put before somebody is to be answered, where the matter has no term of its own. */
  answerDays: count.pipe(z.int().min(1, '办理时限应为1到60天').max(60, '办理时限应为1到60天')),
  /** The platform's own backups, each day from this hour on; off: whoever runs it sees to them. For all hosts alike. */
  backup: z
    .object({
      hour: count.pipe(z.int().min(0, '时刻应为0到23').max(23, '时刻应为0到23')),
      folder: z
        .string()
        .trim()
        .min(1, '请输入备份文件夹')
        .max(300, '文件夹太长')
        .regex(/^(?:\/|[A-Za-z]:[\\/])[^\0\n]*$/, '请输入服务器上的完整路径，例如 /backup/party'),
      days: count.pipe(z.int().min(1, '保留天数应为1到3650').max(3650, '保留天数应为1到3650')),
    })
    .nullable(),
  /** Full values that one person may look at in a day before an administrator is told. */
  revealsPerDay: count.pipe(z.int().min(1).max(10_000)),
});
export type SiteSettings = z.infer<typeof siteSettings>;

/** Keys of outside services: written by administrators, never read back. */
export const siteSecrets = z
  .object({
    smsKey: z.string().max(500),
    captchaSecret: z.string().max(500),
    wechatSecret: z.string().max(500),
    ehbSecret: z.string().max(500),
    thirdTokenKey: z.string().max(500),
    appCodeKey: z.string().max(500),
    basePlatformSecret: z.string().max(500),
    /** With its own key each outside site redeems the tickets that were made for it. */
    dataVisualisationKey: z.string().max(500),
    annualStatisticsKey: z.string().max(500),
    assessmentSupervisionKey: z.string().max(500),
    publishingKey: z.string().max(500),
    /** For the service that turns recordings into text. */
    speechKey: z.string().max(500),
    /** Addresses of the report server are signed with it. */
    reportServerKey: z.string().max(500),
    /** With it the server asks the map's provider for places. */
    mapSearchKey: z.string().max(500),
  })
  .partial();
export type SiteSecrets = z.infer<typeof siteSecrets>;
