import type { Db } from '#platform/server/database/db.ts';

/** What the module of 发展党员 does when people come and go; it lies above this one and announces itself. */
export interface DevelopmentFiles {
  /** People were registered, or brought back: whoever is on the way gets a file, within the caller's transaction. */
  open(db: Db, memberIds: readonly string[], by: string): Promise<void>;
  /** Of these people those for whom something has begun. */
  begun(db: Db, memberIds: readonly string[]): Promise<readonly string[]>;
  /** People are deleted: refuses where something has begun, else ends what was opened. */
  close(db: Db, memberIds: readonly string[], by: string): Promise<void>;
}

let known: DevelopmentFiles | null = null;

/** Said once, by the module that keeps development files. */
export function announceDevelopment(files: DevelopmentFiles): void {
  known = files;
}

/** Tells that people were registered or brought back. */
export async function notifyRegistered(db: Db, memberIds: readonly string[], by: string): Promise<void> {
  if (memberIds.length > 0) await known?.open(db, memberIds, by);
}

/** Tells that people are about to be deleted; throws a refusal where they may not be. */
export async function notifyRemoved(db: Db, memberIds: readonly string[], by: string): Promise<void> {
  if (memberIds.length > 0) await known?.close(db, memberIds, by);
}

/** Of these people those whose way into the party has begun: they are not deleted. */
export const findDeveloping = async (db: Db, memberIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(memberIds.length > 0 ? await known?.begun(db, memberIds) : []);
