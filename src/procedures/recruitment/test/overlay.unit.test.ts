import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BookPlace, BUILT_IN_LAYOUT, layoutFaults } from '#procedures/recruitment/rules/bookLayout.ts';
import { CROSSES, EXACT, measuredFaults, printerCorrection } from '#procedures/recruitment/rules/printers.ts';

test('a printer that errs puts everything within half a millimetre once its crosses were measured to half a millimetre', () => {
  const shift = fc.double({ min: -6, max: 6, noNaN: true });
  const stretch = fc.double({ min: 0.98, max: 1.02, noNaN: true });
  fc.assert(
    fc.property(shift, shift, stretch, stretch, (dx, dy, sx, sy) => {
      const prints = ({ x, y }: { x: number; y: number }) => ({ x: dx + x * sx, y: dy + y * sy });
      // Read off a ruler: to the nearest half of a millimetre.
      const read = (value: number) => Math.round(value * 2) * 5;
      const [first, last] = [prints(CROSSES.first), prints(CROSSES.last)];
      const measured = { left: read(first.x), top: read(first.y), right: read(last.x), bottom: read(last.y) };
      for (const place of [
        { x: 22, y: 24 },
        { x: 105, y: 150 },
        { x: 188, y: 275 },
      ]) {
        const printed = prints(printerCorrection(place, measured));
        expect(Math.abs(printed.x - place.x)).toBeLessThanOrEqual(0.5);
        expect(Math.abs(printed.y - place.y)).toBeLessThanOrEqual(0.5);
      }
    }),
    { numRuns: 300 },
  );
  expect(printerCorrection({ x: 50, y: 60 }, EXACT)).toEqual({ x: 50, y: 60 });
});

test('a sheet that was printed as 适应页面 or measured from the wrong edge is refused', () => {
  expect(measuredFaults(EXACT)).toEqual({});
  expect(Object.keys(measuredFaults({ ...EXACT, right: EXACT.right - 121 }))).toEqual(['right']);
  expect(measuredFaults({ ...EXACT, bottom: EXACT.bottom - 120 })).toEqual({});
  expect(measuredFaults({ ...EXACT, left: 1900 }).left).toContain('100%');
});

test('the places that come with the product lie on their paper, and what does not is named by its field', () => {
  expect(layoutFaults(BUILT_IN_LAYOUT)).toEqual({});
  const faultOf = (change: Partial<BookPlace>) =>
    layoutFaults({
      ...BUILT_IN_LAYOUT,
      fields: [{ key: 'life', page: 1, x: 10, y: 10, width: 100, height: 50, size: 12, ...change }],
    }).life ?? '';
  expect(faultOf({})).toBe('');
  expect(faultOf({ x: 110 })).toBe('');
  expect(faultOf({ x: 110.1 })).toContain('超出纸张');
  expect(faultOf({ page: 0 })).toContain('页码');
  expect(faultOf({ size: 6 })).toContain('字号');
  expect(faultOf({ height: 4, size: 12 })).toContain('放不下一个字');
  const twice = BUILT_IN_LAYOUT.fields[0] as BookPlace;
  expect(layoutFaults({ ...BUILT_IN_LAYOUT, fields: [twice, twice] })[twice.key]).toContain('只能有一处');
});
