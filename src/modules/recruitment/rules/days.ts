import { isWorkday, type WorkCalendar } from '#platform/workdays.ts';

export { isWorkday, type WorkCalendar };

/** The day from which 《中国共产党发展党员工作细则》 of 2026 holds. */
export const SWITCH_DAY = '2026-05-11';
export type RuleVersion = '2014' | '2026';

/** The 细则 that holds for what happens on a day. */
export const versionOn = (day: string): RuleVersion => (day < SWITCH_DAY ? '2014' : '2026');

/** A limit that 2014 lacks counts from the later of its start and the switch. */
export const fromSwitch = (day: string): string => (day < SWITCH_DAY ? SWITCH_DAY : day);

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

/** Says so beside a count that a year's table lacks for. */
export const PROVISIONAL = '暂按周一至周五计算';

/**
 * Working days from the first day to the last, both included.
 * @returns `provisional`: a year among them has no table
 */
export function workdays(from: string, to: string, calendar: WorkCalendar): { days: number; provisional: boolean } {
  let days = 0;
  let provisional = false;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (isWorkday(day, calendar)) days++;
    provisional ||= !(day.slice(0, 4) in calendar);
  }
  return { days, provisional };
}

/** The last of so many working days that begin with a day, that day included where it is one. */
export function workdayEnd(from: string, count: number, calendar: WorkCalendar): string {
  let left = count;
  for (let day = from; ; day = addDays(day, 1)) {
    if (isWorkday(day, calendar)) left--;
    if (left <= 0) return day;
  }
}

/** The earlier of two days. */
export const earlierOf = (a: string, b: string): string => [a, b].sort()[0] ?? a;
