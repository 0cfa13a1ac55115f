import { sql } from 'kysely';
import { periodOf } from '#life/orgLife/rules.duty.ts';
import type { QuarterLock } from '#life/orgLife/rules.lock.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export type LockRecord = QuarterLock & {
  id: string;
  orgId: string;
  at: Date;
  by: string;
  endedAt: Date | null;
  endedBy: string;
  endedReason: string;
};

const LOCK = sql`l.id, l.org_id as "orgId", l.org_code as "orgCode", o.name as "orgName", l.quarter, l.created_at as at,
  l.created_by as by, l.ended_at as "endedAt", l.ended_by as "endedBy", l.ended_reason as "endedReason"
  from life_lock l join organisation o on o.id = l.org_id and o.deleted_at is null`;

/** The locks of a year, ended ones too, that bind organisations of the scope: of those in it and of those above it. */
export async function locks(db: Db, scope: Scope, year: number): Promise<LockRecord[]> {
  const { rows } = await sql<LockRecord>`
    select ${LOCK} where (${within(scope, 'l.org_code')} or starts_with(${scope.from}, l.org_code))
       and left(l.quarter, 4) = ${String(year)} order by l.org_code, l.created_at desc, l.id desc`.execute(db);
  return rows;
}

/** The locks in force of a year. */
export const activeLocks = async (db: Db, scope: Scope, year: number): Promise<LockRecord[]> =>
  (await locks(db, scope, year)).filter(({ endedAt }) => endedAt === null);

/** What closes a day for an organisation: a lock of somebody above it, the highest first. @param day `YYYY-MM-DD` */
export async function lockOn(db: Db, code: string, day: string): Promise<LockRecord | undefined> {
  const { rows } = await sql<LockRecord>`
    select ${LOCK} where l.ended_at is null and l.quarter = ${periodOf(day, 'quarter')}
       and l.org_code <> ${code} and starts_with(${code}, l.org_code) order by l.org_code limit 1`.execute(db);
  return rows[0];
}

/** The lock, held until the end of the transaction; undefined outside the scope or where it was taken back. */
export async function holdLock(db: Db, scope: Scope, id: string): Promise<LockRecord | undefined> {
  const { rows } = await sql<LockRecord>`
    select ${LOCK} where l.id = ${id} and l.ended_at is null and ${within(scope, 'l.org_code')} for update of l`.execute(
    db,
  );
  return rows[0];
}

export async function insertLock(
  db: Db,
  org: { id: string; code: string },
  quarter: string,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_lock (org_id, org_code, quarter, created_by)
    values (${org.id}, ${org.code}, ${quarter}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const endLock = (db: Db, id: string, reason: string, by: string) =>
  sql`update life_lock set ended_at = now(), ended_by = ${by}, ended_reason = ${reason} where id = ${id}`.execute(db);

/** How many meetings of each quarter of a year wait for a superior. */
export async function waiting(db: Db, scope: Scope, year: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ quarter: string; n: number }>`
    select to_char(held_on, 'YYYY"Q"Q') as quarter, count(*)::int as n from life_meeting
     where ${within(scope)} and state = 3 and cancelled_at is null
       and held_on between ${`${year}-01-01`} and ${`${year}-12-31`} group by 1`.execute(db);
  return new Map(rows.map(({ quarter, n }) => [quarter, n]));
}

/**
 * Holds a quarter until the transaction ends: shared by whatever writes into it, alone by whoever closes it, so that of a meeting
 * submitted and a quarter closed in one instant the second one sees the first.
 */
export const lockQuarterRow = (db: Db, quarter: string, by: 'writing' | 'closing') =>
  by === 'closing'
    ? sql`select pg_advisory_xact_lock(hashtextextended(${`life.quarter ${quarter}`}, 0))`.execute(db)
    : sql`select pg_advisory_xact_lock_shared(hashtextextended(${`life.quarter ${quarter}`}, 0))`.execute(db);
