import { expect, test } from 'vitest';
import { CASE_STATE_NAMES, caseFault } from '../rules.case.ts';

test('a passed material becomes a case once, and again after it came back', () => {
  const passed = { method: 2, review: 1, caseState: null };
  expect(caseFault(passed)).toBe('');
  expect(caseFault({ ...passed, method: 3 })).toContain('没有资料');
  expect([0, 2].map((review) => caseFault({ ...passed, review }) !== '')).toEqual([true, true]);
  expect(CASE_STATE_NAMES.filter((caseState) => caseFault({ ...passed, caseState }) === '')).toEqual([
    'returned',
    'recalled',
    'withdrawn',
  ]);
});
