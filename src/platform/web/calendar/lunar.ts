import { SolarDay } from 'tyme4ts';
import type { Day } from './days.ts';

/** The first and last day with lunar text: the lunar year 1900 begins on 31 January (specification, section 9). */
const FIRST: Day = '1900-01-31';
const LAST: Day = '2100-12-31';

const FIXED: Readonly<Record<string, string>> = {
  '01-01': '元旦',
  '03-08': '妇女节',
  '03-12': '植树节',
  '05-01': '劳动节',
  '05-04': '青年节',
  '06-01': '儿童节',
  '07-01': '建党节',
  '08-01': '建军节',
  '09-03': '抗战胜利纪念日',
  '09-10': '教师节',
  '09-30': '烈士纪念日',
  '10-01': '国庆节',
  '12-04': '宪法日',
  '12-13': '国家公祭日',
};
const LUNAR: Readonly<Record<string, string>> = {
  '1-1': '春节',
  '1-15': '元宵',
  '5-5': '端午',
  '7-7': '七夕',
  '8-15': '中秋',
  '9-9': '重阳',
  '12-8': '腊八',
};

export interface Almanac {
  /** 丙午年十月十二 */
  lunar: string;
  /** Festivals of the day, lunar ones first. */
  festivals: readonly string[];
  /** The solar term that begins on the day, in Beijing time. */
  term: string | null;
  /** What a day's cell has room for: festival, else term, else the month at its first day, else the lunar day. */
  short: string;
}

/**
 * The lunar day, festivals and solar term of a day (GB/T 33661-2017 as tyme4ts has it); null outside 1900–2100.
 * A module of its own: the tables are loaded with the first calendar that is opened.
 */
export function almanacOf(day: Day): Almanac | null {
  if (day < FIRST || day > LAST) return null;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const solar = SolarDay.fromYmd(year, month, date);
  const lunarDay = solar.getLunarDay();
  const lunarMonth = lunarDay.getLunarMonth();
  const monthName = lunarMonth.getName().replace('十二月', '腊月');
  const yearName = lunarMonth.getLunarYear().getName().replace('农历', '');
  const termDay = solar.getTermDay();
  const term = termDay.getDayIndex() === 0 ? termDay.getSolarTerm().getName() : null;
  const festivals: string[] = [];
  if (!lunarMonth.isLeap()) {
    const name = LUNAR[`${lunarMonth.getMonth()}-${lunarDay.getDay()}`];
    if (name) festivals.push(name);
  }
  // The day before 春节, whether the month has 29 days or 30.
  const tomorrow = lunarDay.next(1);
  if (tomorrow.getMonth() === 1 && tomorrow.getDay() === 1) festivals.push('除夕');
  const fixed = FIXED[day.slice(5)];
  if (fixed) festivals.push(fixed);
  const plain = lunarDay.getDay() === 1 ? monthName : lunarDay.getName();
  return {
    lunar: `${yearName}${monthName}${lunarDay.getName()}`,
    festivals,
    term,
    short: (festivals[0] ?? term ?? plain).slice(0, 4),
  };
}
