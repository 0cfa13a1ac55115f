import { expect, test } from 'vitest';
import { resolutionState } from '#life/orgLife/rules.resolution.ts';

const of = (dueOn: string, taskState: 0 | 2 | 3 | 4 | null = null, doneOn: string | null = null) =>
  resolutionState({ dueOn, taskState, doneOn }, '2026-03-05');

test('a resolution is late from the day after its own on, also where a task carries it', () => {
  expect(of('2026-03-05')).toBe('open');
  expect(of('2026-03-04')).toBe('late');
  expect(of('2026-03-05', 2)).toBe('task');
  expect(of('2026-03-04', 2)).toBe('late');
});

test('it is done by hand or with its task; a void task carries nothing', () => {
  expect(of('2026-03-04', null, '2026-03-03')).toBe('done');
  expect(of('2026-03-04', 3)).toBe('done');
  expect(of('2026-03-05', 4)).toBe('open');
});
