import { expect, test } from 'vitest';
import { lastValidDay } from '#procedures/transfer/rules/arrival.ts';
import {
  capitalCount,
  capitalMonth,
  capitalSum,
  checkDigit,
  checkDigitOf,
  letterNumber,
  redactedName,
  ridingNumber,
} from '#procedures/transfer/rules/letter.ts';

test('the check digit of 20260317 is 8; it finds every wrong digit', () => {
  expect(checkDigitOf(2026, 317)).toBe(8);
  // ISO 7064, MOD 11,10: the standard's own example.
  expect(checkDigit('0794')).toBe(5);
  for (let at = 0; at < 8; at++)
    for (let digit = 0; digit < 10; digit++) {
      const wrong = [...'20260317'];
      if (wrong[at] === String(digit)) continue;
      wrong[at] = String(digit);
      expect(checkDigit(wrong.join('')), wrong.join('')).not.toBe(8);
    }
});

test.each([
  ['2026-01-31', 30, '2026-03-02'],
  ['2028-01-31', 30, '2028-03-01'],
  ['2026-11-27', 30, '2026-12-27'],
  ['2026-11-30', 90, '2027-02-28'],
  ['2027-11-30', 90, '2028-02-28'],
])('a letter of %s holds %i days: up to %s, that day included', (issued, days, last) => {
  expect(lastValidDay(issued, days)).toBe(last);
});

test('numbers, months and sums in capitals', () => {
  const letter = { prefix: '峡临渡转', year: 2026, serial: 317 };
  expect(letterNumber(letter)).toBe('峡临渡转〔2026〕第0317号');
  expect(ridingNumber(letter)).toBe('峡临渡转字第贰零贰陆零叁壹柒号');
  expect([10, 11, 20, 30, 90].map(capitalCount)).toEqual(['壹拾', '壹拾壹', '贰拾', '叁拾', '玖拾']);
  expect(capitalMonth('2026-10')).toEqual({ year: '贰零贰陆', month: '壹拾' });
  expect(capitalSum(7500)).toBe('柒拾伍元整');
  expect(redactedName('覃晓梅')).toBe('覃**');
});
