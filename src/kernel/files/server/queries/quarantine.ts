import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter } from '#platform/server/bin/recycle.ts';
import type { Session } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { filesExpired } from '#platform/server/files/files.ts';

/** Nobody answers for reading this kind, so nobody does. */
export const QUARANTINE = 'files.quarantine';

/** Whether an administrator has found bytes like these harmless. */
export async function isReleased(db: Db, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from quarantine where sha256 = ${sha256} and released_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** Notes infected bytes, once for an account; `fresh`: they were not noted before. */
export async function noteInfected(
  db: Db,
  { accountId, accountName, orgCode }: Session,
  { name, threat, sha256 }: { name: string; threat: string; sha256: Buffer },
): Promise<{ id: string; fresh: boolean }> {
  const { rows } = await sql<{ id: string; fresh: boolean }>`
    insert into quarantine (account_id, account_name, org_code, name, threat, sha256)
    values (${accountId}, ${accountName}, ${orgCode}, ${name}, ${threat}, ${sha256})
    on conflict (account_id, sha256) where released_at is null do update set name = excluded.name
    returning id, xmax = 0 as fresh`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('nothing inserted');
  return row;
}

const waiting = (scope: Scope, filter: Pick<RecycleFilter, 'name' | 'from' | 'to'>) => sql`
  q.released_at is null and ${within(scope, 'q.org_code')} and ${scope.memberId === null}
  and (${filter.name}::text is null or ${textHolds(sql`q.name`, filter.name)})
  and ${deletedBetween('q.created_at', filter.from, filter.to)}`;
const ALL = { name: null, from: null, to: null };
const COLUMNS = sql`q.id, q.name, coalesce(o.name, '') as "orgName", q.org_code as "orgCode",
  q.created_at as "deletedAt", '' as "deletedBy",
  q.account_name || '上传时查出病毒：' || q.threat as reason`;
const FROM = sql`quarantine q left join organisation o on o.code = q.org_code`;

/** Files that wait for a decision, as the bin shows them, the newest first. */
export async function listWaiting(db: Db, scope: Scope, filter: RecycleFilter): Promise<Recycled[]> {
  const { rows } = await sql<Recycled>`
    select ${COLUMNS} from ${FROM} where ${waiting(scope, filter)}
     order by q.created_at desc, q.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db);
  return rows;
}

/** How many there are, counted up to `limit`. */
export async function countWaiting(db: Db, scope: Scope, filter: RecycleFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from quarantine q where ${waiting(scope, filter)} limit ${limit}) as c`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** One of them, kept for this transaction. */
export async function lockWaiting(db: Db, scope: Scope, id: string): Promise<Recycled | undefined> {
  const { rows } = await sql<Recycled>`
    select ${COLUMNS} from ${FROM} where q.id = ${id} and ${waiting(scope, ALL)} for update of q`.execute(db);
  return rows[0];
}

/** The bytes are no more needed; they go with the next cleaning, within the hour. */
const dropBytes = (db: Db, id: string) => filesExpired(sql`kind = ${QUARANTINE} and row_id = ${id}`).execute(db);

/** Bytes like these are stopped no more. */
export async function release(db: Db, id: string, by: string): Promise<void> {
  await sql`update quarantine set released_at = now(), released_by = ${by} where id = ${id}`.execute(db);
  await dropBytes(db, id);
}

/** Destroys a file that waited. */
export async function destroy(db: Db, id: string): Promise<void> {
  await sql`delete from quarantine where id = ${id}`.execute(db);
  await dropBytes(db, id);
}

/** Forgets what has waited longer than so many days. */
export async function forgetUndecided(db: Db, days: number): Promise<void> {
  await sql`
    delete from quarantine where released_at is null and created_at < now() - make_interval(days => ${days})`.execute(
    db,
  );
}
