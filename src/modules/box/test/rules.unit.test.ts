import { expect, test } from 'vitest';
import { byYear, greetingOn } from '../rules.ts';

test('a greeting is shown from its first day to the end of its last one', () => {
  const days = { startsOn: '2026-03-02', endsOn: '2026-03-04' };
  expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => greetingOn(day, days))).toEqual([
    'later',
    'now',
    'now',
    'over',
  ]);
});

test('events stand by their years, the newest first', () => {
  const rows = ['2024-05-01', '2026-01-02', '2025-07-01', '2026-09-30'].map((happenedOn) => ({ happenedOn }));
  expect(byYear(rows).map(({ year, rows: some }) => [year, some.map(({ happenedOn }) => happenedOn)])).toEqual([
    ['2026', ['2026-09-30', '2026-01-02']],
    ['2025', ['2025-07-01']],
    ['2024', ['2024-05-01']],
  ]);
  expect(byYear([])).toEqual([]);
});
