import { type Kind, shortSentence } from './rules.ts';

/** One line of what is drawn. */
export interface Rule {
  libId: string;
  kind: Kind;
  difficulty: number | null;
  amount: number;
}
/** How many questions there are of a kind and difficulty in a bank. */
export interface Level {
  libId: string;
  kind: Kind;
  difficulty: number;
  n: number;
}

/**
 * Why a paper cannot be drawn, in one sentence; empty: it can. Rules of one bank and kind share its questions: those that
 * name a difficulty take theirs first, the others take what is left.
 */
export function drawFault(rules: readonly Rule[], levels: readonly Level[]): string {
  const groups = Map.groupBy(rules, ({ libId, kind }) => `${libId} ${kind}`);
  for (const own of groups.values()) {
    const [first] = own;
    if (!first) continue;
    const there = levels.filter(({ libId, kind }) => libId === first.libId && kind === first.kind);
    const all = there.reduce((sum, { n }) => sum + n, 0);
    for (let difficulty = 1; difficulty <= 5; difficulty++) {
      const wanted = own.filter((rule) => rule.difficulty === difficulty).reduce((sum, { amount }) => sum + amount, 0);
      const n = there.find((level) => level.difficulty === difficulty)?.n ?? 0;
      if (wanted > n) return shortSentence(first.kind, n, wanted);
    }
    const wanted = own.reduce((sum, { amount }) => sum + amount, 0);
    if (wanted > all) return shortSentence(first.kind, all, wanted);
  }
  return '';
}

/** The rules in the order in which they must be drawn: those with a difficulty before those that take any. */
export const drawOrder = <T extends { difficulty: number | null }>(rules: readonly T[]): T[] => [
  ...rules.filter(({ difficulty }) => difficulty !== null),
  ...rules.filter(({ difficulty }) => difficulty === null),
];
