import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseDays, isChosen, mayChoose, WIDEST } from '#platform/web/calendar/choose.ts';
import { addDays, addMonths, isDay, weekdayOf, weeksOf, yearsAround } from '#platform/web/calendar/days.ts';
import { almanacOf } from '#platform/web/calendar/lunar.ts';

/** domain.md 8.3: twenty dates of which each has caught a wrong table. */
const LUNAR = [
  ['1900-01-31', '庚子年正月初一'],
  ['1921-07-01', '辛酉年五月廿六'],
  ['1933-06-23', '癸酉年闰五月初一'],
  ['1949-10-01', '己丑年八月初十'],
  ['1954-02-03', '甲午年正月初一'],
  ['1985-02-20', '乙丑年正月初一'],
  ['2000-02-05', '庚辰年正月初一'],
  ['2004-03-21', '甲申年闰二月初一'],
  ['2014-10-24', '甲午年闰九月初一'],
  ['2017-07-23', '丁酉年闰六月初一'],
  ['2020-05-23', '庚子年闰四月初一'],
  ['2023-03-22', '癸卯年闰二月初一'],
  ['2024-02-09', '癸卯年腊月三十'],
  ['2025-01-28', '甲辰年腊月廿九'],
  ['2025-07-25', '乙巳年闰六月初一'],
  ['2025-10-06', '乙巳年八月十五'],
  ['2026-02-17', '丙午年正月初一'],
  ['2026-11-20', '丙午年十月十二'],
  ['2033-12-22', '癸丑年闰十一月初一'],
  ['2100-12-31', '庚申年腊月初一'],
] as const;

/** domain.md 8.2: 春节, computed from the new moons. */
const SPRING =
  '1900-01-31 1949-01-29 1985-02-20 2000-02-05 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03 2031-01-23 2032-02-11 2033-01-31 2034-02-19 2035-02-08 2050-01-23 2100-02-09';

/** domain.md 8.4: the terms of 2026 in Beijing time. */
const TERMS_2026 =
  '小寒1-5 大寒1-20 立春2-4 雨水2-18 惊蛰3-5 春分3-20 清明4-5 谷雨4-20 立夏5-5 小满5-21 芒种6-5 夏至6-21 小暑7-7 大暑7-23 立秋8-7 处暑8-23 白露9-7 秋分9-23 寒露10-8 霜降10-23 立冬11-7 小雪11-22 大雪12-7 冬至12-22';

/** Where the terms of 2025 and 2027 fall on other days than those of 2026. */
const TERMS_AROUND = [
  ['2025', '立春2-3 清明4-4 大暑7-22 冬至12-21'],
  ['2027', '雨水2-19 惊蛰3-6 春分3-21 立夏5-6 芒种6-6 立秋8-8 白露9-8 霜降10-23 立冬11-7'],
] as const;

/**
 * domain.md 8.5: the lunar years from 1900 on, every month checked against the new moons. Low four bits: the leap month;
 * bits 15 to 4: months of 30 days; bit 16: the leap month has 30.
 */
const YEARS = `
04bd8 04ae0 0a570 054d5 0d260 0d950 16554 056a0 09ad0 055d2 04ae0 0a5b6 0a4d0 0d250 1d255 0b540 0d6a0 0ada2 095b0 14977
04970 0a4b0 0b4b5 06a50 06d40 1ab54 02b60 09570 052f2 04970 06566 0d4a0 0ea50 16a95 05ad0 02b60 186e3 092e0 1c8d7 0c950
0d4a0 1d8a6 0b550 056a0 1a5b4 025d0 092d0 0d2b2 0a950 0b557 06ca0 0b550 15355 04da0 0a5b0 14573 052b0 0a9a8 0e950 06aa0
0aea6 0ab50 04b60 0aae4 0a570 05260 0f263 0d950 05b57 056a0 096d0 04dd5 04ad0 0a4d0 0d4d4 0d250 0d558 0b540 0b6a0 195a6
095b0 049b0 0a974 0a4b0 0b27a 06a50 06d40 0af46 0ab60 09570 04af5 04970 064b0 074a3 0ea50 06b58 05ac0 0ab60 096d5 092e0
0c960 0d954 0d4a0 0da50 07552 056a0 0abb7 025d0 092d0 0cab5 0a950 0b4a0 0baa4 0ad50 055d9 04ba0 0a5b0 15176 052b0 0a930
07954 06aa0 0ad50 05b52 04b60 0a6e6 0a4e0 0d260 0ea65 0d530 05aa0 076a3 096d0 04afb 04ad0 0a4d0 1d0b6 0d250 0d520 0dd45
0b5a0 056d0 055b2 049b0 0a577 0a4b0 0aa50 1b255 06d20 0ada0 14b63 09370 049f8 04970 064b0 168a6 0ea50 06aa0 1a6c4 0aae0
092e0 0d2e3 0c960 0d557 0d4a0 0da50 05d55 056a0 0a6d0 055d4 052d0 0a9b8 0a950 0b4a0 0b6a6 0ad50 055a0 0aba4 0a5b0 052b0
0b273 06930 07337 06aa0 0ad50 14b55 04b60 0a570 054e4 0d160 0e968 0d520 0daa0 16aa6 056d0 04ae0 0a9d4 0a4d0 0d150 0f252
0d520
`
  .trim()
  .split(/\s+/);
const MONTHS = ['正', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '腊'];

const day = fc.integer({ min: -25_000, max: 80_000 }).map((number) => addDays('1970-01-01', number));

