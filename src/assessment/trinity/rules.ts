import { type Counted, FULL, placesOf, pointsText, sumFault, totalOf } from '#assessment/orgAssessment/rules.ts';

/** Of which level the organisations are that an evaluation is for (`nccsdjLevel`). */
export const LEVELS = { 1: '县级', 2: '乡镇级' } as const;
export type Level = keyof typeof LEVELS;

/** How an evaluation stands. */
export const STATES = { draft: '草稿', open: '进行中', closed: '已结束' } as const;
export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as [State, ...State[]];

/** Organisations, parts and items of one evaluation at most. */
export const MAX_UNITS = 500;
export const MAX_PARTS = 10;
export const MAX_ITEMS = 100;
/** Meetings that one material names at most. */
export const MAX_RECORDS = 20;
/** The least and the most per cent by which a unit's points count. */
export const WEIGHTS = [50, 150] as const;

/** A grade: its label, and the total (hundredths) from which it is given. */
export interface Grade {
  label: string;
  from: number;
}

/** The grade of a total, as its place among the configured ones (best first). */
export const gradeOfTotal = (total: number, grades: readonly Grade[]): number => {
  const at = grades.findIndex(({ from }) => total >= from);
  return at < 0 ? grades.length - 1 : at;
};

/** What is wrong with grades, best first: each begins lower than the one before, and the last at 0; empty: nothing. */
export function gradeFault(grades: readonly Grade[]): string {
  if (new Set(grades.map(({ label }) => label)).size < grades.length) return '等次名称重复';
  const at = grades.findIndex(({ from }, n) => n > 0 && from >= (grades[n - 1]?.from ?? 0));
  if (at > 0) return `“${grades[at]?.label}”的起点应低于“${grades[at - 1]?.label}”`;
  return grades.at(-1)?.from === 0 ? '' : '最后一个等次应从0分起';
}

/** Points as they count for a unit of a weight, 100 at most; HALF_UP. @param weight per cent */
export const weightedPoints = (total: number, weight: number): number =>
  Math.min(FULL, Math.floor((2 * total * weight + 100) / 200));

/** A unit with what it has of each item. */
export interface Ranked {
  id: string;
  group: string;
  weight: number;
  cells: readonly Counted[];
}

/**
 * Totals (weighted), grades and places within the group. Items as integral adds them up: months are averaged, what runs is over what
 * is decided so far, what is missing counts 0 once the evaluation is closed. What runs has no grade and no place: who has been decided
 * on least would stand first.
 */
export function resultsOf(units: readonly Ranked[], grades: readonly Grade[], closed: boolean) {
  const totals = units.map(({ id, group, weight, cells }) => {
    const total = totalOf(cells, closed);
    return { id, group, total: total === null ? null : weightedPoints(total, weight) };
  });
  const places = placesOf(totals, closed);
  return new Map(
    totals.map(({ id, total }) => [
      id,
      { total, grade: total === null || !closed ? null : gradeOfTotal(total, grades), place: places.get(id) ?? null },
    ]),
  );
}

/** What keeps a draft from being opened; empty: nothing. */
export function openFault(
  parts: readonly { title: string; items: readonly { title: string; points: number }[] }[],
  units: number,
): string {
  const items = parts.flatMap((part) => part.items);
  if (items.length === 0) return '还没有考评指标，请先添加';
  const bare = parts.find((part) => part.items.length === 0);
  if (bare) return `“${bare.title}”里还没有指标`;
  return sumFault(items.map(({ points }) => points)) || (units === 0 ? '还没有考核单位，请先选择' : '');
}

/** What is wrong with the days of an evaluation, by field; empty: nothing. */
export function dayFaults({
  year,
  startsOn,
  endsOn,
}: {
  year: number;
  startsOn: string;
  endsOn: string;
}): Record<string, string> {
  if (!startsOn.startsWith(`${year}-`)) return { startsOn: '开始日期应在考评年度内' };
  if (endsOn < startsOn) return { endsOn: '截止日期不能早于开始日期' };
  return Number(endsOn.slice(0, 4)) > year + 1 ? { endsOn: '截止日期不能晚于次年' } : {};
}

export { FULL, pointsText };
