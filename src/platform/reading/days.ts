import { compactNumber, halfWidth } from './cells.ts';
import { removeInvisibleSigns } from './signs.ts';

const real = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null;
};

/** What a text means as a day: the day itself, a corrected form of it, only a month, or a fault with suggestions. */
export type DayReading =
  | { day: string }
  | { fix: string }
  | { month: string; fix: string }
  | { text: string; suggestions: string[] };

/** The time of the day that a spreadsheet or a bank writes behind a day. */
const TIME = /(?<=\d|日|号)[\sT]{1,9}(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;

/** Whether a clock shows it; 24:00 belongs to no day without asking. */
export const isClock = (hour: number, minute: number, second = 0): boolean => hour < 24 && minute < 60 && second < 60;

/** A gap between two digits. */
const GAP = /(?<=\d) (?=\d)/g;

/**
 * Reads a day as people write it (also in full width: 2019.7.1, 2019/07/01, 2019年7月1日, 2019 7 1, 20190701, 201907). It invents nothing: for a
 * month without a day it answers the month, and for what may be a spreadsheet's count of days it answers a suggestion.
 */
export function readDay(text: string): DayReading {
  // A gap between digits parts year, month and day: joined, 2024 1 1 would be November.
  const written = halfWidth(removeInvisibleSigns(text)).trim();
  const [time = '', ...clock] = TIME.exec(written) ?? [];
  const [hour = 0, minute = 0, second = 0] = clock.map((part) => Number(part ?? 0));
  if (!isClock(hour, minute, second)) return { text: `没有${time.replace(/^[\sT]+/, '')}这个时间`, suggestions: [] };
  const parted = written
    .slice(0, written.length - time.length)
    .replace(/\s+/g, ' ')
    .replace(GAP, '-');
  const compact = compactNumber(parted);
  if (/^\d{4}-\d{2}-\d{2}$/.test(compact) && real(...parts(compact))) return { day: compact };
  const match =
    /^(\d{4})[./、年-](\d{1,2})[./、月-](\d{1,2})[日号]?$/.exec(compact) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(compact);
  if (match) {
    const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
    const fix = real(year, month, day);
    if (fix) return { fix };
    const swapped = month > 12 ? real(year, day, month) : null;
    const what = month < 1 || month > 12 ? `没有${month}月` : `${year}年${month}月没有${day}日`;
    return { text: swapped ? `${what}，可能是${swapped}` : what, suggestions: swapped ? [swapped] : [] };
  }
  const ofMonth = /^(\d{4})[./年-](\d{1,2})月?$/.exec(compact) ?? /^((?:19|20)\d{2})(\d{2})$/.exec(compact);
  if (ofMonth) {
    const fix = real(Number(ofMonth[1]), Number(ofMonth[2]), 1);
    return fix ? { month: fix.slice(0, 7), fix } : { text: `没有${Number(ofMonth[2])}月`, suggestions: [] };
  }
  // Five digits may be days as a spreadsheet counts them, from 1900 or, on older Macs, from 1904.
  if (/^\d{5}$/.test(compact) && Number(compact) < 60_000) {
    const suggestions = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)].map((from) =>
      new Date(from + Number(compact) * 86_400_000).toISOString().slice(0, 10),
    );
    return { text: `是数字不是日期，可能是${suggestions.join('或')}`, suggestions };
  }
  return { text: '日期写法不能识别，应为 2026-01-31', suggestions: [] };
}

const parts = (day: string) => day.split('-').map(Number) as [number, number, number];

/** A typed day as `YYYY-MM-DD` where the text is a day; any other text is returned unchanged, and the schema judges it. */
export function parseTypedDay(text: string): string {
  const read = readDay(text);
  if ('day' in read) return read.day;
  return 'fix' in read && !('month' in read) ? read.fix : text.trim();
}

/** What is wrong with a text that is no day; '' where it is one. */
export function dayFault(text: string): string {
  const read = readDay(text);
  if ('month' in read) return `只有年月，请写到日，如 ${read.fix}`;
  return 'text' in read ? read.text : '';
}
