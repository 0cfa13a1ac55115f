import { addDays } from './days.ts';

/** Days off and weekends that are worked, by year; a year that is not there counts Monday to Friday. */
export type WorkCalendar = Readonly<Record<string, { off: readonly string[]; work: readonly string[] }>>;

/** Saturday or Sunday. @param day `YYYY-MM-DD` */
export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Whether work is done on a day. @param day `YYYY-MM-DD` */
export function isWorkday(day: string, calendar: WorkCalendar): boolean {
  const year = calendar[day.slice(0, 4)];
  if (year?.work.includes(day)) return true;
  return !isWeekend(day) && !year?.off.includes(day);
}

/** Whether a day is off by the table of its year; false for a year without a table. */
export const isHoliday = (day: string, calendar: WorkCalendar): boolean =>
  calendar[day.slice(0, 4)]?.off.includes(day) ?? false;

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
