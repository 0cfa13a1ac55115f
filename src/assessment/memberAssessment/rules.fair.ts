/** People from whom on it says something that all are alike. */
export const FEWEST = 5;
/** Below this spread (half a point of 100) people of a branch are scored alike. */
export const ALIKE = 50;
/** So far from the middle of the other branches a branch stands out (ten points of 100). */
export const FAR = 1000;

export interface Branch {
  people: number;
  /** Hundredths. */
  mean: number;
  spread: number;
}
export type Mark = 'alike' | 'high' | 'low';

/** The middle of some numbers; of an even count the mean of both; 0 of none. */
export function middleOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? (sorted[at] ?? 0) : Math.round(((sorted[at - 1] ?? 0) + (sorted[at] ?? 0)) / 2);
}

/** Why a branch's scores should be looked at. The middle and not the mean: one branch far off must not move what it is held against. */
export function marksOf(branch: Branch, middle: number): Mark[] {
  const marks: Mark[] = [];
  if (branch.people >= FEWEST && branch.spread < ALIKE) marks.push('alike');
  if (branch.mean - middle >= FAR) marks.push('high');
  if (middle - branch.mean >= FAR) marks.push('low');
  return marks;
}
