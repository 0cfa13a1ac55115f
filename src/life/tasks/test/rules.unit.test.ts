import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/time/days.ts';
import { isHoliday, isWeekend, isWorkday } from '#platform/time/workdays.ts';
import { circlesOf, daysBetween, MAX_CIRCLES, mayAct, progressOf, rhythmFaults, yearsLater } from '../rules.ts';

const rhythm = (given: object = {}) => ({
  frequency: 2 as const,
  startsOn: '2026-01-15',
  endsOn: '2026-12-31',
  dueRule: 'end' as const,
  dueDays: 0,
  ...given,
});
const dues = (given: object) => circlesOf(rhythm(given)).map(({ dueOn }) => dueOn);

describe('cycles', () => {
  test('once is one cycle over the whole time', () => {
    expect(circlesOf(rhythm({ frequency: 1 }))).toEqual([
      { seq: 1, label: '', startsOn: '2026-01-15', dueOn: '2026-12-31' },
    ]);
  });

  test('months begin with the task, then on their first, and end on their last day', () => {
    const circles = circlesOf(rhythm({ endsOn: '2026-03-31' }));
    expect(circles.map(({ label, startsOn, dueOn }) => [label, startsOn, dueOn])).toEqual([
      ['2026年1月', '2026-01-15', '2026-01-31'],
      ['2026年2月', '2026-02-01', '2026-02-28'],
      ['2026年3月', '2026-03-01', '2026-03-31'],
    ]);
  });

  test('the 31st is the end of shorter months; a leap day is one', () => {
    expect(dues({ dueRule: 'day', dueDays: 31, startsOn: '2028-01-01', endsOn: '2028-04-30' })).toEqual([
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
  });

  test('a fixed day that is over when the task begins has no cycle that month', () => {
    expect(dues({ dueRule: 'day', dueDays: 10, endsOn: '2026-03-31' })).toEqual(['2026-02-10', '2026-03-10']);
    expect(dues({ dueRule: 'day', dueDays: 15, endsOn: '2026-02-28' })).toEqual(['2026-01-15', '2026-02-15']);
  });

  test('days after the period may lie in the next year', () => {
    expect(dues({ dueRule: 'after', dueDays: 5, startsOn: '2026-11-01' })).toEqual(['2026-12-05', '2027-01-05']);
  });

  test('quarters touch four months at a boundary and carry their number', () => {
    const circles = circlesOf(rhythm({ frequency: 3, startsOn: '2026-03-31', endsOn: '2026-10-01' }));
    expect(circles.map(({ label, startsOn, dueOn }) => [label, startsOn, dueOn])).toEqual([
      ['2026年第一季度', '2026-03-31', '2026-03-31'],
      ['2026年第二季度', '2026-04-01', '2026-06-30'],
      ['2026年第三季度', '2026-07-01', '2026-09-30'],
      ['2026年第四季度', '2026-10-01', '2026-10-01'],
    ]);
  });

  test('the last cycle ends with the task', () => {
    expect(dues({ endsOn: '2026-02-10' })).toEqual(['2026-01-31', '2026-02-10']);
  });

  test('numbers run on, whatever was left out', () => {
    expect(circlesOf(rhythm({ dueRule: 'day', dueDays: 10 })).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 11 }, (_, at) => at + 1),
    );
  });
});

describe('faults of a rhythm', () => {
  test.each([
    [{ endsOn: '2026-01-14' }, 'endsOn', '截止日期不能早于开始日期'],
    [{ dueRule: 'day', dueDays: 0 }, 'dueDays', '请填写1至31的天数'],
    [{ dueRule: 'day', dueDays: 5, endsOn: '2026-01-31' }, 'endsOn', '没有一个完整可办的周期'],
    [{ endsOn: '2036-01-01' }, 'endsOn', `最多${MAX_CIRCLES}个周期`],
  ])('%o', (given, field, sentence) => {
    expect(rhythmFaults(rhythm(given))[field]).toContain(sentence);
  });
  test('a good one has none', () => {
    expect(rhythmFaults(rhythm())).toEqual({});
    expect(rhythmFaults(rhythm({ frequency: 1, endsOn: '2026-01-15' }))).toEqual({});
  });
});

test('arrows: what is decided is not reported again, what is void stays so', () => {
  expect(mayAct('report', 0)).toBe(true);
  expect(mayAct('report', 2)).toBe(false);
  expect(mayAct('accept', 1)).toBe(false);
  expect(mayAct('reopen', 4)).toBe(true);
  for (const act of ['receive', 'report', 'withdraw', 'accept', 'refuse', 'reopen', 'void'] as const)
    expect(mayAct(act, 5)).toBe(false);
});

test('years on: 29 February is the 28th where there is none', () => {
  expect(yearsLater('2024-02-29', 1)).toBe('2025-02-28');
  expect(yearsLater('2024-02-29', 4)).toBe('2028-02-29');
  expect(yearsLater('2025-12-31', 1)).toBe('2026-12-31');
});

test('days and shares', () => {
  expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
  expect(daysBetween('2026-02-28', '2026-03-01')).toBe(1);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  expect(isWeekend('2026-11-22')).toBe(true);
  expect(isWeekend('2026-11-23')).toBe(false);
  const calendar = { 2026: { off: ['2026-10-01'], work: ['2026-10-10'] } };
  expect(
    ['2026-10-01', '2026-10-10', '2027-10-01'].map((day) => [isHoliday(day, calendar), isWorkday(day, calendar)]),
  ).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  expect(progressOf(0, 0)).toBe(0);
  expect(progressOf(1, 4)).toBe(0.25);
});
