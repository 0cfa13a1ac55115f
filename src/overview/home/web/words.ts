import { dateTime } from '#platform/web/show/time.ts';

/** `截至10:30` of a point in time (ISO 8601), by the user's clock. */
export const asOfTime = (iso: string): string => `截至${dateTime(iso).slice(11)}`;

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];

/** `2026年11月20日 星期五`. */
export function longDate(day: Date): string {
  return `${day.getFullYear()}年${day.getMonth() + 1}月${day.getDate()}日 星期${WEEKDAYS[day.getDay()]}`;
}

/** What the day holds: `今天有15件要办，先办超时的2件`. */
export function dueTodayText({ overdue, due, open }: { overdue: number; due: number; open: number }): string {
  const all = overdue + due + open;
  if (all === 0) return '今天的事都办完了';
  if (overdue > 0) return `今天有${all}件要办，先办超时的${overdue}件`;
  if (due > 0) return `今天有${all}件要办，其中${due}件即将到期`;
  return `今天有${all}件要办`;
}

/** `17年4个月` of months in the party. */
export function partyAge(months: number): string {
  const years = Math.floor(months / 12);
  const rest = months % 12;
  if (years === 0) return `${rest}个月`;
  return rest === 0 ? `${years}年` : `${years}年${rest}个月`;
}
