import { shareText } from '#platform/text/share.ts';

/** A count as people read it: 12,345. */
export const formatNumber = (value: number) => value.toLocaleString('en-US');

/** A decimal number in text as people read it: `10464.50` is 10,464.50; its decimals stay as they are. */
export function formatDecimal(text: string): string {
  const [whole = '', decimals] = text.split('.');
  return whole === '' ? text : Number(whole).toLocaleString('en-US') + (decimals === undefined ? '' : `.${decimals}`);
}

/** The share of `part` in `whole` as text, `31.8%` (`shareOf`); `0%` where the whole is 0. */
export const formatPercent = (part: number, whole: number): string => shareText(part, whole, '0%');
