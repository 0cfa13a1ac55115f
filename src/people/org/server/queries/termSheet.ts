import { sql } from 'kysely';
import { comparedName } from '#platform/reading/signs.ts';
import type { Db } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

/** Full members, those who left and those of the recycle bin excepted: who may lead. */
const FULL = sql`m.person_category = 1 and m.membership_status = 1 and m.deleted_at is null`;
const PLAIN = sql`search_text(m.name)`;

/** A person's name as it is compared. */
export const plainName = comparedName;

export interface Leader {
  id: string;
  name: string;
}

/** The full members of the scope with these id cards. */
export async function fullByCard(
  db: Db,
  scope: Scope,
  indexes: readonly Buffer[],
): Promise<(Leader & { index: Buffer })[]> {
  const { rows } = await sql<Leader & { index: Buffer }>`
    select m.id, m.name, m.id_card_index as index from member m
     where m.id_card_index = any(${indexes}::bytea[]) and ${FULL} and ${within(scope, 'm.org_code')}`.execute(db);
  return rows;
}

/** More than one is too many already. */
const NAMESAKES = 20;

/** Of each name in the subtree of an organisation's code, which lies in the scope, the first full members who bear it. */
export async function fullByName(
  db: Db,
  scope: Scope,
  entries: readonly { code: string; name: string }[],
): Promise<(Leader & { code: string; plain: string })[]> {
  const wanted = entries.map(({ code, name }) => ({ code, plain: plainName(name), grams: queryGrams(name) }));
  const { rows } = await sql<Leader & { code: string; plain: string }>`
    select a.code, a.plain, m.id, m.name
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as a(code text, plain text, grams text[])
     cross join lateral (
       select m.id, m.name from member m
        where m.name_grams @> a.grams and ${PLAIN} = a.plain and ${FULL} and ${within(scope, 'm.org_code')}
          and m.org_code >= a.code collate "C" and m.org_code < (a.code || ':') collate "C"
        order by m.id limit ${NAMESAKES}) m`.execute(db);
  return rows;
}

/** Type and full members of organisations, whom the caller has drawn from the scope; those below not counted. */
export async function sizesOf(db: Db, ids: readonly string[]): Promise<Map<string, { type: number; full: number }>> {
  const { rows } = await sql<{ id: string; type: number; full: number }>`
    select o.id, o.type, (select count(*)::int from member m where m.org_id = o.id and ${FULL}) as full
      from organisation o where o.id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, type, full }) => [id, { type, full }]));
}

/** The terms that an import wrote and nobody has changed since; of organisations that are still in the scope. */
export async function termsWritten(db: Db, scope: Scope, batchId: string): Promise<{ id: string; orgId: string }[]> {
  const { rows } = await sql<{ id: string; orgId: string }>`
    select t.id, t.org_id as "orgId" from org_term t join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.batch_id = ${batchId} and t.version = 1 and t.deleted_at is null and ${within(scope, 'o.code')}
     order by o.code, t.id`.execute(db);
  return rows;
}