describe('the lunar calendar', () => {
  test.each(LUNAR)('%s is %s', (solar, lunar) => {
    expect(almanacOf(solar)?.lunar).toBe(lunar);
  });

  test('春节 lies on its day, 除夕 before it, in 23 years', () => {
    for (const spring of SPRING.split(' ')) {
      expect(almanacOf(spring)?.festivals[0], spring).toBe('春节');
      const eve = almanacOf(addDays(spring, -1));
      if (spring !== '1900-01-31') expect(eve?.festivals, spring).toContain('除夕');
    }
  });

  test('every month of 1900 to 2100 begins on its day', () => {
    const others: string[] = [];
    let first = '1900-01-31';
    for (const packed of YEARS.map((text) => Number.parseInt(text, 16))) {
      for (const [at, name] of MONTHS.entries()) {
        const lengths = [[packed & (1 << (15 - at)), name]] as [number, string][];
        if (at + 1 === (packed & 15)) lengths.push([packed >> 16, `闰${name}`]);
        for (const [isLong, month] of lengths) {
          if (almanacOf(first)?.lunar.slice(3) !== `${month}月初一`) others.push(first);
          first = addDays(first, isLong ? 30 : 29);
        }
      }
    }
    expect(first).toBe('2101-01-29');
    // New moons within minutes of midnight, decades ahead: almanacs differ.
    expect(others).toEqual(['2057-09-28', '2097-08-08']);
  });

  test('the solar terms of 2026, and no other day has one; of the years around those that differ', () => {
    const termsOf = (year: string) => {
      const found: string[] = [];
      for (let at = `${year}-01-01`; at.startsWith(year); at = addDays(at, 1)) {
        const term = almanacOf(at)?.term;
        if (term) found.push(`${term}${Number(at.slice(5, 7))}-${Number(at.slice(8))}`);
      }
      return found;
    };
    expect(termsOf('2026').join(' ')).toBe(TERMS_2026);
    for (const [year, others] of TERMS_AROUND) expect(termsOf(year)).toEqual(expect.arrayContaining(others.split(' ')));
  });

  test('festivals of the party and of the year; a leap month repeats none', () => {
    expect(almanacOf('2026-07-01')?.festivals).toEqual(['建党节']);
    expect(almanacOf('2025-10-06')?.festivals).toEqual(['中秋']);
    expect(almanacOf('2020-05-23')?.festivals).toEqual([]);
    // 2006 had two seventh months: the second 七月初七 is no 七夕.
    expect(almanacOf('2006-07-31')?.festivals).toEqual(['七夕']);
    expect(almanacOf('2006-08-30')?.lunar).toBe('丙戌年闰七月初七');
    expect(almanacOf('2006-08-30')?.festivals).toEqual([]);
  });

  test('outside 1900 to 2100 there is no lunar text', () => {
    expect(almanacOf('1900-01-30')).toBeNull();
    expect(almanacOf('2101-01-01')).toBeNull();
  });
});

describe('days', () => {
  test('the weeks hold every day of the month, from Monday, without a gap', () => {
    fc.assert(
      fc.property(day, (at) => {
        const shown = weeksOf(at).flat();
        expect(shown).toHaveLength(42);
        expect(weekdayOf(shown[0] as string)).toBe(1);
        expect(shown).toContain(at);
        for (let n = 1; n < 42; n++) expect(addDays(shown[n - 1] as string, 1)).toBe(shown[n]);
      }),
    );
  });

  test('a month later keeps the day or takes the last of the month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
    fc.assert(
      fc.property(day, fc.integer({ min: -240, max: 240 }), (at, months) => {
        const to = addMonths(at, months);
        expect(isDay(to)).toBe(true);
        const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(count(to) - count(at)).toBe(months);
        expect(Number(to.slice(8))).toBeLessThanOrEqual(Number(at.slice(8)));
      }),
    );
  });

  test('twenty years stand in a list', () => {
    expect(yearsAround(2026)).toEqual(Array.from({ length: 20 }, (_, n) => 2020 + n));
    expect(yearsAround(1900)[0]).toBe(1900);
    expect(yearsAround(2119)[0]).toBe(2100);
  });
});

describe('choosing', () => {
  test('a range takes two presses in any order', () => {
    fc.assert(
      fc.property(day, day, day, (first, second, third) => {
        const range = chooseDays('range', chooseDays('range', [], first), second);
        expect(range).toEqual([first, second].sort());
        expect(isChosen('range', range, first) && isChosen('range', range, second)).toBe(true);
        // The third press begins anew.
        expect(chooseDays('range', range, third)).toEqual([third]);
      }),
    );
  });

  test('several days: a second press takes a day out', () => {
    const two = chooseDays('multiple', chooseDays('multiple', [], '2026-11-20'), '2026-11-03');
    expect(two).toEqual(['2026-11-03', '2026-11-20']);
    expect(chooseDays('multiple', two, '2026-11-20')).toEqual(['2026-11-03']);
  });

  test('days before begin, after end or disabled are not selectable', () => {
    const bounds = { begin: '2026-11-05', end: '2026-11-20', isDisabled: (at: string) => at === '2026-11-10' };
    expect(
      ['2026-11-04', '2026-11-05', '2026-11-10', '2026-11-20', '2026-11-21'].map((at) => mayChoose(bounds, at)),
    ).toEqual([false, true, false, true, false]);
    expect(mayChoose(WIDEST, '2026-11-20')).toBe(true);
  });
});
