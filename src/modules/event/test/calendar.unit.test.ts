import { expect, test } from 'vitest';
import { calendarText } from '#modules/event/rules.calendar.ts';

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
