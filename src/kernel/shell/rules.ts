/** The word of greeting for an hour from 0 to 23. */
export function greetingAt(hour: number): string {
  if (hour < 5) return '夜深了';
  if (hour < 8) return '早上好';
  if (hour < 11) return '上午好';
  if (hour < 13) return '中午好';
  if (hour < 18) return '下午好';
  return '晚上好';
}

/** A login name as it may stand on a screen: the first three and last four signs of a long one (specification, section 5). */
export function maskedName(name: string): string {
  return name.length > 8 ? name.slice(0, 3) + '*'.repeat(name.length - 7) + name.slice(-4) : name;
}

/** The version at the end of a package's name: `party-1.2.0.apk` is 1.2.0; null where there is none. */
export function packageVersion(file: string): string | null {
  return /[-_.]v?(\d{1,9}(?:\.\d{1,9}){1,5})\.apk$/.exec(file)?.[1] ?? null;
}

/** The messaging application whose built-in browser shows the page; it cannot save packages. Null in other browsers. */
export function messengerOf(userAgent: string): '微信' | 'QQ' | '钉钉' | null {
  if (/MicroMessenger/i.test(userAgent)) return '微信';
  if (/DingTalk/i.test(userAgent)) return '钉钉';
  // MQQBrowser without QQ/ is the browser of that name, which saves packages.
  return /\bQQ\/[\d.]+/.test(userAgent) ? 'QQ' : null;
}
