import type { RecordType } from '#platform/records/records.ts';

const single = new Set<string>();

/** Tells what tabs a module has; in its `announce`. */
export const announceRecords = (types: readonly Pick<RecordType, 'kind' | 'one'>[]) => {
  for (const { kind, one } of types) if (one) single.add(kind);
};

/** The kinds of tabs that hold one row a person. */
export const singleKinds = (): string[] => [...single];
