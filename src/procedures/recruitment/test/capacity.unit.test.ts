import { expect, test } from 'vitest';
import { countOverflow, gridOf } from '#procedures/recruitment/rules/capacity.ts';

/** Ten characters a line and three lines at 12 points. */
const em = (12 * 25.4) / 72;
const room = { width: em * 10, height: em * (0.733 + 2 * 1.483), size: 12, indent: 0 };

test('a field holds whole lines of whole characters', () => {
  expect(gridOf(room)).toEqual({ lines: 3, columns: 10 });
  expect(gridOf({ ...room, height: room.height - 0.1 })).toEqual({ lines: 2, columns: 10 });
});

test('what is beyond is counted to the character; half-width signs are halves, new lines begin lines', () => {
  expect(countOverflow('汉'.repeat(30), room)).toBe(0);
  expect(countOverflow('汉'.repeat(31), room)).toBe(1);
  expect(countOverflow('a'.repeat(60), room)).toBe(0);
  expect(countOverflow('a'.repeat(61), room)).toBe(1);
  expect(countOverflow('汉\n汉\n汉\n汉字', room)).toBe(2);
  expect(countOverflow('汉'.repeat(30), { ...room, indent: 2 })).toBe(2);
  expect(countOverflow('', room)).toBe(0);
});
