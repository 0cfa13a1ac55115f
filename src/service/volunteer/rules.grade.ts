/** What a place says of a unit or a person at the end of a year. */
export const GRADES = { 1: '好', 2: '较好', 3: '一般', 4: '差' } as const;
export type Grade = keyof typeof GRADES;

/** The first year that has grades; of those before nothing is late. */
export const FIRST_YEAR = 2026;

/** The year that is graded on a day: from December on its own, before that the last one. @param today `YYYY-MM-DD` */
export const gradedYear = (today: string): number => Number(today.slice(0, 4)) - (today.slice(5, 7) === '12' ? 0 : 1);

/** Why a year cannot be graded on a day; empty where it can: its own December, and the year after where it is late. */
export function whyNotGrading(year: number, today: string): string {
  const graded = gradedYear(today);
  if (year === graded) return '';
  return year > graded ? `${year}年的评价从当年12月开始` : `${year}年的评价已经结束，不能再改`;
}
