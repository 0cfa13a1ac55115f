/** Fen as people read it: 1,234.50. */
export const yuan = (fen: number): string =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A sum in yuan as it was typed, with or without commas, in fen; null where it is none. */
export function readFen(text: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text.replace(/[,，\s]/g, '')) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
