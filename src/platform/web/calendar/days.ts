/** A day of the calendar, `YYYY-MM-DD`. Days compare as texts. */
export type Day = string;

const MS = 86_400_000;

/** Days since 1970-01-01. */
export const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / MS;

export const dayOf = (number: number): Day => new Date(number * MS).toISOString().slice(0, 10);

export const addDays = (day: Day, days: number): Day => dayOf(numberOf(day) + days);

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: Day): number => ((((numberOf(day) + 3) % 7) + 7) % 7) + 1;

/** Whether the text is a day that exists: 2026-02-30 is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(numberOf(text)) && dayOf(numberOf(text)) === text;

/** The day some months later; where that month has no such day, its last day: 01-31 and one month is 02-28. */
export function addMonths(day: Day, months: number): Day {
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const first = `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}`;
  const last = dayOf(numberOf(`${first}-28`) + 4).slice(0, 8);
  const length = numberOf(`${last}01`) - numberOf(`${first}-01`);
  return `${first}-${String(Math.min(Number(day.slice(8)), length)).padStart(2, '0')}`;
}

/** The six weeks, from Monday, that show the month of the day. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = numberOf(first) - weekdayOf(first) + 1;
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => dayOf(start + week * 7 + at)));
}

/** The twenty years, counted from 1900 on, in which the year lies. */
export function yearsAround(year: number): number[] {
  const first = year - ((((year - 1900) % 20) + 20) % 20);
  return Array.from({ length: 20 }, (_, at) => first + at);
}

/** 2026年11月20日 */
export const dayInWords = (day: Day): string =>
  `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

export const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日'] as const;
