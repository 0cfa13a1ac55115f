import { expect, test } from 'vitest';
import { beijingTime } from '#platform/time/days.ts';
import { clampTimePart, timeOptions, toIso, toLocal } from '#platform/web/dateTime/clock.ts';
import { hoursText, timeAgo } from '#platform/web/show/time.ts';

const NOW = Date.parse('2026-11-20T10:30:00+08:00');

test.each([
  ['2026-11-20T10:29:30+08:00', '刚刚'],
  ['2026-11-20T10:30:20+08:00', '刚刚'],
  ['2026-11-20T10:29:00+08:00', '1分钟前'],
  ['2026-11-20T09:31:00+08:00', '59分钟前'],
  ['2026-11-20T09:30:00+08:00', '1小时前'],
  ['2026-11-19T10:31:00+08:00', '23小时前'],
  ['2026-11-19T10:30:00+08:00', '昨天'],
  ['2026-11-13T10:30:00+08:00', '7天前'],
])('%s was %s', (iso, words) => {
  expect(timeAgo(iso, NOW)).toBe(words);
});

test('long ago and ahead are told as they are, nothing as nothing', () => {
  expect(timeAgo('2026-10-01T12:00:00+08:00', NOW)).toMatch(/^2026-10-0\d$/);
  expect(timeAgo('2026-11-20T12:30:00+08:00', NOW)).toMatch(/^2026-11-2\d \d\d:\d\d$/);
  expect(timeAgo(null, NOW)).toBe('');
  expect(timeAgo('never', NOW)).toBe('');
});

test('hours of study are cut to one digit', () => {
  expect([0, 5, 6, 90, 95, 1919, 1920, -3].map(hoursText)).toEqual([
    '0小时',
    '0小时',
    '0.1小时',
    '1.5小时',
    '1.5小时',
    '31.9小时',
    '32小时',
    '0小时',
  ]);
});

test('hours are clamped to 0–23 and minutes to 0–59', () => {
  expect([
    clampTimePart('25', 23),
    clampTimePart('-1', 23),
    clampTimePart('7', 23),
    clampTimePart('', 59),
    clampTimePart('60', 59),
  ]).toEqual(['23', '00', '07', '00', '59']);
});

test('a text of Beijing and a point in time are told into each other', () => {
  expect(toIso('2026-11-20 00:30')).toBe('2026-11-19T16:30:00.000Z');
  expect(toLocal('2026-11-19T16:30:00Z')).toBe('2026-11-20 00:30');
  expect(toIso('')).toBeNull();
  expect(beijingTime(NOW)).toBe('2026-11-20 10:30');
});

test('times from 08:00 to 20:00 by a quarter of an hour', () => {
  const all = timeOptions();
  expect(all).toHaveLength(49);
  expect([all[0], all[1], all.at(-1)]).toEqual(['08:00', '08:15', '20:00']);
  expect(timeOptions('09:00', '10:10', 30)).toEqual(['09:00', '09:30', '10:00']);
});
