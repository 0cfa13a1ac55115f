import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SIZES, WIDE } from '../../e2e/support/look.ts';

test('no style changes with a width between the office’s window and the wide one, so that journeys look at one of them', () => {
  const widths = globSync('src/**/*.css')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/@(?:media|container)[^{]*/g)])
    .flatMap(([rule]) => [...rule.matchAll(/width\s*[:<>=]+\s*(\d+)px/g)].map(([, width]) => Number(width)));
  expect(widths.length).toBeGreaterThan(100);
  expect(widths.filter((width) => width >= SIZES.office[0] && width <= WIDE[0])).toEqual([]);
});
