import { describe, expect, test } from 'vitest';
import { dayFaults, mayAct, nextDueText, PART_ARROWS, PART_STATE_NAMES, periodsOf, standingOf } from '../rules.ts';

const year = { startsOn: '2026-01-01', endsOn: '2026-12-31' };

describe('the periods of an item', () => {
  test('are the quarters of its days, the last of them answered by the completion', () => {
    const periods = periodsOf({ ...year, frequency: 'quarter' }, '2026-01-01');
    expect(periods.map(({ label, dueOn, isFinal }) => [label, dueOn, isFinal])).toEqual([
      ['2026年第一季度', '2026-03-31', false],
      ['2026年第二季度', '2026-06-30', false],
      ['2026年第三季度', '2026-09-30', false],
      ['2026年第四季度', '2026-12-31', true],
    ]);
  });

  test('that were over when it was issued are not owed, but the completion always is', () => {
    const periods = periodsOf({ ...year, frequency: 'month' }, '2026-11-15');
    expect(periods.map(({ label }) => label)).toEqual(['2026年11月', '2026年12月']);
    expect(periodsOf({ ...year, frequency: 'month' }, '2027-02-01').map(({ isFinal }) => isFinal)).toEqual([true]);
  });

  test('end with the item, in the middle of a month as well', () => {
    const periods = periodsOf({ startsOn: '2026-05-10', endsOn: '2026-06-15', frequency: 'month' }, '2026-05-10');
    expect(periods).toEqual([
      { label: '2026年5月', startsOn: '2026-05-10', dueOn: '2026-05-31', isFinal: false },
      { label: '2026年6月', startsOn: '2026-06-01', dueOn: '2026-06-15', isFinal: true },
    ]);
  });

  test('are one where it is reported once', () => {
    expect(periodsOf({ ...year, frequency: 'once' }, '2026-03-01')).toEqual([
      { label: '', startsOn: '2026-01-01', dueOn: '2026-12-31', isFinal: true },
    ]);
  });
});

test('what is owed is named, and the days of an item are judged', () => {
  expect(nextDueText('2026年3月', false)).toBe('2026年3月进展');
  expect(nextDueText('2026年12月', true)).toBe('完成情况');
  expect(dayFaults({ startsOn: '2026-02-01', endsOn: '2026-01-31' })).toEqual({ endsOn: '截止日期不能早于开始日期' });
  expect(dayFaults({ startsOn: '2026-02-01', endsOn: '2031-01-31' })).toEqual({ endsOn: '起止日期不能跨过五年' });
  expect(dayFaults(year)).toEqual({});
});

test('a part is judged by its own day, and by what it owes next', () => {
  const part = { endsOn: '2026-06-30', finishedOn: null, nextDue: '2026-03-31' };
  expect(standingOf({ ...part, state: 'open' }, '2026-03-31')).toBe('open');
  expect(standingOf({ ...part, state: 'returned' }, '2026-04-01')).toBe('late');
  expect(standingOf({ ...part, state: 'asked' }, '2026-09-01')).toBe('asked');
  expect(standingOf({ ...part, state: 'void' }, '2026-09-01')).toBe('void');
  expect(standingOf({ ...part, state: 'done', finishedOn: '2026-06-30' }, '2026-09-01')).toBe('onTime');
  expect(standingOf({ ...part, state: 'done', finishedOn: '2026-07-01' }, '2026-09-01')).toBe('doneLate');
});

test('nothing is done with what is completed or stopped', () => {
  for (const act of Object.keys(PART_ARROWS) as (keyof typeof PART_ARROWS)[]) {
    expect(mayAct(act, 'done'), act).toBe(false);
    expect(mayAct(act, 'void'), act).toBe(false);
  }
  expect(PART_STATE_NAMES.filter((state) => mayAct('finish', state))).toEqual(['open', 'returned']);
});
