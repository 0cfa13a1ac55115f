import { expect, test } from 'vitest';
import { hoursFault, instantOf, standingOf } from '../rules.insert.ts';

const at = (moment: string) => instantOf(moment);

test('how a 插播 stands follows from what was decided and from the clock', () => {
  const of = (state: 'asked' | 'released' | 'returned' | 'ended', now: string) =>
    standingOf({ state, fromAt: at('2027-02-28 23:00'), toAt: at('2027-03-01 01:00') }, at(now));
  expect(of('asked', '2027-03-01 00:59')).toBe('asked');
  expect(of('asked', '2027-03-01 01:00')).toBe('missed');
  expect(of('released', '2027-02-28 22:59')).toBe('later');
  expect(of('released', '2027-02-28 23:00')).toBe('on');
  expect(of('released', '2027-03-01 01:00')).toBe('over');
  expect(of('ended', '2027-02-28 23:30')).toBe('ended');
  expect(of('returned', '2027-02-28 23:30')).toBe('returned');
});

test('it is over within a day, begins before it ends and ends in the future', () => {
  const now = at('2027-02-28 22:00');
  expect(hoursFault(null, '2027-03-01 22:00', now)).toEqual({});
  expect(hoursFault(null, '2027-03-01 22:01', now).toAt).toBe('插播最长24小时，最晚到2027-03-01 22:00');
  expect(hoursFault('2027-03-05 08:00', '2027-03-06 08:00', now)).toEqual({});
  expect(hoursFault('2027-03-05 08:00', '2027-03-06 08:01', now).toAt).toContain('2027-03-06 08:00');
  expect(hoursFault('2027-03-01 08:00', '2027-03-01 08:00', now).toAt).toBe('结束时间应晚于开始时间');
  expect(hoursFault(null, '2027-02-28 22:00', now).toAt).toBe('结束时间已经过去');
});
