import { COMPOUND_SURNAMES } from '#platform/text/names.ts';
import { shareOf } from '#platform/text/share.ts';

/** The surname of a name as it stands on a medallion. */
export function surnameOf(name: string): string {
  const signs = [...name.replace(/\s/g, '')];
  const two = signs.slice(0, 2).join('');
  return signs.length > 2 && COMPOUND_SURNAMES.has(two) ? two : (signs[0] ?? '');
}

/** A name on a wall: 张* (SCREENS.md 9: masked unless the deployment says otherwise). */
export const shownName = (name: string): string => (name === '' ? '' : `${surnameOf(name)}*`);

/** Orders names by the strokes of the surname, then of the rest: the collation `zh-u-co-stroke` of Unicode (CLDR). */
const BY_STROKES = new Intl.Collator('zh-Hans-u-co-stroke');
export const compareByStrokes = (a: string, b: string): number => BY_STROKES.compare(a, b);

/** A share of a whole as the house makes one, in per cent; 0 of 0 is 0. */
export const sharePercent = (part: number, whole: number): number => shareOf(part, whole) ?? 0;

/** Bounds of the four steps of the map by members: round numbers at quarters of the largest; equal ones fall together. */
export function stepsOf(values: readonly number[]): number[] {
  const most = Math.max(0, ...values);
  if (most < 4) return [1, 2, 3];
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(most / 4)));
  const quarter = Math.max(unit, Math.round(most / 4 / unit) * unit);
  return [quarter, quarter * 2, quarter * 3];
}

/** The step of a value: 0 to 3. */
export const stepOf = (value: number, steps: readonly number[]): number =>
  steps.filter((bound) => value >= bound).length;

/** Columns and rows of equal tiles for `n` of them in a box of a proportion, so that the tiles come out near 1.6 to 1. */
export function gridOf(n: number, width: number, height: number): { columns: number; rows: number } {
  let best = { columns: 1, rows: Math.max(1, n), off: Number.POSITIVE_INFINITY };
  for (let columns = 1; columns <= Math.max(1, n); columns++) {
    const rows = Math.max(1, Math.ceil(n / columns));
    const off = Math.abs(Math.log(width / columns / (height / rows) / 1.6));
    if (off < best.off) best = { columns, rows, off };
  }
  return { columns: best.columns, rows: best.rows };
}

/** The months of a period of a year, as `2026-03`, `2026Q1` or `2026`. */
export function monthsOf(period: string): { first: number; months: number } {
  const [, month, quarter] = /^\d{4}(?:-(\d\d)|Q([1-4]))?$/.exec(period) ?? [];
  if (month) return { first: Number(month), months: 1 };
  if (quarter) return { first: Number(quarter) * 3 - 2, months: 3 };
  return { first: 1, months: 12 };
}

/** Days from one day to another, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 864e5);

/** The next day with the month and day of another one, today included; 29 February falls on 1 March where there is none. */
export function nextAnniversary(of: string, today: string): { month: number; day: number; days: number } {
  const [, month = 1, day = 1] = of.split('-').map(Number);
  const year = Number(today.slice(0, 4));
  for (const add of [0, 1]) {
    const on = new Date(Date.UTC(year + add, month - 1, day)).toISOString().slice(0, 10);
    if (on >= today) return { month, day, days: daysBetween(today, on) };
  }
  return { month, day, days: 0 };
}

/** Milliseconds until a wall asks again: 30 to 60 s, so that many walls do not ask at once. @param chance 0 to 1 */
export const pauseOf = (chance: number): number => 30_000 + Math.round(chance * 30_000);

/** Closed periods alone: met and owed of all lines together, and the last month that is closed. */
export function rateOf(
  lines: readonly { cells: readonly { ok: number; due: number; first: number; months: number }[] }[],
  month: number,
): { rate: number; until: number } | null {
  const closed = lines.flatMap(({ cells }) => cells).filter(({ first, months }) => first + months - 1 < month);
  const due = closed.reduce((sum, one) => sum + one.due, 0);
  if (due === 0) return null;
  return {
    rate: sharePercent(
      closed.reduce((sum, one) => sum + one.ok, 0),
      due,
    ),
    until: month - 1,
  };
}
