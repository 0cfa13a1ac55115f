import { describe, expect, test } from 'vitest';
import {
  addMonths,
  basisFault,
  countUnpaidMonths,
  dueOf,
  isOldArrear,
  monthsBetween,
  type Payer,
  payableFault,
} from '#procedures/dues/rules.ts';

const MONTH = '2026-11';
const due = (payer: Payer, yuan: number) => dueOf({ payer, base: Math.round(yuan * 100) }, MONTH).amount / 100;

describe('the monthly due (中组发〔2008〕3号)', () => {
  test.for([
    [1, 2999, 15],
    [1, 3000, 15],
    [1, 3000.01, 30],
    [1, 4567.89, 45.68],
    [1, 5000, 50],
    [1, 5000.01, 75],
    [1, 5009, 75.14],
    [1, 8888.88, 133.33],
    [1, 10000, 150],
    [1, 10000.01, 200],
    [1, 10001, 200.02],
    [1, 12000, 240],
    [1, 15678.9, 313.58],
    [2, 3000, 15],
    [4, 2850, 14.25],
    [4, 4321.5, 21.61],
    [4, 5000, 25],
    [4, 5000.01, 50],
    [4, 5001, 50.01],
    [3, 27000, 135],
    // A third of it would round down to the bound: the band is that of the total.
    [3, 9000.01, 30],
    [3, 9000, 15],
    [6, 0, 0.2],
  ] as const)('payer %i of %f yuan pays %f', ([payer, base, sum]) => {
    expect(due(payer, base)).toBe(sum);
  });

  test('farmers choose from 0.20 to 1.00 yuan, both included', () => {
    for (const [base, bad] of [
      [19, true],
      [20, false],
      [100, false],
      [101, true],
    ] as const)
      expect(basisFault({ payer: 5, base }, MONTH) !== null, `${base}`).toBe(bad);
    expect(due(5, 0.5)).toBe(0.5);
  });

  test('a blank or negative income is refused, students need none', () => {
    expect(basisFault({ payer: 1, base: 0 }, MONTH)).toContain('收入');
    expect(basisFault({ payer: 4, base: -1 }, MONTH)).toContain('收入');
    expect(basisFault({ payer: 6, base: 0 }, MONTH)).toBeNull();
  });

  test('it is a sentence with base, rate, sum and article', () => {
    expect(dueOf({ payer: 1, base: 888_888 }, MONTH).sentence).toBe('基数8,888.88元×1.5%＝133.33元，第一、二条');
    expect(dueOf({ payer: 3, base: 2_700_000 }, MONTH).sentence).toBe('上季度收入27,000.00元÷3×1.5%＝135.00元，第四条');
  });

  test('rounds to ten fen, half up or always up, where the site says so', () => {
    const basis = { payer: 1, base: 456_789 } as const;
    expect(dueOf(basis, MONTH, { unit: 10, mode: 'halfUp' }).amount).toBe(4570);
    expect(dueOf(basis, MONTH, { unit: 1, mode: 'up' }).amount).toBe(4568);
    expect(dueOf({ payer: 1, base: 300_100 }, MONTH, { unit: 10, mode: 'up' }).amount).toBe(3010);
    expect(dueOf({ payer: 1, base: 300_100 }, MONTH, { unit: 10, mode: 'halfUp' }).amount).toBe(3000);
  });
});

describe('months', () => {
  test('go over the year', () => {
    expect(addMonths('2026-11', 2)).toBe('2027-01');
    expect(addMonths('2026-01', -1)).toBe('2025-12');
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsBetween('2026-03', '2026-02')).toEqual([]);
  });

  test('are paid three ahead at most, the current one included', () => {
    expect(payableFault('2027-01', '2026-11')).toBeNull();
    expect(payableFault('2027-02', '2026-11')).toContain('3个月');
  });

  test('six back are made up for as a rule, the seventh with a reason', () => {
    expect(isOldArrear('2026-05', '2026-11')).toBe(false);
    expect(isOldArrear('2026-04', '2026-11')).toBe(true);
  });

  test('unpaid in a row are ended months alone; paid, exempt and deferred ones break the run', () => {
    const bills = (states: Record<string, 1 | 2 | 3 | 4 | 5>) =>
      Object.entries(states).map(([month, state]) => ({ month, state }));
    expect(countUnpaidMonths(bills({ '2026-08': 1, '2026-09': 1, '2026-10': 1, '2026-11': 1 }), '2026-11')).toBe(3);
    for (const state of [3, 4, 5] as const)
      expect(countUnpaidMonths(bills({ '2026-08': 1, '2026-09': state, '2026-10': 1 }), '2026-11')).toBe(1);
    expect(countUnpaidMonths(bills({ '2026-09': 1 }), '2026-11')).toBe(0);
  });
});
