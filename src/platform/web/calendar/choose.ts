import type { Day } from './days.ts';

/** One day; any number of days; the first and the last day of a range. */
export type Mode = 'single' | 'multiple' | 'range';

/** Which days may be chosen; `begin` and `end` are the first and the last of them. */
export interface Bounds {
  begin: Day;
  end: Day;
  isDisabled?: (day: Day) => boolean;
}

/** What years the field and the server take. */
export const WIDEST: Bounds = { begin: '1900-01-01', end: '2199-12-31' };

/** Days before begin, after end or disabled are not selectable (specification, section 5). */
export const mayChoose = ({ begin, end, isDisabled }: Bounds, day: Day): boolean =>
  day >= begin && day <= end && !isDisabled?.(day);

/**
 * What is chosen after a press on a day, in order. Of a range the first press sets one end and the second the other; ends
 * that were given the wrong way round are swapped (specification, section 4).
 */
export function chooseDays(mode: Mode, chosen: readonly Day[], day: Day): Day[] {
  if (mode === 'single') return [day];
  if (mode === 'multiple')
    return chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day].sort();
  return chosen.length === 1 ? [chosen[0] as Day, day].sort() : [day];
}

/** Whether a day is chosen, or lies in the chosen range. */
export function isChosen(mode: Mode, chosen: readonly Day[], day: Day): boolean {
  const [from, to] = chosen;
  if (mode === 'range' && from && to) return day >= from && day <= to;
  return chosen.includes(day);
}
