import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  computeShares,
  expiryOf,
  type Fact,
  firstOf,
  monthOf,
  periodOf,
  ranksOf,
  reasonExcluded,
  scoreOf,
} from '#assessment/points/rules.ts';

const fact = (key: string, day: string, more: Partial<Fact> = {}): Fact => ({
  key,
  day,
  code: 'a',
  raw: 200,
  capDay: null,
  capMonth: null,
  capYear: 1200,
  once: false,
  barred: '',
  ...more,
});
const day = (n: number) => new Date(Date.UTC(2024, 0, n)).toISOString().slice(0, 10);
const sumOf = (facts: readonly Fact[]) => [...computeShares(facts).values()].reduce((all, { given }) => all + given, 0);

describe('caps', () => {
  const fifteen = Array.from({ length: 15 }, (_, n) => fact(`m${n}`, day(n * 20 + 1)));
  test('fifteen meetings of two points with a cap of twelve give twelve, and one less still twelve', () => {
    expect(sumOf(fifteen)).toBe(1200);
    expect(computeShares(fifteen).get('m14')).toEqual({ given: 0, why: '已达全年上限12分' });
    expect(sumOf(fifteen.slice(1))).toBe(1200);
    expect(computeShares(fifteen.slice(1)).get('m6')?.given).toBe(200);
    expect(sumOf(fifteen.slice(10))).toBe(1000);
  });
  test('of one day, of one month, once, and what is not for somebody', () => {
    expect(sumOf([fact('a', '2024-02-29', { capDay: 200 }), fact('b', '2024-02-29', { capDay: 200 })])).toBe(200);
    expect(
      computeShares([fact('a', '2024-02-01', { capMonth: 300 }), fact('b', '2024-02-29', { capMonth: 300 })]).get('b'),
    ).toEqual({
      given: 100,
      why: '已达当月上限3分',
    });
    expect(sumOf([fact('a', '2024-02-01', { once: true }), fact('b', '2024-03-01', { once: true })])).toBe(200);
    expect(computeShares([fact('a', '2024-02-01', { barred: '不适用于流动党员' })]).get('a')).toEqual({
      given: 0,
      why: '不适用于流动党员',
    });
  });
  test('any order of arrival, doubled, with what was withdrawn left out, gives the same', () => {
    const one = fc.record({
      n: fc.integer({ min: 0, max: 400 }),
      key: fc.integer({ min: 0, max: 40 }),
      code: fc.constantFrom('a', 'b'),
      raw: fc.integer({ min: 1, max: 500 }),
    });
    const runs = { numRuns: 5000, seed: 20_261_123 };
    fc.assert(
      fc.property(fc.array(one, { maxLength: 25 }), fc.array(fc.nat(), { maxLength: 25 }), (rows, order) => {
        const facts = [...new Map(rows.map((row) => [row.key, row])).values()].map((row) =>
          fact(String(row.key).padStart(2, '0'), day(row.n), {
            code: row.code,
            raw: row.raw,
            capDay: 400,
            capMonth: 700,
          }),
        );
        const mixed = [...facts, ...facts]
          .map((value, at) => ({ value, sort: order[at % Math.max(1, order.length)] ?? at }))
          .sort((a, b) => a.sort - b.sort)
          .map(({ value }) => value);
        const shares = computeShares(facts);
        expect(new Map([...computeShares(mixed)].sort())).toEqual(new Map([...shares].sort()));
        for (const { given } of shares.values()) expect(given).toBeGreaterThanOrEqual(0);
        for (const code of ['a', 'b'])
          for (const year of ['2024', '2025'])
            expect(sumOf(facts.filter((row) => row.code === code && row.day.startsWith(year)))).toBeLessThanOrEqual(
              1200,
            );
      }),
      runs,
    );
  });
});

test('a score never falls below zero; ties share a place; months close ten days after their end', () => {
  expect(scoreOf(6000, 100, 7000)).toBe(0);
  expect(ranksOf([500, 700, 700, 100])).toEqual([3, 1, 1, 4]);
  expect(monthOf('2026-10-31', '2026-11-10')).toEqual({ month: '2026-10', late: false });
  expect(monthOf('2026-10-31', '2026-11-11')).toEqual({ month: '2026-11', late: true });
  expect(monthOf('2025-12-31', '2026-01-10')).toEqual({ month: '2025-12', late: false });
});

test('a member sees the first ten lines, and never who is last but oneself', () => {
  const rank = (list: readonly (number | null)[]) => list.map((place, at) => ({ id: String(at), place }));
  const seen = (list: readonly (number | null)[], reader: string) =>
    firstOf(rank(list), reader, 10).map(({ id }) => id);
  const many = [1, 1, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, null];
  expect(seen(many, '11')).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(seen([1, 2, 3, null], '0')).toEqual(['0', '1']);
  expect(seen([1, 2, 3, null], '2')).toEqual(['0', '1', '2']);
  expect(seen([1, 2, 2], '0')).toEqual(['0']);
  expect(seen([1, 1, 1], '0')).toEqual(['0', '1', '2']);
  expect(seen([null], '0')).toEqual([]);
});

test('periods', () => {
  expect(periodOf('2026-11')).toEqual({ first: '2026-11', last: '2026-11', label: '2026年11月' });
  expect(periodOf('2026Q4')).toEqual({ first: '2026-10', last: '2026-12', label: '2026年第四季度' });
  expect(periodOf('2026')).toEqual({ first: '2026-01', last: '2026-12', label: '2026年' });
  expect(periodOf('2026-13')).toBeNull();
});

test('how long a fact counts, from which sum, and for whom', () => {
  expect(expiryOf('2026-01-31', 1)).toBe('2026-02-28');
  expect(expiryOf('2024-01-31', 1)).toBe('2024-02-29');
  expect(expiryOf('2024-02-29', 12)).toBe('2025-02-28');
  expect(expiryOf('2026-11-15', 3)).toBe('2027-02-15');
  const free = { classes: [], floor: null, months: null };
  const of = { class: 2, day: '2026-03-15', raw: 100 };
  expect(reasonExcluded(free, of, '2026-12-31')).toBe('');
  expect(reasonExcluded({ ...free, floor: 101 }, of, '2026-12-31')).toBe('不足起计分1.01分');
  expect(reasonExcluded({ ...free, floor: 100 }, of, '2026-12-31')).toBe('');
  expect(reasonExcluded({ ...free, months: 3 }, of, '2026-06-14')).toBe('');
  expect(reasonExcluded({ ...free, months: 3 }, of, '2026-06-15')).toBe('已过有效期3个月');
  expect(reasonExcluded({ ...free, classes: [4] }, of, '2026-06-15')).toBe('不适用于普通党员');
  expect(reasonExcluded({ ...free, classes: [4] }, { ...of, class: 4 }, '2026-06-15')).toBe('');
});
