import { parseTypedFen } from '#platform/reading/numbers.ts';

/**
 * The fen of a sum that was typed in yuan: `1200`, `1200.5`, `1200.50`; null where it is no sum.
 * At most eleven digits before the point, so that the result stays a safe integer.
 */
export function readFen(text: string): number | null {
  const fen = parseTypedFen(text);
  return fen !== null && fen >= 0 && fen < 1e13 ? fen : null;
}

/** A sum as it is typed into a form: `1200`, `1200.50`. @param fen whole fen */
export const yuanText = (fen: number) => (fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2));
