import { quarterText } from '#platform/time/periods.ts';

/** What points are given for; each item belongs to one. */
export const DIMENSIONS = ['学习教育', '组织生活', '党员义务', '志愿服务', '岗位作用', '廉洁自律'] as const;

export const CLASSES = { 1: '骨干党员', 2: '普通党员', 3: '流动党员', 4: '特殊党员' } as const;
export type Class = keyof typeof CLASSES;

export const HAND_STATES = { 0: '待确认', 1: '已确认', 2: '不同意', 3: '已撤回' } as const;
export type HandState = keyof typeof HAND_STATES;
export const APPEAL_STATES = { 1: '处理中', 2: '采纳', 3: '不采纳', 4: '撤回' } as const;
export type AppealState = keyof typeof APPEAL_STATES;

/** Days within which a line may be contested. */
export const APPEAL_DAYS = 15;
/** Days after a month's end during which its lines still stand in it. */
export const GRACE_DAYS = 10;
/** With what everybody begins a year unless the set says otherwise, in hundredths. */
export const BASE = 6000;

/** Hundredths as text without needless zeros: 1250 is 12.5. */
export const pointsText = (hundredths: number): string => String(Math.round(hundredths) / 100);
/** The same with its sign: +2, −1.5. */
export const signedText = (hundredths: number): string =>
  `${hundredths < 0 ? '−' : '+'}${pointsText(Math.abs(hundredths))}`;

/** One fact under one item, as far as the sums need it. */
export interface Fact {
  /** Tells facts apart and orders those of one day, whenever they arrived. */
  key: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** Items of one code share their caps, over all versions of a set. */
  code: string;
  /** Hundredths of a point, above zero also where the item takes away. */
  raw: number;
  capDay: number | null;
  capMonth: number | null;
  capYear: number | null;
  once: boolean;
  /** Why nothing is given whatever the caps are; empty: it counts. */
  barred: string;
}

export interface Share {
  given: number;
  /** Why it is less than `raw`; empty: it is not. */
  why: string;
}

/**
 * What each fact of one person's year gives: in the order of their days, so that the sums do not depend on when they
 * arrived; what one leaves unused the next may use, so that a fact taken away brings up what its cap had cut.
 */
export function computeShares(facts: readonly Fact[]): Map<string, Share> {
  const sums = new Map<string, number>();
  const found = new Map<string, Share>();
  const order = (a: Fact, b: Fact) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
  for (const fact of [...facts].sort(order)) {
    if (found.has(fact.key)) continue;
    if (fact.barred) {
      found.set(fact.key, { given: 0, why: fact.barred });
      continue;
    }
    const rooms = [
      [`${fact.code} ${fact.day}`, fact.capDay, '当日'],
      [`${fact.code} ${fact.day.slice(0, 7)}`, fact.capMonth, '当月'],
      [`${fact.code} ${fact.day.slice(0, 4)}`, fact.capYear, '全年'],
    ] as const;
    const before = sums.get(rooms[2][0]) ?? 0;
    let given = fact.once && before > 0 ? 0 : fact.raw;
    let why = given < fact.raw ? '只计一次，已经计过' : '';
    for (const [name, cap, word] of rooms) {
      if (cap === null) continue;
      const room = Math.max(0, cap - (sums.get(name) ?? 0));
      if (given > room) {
        given = room;
        why = `已达${word}上限${pointsText(cap)}分`;
      }
    }
    for (const [name] of rooms) sums.set(name, (sums.get(name) ?? 0) + given);
    found.set(fact.key, { given, why });
  }
  return found;
}

/** The first day on which a fact of a day counts no more: as many months later, at most the last of its month. */
export function expiryOf(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/**
 * Why a fact gives nothing whatever the caps leave; empty: it counts.
 * @param raw hundredths of a point
 * @param asOf the day of counting, at most the last of the fact's year: what is over does not change any more
 */
export function reasonExcluded(
  item: { classes: readonly number[]; floor: number | null; months: number | null },
  fact: { class: number; day: string; raw: number },
  asOf: string,
): string {
  if (item.classes.length > 0 && !item.classes.includes(fact.class))
    return `不适用于${CLASSES[fact.class as Class] ?? '这类党员'}`;
  if (item.floor !== null && fact.raw < item.floor) return `不足起计分${pointsText(item.floor)}分`;
  if (item.months !== null && expiryOf(fact.day, item.months) <= asOf) return `已过有效期${item.months}个月`;
  return '';
}

/** A year's score, never below zero. All in hundredths. */
export const scoreOf = (base: number, plus: number, minus: number): number => Math.max(0, base + plus - minus);

/** The month in which a line of a day stands: its own until ten days after its end, the open one from then on. */
export function monthOf(day: string, today: string): { month: string; late: boolean } {
  const month = day.slice(0, 7);
  const end = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), GRACE_DAYS))
    .toISOString()
    .slice(0, 10);
  return today <= end || month >= today.slice(0, 7) ? { month, late: false } : { month: today.slice(0, 7), late: true };
}

/** Places with ties: those with the same score share one, and the next is as many further: 1, 1, 3. */
export function ranksOf(scores: readonly number[]): number[] {
  const sorted = [...scores].sort((a, b) => b - a);
  const first = new Map<number, number>();
  for (const [at, score] of sorted.entries()) if (!first.has(score)) first.set(score, at + 1);
  return scores.map((score) => first.get(score) ?? 0);
}

/**
 * So many first lines of a rank, as its members see it: whoever stands last is left out, unless it is the reader or all stand alike.
 * @param rows best first, those without a place anywhere
 */
export function firstOf<T extends { id: string; place: number | null }>(
  rows: readonly T[],
  reader: string,
  many: number,
): T[] {
  const ranked = rows.filter(({ place }) => place !== null);
  const last = ranked.at(-1)?.place ?? 1;
  return ranked.slice(0, many).filter(({ id, place }) => id === reader || last === 1 || place !== last);
}

/** Months, quarters and years of a sheet, as its address names them: 2026-11, 2026Q4, 2026. */
export const PERIOD = /^(20\d{2})(?:-(0[1-9]|1[0-2])|Q([1-4]))?$/;

/** First and last month of a period with its name; null: there is no such period. */
export function periodOf(text: string): { first: string; last: string; label: string } | null {
  const [, year, month, quarter] = PERIOD.exec(text) ?? [];
  if (year === undefined) return null;
  if (month) return { first: text, last: text, label: `${year}年${Number(month)}月` };
  const of = (n: number) => `${year}-${String(n).padStart(2, '0')}`;
  if (quarter)
    return { first: of(Number(quarter) * 3 - 2), last: of(Number(quarter) * 3), label: quarterText(year, quarter) };
  return { first: of(1), last: of(12), label: `${year}年` };
}
