import { bounds } from './rules.duty.ts';

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/**
 * The day on which a planned meeting of a period is held: the branch's fixed day of the period's last month; where that has
 * passed, the next day that is left in the period; null: none is.
 * @param fixed 1 to 28
 * @param today `YYYY-MM-DD`
 */
export function planDay(period: string, fixed: number, today: string): string | null {
  const { last } = bounds(period);
  const day = `${last.slice(0, 8)}${String(fixed).padStart(2, '0')}`;
  if (day > today) return day;
  const next = dayAfter(today);
  return next <= last ? next : null;
}
