import { sql } from 'kysely';
import type { TableMemory } from '#platform/lists/listCalls.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface ViewRecord {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  mine: boolean;
}

/** Views of a page: the account's own, and those shared with the organisation, to be removed by their maker alone. */
export async function listViews(db: Db, accountId: string, orgId: string, page: string): Promise<ViewRecord[]> {
  const { rows } = await sql<ViewRecord>`
    select id, name, query, org_id is not null as shared, account_id = ${accountId} as mine
    from saved_view where page = ${page} and (account_id = ${accountId} or org_id = ${orgId})
    order by account_id <> ${accountId}, sort, id`.execute(db);
  return rows;
}

export interface NewView {
  accountId: string;
  orgId: string | null;
  page: string;
  name: string;
  query: string;
}

export async function saveView(db: Db, view: NewView): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into saved_view (account_id, org_id, page, name, query)
    values (${view.accountId}, ${view.orgId}, ${view.page}, ${view.name}, ${view.query}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Lets one transaction at a time add to an account's views, so that no two count the same place as free. */
export const lockViews = (db: Db, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('saved_view:' || ${accountId}::text))`.execute(db);

export async function countViews(db: Db, accountId: string, page: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from saved_view where account_id = ${accountId} and page = ${page}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Removes an own view; answers its name, or nothing where there is none. */
export async function removeView(db: Db, accountId: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from saved_view where id = ${id} and account_id = ${accountId} returning name`.execute(db);
  return rows[0]?.name;
}

/** What an account changed of its lists. */
export async function listTables(db: Db, accountId: string): Promise<{ page: string; memory: TableMemory }[]> {
  const { rows } = await sql<{ page: string; memory: TableMemory }>`
    select page, memory from list_memory where account_id = ${accountId} order by page`.execute(db);
  return rows;
}

/** Keeps what an account changed of a list; answers false where it keeps `most` other lists already. */
export async function keepTable(
  db: Db,
  accountId: string,
  page: string,
  memory: TableMemory,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into list_memory (account_id, page, memory)
    select ${accountId}::bigint, ${page}, ${JSON.stringify(memory)}::jsonb
     where (select count(*) from list_memory where account_id = ${accountId} and page <> ${page}) < ${most}
    on conflict (account_id, page) do update set memory = excluded.memory, changed_at = now()
    returning page`.execute(db);
  return rows.length > 0;
}

export async function forgetTable(db: Db, accountId: string, page: string): Promise<void> {
  await sql`delete from list_memory where account_id = ${accountId} and page = ${page}`.execute(db);
}
