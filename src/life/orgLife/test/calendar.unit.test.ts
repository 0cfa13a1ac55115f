import { expect, test } from 'vitest';
import { calendarText } from '#life/orgLife/rules.calendar.ts';

const entry = {
  id: '7',
  title: '支部党员大会',
  place: '三楼,东',
  startsAt: new Date('2026-03-02T01:00:00Z'),
  endsAt: new Date('2026-03-02T02:30:00Z'),
  cancelled: false,
  version: 3,
  updatedAt: new Date('2026-02-20T00:00:00Z'),
};

test('lines are escaped, and folded at 75 octets within no character', () => {
  const text = calendarText('第一党支部', [{ ...entry, title: '党'.repeat(60) }]);
  expect(text).toContain('LOCATION:三楼\\,东');
  const lines = text.split('\r\n');
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'党'.repeat(60)}`);
  expect(text).not.toContain('\uFFFD');
});

test('a meeting that was cancelled says so; times are UTC', () => {
  const text = calendarText('我的组织生活', [{ ...entry, cancelled: true }]);
  expect(text).toContain('DTSTART:20260302T010000Z');
  expect(text).toContain('STATUS:CANCELLED');
  expect(text).toContain('SEQUENCE:3');
});

test('a term is a whole day for which nobody is busy', () => {
  const term = { id: '2026-03-02-2', day: '2026-03-02', title: '发展党员：党组织派人谈话最迟今天，2件' };
  const text = calendarText('第一党支部', [], [term], new Date('2026-02-20T00:00:00Z'));
  expect(text.split('\r\n').filter((line) => /^(UID|DTSTAMP|DTSTART|DTEND|TRANSP)/.test(line))).toEqual([
    'UID:term-2026-03-02-2@party-platform',
    'DTSTAMP:20260220T000000Z',
    'DTSTART;VALUE=DATE:20260302',
    'TRANSP:TRANSPARENT',
  ]);
});
