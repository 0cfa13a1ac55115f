import { expect, test } from 'vitest';
import { shareOf, shareText } from '#platform/text/share.ts';
import { formatDecimal } from '#platform/web/show/number.ts';

test('a share is rounded down, so that 100% is said only where nothing lacks; of nothing there is none', () => {
  expect([shareOf(1, 3), shareOf(2, 3), shareOf(9999, 10_000), shareOf(5, 5), shareOf(0, 5)]).toEqual([
    33.3, 66.6, 99.9, 100, 0,
  ]);
  expect([shareOf(1, 0), shareOf(null, null), shareOf(null, 2)]).toEqual([null, null, 0]);
  expect([shareText(44_602_240, 87_882_653), shareText(1, 0), shareText(0, 0, '')]).toEqual(['50.7%', '—', '']);
});

test('a decimal number in text has its thousands apart and keeps its decimals', () => {
  const shown = {
    '10464.50': '10,464.50',
    '-1234.5': '-1,234.5',
    '12': '12',
    '999999999999.0001': '999,999,999,999.0001',
    '': '',
  };
  for (const [text, words] of Object.entries(shown)) expect(formatDecimal(text)).toBe(words);
});
