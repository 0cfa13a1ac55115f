import { describe, expect, test } from 'vitest';
import { addressOf } from '../rules.ts';
import {
  compareByStrokes,
  daysBetween,
  gridOf,
  monthsOf,
  nextAnniversary,
  pauseOf,
  rateOf,
  sharePercent,
  shownName,
  stepOf,
  stepsOf,
  surnameOf,
} from '../rules.wall.ts';

describe('the address of a screen', () => {
  test('an own page is a hash route with what was chosen', () => {
    expect(addressOf('/bigScreen/show/org', {})).toBe('#/bigScreen/show/org');
    expect(addressOf('/bigScreen/show/org', { orgId: '2', orgCode: '00010001' })).toBe(
      '#/bigScreen/show/org?orgId=2&orgCode=00010001',
    );
  });
  test('an outer one keeps its query and its hash', () => {
    expect(addressOf('https://wall.example/djdp/?kind=2#top', { userId: '7' })).toBe(
      'https://wall.example/djdp/?kind=2&userId=7#top',
    );
    expect(addressOf('https://wall.example/djdp/', {})).toBe('https://wall.example/djdp/');
  });
});

describe('names', () => {
  test('only the surname is shown, of two signs where it has two', () => {
    expect(shownName('张三丰')).toBe('张*');
    expect(shownName('欧阳修文')).toBe('欧阳*');
    // A person called 欧阳 alone bears a surname of one sign and a name.
    expect(surnameOf('欧阳')).toBe('欧');
    expect(shownName('')).toBe('');
  });
  test('surnames go by their strokes', () => {
    expect(['谭新', '丁一', '王明', '刘军', '陈红', '万里'].sort(compareByStrokes)).toEqual([
      '丁一',
      '万里',
      '王明',
      '刘军',
      '陈红',
      '谭新',
    ]);
  });
});

test('shares are rounded to one decimal, and nothing of nothing is 0', () => {
  expect([sharePercent(1, 3), sharePercent(2, 2), sharePercent(0, 0)]).toEqual([33.3, 100, 0]);
});

test('the steps of the map are round numbers, and every value has one of four', () => {
  expect(stepsOf([45_286, 8_615, 20_945])).toEqual([10_000, 20_000, 30_000]);
  expect(stepsOf([12, 3])).toEqual([3, 6, 9]);
  expect(stepsOf([])).toEqual([1, 2, 3]);
  expect([0, 9_999, 10_000, 30_000].map((n) => stepOf(n, [10_000, 20_000, 30_000]))).toEqual([0, 0, 1, 3]);
});

test('tiles have room for all, and are neither slits nor strips', () => {
  for (const n of [1, 2, 5, 13, 40, 60]) {
    const { columns, rows } = gridOf(n, 940, 690);
    expect(columns * rows).toBeGreaterThanOrEqual(n);
    if (n > 3) expect(940 / columns / (690 / rows)).toBeGreaterThan(0.8);
    if (n > 3) expect(940 / columns / (690 / rows)).toBeLessThan(3.2);
  }
});

test('a period spans its months', () => {
  expect(monthsOf('2026-11')).toEqual({ first: 11, months: 1 });
  expect(monthsOf('2026Q4')).toEqual({ first: 10, months: 3 });
  expect(monthsOf('2026')).toEqual({ first: 1, months: 12 });
});

test('the rate counts closed periods alone', () => {
  const cell = (first: number, months: number, ok: number, due: number) => ({ first, months, ok, due });
  const lines = [
    { cells: [cell(1, 3, 8, 10), cell(10, 3, 0, 10)] },
    { cells: [cell(10, 1, 9, 10), cell(11, 1, 0, 10)] },
  ];
  expect(rateOf(lines, 11)).toEqual({ rate: 85, until: 10 });
  expect(rateOf(lines, 1)).toBeNull();
});

describe('anniversaries', () => {
  test('the next one is today, later this year, or next year', () => {
    expect(nextAnniversary('1999-11-28', '2026-11-28')).toEqual({ month: 11, day: 28, days: 0 });
    expect(nextAnniversary('1999-12-08', '2026-11-28')).toEqual({ month: 12, day: 8, days: 10 });
    expect(nextAnniversary('1999-06-18', '2026-11-28').days).toBe(202);
  });
  test('29 February is kept on 1 March where there is none', () => {
    expect(nextAnniversary('2000-02-29', '2027-02-28').days).toBe(1);
  });
  test('days are whole', () => {
    expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  });
});

test('walls ask again after 30 to 60 seconds', () => {
  expect([pauseOf(0), pauseOf(1)]).toEqual([30_000, 60_000]);
});
