import { expect, test } from 'vitest';
import { lastProofDay, proofFaults } from '#procedures/transfer/rules/proof.ts';

test('six months end on the same day, clamped to its month', () => {
  expect(lastProofDay('2026-08-31')).toBe('2027-02-28');
  expect(lastProofDay('2027-08-31')).toBe('2028-02-29');
  expect(lastProofDay('2026-03-15')).toBe('2026-09-15');
});

test('the last day is in time, the next one is not', () => {
  expect(proofFaults({ startsOn: '2026-03-15', endsOn: '2026-09-15' }, '2026-03-10')).toEqual({});
  expect(proofFaults({ startsOn: '2026-03-15', endsOn: '2026-09-16' }, '2026-03-10')).toHaveProperty('endsOn');
  expect(proofFaults({ startsOn: '2026-03-15', endsOn: '2026-03-14' }, '2026-03-10')).toHaveProperty('endsOn');
  expect(proofFaults({ startsOn: '2026-01-15', endsOn: '2026-03-09' }, '2026-03-10')).toHaveProperty('endsOn');
});
