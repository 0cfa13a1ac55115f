/** A count as people read it: 12,345. */
export const number = (value: number) => value.toLocaleString('en-US');

/** The share of `part` in `whole` with one decimal, `31.8%`; none of nothing is `0%`. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${Math.round((part * 1000) / whole) / 10}%`;
}
