import { badInput } from '../errors.ts';

/**
 * The ids of a row's siblings with the row put behind `after` (null: first) or, where that is given, before `before`.
 * Refuses a neighbour that is none of the siblings at its field, with `fault`.
 * @returns the new order, and the row's place in it from 1
 */
export function reorderIds(
  order: readonly string[],
  { id, after, before }: { id: string; after: string | null; before: string | null },
  fault: string,
): { ids: string[]; place: number } {
  const ids = order.filter((other) => other !== id);
  const at = before !== null ? ids.indexOf(before) : after === null ? 0 : ids.indexOf(after) + 1;
  if (at < 0) throw badInput({ before: fault });
  if (before === null && after !== null && at === 0) throw badInput({ after: fault });
  ids.splice(at, 0, id);
  return { ids, place: at + 1 };
}
