import * as XLSX from '@e965/xlsx';
import { plainDigits } from '../../reading/numbers.ts';

/** What neither a form accepts nor the database holds; a line break within a cell becomes a gap. */
const CONTROL = /[\u0000-\u001f\u007f\ufffe\uffff]+/g;

/** A text of a cell without what nothing holds. */
export const cleanText = (text: string) => text.toWellFormed().replace(CONTROL, ' ').trim();

/** A number of more than fifteen digits as a spreadsheet shows it: the others are lost, and no zeros stand for them. */
const asShown = (value: number) => value.toExponential(14).toUpperCase();

/** Days between 1900 and 1904 as spreadsheets count them. */
const DAYS_TO_1904 = 1462;

/** Whether a format of numbers shows days. */
export const isDay = (format: unknown): format is string => typeof format === 'string' && XLSX.SSF.is_date(format);

/**
 * Built-in formats of Excel in Chinese, which a file names by their number alone (ECMA-376, 18.8.30, zh-cn); 27 to 31, 36, 50 to 54
 * and 57, 58 are days, 32 to 35, 55 and 56 times.
 */
export const CHINESE_FORMATS: Readonly<Record<number, string>> = Object.fromEntries([
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id) => [id, 'yyyy"年"m"月"d"日"'] as const),
  ...[32, 33, 34, 35, 55, 56].map((id) => [id, 'h"时"mm"分"'] as const),
]);

/** What a format says without what stands in quotes, brackets or behind a backslash. */
const bare = (format: string) => format.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '');

/**
 * A number as the text that a person reads: without exponent and to the fifteen digits that a spreadsheet shows; a day as
 * `YYYY-MM-DD`, with its time where the format shows one, a time alone as `HH:mm`; a share as `50%`.
 * @param from1904 the workbook counts its days from 1904
 */
export function numberText(counted: number, format: unknown, from1904 = false): string {
  const value = from1904 && isDay(format) && counted >= 1 ? counted + DAYS_TO_1904 : counted;
  if (isDay(format)) {
    const hasTime = /h/i.test(bare(format));
    const hasDay =
      /[yd]/i.test(bare(format)) || /m/i.test(bare(format).replace(/h[^a-z]{0,9}m{1,9}|m{1,9}[^a-z]{0,9}s/gi, ''));
    if (value < 0) return plainDigits(value);
    if (hasTime && (!hasDay || value < 1)) return XLSX.SSF.format('hh:mm', value);
    const hasMinutes = hasTime && Math.round((value % 1) * 1440) % 1440 !== 0;
    return XLSX.SSF.format(hasMinutes ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd', value);
  }
  if (typeof format === 'string' && bare(format).includes('%')) return `${plainDigits(value * 100)}%`;
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : asShown(value);
  return plainDigits(value);
}

export const booleanText = (value: boolean) => (value ? '是' : '否');
