import { describe, expect, it } from 'vitest';
import { formatPercent } from '#platform/web/show/number.ts';
import { almanacOf } from '../web/almanac.ts';
import { dueTodayText, longDate, monthChange, monthsInWords, partyAge } from '../web/words.ts';

describe('the words of the home page', () => {
  it('says first what is overdue, then what is due', () => {
    expect(dueTodayText({ overdue: 2, due: 5, open: 8 })).toBe('今天有15件要办，先办超时的2件');
    expect(dueTodayText({ overdue: 0, due: 5, open: 8 })).toBe('今天有13件要办，其中5件即将到期');
    expect(dueTodayText({ overdue: 0, due: 0, open: 1 })).toBe('今天有1件要办');
    expect(dueTodayText({ overdue: 0, due: 0, open: 0 })).toBe('今天的事都办完了');
  });

  it('gives shares with one decimal, and none of nothing', () => {
    expect(formatPercent(6392, 20127)).toBe('31.7%');
    expect(formatPercent(1, 8)).toBe('12.5%');
    expect(formatPercent(3, 3)).toBe('100%');
    expect(formatPercent(0, 0)).toBe('0%');
  });

  it('counts the years in the party', () => {
    expect([5, 12, 208].map(partyAge)).toEqual(['5个月', '1年', '17年4个月']);
  });

  it('says what the running month has changed, and nothing where the end of the last one is not known', () => {
    const ends = [
      { day: '2025-12-31', value: 2405 },
      { day: '2026-01-31', value: 2410 },
    ];
    expect(monthChange(2422, ends, '2026-02-01', 0)).toBe('本月 +12');
    expect(monthChange(1200, ends, '2026-02-28', 0)).toBe('本月 −1,210');
    expect(monthChange(2410, ends, '2026-02-28', 0)).toBe('本月无变化');
    expect(monthChange(2422, ends, '2026-03-01', 0)).toBe('');
    expect(monthChange(2422, [], '2026-02-01', 0)).toBe('');
    expect(monthChange(96.4, [{ day: '2026-01-31', value: 96.0 }], '2026-02-03', 1)).toBe('本月 +0.4');
    expect(monthsInWords(ends, 0)).toBe('月末：2025年12月 2,405，2026年1月 2,410。');
  });

  it('names the day', () => {
    expect(longDate(new Date(2026, 10, 20))).toBe('2026年11月20日 星期五');
  });

  it('knows the lunar day and the next solar term', () => {
    // 春节, and 雨水 at 23:52 of the next day; a leap month; the day of a term itself.
    expect(almanacOf(new Date(2026, 1, 17))).toBe('农历正月初一，明天雨水');
    expect(almanacOf(new Date(2025, 6, 25))).toBe('农历闰六月初一，13天后立秋');
    expect(almanacOf(new Date(2026, 10, 22))).toBe('农历十月十四，今天小雪');
  });
});
