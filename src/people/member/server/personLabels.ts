import type { RawBuilder } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** A label on a person. */
export interface PersonLink {
  memberId: string;
  labelId: string;
}

/** What the module that keeps labels does with those of people; labels in the recycle bin are nobody's unless said. */
export interface PersonLabels {
  /** The labels of one person, by name. */
  of(db: Db, memberId: string): Promise<{ id: string; name: string; colour: string }[]>;
  /** Labels by id, by name. */
  named(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  /** Which of these labels each person carries, and how many in all; a label in the recycle bin counts as well. */
  carriedBy(
    db: Db,
    memberIds: readonly string[],
    labelIds: readonly string[],
  ): Promise<Map<string, { labels: Set<string>; total: number }>>;
  /** Labels that are there, kept so until the transaction ends. */
  lock(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]>;
  /** Puts labels on people; those that they carry stay as they are. */
  add(db: Db, links: readonly PersonLink[], by: string): Promise<void>;
  /** Takes labels from people. */
  drop(db: Db, links: readonly PersonLink[]): Promise<void>;
  /** Whether `member` carries one of these. */
  carries(ids: readonly string[]): RawBuilder<boolean>;
}

let known: PersonLabels | null = null;

/** Lets the module that keeps labels serve those of people; told in its `announce`. */
export const announceLabels = (labels: PersonLabels) => {
  known = labels;
};

/** The labels of people. @throws an error where no module keeps any */
export function personLabels(): PersonLabels {
  if (!known) throw new Error('no module keeps labels of people');
  return known;
}
