/** The first that fits wins: the browsers of this list also call themselves Chrome or Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
  [/\bQQ\//, 'QQ'],
  [/QQBrowser/i, 'QQ浏览器'],
  [/360SE|360EE|QihooBrowser/i, '360浏览器'],
  [/MetaSr|SogouMobileBrowser/i, '搜狗浏览器'],
  [/UCBrowser/i, 'UC浏览器'],
  [/HuaweiBrowser/i, '华为浏览器'],
  [/Edg(e|A|iOS)?\//, 'Edge浏览器'],
  [/OPR\//, 'Opera浏览器'],
  [/Firefox\/|FxiOS/, 'Firefox浏览器'],
  [/Chrome\/|CriOS/, 'Chrome浏览器'],
  [/Safari\//, 'Safari浏览器'],
  [/Trident|MSIE/, 'IE浏览器'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/OpenHarmony|HarmonyOS/i, '鸿蒙'],
  [/Android/i, '安卓'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows NT/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/UOS|UnionTech/i, '统信UOS'],
  [/Kylin/i, '麒麟'],
  [/Linux/, 'Linux'],
];

/** What a `User-Agent` header says, in words: `Chrome浏览器，Windows`. */
export function agentWords(header: string | undefined): string {
  const find = (list: typeof BROWSERS) => list.find(([sign]) => sign.test(header ?? ''))?.[1];
  const words = [find(BROWSERS), find(SYSTEMS)].filter((word) => word !== undefined);
  return words.length === 0 ? '未知设备' : words.join('，');
}

/** The end of an address, enough to know one's own again: `*.*.3.7`, `*:4f2a:91c0`. */
export function ipTail(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (mapped.includes('.')) return `*.*.${mapped.split('.').slice(-2).join('.')}`;
  const parts = mapped.split(':').filter(Boolean).slice(-2);
  return parts.length === 0 ? '' : `*:${parts.join(':')}`;
}
