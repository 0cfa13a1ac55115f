import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { PAYS, standardInMonth } from './bills.ts';

export interface TriedPerson {
  id: string;
  orgCode: string;
  standardId: string | null;
  payer: number | null;
  encrypted: Buffer | null;
  amount: string | null;
}

/** People of the scope who pay dues, with the standard that counts in a month, those behind `after`. */
export async function triedPeople(
  db: Db,
  scope: Scope,
  month: string,
  after: string,
  limit: number,
): Promise<TriedPerson[]> {
  const { rows } = await sql<TriedPerson>`
    select m.id, m.org_code as "orgCode", s.id as "standardId", s.payer, s.base_enc as encrypted, s.amount::text as amount
      from member m
      left join ${standardInMonth(sql`m.id`, month)} s on true
     where ${PAYS} and ${within(scope, 'm.org_code')} and m.id > ${after}
     order by m.id limit ${limit}`.execute(db);
  return rows;
}

/** How many pay dues in the scope, counted no further than `most`. */
export async function countTried(db: Db, scope: Scope, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from member m where ${PAYS} and ${within(scope, 'm.org_code')} limit ${most + 1}) first`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The organisations directly below one, in tree order. */
export async function childrenOf(db: Db, orgId: string): Promise<{ id: string; code: string; name: string }[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation where parent_id = ${orgId} and deleted_at is null order by code`.execute(
    db,
  );
  return rows;
}
