import * as XLSX from '@e965/xlsx';

/** What neither a form accepts nor the database holds; a line break within a cell becomes a gap. */
const CONTROL = /[\u0000-\u001f\u007f\ufffe\uffff]+/g;

/** A text of a cell without what nothing holds. */
export const cleanText = (text: string) => text.toWellFormed().replace(CONTROL, ' ').trim();

/** A number of more than fifteen digits as a spreadsheet shows it: the others are lost, and no zeros stand for them. */
const asShown = (value: number) => value.toExponential(14).toUpperCase();

/** Whether a format of numbers shows days. */
export const isDay = (format: unknown): format is string => typeof format === 'string' && XLSX.SSF.is_date(format);

/** A number as the text that a person reads: without exponent, a day as `YYYY-MM-DD` where its format is one of days. */
export function numberText(value: number, format: unknown): string {
  if (isDay(format)) return XLSX.SSF.format('yyyy-mm-dd', value);
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : asShown(value);
  return String(value);
}

export const booleanText = (value: boolean) => (value ? '是' : '否');
