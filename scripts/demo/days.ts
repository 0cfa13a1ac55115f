const DAY = 86_400_000;
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (date: Date) => date.toISOString().slice(0, 10);

/** A day `count` days later (earlier when negative); days are `YYYY-MM-DD`. */
export const addDays = (day: string, count: number) => toDay(new Date(toDate(day).getTime() + count * DAY));

/** The same day `count` months later, at most the last day of that month (01-31 + 1 is 02-28). */
export function addMonths(day: string, count: number): string {
  const date = toDate(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return toDay(first);
}

export const addYears = (day: string, count: number) => addMonths(day, count * 12);

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((toDate(to).getTime() - toDate(from).getTime()) / DAY);
