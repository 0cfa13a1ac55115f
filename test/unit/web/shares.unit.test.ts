import { expect, test } from 'vitest';
import { sharesOf } from '#platform/web/list/shares.ts';

const part = (text: string) => Number.parseFloat(text);

test('the columns of a table give way to a narrower page, its acts do not', () => {
  const widths = [44, 240, 200, 110];
  const { least, of, acts } = sharesOf(widths, 128);
  expect(least).toBeLessThan(594 + 128);
  expect((part(acts) * least) / 100).toBeCloseTo(128, 1);
  expect((part(of(240)) * least) / 100).toBeCloseTo(240 * 0.86, 0);
  expect(widths.reduce((sum, width) => sum + part(of(width)), part(acts))).toBeCloseTo(100, 1);
});

test('in 大字 nothing gives way', () => {
  expect(sharesOf([44, 240], 210, false).least).toBe(494);
});

test('without acts the columns have it all', () => {
  const { of, acts } = sharesOf([100, 300], 0);
  expect(acts).toBe('0.000%');
  expect(part(of(100)) + part(of(300))).toBeCloseTo(100, 2);
});
