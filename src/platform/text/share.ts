/**
 * The share of a part in a whole in per cent with one decimal: the one way in which the house makes a rate of two numbers, so that a
 * share reads the same on a page, a wall, a sheet and a paper. Rounded down, never up: 100 is said where nothing is missing alone.
 * Null of nothing: there is nothing to be measured.
 */
export const shareOf = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  !whole ? null : Math.floor(((part ?? 0) * 1000) / whole) / 10;

/** The same as it is read, `31.8%`; of nothing `—`, or what else stands for it. */
export function shareText(part: number, whole: number, none = '—'): string {
  const share = shareOf(part, whole);
  return share === null ? none : `${share}%`;
}
