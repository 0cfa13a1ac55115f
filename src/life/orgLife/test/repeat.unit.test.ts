import { expect, test } from 'vitest';
import { repeatDays, repeatTitle } from '#life/orgLife/rules.plan.ts';

test('weeks go on over months and years; a month without the day has its last one', () => {
  expect(repeatDays('2026-12-20', 'week', 3)).toEqual(['2026-12-27', '2027-01-03', '2027-01-10']);
  expect(repeatDays('2026-02-20', 'fortnight', 2)).toEqual(['2026-03-06', '2026-03-20']);
  expect(repeatDays('2026-01-31', 'month', 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30']);
  expect(repeatDays('2026-11-05', 'month', 2)).toEqual(['2026-12-05', '2027-01-05']);
});

test('a title that names its month or year names the other one', () => {
  expect(repeatTitle('3月主题党日', '2026-03-05', '2026-04-05')).toBe('4月主题党日');
  expect(repeatTitle('2026年12月党课', '2026-12-05', '2027-01-05')).toBe('2027年1月党课');
  expect(repeatTitle('支部委员会', '2026-03-05', '2026-04-05')).toBe('支部委员会');
  // 12月 does not hold the second month.
  expect(repeatTitle('12月主题党日', '2026-02-05', '2026-03-05')).toBe('12月主题党日');
});
