import { type RawBuilder, sql } from 'kysely';

/** A college's exams `e` or courses `c`, of one term where one is given. */
export const ofTerm = (alias: 'e' | 'c', term: string | undefined) =>
  sql<boolean>`(${sql.ref(`${alias}.audience`)} = 'college' and (${term ?? null}::text is null or ${sql.ref(`${alias}.term`)} = ${term ?? null}))`;

/** Both conditions. */
export const both = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) => sql<boolean>`(${a} and ${b})`;
