import { expect, test } from 'vitest';
import { dueFault, nextRowState, ROW } from '../rules.ts';

test('what was called mended and is found again waits once more; the rest stays', () => {
  expect(Object.values(ROW).map(nextRowState)).toEqual([ROW.open, ROW.given, ROW.explained, ROW.open]);
});

test('a branch is given a day from today on, half a year ahead at most', () => {
  expect(dueFault('2026-03-01', '2026-03-02')).toContain('已过');
  expect(dueFault('2026-03-02', '2026-03-02')).toBe('');
  expect(dueFault('2026-08-29', '2026-03-02')).toBe('');
  expect(dueFault('2026-08-30', '2026-03-02')).toContain('180');
});
