import type { Ctx } from '#platform/server/context.ts';

/** Where people go to or come from. */
export interface Home {
  id: string;
  code: string;
  name: string;
}

/** Somebody in an organisation, as whoever divides it has to know. */
export interface Resident {
  id: string;
  name: string;
  /** Chinese. */
  category: string;
  /** Post in the current leadership; empty without one. */
  post: string;
}

/** What the module of people does for a change of the tree; it lies above this one and announces itself. */
export interface Residents {
  /**
   * Puts people into another organisation with everything that counts and follows them, within the caller's transaction.
   * @param ids null: all of the organisation
   * @param reason as the history of each person shows it
   * @returns the ids of those who were there and went
   */
  move(ctx: Ctx, from: Home, to: Home, ids: readonly string[] | null, reason: string): Promise<string[]>;
  /** Writes 党内职务 into the records of people, within the caller's transaction; `reason` as their histories show it. */
  writePosts(ctx: Ctx, people: readonly NewPost[], reason: string): Promise<void>;
}

/** The post that somebody has from now on. */
export interface NewPost {
  memberId: string;
  /** Empty: none any more. */
  post: string;
  /** The post that ended; a record that says something else by now is left alone. */
  was: string | null;
}

let known: Residents | null = null;

/** Said once, by the module that keeps people. */
export function announceResidents(residents: Residents): void {
  known = residents;
}

/** Writes posts where a module keeps people. */
export async function writePosts(ctx: Ctx, people: readonly NewPost[], reason: string): Promise<void> {
  if (people.length > 0) await known?.writePosts(ctx, people, reason);
}

/** The announced keeper of people. */
export function residentsKeeper(): Residents {
  if (!known) throw new Error('no module keeps people');
  return known;
}
