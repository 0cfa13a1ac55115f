import { dayFault, parseTypedDay } from '#platform/reading/days.ts';
import { addDays } from '#platform/time/days.ts';

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
/** 国务院办公厅 never gave more days off in a row. */
const LONGEST = 15;

/** Days as they are written: one a line, or a span `2026-10-01 至 2026-10-07`; the sentence where a line is wrong. */
export function readDays(text: string, year: number): string[] | Error {
  const days = new Set<string>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [from = '', to = from, ...rest] = line.split(/至|~|到/).map(parseTypedDay);
    if (rest.length > 0 || dayFault(from) !== '' || dayFault(to) !== '') {
      return new Error(`“${line}”不正确，每行写一天 2026-10-01，或一段 2026-10-01 至 2026-10-07`);
    }
    if (to < from) return new Error(`“${line}”的结束日期早于开始日期`);
    if (Number(from.slice(0, 4)) !== year || Number(to.slice(0, 4)) !== year)
      return new Error(`“${line}”不在${year}年`);
    if (addDays(from, LONGEST) <= to) return new Error(`“${line}”超过${LONGEST}天`);
    for (let day = from; day <= to; day = addDays(day, 1)) days.add(day);
  }
  return [...days].sort();
}

/** What is wrong with a year's table, at its field; nothing where it stands. */
export function calendarFaults(off: readonly string[], work: readonly string[]): Record<string, string> {
  const twice = work.find((day) => off.includes(day));
  if (twice) return { work: `${twice}不能既放假又上班` };
  const weekday = work.find((day) => !isWeekend(day));
  if (weekday) return { work: `${weekday}不是周末，本来就上班` };
  return off.length === 0 ? { off: '请填写放假日期' } : {};
}

/** Days as a person reads them: runs as spans. */
export function spansOf(days: readonly string[]): string[] {
  const spans: [string, string][] = [];
  for (const day of [...days].sort()) {
    const last = spans.at(-1);
    if (last && addDays(last[1], 1) === day) last[1] = day;
    else spans.push([day, day]);
  }
  return spans.map(([from, to]) => (from === to ? from : `${from} 至 ${to}`));
}
