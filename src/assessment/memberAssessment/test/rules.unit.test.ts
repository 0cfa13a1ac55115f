import { describe, expect, test } from 'vitest';
import {
  coversAnyMonthEnd,
  coversMonth,
  exemptText,
  findItemExemption,
  findWholeExemption,
} from '#assessment/memberAssessment/rules.exempt.ts';
import { marksOf, middleOf } from '#assessment/memberAssessment/rules.fair.ts';
import {
  gradeOf,
  gradesOf,
  isScored,
  monthTotal,
  rewardPoints,
  suggestionOf,
  yearTotal,
} from '#assessment/memberAssessment/rules.ts';

const year = (months: number[], more: object = {}) =>
  yearTotal({ months, share: 80, appraisal: null, rewards: 0, punish: 0, ...more });

test('the edges of the bands', () => {
  expect([8990, 9000, 7490, 7500, 5990, 6000].map(gradeOf)).toEqual([2, 1, 3, 2, 4, 3]);
});

test('a year is the mean of its months and 民主评议, to a tenth half up, within 0 and 100', () => {
  expect(year([])).toBeNull();
  expect(year([8994])).toBe(8990);
  expect(year([8995])).toBe(9000);
  expect(year([9000, 8000], { appraisal: 90 })).toBe(8600);
  expect(year([9900], { rewards: 500 })).toBe(10_000);
  expect(year([300], { punish: 1000 })).toBe(0);
});

describe('thirds', () => {
  const of = (totals: number[], more: object = {}) =>
    totals.map((total, n) => ({ id: String(n), total, graded: true, barred: false, ...more }));
  const best = (people: Parameters<typeof gradesOf>[0]) =>
    [...gradesOf(people)].filter(([, { grade }]) => grade === 1).map(([id]) => id);
  test('at most a third is 优秀, rounded down, and ties at the limit fall', () => {
    expect(best(of([9900, 9800, 9700, 9600, 9500]))).toEqual(['0']);
    expect(best(of([9900, 9900, 9700]))).toEqual([]);
    expect(best(of([9900, 9800]))).toEqual([]);
    expect(best(of([9900, 9800, 8000, 8000, 8000, 8000]))).toEqual(['0', '1']);
  });
  test('a punishment bars 优秀; probationary members have no grade', () => {
    const barred = of([9900, 8000, 8000]).map((one, n) => (n === 0 ? { ...one, barred: true } : one));
    expect(gradesOf(barred).get('0')).toMatchObject({ grade: 2, note: '当年受到处分，不评优秀' });
    expect(gradesOf([{ id: '1', total: 9500, graded: false, barred: false }]).get('1')).toMatchObject({
      grade: 0,
      place: null,
    });
  });
});

test('which items a month has, and what it is out of a hundred', () => {
  expect(isScored({ submit: 2, inspection: 5 }, 3)).toBe(true);
  expect(isScored({ submit: 1, inspection: 5 }, 12)).toBe(true);
  expect(isScored({ submit: 1, inspection: 2 }, 5)).toBe(false);
  expect(isScored({ submit: 2, inspection: 2 }, 6)).toBe(true);
  expect(
    monthTotal([
      { score: 1800, most: 2000 },
      { score: 1000, most: 1000 },
    ]),
  ).toBe(9333);
  expect(suggestionOf(2000, 400)).toBe(1600);
  expect(suggestionOf(2000, -1500)).toBe(0);
});

test('branches that score everybody alike, or far off the others, stand out; one of them does not move the middle', () => {
  expect(middleOf([])).toBe(0);
  expect(middleOf([9000, 8000, 100])).toBe(8000);
  expect(middleOf([9000, 8000])).toBe(8500);
  expect(marksOf({ people: 5, mean: 8500, spread: 49 }, 8500)).toEqual(['alike']);
  expect(marksOf({ people: 4, mean: 8500, spread: 0 }, 8500)).toEqual([]);
  expect(marksOf({ people: 5, mean: 8500, spread: 50 }, 8500)).toEqual([]);
  expect(marksOf({ people: 9, mean: 9500, spread: 300 }, 8500)).toEqual(['high']);
  expect(marksOf({ people: 9, mean: 9499, spread: 300 }, 8500)).toEqual([]);
  expect(marksOf({ people: 9, mean: 7500, spread: 0 }, 8500)).toEqual(['alike', 'low']);
});

test('免考 covers a month whose last day lies within, leap years too', () => {
  const one = { itemId: null, itemName: '', from: '2028-02-10', to: '2028-02-29', reason: '住院' };
  expect(coversMonth(one, '2028-02')).toBe(true);
  expect(coversMonth({ ...one, to: '2028-02-28' }, '2028-02')).toBe(false);
  expect(coversMonth({ ...one, from: '2027-02-10', to: '2027-02-28' }, '2027-02')).toBe(true);
  expect(coversMonth(one, '2028-03')).toBe(false);
  expect([coversAnyMonthEnd('2026-01-31', '2026-01-31'), coversAnyMonthEnd('2026-01-01', '2026-01-30')]).toEqual([
    true,
    false,
  ]);
  expect(coversAnyMonthEnd('2026-01-15', '2026-02-01')).toBe(true);
  const item = { ...one, itemId: '7', itemName: '纪律' };
  expect(findWholeExemption([item], '2028-02')).toBeUndefined();
  expect(findWholeExemption([item, one], '2028-02')).toBe(one);
  expect([
    findItemExemption([item], '7', '2028-02'),
    findItemExemption([item], '8', '2028-02'),
    findItemExemption([one], '7', '2028-02'),
  ]).toEqual(['住院', '', '']);
  expect(exemptText([one, item])).toBe('全部项目2028-02-10至2028-02-29：住院；纪律2028-02-10至2028-02-29：住院');
});

test('the tab 奖惩情况 counts by name and level', () => {
  expect(['1', '2', '3', '4', '5'].map((level) => rewardPoints('1', '11', level))).toEqual([500, 400, 300, 200, 100]);
  expect([rewardPoints('1', '19', '3'), rewardPoints('1', '13', '1')]).toEqual([150, 0]);
  expect(['21', '22', '23', '24', '25'].map((name) => rewardPoints('2', name, '4'))).toEqual([
    -500, -800, -1200, -2000, -10_000,
  ]);
  expect([rewardPoints('2', '', ''), rewardPoints('3', '31', '5'), rewardPoints('3', '', '')]).toEqual([
    -1000, -500, -500,
  ]);
});
