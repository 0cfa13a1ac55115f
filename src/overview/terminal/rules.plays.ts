/**
 * What plays when. One reading for the server, the preview and the televisions: no import, no clock of its own, nothing that Chromium
 * 80 does not know.
 */

/** Why something plays, the strongest first: of all that is due only what has the strongest reason is shown. */
export const LEVELS = {
  insert: '插播',
  visit: '来访欢迎',
  must: '必播',
  programme: '定时节目',
  loop: '日常轮播',
} as const;
export type Level = keyof typeof LEVELS;
export const LEVEL_NAMES = Object.keys(LEVELS) as [Level, ...Level[]];

/** When an item is due. Days and hours are Beijing's. */
export interface Rule {
  id: string;
  level: Level;
  /** What it shows. */
  item: string;
  /** How long, where several take turns. */
  seconds: number;
  /** For the screens of these groups alone; null: for all. */
  groups: string[] | null;
  /** 1 Monday to 7 Sunday; empty: each day. */
  weekdays: number[];
  /** First and last day, `YYYY-MM-DD`; null: without end. */
  fromOn: string | null;
  toOn: string | null;
  /** Minutes of the day, from 0; `toMinute` is over, and at or before `fromMinute` it lies in the next day. */
  fromMinute: number;
  toMinute: number;
  /** Epoch milliseconds; null: bounded by days and hours alone. */
  fromAt: number | null;
  toAt: number | null;
}

/** Where a screen stands. */
export interface Place {
  group: string | null;
}

/** What plays, why, and from when to when of this turn (epoch milliseconds). */
export interface Plays {
  level: Level | 'fallback';
  rule: string | null;
  item: string | null;
  since: number;
  until: number;
  /** How many take turns. */
  turns: number;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Beijing is eight hours ahead, all year. */
const AHEAD = 8 * 3_600_000;
export const WHOLE_DAY = 1440;

/** Days since 1970-01-01 in Beijing. */
const dayNumber = (instant: number) => Math.floor((instant + AHEAD) / DAY);
/** `YYYY-MM-DD` of a day by its number. */
const dayText = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1;

const holdsOn = (rule: Rule, day: number) => {
  const text = dayText(day);
  return (
    (rule.fromOn === null || rule.fromOn <= text) &&
    (rule.toOn === null || text <= rule.toOn) &&
    (rule.weekdays.length === 0 || rule.weekdays.indexOf(weekdayOf(day)) >= 0)
  );
};

/** Whether a rule is due. A part of the day that goes over midnight belongs to the day on which it begins. */
export function isDue(rule: Rule, { group }: Place, instant: number): boolean {
  if (rule.groups !== null && (group === null || rule.groups.indexOf(group) < 0)) return false;
  if (rule.fromAt !== null && instant < rule.fromAt) return false;
  if (rule.toAt !== null && instant >= rule.toAt) return false;
  const day = dayNumber(instant);
  const minute = Math.floor((instant + AHEAD - day * DAY) / MINUTE);
  const { fromMinute, toMinute } = rule;
  if (fromMinute < toMinute) return minute >= fromMinute && minute < toMinute && holdsOn(rule, day);
  return (minute >= fromMinute && holdsOn(rule, day)) || (minute < toMinute && holdsOn(rule, day - 1));
}

/** What is due at an instant with the strongest reason, in the order in which it takes turns. */
export function dueAt(rules: readonly Rule[], place: Place, instant: number): { level: Level; due: Rule[] } | null {
  for (const level of LEVEL_NAMES) {
    const due = rules.filter((rule) => rule.level === level && rule.seconds > 0 && isDue(rule, place, instant));
    if (due.length > 0) return { level, due };
  }
  return null;
}

/**
 * What a screen shows at an instant: of the rules that are due those of the strongest level, which take turns from midnight on, so that
 * screens of one programme show the same. Nothing due: name and clock.
 * @param instant epoch milliseconds by the server's clock
 */
export function whatPlays(rules: readonly Rule[], place: Place, instant: number): Plays {
  const found = dueAt(rules, place, instant);
  if (found) {
    const { level, due } = found;
    const midnight = dayNumber(instant) * DAY - AHEAD;
    const total = due.reduce((sum, { seconds }) => sum + seconds, 0) * 1000;
    let since = midnight + Math.floor((instant - midnight) / total) * total;
    for (const { id, item, seconds } of due) {
      const until = since + seconds * 1000;
      if (instant < until) return { level, rule: id, item, since, until, turns: due.length };
      since = until;
    }
  }
  return { level: 'fallback', rule: null, item: null, since: instant, until: instant + MINUTE, turns: 0 };
}

/** Whether a screen is to be lit. @param opens, closes `HH:mm` by Beijing's clock; both empty: always */
export function isOpen({ opens, closes }: { opens: string; closes: string }, instant: number): boolean {
  if (opens === '' || closes === '') return true;
  const clock = new Date(instant + AHEAD).toISOString().slice(11, 16);
  return opens <= clock && clock < closes;
}

/** Minutes of the day of `HH:mm`. */
export const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
