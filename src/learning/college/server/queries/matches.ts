import { type RawBuilder, sql } from 'kysely';

/** Whether a row of `member`, by its alias, is meant by a college's audience. */
export const collegeMatches = (kept: RawBuilder<unknown>, alias: string) =>
  sql<boolean>`college_matches(${kept}, ${sql.ref(`${alias}.id`)}, ${sql.ref(`${alias}.person_category`)})`;
