import type { SiteSecrets, SiteSettings } from '#kernel/session/contract.site.ts';

/** What settings and keys are called, on the page and in the log. */
export const SITE_LABELS: Readonly<Record<keyof SiteSettings | keyof SiteSecrets, string>> = {
  productName: '平台名称',
  logoText: '标志文字',
  slogan: '标语',
  hostUnit: '主办单位',
  city: '城市名称',
  supportPhone: '服务电话',
  supportHours: '服务时间',
  reportLink: '举报链接',
  icp: '备案号',
  police: '公安备案号',
  appQr: 'APP下载二维码',
  officialQr: '公众号二维码',
  kind: '部署类型',
  appPackage: 'APP安装包',
  passwordPolicy: '密码策略',
  carousel: '首页轮播图',
  qrLogin: '扫码登录',
  singleLogon: '同一账号只能一处登录',
  secondFactor: '二次验证',
  sms: '短信',
  smsKey: '短信网关密钥',
  verificationOn: '弱密码短信验证',
  captcha: '图形验证',
  captchaAppId: '腾讯验证码应用编号',
  captchaSecret: '腾讯验证码密钥',
  captchaUrl: '腾讯验证码接口地址',
  thirdParty: '统一平台登录按钮',
  ehb: '统一平台',
  ehbSecret: '统一平台密钥',
  thirdTokenUrl: '第三方令牌校验地址',
  thirdTokenKey: '第三方令牌密钥',
  appCodeUrl: 'APP授权码校验地址',
  appCodeKey: 'APP授权码密钥',
  basePlatform: '基础平台',
  basePlatformSecret: '基础平台密钥',
  wechat: '微信登录',
  wechatUrl: '微信接口地址',
  wechatPageUrl: '微信扫码页地址',
  wechatSecret: '微信密钥',
  intranetUrl: '内网地址',
  instantMessagingUrl: '即时通讯地址',
  pastePlugin: '粘贴插件',
  outsideSites: '外部站点',
  dataVisualisationKey: '数据可视化密钥',
  annualStatisticsKey: '年度统计密钥',
  assessmentSupervisionKey: '考核督查密钥',
  publishingKey: '信息发布密钥',
  speech: '语音转文字',
  speechKey: '语音转文字密钥',
  reportServer: '报表服务器',
  reportServerKey: '报表服务器密钥',
  map: '地图服务',
  mapSearchKey: '地点检索密钥',
  redirectOrigins: '允许跳转的站点',
  pageMark: '屏幕水印',
  separateAdministrators: '三员分立',
  secretVoters: '无记名投票最少人数',
  answerDays: '办理时限',
  backup: '自动备份',
  revealsPerDay: '每日查看完整信息上限',
};

/** The words of settings that are one of a few. */
export const SITE_CHOICES = {
  kind: { city: '城市', college: '院校' },
  carousel: { band: '通栏，不高', beside: '通知公告旁边' },
  passwordPolicy: { spec: '6至12位，含字母和数字', strict: '8至64位，字符不限' },
  captcha: { off: '不使用', image: '本站图形验证码', tencent: '腾讯验证码' },
  secondFactor: { optional: '由本人决定', administrators: '管理员必须开启', workers: '管理员和党务工作者必须开启' },
} as const satisfies Partial<Record<keyof SiteSettings, Record<string, string>>>;

/** Whose map can be shown. */
export const MAP_PROVIDERS = { tianditu: '天地图', amap: '高德地图', baidu: '百度地图' } as const;

/** Settings that are yes or no. */
export const SITE_SWITCHES = [
  'qrLogin',
  'singleLogon',
  'verificationOn',
  'thirdParty',
  'pageMark',
  'separateAdministrators',
] as const satisfies readonly (keyof SiteSettings)[];

/** The key with which each outside site redeems its tickets. */
export const outsideKey = (site: SiteSettings['outsideSites'][number]['key']) => `${site}Key` as const;

/**
 * What settings say against each other, as a sentence by field (`sms.url`): something is switched on that cannot work.
 * @param held the names of the keys that are set
 */
export function siteFaults(settings: SiteSettings, held: ReadonlySet<keyof SiteSecrets>): Record<string, string> {
  const faults: Record<string, string> = {};
  const need = (holds: boolean, field: string, sentence: string) => {
    if (!holds) faults[field] ??= sentence;
  };
  const { sms, captcha, wechat, ehb, basePlatform, outsideSites, map } = settings;
  if (sms.kind === 'http') need(sms.url !== null, 'sms.url', '选择短信网关时，请填写网关地址');
  if (sms.kind !== 'off') need(sms.sign !== '', 'sms.sign', '请填写短信签名');
  if (settings.verificationOn) {
    need(sms.kind !== 'off', 'verificationOn', '开启弱密码短信验证前，请先设置短信发送方式');
  }
  if (captcha === 'tencent') {
    need(settings.captchaAppId !== '', 'captchaAppId', '选择腾讯验证码时，请填写应用编号');
    need(held.has('captchaSecret'), 'captchaSecret', '选择腾讯验证码时，请设置密钥');
  }
  if (wechat) {
    need(wechat.domains.length > 0, 'wechat.domains', '请填写允许微信登录的站点地址，至少一个');
    need(held.has('wechatSecret'), 'wechatSecret', '启用微信登录时，请设置密钥');
  }
  if (settings.thirdParty) need(ehb !== null, 'thirdParty', '显示统一平台登录按钮前，请先启用并填写统一平台');
  if (ehb) {
    need(ehb.clientId !== '', 'ehb.clientId', '请填写应用编号');
    need(held.has('ehbSecret'), 'ehbSecret', '启用统一平台时，请设置密钥');
  }
  if (settings.thirdTokenUrl !== null)
    need(held.has('thirdTokenKey'), 'thirdTokenKey', '填写令牌校验地址后，请设置密钥');
  if (settings.appCodeUrl !== null) need(held.has('appCodeKey'), 'appCodeKey', '填写授权码校验地址后，请设置密钥');
  if (basePlatform) {
    need(basePlatform.appKey !== '', 'basePlatform.appKey', '请填写应用标识');
    need(held.has('basePlatformSecret'), 'basePlatformSecret', '启用基础平台时，请设置密钥');
  }
  if (settings.speech) need(held.has('speechKey'), 'speechKey', '启用语音转文字时，请设置密钥');
  if (settings.reportServer) need(held.has('reportServerKey'), 'reportServerKey', '启用报表服务器时，请设置密钥');
  if (map && map.tileOrigin === null)
    need(map.provider !== 'tianditu' || map.tileKey !== '', 'map.tileKey', '天地图须填写浏览器端密钥');
  for (const [at, site] of outsideSites.entries()) {
    const earlier = outsideSites.findIndex(({ key }) => key === site.key);
    need(
      earlier === at,
      'outsideSites',
      `外部站点“${site.name}”与“${outsideSites[earlier]?.name}”的用途相同，请只留一个`,
    );
    if (!site.legacyTokenHandoff) {
      need(held.has(outsideKey(site.key)), outsideKey(site.key), `“${site.name}”用一次性票据打开，请设置兑换密钥`);
    }
  }
  return faults;
}
