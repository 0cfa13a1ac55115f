import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { holdsIdCard } from './idCard.ts';

/** What is asked: a blind index, small letters as typed without an input method, or signs of a name. */
export type PersonAsked =
  | { by: 'idCard' | 'phone'; index: Buffer }
  | { by: 'pinyin'; letters: string }
  | { by: 'name'; part: string };

export interface FoundPerson {
  id: string;
  name: string;
  category: number;
  orgName: string;
}

const CLEANED = sql`search_text(member.name)`;

/**
 * Whoever is called exactly so, and whoever is met besides. A number is had by one person; by one sign nobody is called,
 * and to look for it among all who have it would be long.
 */
function conditions(wanted: PersonAsked): { exact: RawBuilder<unknown>; wider: RawBuilder<unknown> | null } {
  switch (wanted.by) {
    case 'idCard':
      return { exact: holdsIdCard(wanted.index), wider: null };
    case 'phone':
      return { exact: sql`member.phone_index = ${wanted.index}`, wider: null };
    case 'pinyin': {
      const [from, to] = [wanted.letters, `${wanted.letters}{`];
      return {
        exact: sql`(pinyin = ${from} or initials = ${from})`,
        wider: sql`((pinyin ~>~ ${from} and pinyin ~<~ ${to} and initials <> ${from})
          or (initials ~>~ ${from} and initials ~<~ ${to} and pinyin <> ${from}))`,
      };
    }
    default: {
      const grams = sql`name_grams @> ${queryGrams(wanted.part)}::text[]`;
      if ([...wanted.part].length === 1) return { exact: grams, wider: null };
      return {
        exact: sql`${grams} and ${CLEANED} = ${wanted.part}`,
        wider: sql`${grams} and ${CLEANED} <> ${wanted.part} and ${textHolds(sql`member.name`, wanted.part)}`,
      };
    }
  }
}

const dressed = sql`
  select m.id, m.name, m.person_category as category, o.name as "orgName"
    from found join member m using (id) join organisation o on o.id = m.org_id`;

/**
 * The first people of a scope, in tree order: those called exactly so before the others.
 * @param limit how many of each are looked for, and answered in all
 */
export async function searchPeople(db: Db, scope: Scope, wanted: PersonAsked, limit: number): Promise<FoundPerson[]> {
  const { exact, wider } = conditions(wanted);
  const piece = (rank: number, condition: RawBuilder<unknown>) => sql`
    (select id, org_code, sort, ${sql.lit(rank)} as rank from member
      where member.deleted_at is null and ${peopleWithin(scope)} and ${condition}
      order by org_code, sort, id limit ${limit})`;
  const pieces = [piece(0, exact), ...(wider ? [piece(1, wider)] : [])];
  const { rows } = await sql<FoundPerson>`
    with found as materialized (${sql.join(pieces, sql` union all `)})
    ${dressed} order by found.rank, found.org_code, found.sort, found.id limit ${limit}`.execute(db);
  return rows;
}

/** People by id, as far as they are in the scope. */
export async function peopleById(db: Db, scope: Scope, ids: readonly string[]): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    with found as (select unnest(${ids}::bigint[]) as id)
    ${dressed} where m.deleted_at is null and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows;
}
