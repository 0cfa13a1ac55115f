/**
 * The list from which a record was opened, so that the record can offer the one before and after. Kept in memory alone:
 * the input may hold the name or number that was searched for.
 */
export interface Trail {
  /** The call's input without paging. */
  input: Readonly<Record<string, string>>;
  page: number;
  size: number;
  ids: readonly string[];
  total: number;
}

const trails = new Map<string, Trail>();

/** Remembers the page of rows that the list at `path` shows. */
export function saveTrail(path: string, trail: Trail): void {
  trails.set(path, trail);
}

/** What the list at `path` showed last, or null. */
export function trailOf(path: string): Trail | null {
  return trails.get(path) ?? null;
}
