import { addDays } from '#platform/time/days.ts';
import { type PeriodKind, periodOfDay } from './rules.ts';

/** How often a report is sent, and on which days. */
export const EVERY = { day: '每天', week: '每周一', month: '每月1日', quarter: '每季度首月1日' } as const;
export type Every = keyof typeof EVERY;

/** From which hour on reports are sent: when the day's work begins. */
export const SENT_FROM = 8;
/** Who may be named in one subscription. */
export const MOST_RECEIVERS = 200;
/** Subscriptions of one organisation. */
export const MOST_SUBSCRIPTIONS = 50;

const MONDAY = 1;
const fits: Readonly<Record<Every, (day: string) => boolean>> = {
  day: () => true,
  week: (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY,
  month: (day) => day.endsWith('-01'),
  quarter: (day) => /-(01|04|07|10)-01$/.test(day),
};

/** The first day after one on which a report is sent. @param day `YYYY-MM-DD` */
export function nextAfter(every: Every, day: string): string {
  let next = addDays(day, 1);
  while (!fits[every](next)) next = addDays(next, 1);
  return next;
}

/** The last day on which a report was sent, or would have been: a day, or the nearest before it. @param day `YYYY-MM-DD` */
export function lastUntil(every: Every, day: string): string {
  let last = day;
  while (!fits[every](last)) last = addDays(last, -1);
  return last;
}

const WANTED: Readonly<Record<Every, readonly PeriodKind[]>> = {
  day: ['month', 'quarter', 'year'],
  week: ['month', 'quarter', 'year'],
  month: ['month', 'quarter', 'year'],
  quarter: ['quarter', 'month', 'year'],
};

/** The period that a report is sent of: that of the day before it is due, so that the first of a month tells of the month that has ended. */
export function periodSent(periods: readonly PeriodKind[], every: Every, due: string): string | undefined {
  const kind = WANTED[every].find((one) => periods.includes(one)) ?? periods[0];
  return kind && periodOfDay(kind, addDays(due, -1));
}
