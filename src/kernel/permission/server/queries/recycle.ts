import { type RawBuilder, sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** Deleted user groups of a scope, or deleted user types, which belong to the whole deployment. */
export type Bin = { table: 'user_group'; scope: Scope } | { table: 'user_type'; orgCode: string };

function from(bin: Bin): RawBuilder<unknown> {
  return bin.table === 'user_group'
    ? sql`user_group t join organisation o on o.id = t.org_id and ${within(bin.scope, 'o.code')}`
    : sql`user_type t cross join (select '' as name, ${bin.orgCode}::text as code) as o`;
}

function where(filter: RecycleFilter): RawBuilder<unknown> {
  const parts = [sql`t.deleted_at is not null`, deletedBetween('t.deleted_at', filter.from, filter.to)];
  if (filter.name) parts.push(textHolds(sql`t.name`, filter.name));
  return sql.join(parts, sql` and `);
}

const columns = sql`t.id, t.name, o.name as "orgName", o.code as "orgCode", t.deleted_at as "deletedAt",
  coalesce(t.deleted_by, '') as "deletedBy", coalesce(t.delete_reason, '') as reason`;

/** Deleted rows, the newest first. */
export async function listDeleted(db: Db, bin: Bin, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<Recycled>`
    select ${columns} from ${from(bin)} where ${where(filter)}
     order by t.deleted_at desc, t.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows;
}

/** How many there are, counted up to `limit`. */
export async function countDeleted(db: Db, bin: Bin, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from ${from(bin)} where ${where(filter)} limit ${limit}) as c`.execute(db);
  return rows[0]?.n ?? 0;
}

/** A deleted row, locked until the transaction ends. */
export async function lockDeleted(db: Db, bin: Bin, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<Recycled>`
    select ${columns} from ${from(bin)} where t.id = ${id} and t.deleted_at is not null for update of t`.execute(db);
  return rows[0];
}

/** What bringing a group back would give, and to whom. */
export async function groupGift(db: Db, id: string) {
  const { rows } = await sql<{
    org_code: string;
    gone: boolean;
    keys: string[];
    people: string[];
  }>`
    select o.code as org_code, o.deleted_at is not null as gone,
           array(select permission_key from user_group_right r where r.group_id = u.id) as keys,
           array(select account_id from user_group_member m where m.group_id = u.id) as people
      from user_group u join organisation o on o.id = u.org_id where u.id = ${id}`.execute(db);
  return rows[0];
}

/** What a type is and offers. */
export async function typeOffer(db: Db, id: string) {
  const { rows } = await sql<{ role_id: number; keys: string[] }>`
    select t.role_id, array(select permission_key from user_type_right r where r.type_id = t.id) as keys
      from user_type t where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Takes a row out of the bin. */
export const restoreDeleted = (db: Db, table: Bin['table'], id: string, by: string) =>
  sql`update ${sql.table(table)}
         set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1, updated_at = now(), updated_by = ${by}
       where id = ${id}`.execute(db);

/** Removes a deleted group for good. */
export async function eraseGroup(db: Db, id: string): Promise<void> {
  await sql`delete from user_group_member where group_id = ${id}`.execute(db);
  await sql`delete from user_group_right where group_id = ${id}`.execute(db);
  await sql`delete from user_group where id = ${id}`.execute(db);
}

/** Removes a deleted type, which no account has, for good. */
export async function eraseType(db: Db, id: string): Promise<void> {
  await sql`delete from user_type_right where type_id = ${id}`.execute(db);
  await sql`delete from user_type where id = ${id}`.execute(db);
}
