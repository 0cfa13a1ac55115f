import { expect, test } from 'vitest';
import { digitsText, isClock, statusOf } from '../rules.device.ts';
import { mayShowLife, meetingText, voteWords } from '../rules.doors.ts';
import { greetingState, groupByYear } from '../rules.ts';

test('a greeting is shown from its first day to the end of its last one', () => {
  const days = { startsOn: '2026-03-02', endsOn: '2026-03-04' };
  expect(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].map((day) => greetingState(day, days))).toEqual([
    'later',
    'now',
    'now',
    'over',
  ]);
});

test('events stand by their years, the newest first', () => {
  const rows = ['2024-05-01', '2026-01-02', '2025-07-01', '2026-09-30'].map((happenedOn) => ({ happenedOn }));
  expect(groupByYear(rows).map(({ year, rows: some }) => [year, some.map(({ happenedOn }) => happenedOn)])).toEqual([
    ['2026', ['2026-09-30', '2026-01-02']],
    ['2025', ['2025-07-01']],
    ['2024', ['2024-05-01']],
  ]);
  expect(groupByYear([])).toEqual([]);
});

test('a terminal is online while it said something within ninety seconds, and revoked only where nothing is bound', () => {
  const now = Date.parse('2026-03-01T08:00:00Z');
  const at = (minutes: number) => now - minutes * 60_000;
  const of = (bound: boolean, revoked: boolean, seenAt: number | null) => statusOf({ bound, revoked, seenAt }, now);
  expect([of(true, false, at(1.5)), of(true, false, at(1.6)), of(true, false, null)]).toEqual([
    'online',
    'away',
    'away',
  ]);
  expect([of(false, false, at(1)), of(false, true, at(1)), of(true, true, at(1))]).toEqual([
    'unbound',
    'revoked',
    'online',
  ]);
});

test('digits are read out in two groups of three, and an hour is an hour', () => {
  expect(['', '123', '1234', '123456'].map(digitsText)).toEqual(['', '123', '123 4', '123 456']);
  expect(['00:00', '23:59', '24:00', '8:00', ''].map(isClock)).toEqual([true, true, false, false, false]);
});

test('a screen says of a vote how many took part and what was decided, and no more', () => {
  const vote = { state: 1, kind: 'agree', voters: 12, cast: 5, ends: '2026-03-01 18:00', result: null } as const;
  expect(voteWords(vote)).toBe('应投12人，已投5人，2026-03-01 18:00截止');
  const over = { ...vote, state: 2, cast: 11 };
  expect(voteWords({ ...over, result: { valid: true, passed: [true, false, true] } })).toBe(
    '应投12人，已投11人，通过2项，未通过1项',
  );
  expect(voteWords({ ...over, kind: 'choose', result: { valid: true, passed: [true, false] } })).toContain('选出1人');
  expect(voteWords({ ...over, result: { valid: false, passed: [] } })).toContain('投票无效');
});

test('a screen tells of meetings that are announced or held, and of none where members speak of each other', () => {
  const held = { state: 2, type: 4, cancelled: false };
  expect(mayShowLife(held)).toBe(true);
  expect([0, 4].map((state) => mayShowLife({ ...held, state }))).toEqual([false, false]);
  expect([6, 7, 8].map((type) => mayShowLife({ ...held, type }))).toEqual([false, false, false]);
  expect(mayShowLife({ ...held, cancelled: true })).toBe(false);
  const at = { from: '09:00', to: '10:30', due: 12, present: 10 };
  expect([meetingText({ ...at, held: false }), meetingText({ ...at, held: true })]).toEqual([
    '09:00开始，10:30结束',
    '应到12人，实到10人',
  ]);
});
