import { expect, test } from 'vitest';
import { daysOf, isPeriodOf, periodChoices, periodsDueIn, periodText } from '#publishing/openAffairs/rules.ts';

test.each([
  ['2026-03', '2026年3月', '2026-03-01', '2026-03-31'],
  ['2024-02', '2024年2月', '2024-02-01', '2024-02-29'],
  ['2026-Q4', '2026年第四季度', '2026-10-01', '2026-12-31'],
  ['2026', '2026年度', '2026-01-01', '2026-12-31'],
])('the period %s is %s, from %s to %s', (period, words, first, last) => {
  expect(periodText(period)).toBe(words);
  expect(daysOf(period)).toEqual({ first, last });
});

test('what is at once has no period', () => {
  expect(periodText('')).toBe('及时');
  expect(daysOf('')).toBeNull();
  expect(isPeriodOf('once', '2026')).toBe(false);
  expect(isPeriodOf('once', '')).toBe(true);
});

test.each([
  ['2026-11', { month: '2026-10', quarter: '2026-Q3', year: '2025' }],
  ['2026-01', { month: '2025-12', quarter: '2025-Q4', year: '2025' }],
  ['2026-04', { month: '2026-03', quarter: '2026-Q1', year: '2025' }],
])('in %s the periods that have just ended are due', (month, periods) => {
  expect(periodsDueIn(month)).toEqual(periods);
});

test('a form offers the running period first and goes back over the turn of the year', () => {
  expect(periodChoices('month', '2026-02-10').slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(periodChoices('quarter', '2026-02-10').slice(0, 3)).toEqual(['2026-Q1', '2025-Q4', '2025-Q3']);
  expect(periodChoices('year', '2026-02-10')[0]).toBe('2026');
  expect(periodChoices('once', '2026-02-10')).toEqual([]);
});
