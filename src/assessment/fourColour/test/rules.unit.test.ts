import { expect, test } from 'vitest';
import { PRESETS, schemeFaults } from '../rules.scheme.ts';
import {
  countRedRun,
  firstFreezeDay,
  forecastOf,
  levelOf,
  levelOfChecks,
  levelOfScore,
  quarterEnd,
  redRunConsequence,
  withHand,
} from '../rules.ts';

test.each([
  [null, 1],
  [9000, 1],
  [8999, 2],
  [8000, 2],
  [7999, 3],
  [7000, 3],
  [6999, 4],
] as const)('a score of %s hundredths is level %i', (score, level) => {
  expect(levelOfScore(score)).toBe(level);
});

test.each([
  [0, 1],
  [2, 1],
  [3, 2],
  [6, 2],
  [7, 3],
  [9, 3],
  [10, 4],
])('%i open checks are level %i', (open, level) => {
  expect(levelOfChecks(open)).toBe(level);
});

test('the worse of the two counts, quarters freeze on the fifth day after, red runs lead somewhere', () => {
  expect(levelOf(9500, 8)).toBe(3);
  expect(levelOf(6000, 0)).toBe(4);
  expect(firstFreezeDay(2024, 1)).toBe('2024-04-05');
  expect(firstFreezeDay(2026, 4)).toBe('2027-01-05');
  expect(countRedRun([4, 1, 4, 4])).toBe(2);
  expect(redRunConsequence(2)).toContain('约谈');
  expect(redRunConsequence(5)).toContain('书面检讨');
});

test('a level by hand is one step at most, whatever has changed since', () => {
  expect(withHand(3, 2)).toBe(2);
  expect(withHand(4, 2)).toBe(3);
  expect(withHand(1, 3)).toBe(2);
  expect(withHand(2, null)).toBe(2);
});

test('a forecast names the day, how many checks are to be put right, and the score that it takes', () => {
  const now = { level: 2, score: 9500, open: 4 } as const;
  expect(forecastOf(now, 1, 2026, 4)).toEqual({ on: '2026-12-31', from: 1, to: 2, fix: 2, score: null });
  expect(forecastOf(now, 2, 2026, 4)).toBeNull();
  expect(forecastOf(now, null, 2026, 1)).toMatchObject({ on: '2026-03-31', from: null, fix: 2 });
  expect(forecastOf({ level: 4, score: 6900, open: 8 }, 2, 2026, 2)).toEqual({
    on: '2026-06-30',
    from: 2,
    to: 4,
    fix: 2,
    score: 8000,
  });
  expect(quarterEnd(2024, 1)).toBe('2024-03-31');
});

test('what a forecast asks for does keep the level', () => {
  for (let open = 0; open <= 14; open++)
    for (const score of [null, 6500, 7500, 8500, 9500])
      for (const before of [1, 2, 3] as const) {
        const level = levelOf(score, open);
        const found = forecastOf({ level, score, open }, before, 2026, 1);
        expect(found !== null).toBe(level > before);
        if (found) expect(levelOf(found.score ?? score, open - found.fix)).toBeLessThanOrEqual(before);
      }
});

test.each(Object.entries(PRESETS))('the preset %s can be told apart in grey', (_, { looks }) => {
  expect(schemeFaults(looks)).toEqual({});
});
