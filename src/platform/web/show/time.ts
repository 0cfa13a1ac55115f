/** A point in time (ISO 8601) in the user's own time zone, as `2026-11-20 10:30`; the empty text where there is none. */
export function dateTime(iso: string | null): string {
  if (!iso) return '';
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A length of time in words: `12秒`, `3分20秒`, `1小时5分`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole}秒`;
  if (whole < 3600) return `${Math.floor(whole / 60)}分${whole % 60 ? `${whole % 60}秒` : ''}`;
  return `${Math.floor(whole / 3600)}小时${Math.floor((whole % 3600) / 60)}分`;
}

/** How long ago a point in time (ISO 8601) was: `刚刚`, `5分钟前`, `3小时前`, `昨天`, `6天前`; after a week the day itself. */
export function timeAgo(iso: string | null, now = Date.now()): string {
  const at = iso ? Date.parse(iso) : Number.NaN;
  if (Number.isNaN(at)) return '';
  const minutes = Math.floor((now - at) / 60_000);
  // Clocks differ a little; what lies ahead of this one by more is told as it is.
  if (minutes < -1) return dateTime(iso);
  if (minutes < 1) return '刚刚';
  if (minutes < 60) return `${minutes}分钟前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}小时前`;
  const days = Math.floor(minutes / (24 * 60));
  if (days === 1) return '昨天';
  return days <= 7 ? `${days}天前` : dateTime(iso).slice(0, 10);
}

/** Minutes of study as hours: `0小时`, `1.5小时`, `32小时`; one decimal, rounded down, since a quota counts full hours. */
export function hoursText(minutes: number): string {
  return `${Math.floor(Math.max(0, minutes) / 6) / 10}小时`;
}
