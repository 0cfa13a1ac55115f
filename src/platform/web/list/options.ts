import { beijingDay } from '#platform/time/days.ts';
import { yearsOf } from '#platform/time/periods.ts';

/** Choices of a filter or field, from the words of its values. */
export const optionsOf = (words: Readonly<Record<string | number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The years that a list may be narrowed to: the next one, this one and those before. */
export const yearOptions = () => {
  const years = yearsOf(beijingDay());
  return [(years[0] ?? 0) + 1, ...years].map((year) => ({ value: String(year), label: `${year}年` }));
};
