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

/** 节假日: a day off by the table of its year; a year without one knows none. */
export const isHoliday = (day: string, calendar: WorkCalendar): boolean =>
  calendar[day.slice(0, 4)]?.off.includes(day) ?? false;
