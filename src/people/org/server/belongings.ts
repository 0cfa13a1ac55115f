import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { moveTodos } from '#platform/server/inbox/todos.ts';
import type { Altered } from './queries/changeImages.ts';
import type { Home } from './residents.ts';

/** Rows that a module keeps for an organisation, as whoever dissolves the organisation has to know. */
export interface Belonging {
  /** Letters only, as `org_change_row` names it. */
  subject: string;
  /** Chinese: 在办审批. */
  noun: string;
  /** 个, 件. */
  measure: string;
  /** Somebody waits for it, so that an organisation does not go to the bin with it. */
  waits: boolean;
  /** It never ends, so that it waits for somebody who keeps it. */
  lasts?: boolean;
  /** How many each of some organisations has; those without any are left out. */
  count(db: Db, orgIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Gives them to another organisation within the caller's transaction; left out where they cannot go and have to be
   * finished first.
   * @param ids null: all; else those that went before and come back
   * @param reason as histories show it
   * @returns the ids of those that went
   */
  move?(ctx: Ctx, from: Home, to: Home, ids: readonly string[] | null, reason: string): Promise<string[]>;
  /**
   * How many of what `count` counts do not go, since one of `others` (the organisation that takes over, and those that went there
   * before) has the same one; left out where all go.
   */
  twins?(db: Db, fromId: string, others: readonly string[]): Promise<number>;
  /** What `move` writes into rows that stay: it is noted, and put back when the document is taken back. */
  alters?: readonly Altered[];
  /** Follows rows of `alters` that were put back, in the caller's transaction. @param ids of the rows, by table */
  woken?(ctx: Ctx, ids: ReadonlyMap<string, readonly string[]>): Promise<void>;
}

const kinds = new Map<string, Belonging>();

/** Said once, by each module that keeps such rows. */
export function announceBelonging(belonging: Belonging): void {
  kinds.set(belonging.subject, belonging);
}

/**
 * What follows rows that went to another organisation, in the caller's transaction: their to-dos wait there, and the log says of each
 * where it lay and lies.
 * @param type of the rows in the log
 * @param todosOf the subjects of a row's to-dos
 * @param field what the log says has changed
 * @returns the ids of the rows
 */
export async function followRows(
  ctx: Ctx,
  { from, to, reason }: { from: Home; to: Home; reason: string },
  rows: readonly { id: string; title: string }[],
  type: string,
  todosOf: (id: string) => readonly string[] = () => [],
  field = 'orgName',
): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  await moveTodos(ctx.db, from.id, to, ids.flatMap(todosOf));
  for (const { id, title } of rows) {
    const changes: Record<string, [string, string]> = { [field]: [from.name, to.name] };
    ctx.audit({ type, id, name: title, orgCode: to.code, changes, reason });
  }
  return ids;
}

/** The announced kind of a subject; undefined: people or units, which this module knows itself. */
export const belongingOf = (subject: string): Belonging | undefined => kinds.get(subject);

/** All announced kinds. */
export const allBelongings = (): readonly Belonging[] => [...kinds.values()];

export interface Belongings {
  kind: Belonging;
  n: number;
}

/** What belongs to organisations, by their ids. */
export async function belongingsOf(db: Db, orgIds: readonly string[]): Promise<ReadonlyMap<string, Belongings[]>> {
  const found = new Map<string, Belongings[]>();
  for (const kind of kinds.values()) {
    for (const [id, n] of await kind.count(db, orgIds)) found.set(id, [...(found.get(id) ?? []), { kind, n }]);
  }
  return found;
}

/** The same in words: 3件在办审批. */
export const inWords = ({ kind, n }: Belongings) => `${n}${kind.measure}${kind.noun}`;
