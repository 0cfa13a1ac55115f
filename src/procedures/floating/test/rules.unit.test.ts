import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactDue, contactMonths, reasonTooShort, regionOf, sixMonthsAfter } from '#procedures/floating/rules.ts';

test('six months end on the same day, at month ends on the last one', () => {
  expect(sixMonthsAfter('2025-08-31')).toBe('2026-02-28');
  expect(sixMonthsAfter('2023-08-31')).toBe('2024-02-29');
  expect(sixMonthsAfter('2026-01-15')).toBe('2026-07-15');
});

test('an absence counts from six months on, run or planned; a day less does not', () => {
  expect(reasonTooShort('2025-08-31', null, '2026-02-27')).toContain('2026-02-28');
  expect(reasonTooShort('2025-08-31', null, '2026-02-28')).toBe('');
  expect(reasonTooShort('2026-02-01', '2026-07-31', '2026-02-02')).toContain('党员证明信');
  expect(reasonTooShort('2026-02-01', '2026-08-01', '2026-02-02')).toBe('');
});

test('whoever has been away for six months counts whatever is planned', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), (days) => {
      const started = new Date(Date.UTC(2015, 0, 1 + days)).toISOString().slice(0, 10);
      return reasonTooShort(started, null, sixMonthsAfter(started)) === '' && sixMonthsAfter(started) > started;
    }),
  );
});

test('a contact is due a month after the last one; a place begins with its region', () => {
  expect(contactDue('2026-01-31')).toBe('2026-02-28');
  // Who studies abroad is asked every six months, whoever works there every month.
  expect(contactDue('2026-08-31', contactMonths({ range: 3, reason: 2 }))).toBe('2027-02-28');
  expect(contactMonths({ range: 3, reason: 1 })).toBe(1);
  expect(contactMonths({ range: 2, reason: 2 })).toBe(1);
  expect(regionOf('广东省深圳市南山区')?.code).toBe('440300');
  expect(regionOf('广东省')?.code).toBe('440000');
  expect(regionOf('越南河内')).toBeUndefined();
});
