import { expect, it } from 'vitest';
import { nextAfter, periodSent } from '../rules.subscription.ts';

it('is due on the next Monday, first of a month, first of a quarter, over the end of a year and on 29 February', () => {
  expect(nextAfter('day', '2024-02-28')).toBe('2024-02-29');
  expect(nextAfter('week', '2026-03-02')).toBe('2026-03-09');
  expect(nextAfter('week', '2026-03-01')).toBe('2026-03-02');
  expect(nextAfter('month', '2025-12-31')).toBe('2026-01-01');
  expect(nextAfter('month', '2026-01-01')).toBe('2026-02-01');
  expect(nextAfter('quarter', '2026-10-02')).toBe('2027-01-01');
});

it('tells of the period that has ended, in the nearest kind that the report has', () => {
  expect(periodSent(['year', 'quarter', 'month'], 'month', '2026-01-01')).toBe('2025-12');
  expect(periodSent(['year', 'quarter', 'month'], 'quarter', '2026-01-01')).toBe('2025-Q4');
  expect(periodSent(['year'], 'month', '2026-01-01')).toBe('2025');
  expect(periodSent(['month'], 'day', '2026-03-15')).toBe('2026-03');
  expect(periodSent([], 'day', '2026-03-15')).toBeUndefined();
});
