/** A stream of pseudo-random numbers that depends on its seed alone (mulberry32). */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** An index drawn by weight. */
  index(weights: readonly number[]): number;
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    index(weights) {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      for (const [index, weight] of weights.entries()) {
        rest -= weight;
        if (rest < 0) return index;
      }
      return weights.length - 1;
    },
  };
}

/** A seed for the n-th part of a seed's work, so that parts can be made in any order. */
export const seedOf = (seed: number, part: number) => Math.imul(seed ^ Math.imul(part, 0x9e3779b1), 0x85ebca6b) >>> 0;

/**
 * Fits a table of likelihoods (row: who, column: which) to known totals of its columns, keeping
 * what rows differ in: iterative proportional fitting. `weights` is how many stand behind each
 * row; the answer's rows add up to 1 and its weighted columns to `targets`.
 */
export function fitShares(
  weights: readonly number[],
  table: readonly (readonly number[])[],
  targets: readonly number[],
): number[][] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const wanted = targets.map((target) => target / targets.reduce((sum, value) => sum + value, 0));
  let rows = table.map((row) => normalise(row));
  for (let round = 0; round < 60; round++) {
    const columns = wanted.map((_target, column) =>
      rows.reduce((sum, row, index) => sum + ((row[column] ?? 0) * (weights[index] ?? 0)) / all, 0),
    );
    rows = rows.map((row) =>
      normalise(row.map((share, column) => (columns[column] ? (share * (wanted[column] ?? 0)) / columns[column] : 0))),
    );
  }
  return rows;
}

function normalise(row: readonly number[]): number[] {
  const sum = row.reduce((total, share) => total + share, 0);
  return row.map((share) => share / sum);
}

/** Splits a whole number into parts in proportion to the weights; the parts add up to it exactly. */
export function split(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let given = 0;
  let weightSoFar = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const upTo = Math.round((whole * weightSoFar) / all);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
