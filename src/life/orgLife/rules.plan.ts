import { periodBounds } from './rules.duty.ts';

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * The day on which a planned meeting of a period is held: the branch's fixed day of the period's last month; where that has
 * passed, the next day that is left in the period; null: none is.
 * @param fixed 1 to 28
 * @param today `YYYY-MM-DD`
 */
export function planDay(period: string, fixed: number, today: string): string | null {
  const { last } = periodBounds(period);
  const day = `${last.slice(0, 8)}${String(fixed).padStart(2, '0')}`;
  if (day > today) return day;
  const next = dayAfter(today);
  return next <= last ? next : null;
}

/** How often a meeting is repeated. */
export const EVERY = { week: '每周', fortnight: '每两周', month: '每月' } as const;
export type Every = keyof typeof EVERY;
export const MOST_REPEATS = 12;

/** The days on which a meeting of a day is repeated; a month that has no such day has its last one. @param day `YYYY-MM-DD` */
export function repeatDays(day: string, every: Every, times: number): string[] {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return Array.from({ length: times }, (_, at) => {
    const n = at + 1;
    const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate();
    const next =
      every === 'month'
        ? Date.UTC(year, month - 1 + n, Math.min(date, last))
        : Date.UTC(year, month - 1, date + n * (every === 'week' ? 7 : 14));
    return new Date(next).toISOString().slice(0, 10);
  });
}

/** A title that names its month names that of the other day: `3月主题党日` becomes `4月主题党日`. */
export const repeatTitle = (title: string, from: string, to: string): string =>
  title
    .replace(`${Number(from.slice(0, 4))}年`, `${Number(to.slice(0, 4))}年`)
    .replace(new RegExp(`(^|\\D)${Number(from.slice(5, 7))}月`), `$1${Number(to.slice(5, 7))}月`);
