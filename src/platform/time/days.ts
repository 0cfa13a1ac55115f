const two = (n: number) => String(n).padStart(2, '0');
const time = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The same day so many months later, clamped to the end of its month: 01-31 and one month is 02-28. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const index = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(index / 12), (index % 12) + 1];
  const last = new Date(Date.UTC(y, m, 0)).getUTCDate();
  return `${y}-${two(m)}-${two(Math.min(date, last))}`;
}

/** So many calendar days later. */
export const addDays = (day: string, days: number): string => dayOf(time(day) + days * 86_400_000);

/** Calendar days from one day to another; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((time(to) - time(from)) / 86_400_000);

/** The earlier of two days. */
export const earlierOf = (a: string, b: string): string => [a, b].sort()[0] ?? a;

/** Beijing keeps no summer time: eight hours before Greenwich the year round. */
const BEIJING_MS = 8 * 3_600_000;

const inBeijing = (at: Date | number) => new Date(Number(at) + BEIJING_MS).toISOString();

/** Day and minute in Beijing: `2026-11-20 10:30`. @param at a point in time, or its milliseconds; by default now */
export const beijingTime = (at: Date | number = Date.now()): string => inBeijing(at).slice(0, 16).replace('T', ' ');

/** The day in Beijing: `2026-11-20`. @param at a point in time, or its milliseconds; by default now */
export const beijingDay = (at: Date | number = Date.now()): string => inBeijing(at).slice(0, 10);
