import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOpen, isWebAddress, percentOf } from '#learning/course/rules.course.ts';

test('in order a chapter opens when the must-do ones before it are finished, and finishing more closes nothing', () => {
  const chapter = fc.record({ isMust: fc.boolean(), isDone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(chapter, { maxLength: 12 }), fc.nat(11), fc.nat(11), (chapters, at, more) => {
      const after = chapters.map((one, place) => (place === more ? { ...one, isDone: true } : one));
      if (isOpen(chapters, at, true)) expect(isOpen(after, at, true)).toBe(true);
      expect(isOpen(chapters, at, false)).toBe(true);
      expect(isOpen(chapters, at, true)).toBe(!chapters.slice(0, at).some(({ isMust, isDone }) => isMust && !isDone));
    }),
  );
});

test('a hundred per cent is all of them', () => {
  expect([percentOf(0, 3), percentOf(2, 3), percentOf(3, 3), percentOf(199, 200), percentOf(0, 0)]).toEqual([
    0, 66, 100, 99, 0,
  ]);
});

test('only addresses of the web', () => {
  expect(isWebAddress('https://www.12371.cn/')).toBe(true);
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/education', 'www.12371.cn', ''])
    expect(isWebAddress(bad), bad).toBe(false);
});
