import { shareText } from '#platform/text/share.ts';

/** A count as people read it: 12,345. */
export const formatNumber = (value: number) => value.toLocaleString('en-US');

/** The share of `part` in `whole` as text, `31.8%` (`shareOf`); `0%` where the whole is 0. */
export const formatPercent = (part: number, whole: number): string => shareText(part, whole, '0%');
