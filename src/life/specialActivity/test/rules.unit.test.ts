import { describe, expect, test } from 'vitest';
import {
  certificateNumber,
  certificateText,
  dayFaults,
  MATERIAL_STATE_NAMES,
  type MaterialState,
  mayAct,
  standingOf,
} from '../rules.ts';

describe('a material', () => {
  const on = (state: MaterialState, handedOn: string | null = null) => ({ state, dueOn: '2026-06-30', handedOn });

  test('is judged by its last day and the day on which it was handed in', () => {
    expect(standingOf(on('open'), '2026-06-30')).toBe('open');
    expect(standingOf(on('returned', '2026-06-01'), '2026-07-01')).toBe('late');
    expect(standingOf(on('asked', '2026-07-02'), '2026-09-01')).toBe('asked');
    expect(standingOf(on('void'), '2026-09-01')).toBe('void');
    expect(standingOf(on('done', '2026-06-30'), '2026-09-01')).toBe('done');
    expect(standingOf(on('done', '2026-07-01'), '2026-09-01')).toBe('doneLate');
  });

  test('is handed in where it is open or came back, and nothing is done with what is accepted or stopped', () => {
    expect(MATERIAL_STATE_NAMES.filter((state) => mayAct('handIn', state))).toEqual(['open', 'returned']);
    for (const act of ['handIn', 'recall', 'decide'] as const) {
      expect(mayAct(act, 'done'), act).toBe(false);
      expect(mayAct(act, 'void'), act).toBe(false);
    }
  });
});

test('the days of an activity are judged', () => {
  expect(dayFaults({ startsOn: '2026-02-01', endsOn: '2026-01-31' })).toEqual({ endsOn: '结束日期不能早于开始日期' });
  expect(dayFaults({ startsOn: '2026-02-01', endsOn: '2031-01-31' })).toEqual({ endsOn: '起止日期不能跨过五年' });
  expect(dayFaults({ startsOn: '2026-01-01', endsOn: '2026-12-31' })).toEqual({});
});

test('a certificate has its number and says what it is for', () => {
  expect(certificateNumber('2026', '12', 7)).toBe('ZX2026-0012-0007');
  const of = { title: '党史学习教育', startsOn: '2026-03-01', endsOn: '2026-11-30' };
  expect(certificateText({ ...of, isPerson: true })).toContain('参加“党史学习教育”专项活动');
  expect(certificateText({ ...of, isPerson: false })).toContain('附件资料齐全');
  const quoted = certificateText({ ...of, title: '“办实事”实践活动', isPerson: true });
  expect(quoted).toContain('参加“办实事”实践活动专项活动');
});
