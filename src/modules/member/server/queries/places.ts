import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import type { Scope } from '#platform/server/scope.ts';
import { conditions, type MemberFilter } from './list.ts';

/** A filter that leaves nobody of the roll out; a report fills in what it asks for. */
export const NOBODY_LEFT_OUT: MemberFilter = {
  codes: null,
  categories: null,
  idCardIndex: null,
  phoneIndex: null,
  nameParts: [],
  pinyin: null,
  gender: null,
  nation: null,
  education: null,
  occupation: null,
  membershipStatus: null,
  ageFrom: null,
  ageTo: null,
  admittedFrom: null,
  admittedTo: null,
  view: null,
};

/**
 * People of a scope by the beginning of their organisation's code, counted by the list's own conditions; places without
 * anybody are left out.
 * @param length signs of the code that name a place
 * @param whole what all parts have in common: nobody else is looked at
 */
export async function countPeople<Part extends string>(
  db: Db,
  scope: Scope,
  length: number,
  whole: MemberFilter,
  parts: Readonly<Record<Part, MemberFilter>>,
): Promise<({ place: string } & Record<Part, number>)[]> {
  const counts = Object.entries<MemberFilter>(parts).map(
    ([key, filter]) => sql`count(*) filter (where ${conditions(scope, filter)})::int as ${sql.ref(key)}`,
  );
  const { rows } = await sql<{ place: string } & Record<Part, number>>`
    select left(org_code, ${length}::int) as place, ${sql.join(counts)}
      from member where ${conditions(scope, whole)} group by 1`.execute(db);
  return rows;
}
