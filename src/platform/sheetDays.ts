import { compactNumber } from './sheetCells.ts';

const real = (year: number, month: number, day: number): string | null => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text) ? text : null;
};

/** What a text says of a day: itself, a rewriting of it, only the month, or what is wrong. */
export type DayReading =
  | { day: string }
  | { fix: string }
  | { month: string; fix: string }
  | { text: string; suggestions: string[] };

/** Reads a day as people write it (also in full width: 2019.7.1, 2019/07/01, 2019年7月1日, 20190701, 201907, Excel's 43647). */
export function readDay(text: string): DayReading {
  const compact = compactNumber(text).replace(/00:00(:00)?$/, '');
  if (/^\d{4}-\d{2}-\d{2}$/.test(compact) && real(...parts(compact))) return { day: compact };
  const match =
    /^(\d{4})[.．/、年-](\d{1,2})[.．/、月-](\d{1,2})日?$/.exec(compact) ??
    /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(compact);
  if (match) {
    const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
    const fix = real(year, month, day);
    if (fix) return { fix };
    const swapped = month > 12 ? real(year, day, month) : null;
    const what = month < 1 || month > 12 ? `没有${month}月` : `${year}年${month}月没有${day}日`;
    return { text: swapped ? `${what}，可能是${swapped}` : what, suggestions: swapped ? [swapped] : [] };
  }
  const ofMonth = /^(\d{4})[.．/年-](\d{1,2})月?$/.exec(compact) ?? /^((?:19|20)\d{2})(\d{2})$/.exec(compact);
  if (ofMonth) {
    const fix = real(Number(ofMonth[1]), Number(ofMonth[2]), 1);
    return fix ? { month: fix.slice(0, 7), fix } : { text: `没有${Number(ofMonth[2])}月`, suggestions: [] };
  }
  // Days since 30 December 1899, as a spreadsheet counts them; five digits are 1927 to 2173.
  if (/^\d{5}$/.test(compact) && Number(compact) < 60_000) {
    return { fix: new Date(Date.UTC(1899, 11, 30) + Number(compact) * 86_400_000).toISOString().slice(0, 10) };
  }
  return { text: '日期写法不能识别，应为 2026-01-31', suggestions: [] };
}

const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
