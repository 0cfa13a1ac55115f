import { type InspectionTime, monthsOf, type SubmitFrequency } from '#platform/time/periods.ts';

export const PLAN_STATES = { 0: '草稿', 1: '已发布', 2: '已归档' } as const;
export type PlanState = keyof typeof PLAN_STATES;
export const MONTH_STATES = { 0: '已保存', 1: '已提交', 2: '已确认', 3: '已退回' } as const;
export type MonthState = keyof typeof MONTH_STATES;
export const RESULT_STATES = { 0: '测算', 1: '公示中', 2: '已生效' } as const;
export type ResultState = keyof typeof RESULT_STATES;
export const GRADES = { 0: '不定等次', 1: '优秀', 2: '合格', 3: '基本合格', 4: '不合格' } as const;
export type Grade = keyof typeof GRADES;

/** All maxima of a plan together, in hundredths. */
export const FULL = 10_000;
/** Working days of 公示. */
export const SHOWN_DAYS = 5;

/** Whether an item is scored in a month: monthly ones in each month of their inspection time, others in its last. */
export function isScored(item: { submit: number; inspection: number }, month: number): boolean {
  const { first, last } = monthsOf(item.inspection as InspectionTime);
  return (item.submit as SubmitFrequency) === 2 ? month >= first && month <= last : month === last;
}

/** What was reached of the maxima of a month, of 10000; with no item, nothing. */
export function monthTotal(cells: readonly { score: number; most: number }[]): number {
  const most = cells.reduce((sum, cell) => sum + cell.most, 0);
  return most === 0 ? 0 : Math.round((cells.reduce((sum, cell) => sum + cell.score, 0) * FULL) / most);
}

/** From the points of a month in an item's dimension: six tenths of the maximum, and what they gave, within 0 and the maximum. */
export const suggestionOf = (most: number, given: number): number =>
  Math.min(most, Math.max(0, Math.round(most * 0.6) + given));

export interface YearParts {
  /** Totals of the counted months, of 10000. */
  months: readonly number[];
  /** Percent of their mean. */
  share: number;
  /** Of 民主评议, in points of 100; null: it was not held, and the months alone count. */
  appraisal: number | null;
  /** Hundredths. */
  rewards: number;
  punish: number;
}

/** A year's total in hundredths, to a tenth of a point half up, within 0 and 100; null where nothing was counted. */
export function yearTotal({ months, share, appraisal, rewards, punish }: YearParts): number | null {
  if (months.length === 0) return null;
  const sum = months.reduce((all, one) => all + one, 0);
  // Whole numbers up to the one division, so that a half is a half.
  const base =
    appraisal === null
      ? { over: sum, under: months.length }
      : { over: sum * share + appraisal * 100 * (100 - share) * months.length, under: months.length * 100 };
  const over = base.over + (rewards - punish) * base.under;
  const tenths = Math.floor((over * 2 + base.under * 10) / (base.under * 20));
  return Math.min(FULL, Math.max(0, tenths * 10));
}

/** The grade of a total in hundredths by half-open bands: from 90, from 75, from 60, below. */
export const gradeOf = (total: number): Grade => (total >= 9000 ? 1 : total >= 7500 ? 2 : total >= 6000 ? 3 : 4);

export interface Graded {
  id: string;
  total: number | null;
  /** 正式党员 with a total; others are scored and not graded. */
  graded: boolean;
  /** A 处分 of the year excludes 优秀. */
  barred: boolean;
}

/**
 * Grades with 优秀 at most a third of those graded, rounded down. Where several with one total stand at the limit, none of
 * them is 优秀 by the sum alone.
 */
export function gradesOf(people: readonly Graded[]): Map<string, { grade: Grade; place: number | null; note: string }> {
  const graded = people.filter(({ graded: is, total }) => is && total !== null);
  const limit = Math.floor(graded.length / 3);
  const totals = graded.map(({ total }) => total ?? 0);
  const best = graded
    .filter(({ barred, total }) => !barred && gradeOf(total ?? 0) === 1)
    .map(({ total }) => total ?? 0)
    .sort((a, b) => b - a);
  const edge = best[limit];
  const found = new Map<string, { grade: Grade; place: number | null; note: string }>();
  for (const one of people) {
    if (!one.graded || one.total === null) {
      found.set(one.id, {
        grade: 0,
        place: null,
        note: one.total === null ? '没有计分月份' : '预备党员只评分，不定等次',
      });
      continue;
    }
    const total = one.total;
    const place = 1 + totals.filter((other) => other > total).length;
    const by = gradeOf(total);
    if (by !== 1) found.set(one.id, { grade: by, place, note: '' });
    else if (one.barred) found.set(one.id, { grade: 2, place, note: '当年受到处分，不评优秀' });
    else if (edge !== undefined && total <= edge)
      found.set(one.id, { grade: 2, place, note: `优秀不超过三分之一（${limit}人）` });
    else found.set(one.id, { grade: 1, place, note: '' });
  }
  return found;
}

/** Of awards by level (dictionary 0044: 1 中央, 2 省级, 3 市级, 4 县级, else below), in hundredths. */
const AWARDS: Readonly<Record<string, number>> = { '1': 500, '2': 400, '3': 300, '4': 200 };
/** What each name takes away (dictionary 0043), in hundredths: 警告 to 开除党籍, 限期改正, 劝退, 除名. */
const PUNISHMENTS: Readonly<Record<string, number>> = {
  '21': 500,
  '22': 800,
  '23': 1200,
  '24': 2000,
  '25': 10_000,
  '31': 500,
  '32': 2000,
  '33': 2000,
};
/** 其他表彰 counts half of 优秀共产党员; 光荣在党50年纪念章 is for years, not for deeds. */
const SHARES: Readonly<Record<string, number>> = { '13': 0, '19': 0.5 };

/**
 * What a line of the tab 奖惩情况 counts, in hundredths, by its name and level: a rule of the house.
 * @param type dictionary 0042: 1 表彰奖励, 2 党纪处分, 3 组织处置; decides where the name is not known
 */
export function rewardPoints(type: string, name: string, level: string): number {
  if (type === '1') return (AWARDS[level] ?? 100) * (SHARES[name] ?? 1);
  return -(PUNISHMENTS[name] ?? (type === '2' ? 1000 : 500));
}

export const scoreText = (hundredths: number): string => String(Math.round(hundredths) / 100);
/** To a tenth, as years are told: 89.9. */
export const yearText = (hundredths: number): string => (hundredths / 100).toFixed(1);
