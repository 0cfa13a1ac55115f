/**
 * Constants of section 9 of the specification that several modules count by: assessment, points, office work and
 * dual reporting. They stand here once.
 */

/** What an item of assessment is. */
export const ASSESS_KINDS = { 1: '基本', 2: '重点' } as const;
export type AssessKind = keyof typeof ASSESS_KINDS;

/** How often something is handed in. */
export const SUBMIT_FREQUENCIES = { 1: '一次', 2: '每月' } as const;
export type SubmitFrequency = keyof typeof SUBMIT_FREQUENCIES;

/** When it is inspected: over the whole year, or in one of its quarters. */
export const INSPECTION_TIMES = { 5: '全年', 1: '第一季度', 2: '第二季度', 3: '第三季度', 4: '第四季度' } as const;
export type InspectionTime = 1 | 2 | 3 | 4 | 5;
/** The order in which they are offered: numbers as names of an object would put the whole year last. */
export const INSPECTION_ORDER = [5, 1, 2, 3, 4] as const satisfies readonly InspectionTime[];

/** Years that are offered: the current one and the two before. @param today `YYYY-MM-DD` */
export const yearsOf = (today: string): number[] => {
  const year = Number(today.slice(0, 4));
  return [year, year - 1, year - 2];
};

/** Quarter of a day or a month, 1 to 4. @param text `YYYY-MM` or `YYYY-MM-DD` */
export const quarterOf = (text: string): 1 | 2 | 3 | 4 => Math.ceil(Number(text.slice(5, 7)) / 3) as 1 | 2 | 3 | 4;

/** `2026年第四季度`, as papers of the party say it. @param quarter 1 to 4 */
export const quarterText = (year: number | string, quarter: number | string) =>
  `${year}年第${'一二三四'.charAt(Number(quarter) - 1)}季度`;

/** First and last month, 1 to 12, that an inspection time covers. */
export function monthsOf(time: InspectionTime): { first: number; last: number } {
  return time === 5 ? { first: 1, last: 12 } : { first: time * 3 - 2, last: time * 3 };
}
