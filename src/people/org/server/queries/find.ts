import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { beginsWith, holdsLetters, textHolds } from '#platform/server/database/search.ts';

export interface FoundOrg {
  id: string;
  name: string;
  parentName: string | null;
}

export interface FoundUnit {
  id: string;
  name: string;
  orgName: string;
}

/**
 * The words within a name or its pinyin, and at its beginning, which only orders what was found. Names are found by their
 * grams; pinyin holds the letters and digits of a name as they are.
 * @param alias `o` organisations, which have a short name besides; `u` units
 */
function conditions(alias: 'o' | 'u', words: string): { starts: RawBuilder<unknown>; holds: RawBuilder<unknown> } {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const either = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`(${one} or ${other})`;
  if (/^[a-z0-9]+$/.test(words)) {
    return {
      starts: either(beginsWith(column('pinyin'), words), beginsWith(column('initials'), words)),
      holds: either(holdsLetters(column('pinyin'), words), holdsLetters(column('initials'), words)),
    };
  }
  const grams = sql`${queryGrams(words)}::text[]`;
  // One pair, or one character, is the whole question; the pairs of longer words may lie apart.
  const whole = (name: string) => ([...words].length <= 2 ? sql`` : sql`and ${textHolds(column(name), words)}`);
  const named = sql`(${column('name_grams')} @> ${grams} ${whole('name')})`;
  const nameStarts = beginsWith(column('name'), words);
  if (alias === 'u') return { starts: nameStarts, holds: named };
  return {
    starts: either(nameStarts, beginsWith(sql`o.short_name`, words)),
    holds: either(named, sql`(o.short_name <> '' and letter_grams(o.short_name) @> ${grams} ${whole('short_name')})`),
  };
}

/** The first that begin with the words and the first that hold them elsewhere: of many hits only so many are read. */
function firstOf(alias: 'o' | 'u', words: string, there: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const { starts, holds } = conditions(alias, words);
  const [id, code] = alias === 'o' ? [sql`o.id`, sql`o.code`] : [sql`u.id`, sql`u.org_code`];
  const piece = (begins: boolean) => sql`
    (select ${id}, ${code} as code, ${sql.lit(begins)} as starts from ${alias === 'o' ? sql`organisation o` : sql`unit u`}
      where ${there} and ${holds} and ${begins ? starts : sql`not ${starts}`}
      order by ${code}, ${id} limit ${limit})`;
  return sql`${piece(true)} union all ${piece(false)}`;
}

const dressedOrgs = sql`
  select o.id, o.name, (select name from organisation parent where parent.id = o.parent_id) as "parentName"
    from organisation o`;

/**
 * The first organisations of a scope whose name, short name, pinyin or initials hold the words: those that begin so
 * first, each in tree order.
 * @param words small letters without gaps
 */
export async function searchOrgs(db: Db, scope: Scope, words: string, limit: number): Promise<FoundOrg[]> {
  const { rows } = await sql<FoundOrg>`
    with found as materialized (${firstOf('o', words, sql`o.deleted_at is null and ${within(scope, 'o.code')}`, limit)})
    ${dressedOrgs} join found on found.id = o.id order by found.starts desc, found.code limit ${limit}`.execute(db);
  return rows;
}

/** Organisations by id, as far as they are in the scope. */
export async function orgsById(db: Db, scope: Scope, ids: readonly string[]): Promise<FoundOrg[]> {
  const { rows } = await sql<FoundOrg>`
    ${dressedOrgs} where o.id = any(${ids}::bigint[]) and o.deleted_at is null and ${within(scope, 'o.code')}`.execute(
    db,
  );
  return rows;
}

const livingUnits = sql`
  select u.id, u.name, o.name as "orgName" from unit u join organisation o on o.id = u.org_id and o.deleted_at is null`;

/** The first units of a scope, found and ordered as the organisations are. */
export async function searchUnits(db: Db, scope: Scope, words: string, limit: number): Promise<FoundUnit[]> {
  // The units of a deleted organisation are in the recycle bin with it.
  const living = sql`u.deleted_at is null and ${within(scope, 'u.org_code')}
    and exists (select from organisation held where held.id = u.org_id and held.deleted_at is null)`;
  const { rows } = await sql<FoundUnit>`
    with found as materialized (${firstOf('u', words, living, limit)})
    ${livingUnits} join found on found.id = u.id order by found.starts desc, found.code, found.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Units by id, as far as they are in the scope. */
export async function unitsById(db: Db, scope: Scope, ids: readonly string[]): Promise<FoundUnit[]> {
  const { rows } = await sql<FoundUnit>`
    ${livingUnits} where u.id = any(${ids}::bigint[]) and u.deleted_at is null and ${within(scope, 'u.org_code')}`.execute(
    db,
  );
  return rows;
}
