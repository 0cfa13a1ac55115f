import { addMonths } from '#platform/days.ts';

/** Half-years from a day that ended before another without an inspection, each by its last day. */
export function gapsOf(start: string, until: string, inspections: readonly string[]): string[] {
  const gaps: string[] = [];
  for (let k = 0; ; k++) {
    const from = addMonths(start, 6 * k);
    const to = addMonths(start, 6 * (k + 1));
    if (to >= until) return gaps;
    if (!inspections.some((day) => (k === 0 ? day >= from : day > from) && day <= to)) gaps.push(to);
  }
}

/** The last day of the first half-year from a day that has no inspection yet. */
export function nextInspection(start: string, inspections: readonly string[]): string {
  for (let k = 0; ; k++) {
    const [from, to] = [addMonths(start, 6 * k), addMonths(start, 6 * (k + 1))];
    if (!inspections.some((day) => (k === 0 ? day >= from : day > from) && day <= to)) return to;
  }
}
