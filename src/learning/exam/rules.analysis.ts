import { ENOUGH, type Kind } from './rules.ts';

/** One answer of an attempt that counts. */
export interface Answered {
  attempt: string;
  questionId: string;
  kind: Kind;
  answer: readonly string[];
  points: number;
  score: number;
}

export interface ItemFigures {
  questionId: string;
  /** How many got the question. */
  n: number;
  /** Mean share of the score, 0 to 1: the higher, the easier. */
  difficulty: number;
  /** Share of the upper 27 % less that of the lower 27 %; null: too few. */
  discrimination: number | null;
  /** How many took each option, by its place; 判断: 0 and 1. */
  options: Readonly<Record<string, number>>;
  blank: number;
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : values.reduce((all, one) => all + one, 0) / values.length;

/**
 * 难度 and 区分度 of each question by the method of 27 %: attempts are put in the order of their score, ties by their id.
 */
export function figuresOf(answers: readonly Answered[], scores: ReadonlyMap<string, number>): ItemFigures[] {
  return [...Map.groupBy(answers, ({ questionId }) => questionId)].map(([questionId, own]) => {
    const ordered = [...own].sort(
      (a, b) => (scores.get(b.attempt) ?? 0) - (scores.get(a.attempt) ?? 0) || a.attempt.localeCompare(b.attempt),
    );
    const group = Math.round(ordered.length * 0.27);
    const share = (part: readonly Answered[]) => mean(part.map(({ points, score }) => points / score));
    const options: Record<string, number> = {};
    for (const { answer, kind } of own)
      if (kind <= 3) for (const one of new Set(answer)) options[one] = (options[one] ?? 0) + 1;
    return {
      questionId,
      n: own.length,
      difficulty: share(own),
      discrimination:
        ordered.length < ENOUGH || group === 0 ? null : share(ordered.slice(0, group)) - share(ordered.slice(-group)),
      options,
      blank: own.filter(({ answer }) => answer.every((part) => part === '')).length,
    };
  });
}

/** Ten classes of the share of the total, the last one holds the full score. */
export function histogram(shares: readonly number[]): number[] {
  const bars = Array.from({ length: 10 }, () => 0);
  for (const share of shares) {
    const at = Math.min(9, Math.max(0, Math.floor(share * 10)));
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return bars;
}

/** What the figures of a question say; empty: nothing is amiss. */
export function itemVerdict({
  n,
  difficulty,
  discrimination,
}: Pick<ItemFigures, 'n' | 'difficulty' | 'discrimination'>): string {
  if (n < ENOUGH || discrimination === null) return '';
  if (discrimination < 0) return '区分度为负，请核对答案';
  if (difficulty < 0.2) return '过难';
  if (discrimination < 0.2 && difficulty < 0.95) return '区分度不足';
  return '';
}
