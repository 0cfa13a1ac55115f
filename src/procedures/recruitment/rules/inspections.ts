import { addMonths } from '#platform/time/days.ts';

/** What is noted of a file beside its steps. */
export const NOTES = { inspection: '考察', thought: '思想汇报', gap: '未考察说明' } as const;

/** Months of the time that each 考察 is for (细则第十一条). */
const HALF_YEAR = 6;

/** Whether one of the days lies in the `k`th time of so many months; the day on which one time ends begins no other. */
function within(days: readonly string[], start: string, months: number, k: number): boolean {
  const [from, to] = [addMonths(start, months * k), addMonths(start, months * (k + 1))];
  return days.some((day) => (k === 0 ? day >= from : day > from) && day <= to);
}

/** Times of so many months from a day that ended before another without anything in them, each by its last day. */
export function gapsOf(start: string, until: string, days: readonly string[], months = HALF_YEAR): string[] {
  const gaps: string[] = [];
  for (let k = 0; ; k++) {
    const to = addMonths(start, months * (k + 1));
    if (to >= until) return gaps;
    if (!within(days, start, months, k)) gaps.push(to);
  }
}

/**
 * The last day of the first half-year from a day that has no inspection yet.
 * @param answered days of inspections, and those by which half-years without one are answered for
 */
export function nextInspection(start: string, answered: readonly string[]): string {
  for (let k = 0; ; k++) {
    if (!within(answered, start, HALF_YEAR, k)) return addMonths(start, HALF_YEAR * (k + 1));
  }
}

/** The half-years before a day without an inspection and without an answer, each as its days. */
export const uninspectedHalfYears = (
  start: string,
  until: string,
  inspections: readonly string[],
  explained: readonly string[],
): { from: string; to: string }[] =>
  gapsOf(start, until, [...inspections, ...explained]).map((to) => ({ from: addMonths(to, -HALF_YEAR), to }));
