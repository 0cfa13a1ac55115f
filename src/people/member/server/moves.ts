import type { Db } from '#platform/server/database/db.ts';

/** Somebody who was put into another branch by 调整支部, between two branches of one scope. */
export interface BranchMove {
  memberId: string;
  /** 1 to 5. */
  category: number;
  from: { id: string; code: string; name: string };
  to: { id: string; code: string; name: string };
}

/** Who did it, for the history. */
export interface MovedBy {
  accountId: string | null;
  name: string;
  orgName: string;
}

/** What a module above this one does when people are put into another branch; each announces itself. */
export interface BranchMoves {
  /** Of these people those who cannot be moved now, each with the reason: a transfer is under way. */
  obstacles(db: Db, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** They were moved: what follows of it, within the caller's transaction. */
  moved(db: Db, moves: readonly BranchMove[], by: MovedBy): Promise<void>;
}

const known = new Map<string, BranchMoves>();

/** Said once by each module that has something to say of it: transfers, development files. */
export function announceMoves(name: string, moves: BranchMoves): void {
  known.set(name, moves);
}

/** Tells that people stand in another branch now. */
export async function notifyMoved(db: Db, moves: readonly BranchMove[], by: MovedBy): Promise<void> {
  if (moves.length === 0) return;
  for (const one of known.values()) await one.moved(db, moves, by);
}

/** Why people cannot be moved now; who is not in it can. */
export async function moveObstacles(db: Db, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  if (memberIds.length === 0) return all;
  for (const one of known.values())
    for (const [id, why] of await one.obstacles(db, memberIds)) if (!all.has(id)) all.set(id, why);
  return all;
}
