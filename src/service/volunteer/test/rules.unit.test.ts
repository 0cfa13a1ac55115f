import { expect, test } from 'vitest';
import { keeperFaults, keeperView } from '../rules.keeper.ts';
import { distanceOf, isFollowCode, keptFollowCode, makeFollowCode, mayFollow } from '../rules.need.ts';
import { pairDayFaults, whyNotPaired } from '../rules.pair.ts';
import { isFull, maxHours, nextStar, phaseOf, starName, starsOf, timeFaults, whyNotSigning } from '../rules.ts';

test('stars begin at 100, 300, 600, 1000 and 1500 hours', () => {
  expect([0, 99.5, 100, 299.5, 300, 600, 1000, 1499.5, 1500, 9000].map(starsOf)).toEqual([
    0, 0, 1, 1, 2, 3, 4, 4, 5, 5,
  ]);
  expect(nextStar(0)).toEqual({ star: 1, lacks: 100 });
  expect(nextStar(299.5)).toEqual({ star: 2, lacks: 0.5 });
  expect(nextStar(1500)).toBeNull();
  expect([starName(0), starName(3)]).toEqual(['', '三星级']);
});

test('an activity stands by its state and the clock', () => {
  const times = { closesAt: 10, startsAt: 20, endsAt: 30 };
  const at = (now: number) => phaseOf({ state: 1, ...times }, now);
  expect([9, 10, 19, 20, 29, 30].map(at)).toEqual(['open', 'closed', 'closed', 'running', 'running', 'over']);
  expect(phaseOf({ state: 0, ...times }, 25)).toBe('draft');
  expect(phaseOf({ state: 3, ...times }, 5)).toBe('finished');
  expect(phaseOf({ state: 4, ...times }, 25)).toBe('cancelled');
});

test('who cannot sign up reads why', () => {
  expect(whyNotSigning({ phase: 'open' })).toBe('');
  expect(whyNotSigning({ phase: 'closed' })).toBe('报名已截止');
  expect(whyNotSigning({ phase: 'running' })).toBe('活动已开始，不能再报名');
  expect(whyNotSigning({ phase: 'cancelled' })).toBe('活动已取消');
  expect(isFull({ taken: 3, queued: 0, quota: 4 })).toBe(false);
  expect(isFull({ taken: 4, queued: 0, quota: 4 })).toBe(true);
  // A seat that is about to be offered is for who waits.
  expect(isFull({ taken: 3, queued: 1, quota: 4 })).toBe(true);
});

test('a need goes its steps and no others; its code is ten signs that nobody mistakes', () => {
  const all = [0, 1, 2, 3, 4, 5, 6, 7] as const;
  const steps = all.flatMap((from) => all.filter((to) => mayFollow(from, to)).map((to) => `${from}${to}`));
  expect(steps).toEqual(['01', '06', '07', '12', '16', '17', '21', '23', '27', '31', '34', '43', '45']);
  const code = makeFollowCode((below) => below - 1);
  expect(code).toBe('ZZZZZZZZZZ');
  expect(isFollowCode(keptFollowCode(' zzzzz-zzzzz '))).toBe(true);
  expect(isFollowCode('OOOOOOOOOO')).toBe(false);
  expect(distanceOf({ lng: 111, lat: 30 }, { lng: 111, lat: 31 })).toBeCloseTo(111.2, 0);
  expect(distanceOf({ lng: null, lat: null }, { lng: 111, lat: 31 })).toBeNull();
});

test('an activity is worth no more hours than it lasts, by the half hour', () => {
  expect([30, 31, 150, 3000].map(maxHours)).toEqual([0.5, 1, 2.5, 24]);
  const of = { startsAt: '2026-12-05 09:00', endsAt: '2026-12-05 11:30', closesAt: '2026-12-04 18:00', hours: 2.5 };
  expect(timeFaults(of)).toEqual({});
  expect(timeFaults({ ...of, hours: 3 })).toEqual({ hours: '不能超过活动时长（2.5小时）' });
  expect(timeFaults({ ...of, endsAt: of.startsAt })).toEqual({ endsAt: '结束时间应晚于开始时间' });
  expect(timeFaults({ ...of, closesAt: '2026-12-05 09:01' })).toEqual({ closesAt: '报名截止不能晚于活动开始' });
  expect(timeFaults({ ...of, endsAt: '2026-12-05 21:00' })).toEqual({});
  expect(timeFaults({ ...of, endsAt: '2026-12-05 21:01' })).toEqual({ endsAt: '一次活动最长12小时，更长的请分次发布' });
});

test('whoever keeps activities does so by the days, unless revoked', () => {
  const of = { fromOn: '2026-03-01', toOn: '2026-03-31', revoked: false };
  expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => keeperView(of, day))).toEqual([
    'coming',
    'held',
    'held',
    'over',
  ]);
  expect(keeperView({ ...of, revoked: true }, '2026-03-10')).toBe('revoked');
  expect(keeperFaults(of, '2026-04-01')).toEqual({ toOn: '截止日期已过' });
  expect(keeperFaults({ fromOn: '2026-03-02', toOn: '2026-03-01' }, '2026-01-01')).toHaveProperty('toOn');
  expect(keeperFaults({ fromOn: '2026-03-01', toOn: '2027-03-02' }, '2026-01-01')).toEqual({});
  expect(keeperFaults({ fromOn: '2026-03-01', toOn: '2027-03-03' }, '2026-01-01')).toHaveProperty('toOn');
});

test('a pair lasts five years at most, and never with oneself', () => {
  expect(pairDayFaults({ fromOn: '2026-01-01', toOn: '2026-01-01' })).toHaveProperty('toOn');
  expect(pairDayFaults({ fromOn: '2026-01-01', toOn: '2031-01-01' })).toEqual({});
  expect(pairDayFaults({ fromOn: '2026-01-01', toOn: '2031-01-02' })).toHaveProperty('toOn');
  expect([whyNotPaired('1', '1') !== '', whyNotPaired('1', '2')]).toEqual([true, '']);
});
