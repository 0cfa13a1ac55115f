import { addDays } from '#platform/time/days.ts';
import { formatNumber } from '#platform/web/show/number.ts';
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

/** A number at the end of a month, told by its last day. */
export interface MonthEnd {
  day: string;
  value: number;
}

/**
 * What the running month has changed: `本月 +12`, `本月 −0.4`, `本月无变化`; empty where the end of the month before is not known.
 * @param today `YYYY-MM-DD`
 * @param decimals of the number
 */
export function monthChange(value: number, months: readonly MonthEnd[], today: string, decimals: number): string {
  const last = months.at(-1);
  if (last?.day !== addDays(`${today.slice(0, 7)}-01`, -1)) return '';
  const change = Number((value - last.value).toFixed(decimals));
  if (change === 0) return '本月无变化';
  const size = decimals ? Math.abs(change).toFixed(decimals) : formatNumber(Math.abs(change));
  return `本月 ${change > 0 ? '+' : '−'}${size}`;
}

/** The months in words: `月末：2025年11月20,043，12月20,051，2026年1月20,060。` */
export function monthsInWords(months: readonly MonthEnd[], decimals: number): string {
  const words = months.map(({ day, value }, at) => {
    const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))];
    const number = decimals ? value.toFixed(decimals) : formatNumber(value);
    return `${at === 0 || month === 1 ? `${year}年` : ''}${month}月 ${number}`;
  });
  return `月末：${words.join('，')}。`;
}
