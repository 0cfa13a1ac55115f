import { describe, expect, test } from 'vitest';
import { type Duty, hoursOf, hundredthsOf, isMet, type Newcomer, needsOf, owedOf } from '#people/studyHours/rules.ts';

const duty: Duty = { classMinutes: 45, memberHours: 32, leaderHours: 56, leaderCentral: 1, clause: '' };

test('hours are rounded down, so that what is shown as reached is reached', () => {
  expect(hoursOf(32 * 45 - 1, 45)).toBe(31.9);
  expect(hoursOf(32 * 45, 45)).toBe(32);
  expect(hoursOf(90, 45)).toBe(2);
  expect(hoursOf(-90, 45)).toBe(-2);
  expect(hoursOf(0, 45)).toBe(0);
  expect(hundredthsOf(60, 45)).toBe(133);
});

test('members owe 32, whoever leads a base organisation 56 and one 集中培训', () => {
  expect([owedOf(duty, false), owedOf(duty, true)]).toEqual([32, 56]);
  expect(isMet(duty, { minutes: 1440, central: 0, leads: false })).toBe(true);
  expect(isMet(duty, { minutes: 1439, central: 5, leads: false })).toBe(false);
  expect(isMet(duty, { minutes: 2520, central: 1, leads: true })).toBe(true);
  expect(isMet(duty, { minutes: 2520, central: 0, leads: true })).toBe(false);
  expect(isMet(duty, { minutes: 2519, central: 1, leads: true })).toBe(false);
});

describe('newcomers', () => {
  const nobody: Newcomer = {
    secretarySince: null,
    secretaryDue: null,
    category: 1,
    admittedOn: '2001-07-01',
    convertedOn: '2002-07-01',
    centralDays: [],
  };
  const said = (more: Partial<Newcomer>, today: string) =>
    needsOf({ ...nobody, ...more }, today).map(({ text }) => text);
  const secretary = { secretarySince: '2026-04-10', secretaryDue: '2026-10-10' };

  test('a new secretary is trained within six months', () => {
    expect(said({}, '2026-06-01')).toEqual([]);
    expect(said(secretary, '2026-10-10')).toEqual(['新任书记2026-10-10前参加集中培训']);
    expect(needsOf({ ...nobody, ...secretary }, '2026-10-11')[0]).toMatchObject({ late: true });
    expect(said({ ...secretary, centralDays: ['2026-04-10'] }, '2026-06-01')).toEqual([]);
    expect(said({ ...secretary, centralDays: ['2026-04-09'] }, '2026-06-01')).toHaveLength(1);
    expect(said(secretary, '2026-04-09')).toEqual([]);
  });

  test('new members are trained once in probation and once in the year after it', () => {
    const probation = { category: 2, admittedOn: '2026-05-01', convertedOn: null };
    expect(said(probation, '2026-06-01')).toEqual(['预备期内参加1次集中培训']);
    expect(said({ ...probation, centralDays: ['2026-05-20'] }, '2026-06-01')).toEqual([]);
    const fresh = { convertedOn: '2025-06-01' };
    expect(said(fresh, '2026-06-01')).toEqual(['转正后一年内参加1次集中培训（2026-06-01前）']);
    expect(said(fresh, '2026-06-02')).toEqual([]);
    expect(said({ ...fresh, centralDays: ['2025-05-31'] }, '2025-12-01')).toHaveLength(1);
    expect(said({ ...fresh, centralDays: ['2025-06-01'] }, '2025-12-01')).toEqual([]);
  });
});
