import { expect, test } from 'vitest';
import { freezeDay, levelOf, levelOfChecks, levelOfScore, redActs, redRun } from '../rules.ts';

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
  expect(freezeDay(2024, 1)).toBe('2024-04-05');
  expect(freezeDay(2026, 4)).toBe('2027-01-05');
  expect(redRun([4, 1, 4, 4])).toBe(2);
  expect(redActs(2)).toContain('约谈');
  expect(redActs(5)).toContain('书面检讨');
});
