/**
 * The share of a part in a whole in per cent with one decimal. Use it for every rate, so that a share is the same on a page, a
 * screen, a sheet and a paper. It is rounded down: 100 only where nothing is missing. Null where the whole is 0.
 */
export const shareOf = (part: number | null | undefined, whole: number | null | undefined): number | null =>
  !whole ? null : Math.floor(((part ?? 0) * 1000) / whole) / 10;

/** `shareOf` as text, `31.8%`; where the whole is 0, `—` or the given text. */
export function shareText(part: number, whole: number, none = '—'): string {
  const share = shareOf(part, whole);
  return share === null ? none : `${share}%`;
}
