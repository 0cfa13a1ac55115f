import { expect, test } from 'vitest';
import { isOpen, LEVEL_NAMES, type Rule, WHOLE_DAY, whatPlays } from '../rules.plays.ts';

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
interface Day {
  year: number;
  month: number;
  day: number;
  weekday: number;
}
function next({ year, month, day, weekday }: Day): Day {
  const last = month === 2 && isLeap(year) ? 29 : (MONTHS[month - 1] ?? 0);
  const week = (weekday % 7) + 1;
  if (day < last) return { year, month, day: day + 1, weekday: week };
  return month < 12
    ? { year, month: month + 1, day: 1, weekday: week }
    : { year: year + 1, month: 1, day: 1, weekday: week };
}
const text = ({ year, month, day }: Day) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** 2027-12-25 00:00 in Beijing; the days after it go over the end of a year and of a February of a leap year. */
const FIRST = Date.UTC(2027, 11, 24, 16);
const ALL: Day[] = [{ year: 2027, month: 12, day: 25, weekday: 6 }];
for (let n = 0; n < 80; n++) ALL.push(next(ALL[n] as Day));
/** A stretch of them, and where it begins. */
interface Stretch {
  days: Day[];
  start: number;
}
const STRETCHES: Stretch[] = [0, 62].map((from) => ({
  days: ALL.slice(from, from + 13),
  start: FIRST + from * 86_400_000,
}));

/** A rule's minutes, laid out one day after another. */
function minutesOf(rule: Rule, { days }: Stretch): Uint8Array {
  const laid = new Uint8Array((days.length + 1) * WHOLE_DAY);
  for (const [at, day] of days.entries()) {
    if (rule.fromOn !== null && text(day) < rule.fromOn) continue;
    if (rule.toOn !== null && text(day) > rule.toOn) continue;
    if (rule.weekdays.length > 0 && !rule.weekdays.includes(day.weekday)) continue;
    const end = rule.toMinute > rule.fromMinute ? rule.toMinute : rule.toMinute + WHOLE_DAY;
    for (let minute = rule.fromMinute; minute < end; minute++) laid[at * WHOLE_DAY + minute] = 1;
  }
  return laid;
}

function naive(
  rules: readonly Rule[],
  laid: ReadonlyMap<string, Uint8Array>,
  group: string | null,
  instant: number,
  start: number,
) {
  const minute = Math.floor((instant - start) / 60_000);
  const due = rules.filter(
    (rule) =>
      (rule.groups === null || (group !== null && rule.groups.includes(group))) &&
      (rule.fromAt === null || rule.fromAt <= instant) &&
      (rule.toAt === null || instant < rule.toAt) &&
      laid.get(rule.id)?.[minute] === 1,
  );
  for (const level of LEVEL_NAMES) {
    const turns = due.filter((rule) => rule.level === level);
    if (turns.length === 0) continue;
    // Second by second from midnight.
    let left = Math.floor((instant - start) / 1000) % 86_400;
    for (let at = 0; ; at = (at + 1) % turns.length) {
      const { id, seconds } = turns[at] as Rule;
      if (left < seconds) return id;
      left -= seconds;
    }
  }
  return null;
}

test('what plays is what a reading minute by minute finds, over month ends, a leap day, the year and midnight', () => {
  const below = numbers(20_271_225);
  let shown = 0;
  for (let round = 0; round < 1000; round++) {
    const stretch = STRETCHES[below(2)] as Stretch;
    const { days, start } = stretch;
    const rules = Array.from({ length: 1 + below(9) }, (_none, at): Rule => {
      const span = below(3);
      const from = below(days.length);
      const whole = below(3) === 0;
      return {
        id: String(at),
        item: `i${at}`,
        level: LEVEL_NAMES[below(LEVEL_NAMES.length)] ?? 'loop',
        seconds: 5 + below(400),
        groups: below(3) === 0 ? ['a', 'b'].slice(below(2)) : null,
        weekdays: below(2) === 0 ? [1, 2, 3, 4, 5, 6, 7].filter(() => below(2) === 0) : [],
        fromOn: span === 0 ? null : text(days[from] as Day),
        toOn: span < 2 ? null : text(days[Math.min(days.length - 1, from + below(6))] as Day),
        fromMinute: whole ? 0 : below(WHOLE_DAY),
        toMinute: whole ? WHOLE_DAY : below(WHOLE_DAY + 1),
        fromAt: below(5) === 0 ? start + below(13 * 86_400) * 1000 : null,
        toAt: below(5) === 0 ? start + below(13 * 86_400) * 1000 : null,
      };
    });
    const laid = new Map(rules.map((rule) => [rule.id, minutesOf(rule, stretch)]));
    for (let n = 0; n < 6; n++) {
      // The first day has no day before it in the list.
      const day = (1 + below(days.length - 2)) * 86_400;
      const second = n < 2 ? ([0, 59, 86_399, 86_340][below(4)] ?? 0) : below(86_400);
      const instant = start + (day + second) * 1000;
      const group = [null, 'a', 'b'][below(3)] ?? null;
      const wanted = naive(rules, laid, group, instant, start);
      const got = whatPlays(rules, { group }, instant);
      expect(got.rule, JSON.stringify({ rules, group, instant: new Date(instant) })).toBe(wanted);
      if (wanted !== null) {
        shown++;
        expect(got.since <= instant && instant < got.until).toBe(true);
      }
    }
  }
  expect(shown).toBeGreaterThan(2000);
});

const START = FIRST;

test('what is stronger takes the whole screen and gives it back by itself; nothing due is name and clock', () => {
  const rule = (given: Partial<Rule>): Rule => ({
    ...{ id: 'x', level: 'loop', item: 'x', seconds: 10, groups: null, weekdays: [] },
    ...{ fromOn: null, toOn: null, fromMinute: 0, toMinute: WHOLE_DAY, fromAt: null, toAt: null },
    ...given,
  });
  const rules = [
    rule({ id: 'loop' }),
    rule({ id: 'visit', level: 'visit', fromMinute: 600, toMinute: 660 }),
    rule({ id: 'must', level: 'must', fromMinute: 600, toMinute: 720 }),
    rule({ id: 'insert', level: 'insert', fromAt: START + 630 * 60_000, toAt: START + 640 * 60_000 }),
  ];
  const at = (minute: number) => whatPlays(rules, { group: null }, START + minute * 60_000).rule;
  expect([599, 600, 630, 639, 640, 660, 720].map(at)).toEqual([
    'loop',
    'visit',
    'insert',
    'insert',
    'visit',
    'must',
    'loop',
  ]);
  expect(whatPlays([], { group: null }, START)).toMatchObject({ level: 'fallback', item: null });
});

test('a screen is dark outside of its hours', () => {
  const hours = { opens: '08:00', closes: '20:00' };
  const at = (minute: number) => isOpen(hours, START + minute * 60_000);
  expect([479, 480, 1199, 1200].map(at)).toEqual([false, true, true, false]);
  expect(isOpen({ opens: '', closes: '' }, START)).toBe(true);
});
