import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** Below every id that a row can have. */
const LOWEST = '-9223372036854775808';

/** A seal without its leaves. */
export interface Seal {
  id: string;
  first_id: string;
  last_id: string;
  n: number;
  root: Buffer;
  leaves_hash: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
  signature: Buffer;
  /** Microseconds since 1970. */
  sealed_at: string;
}

/**
 * A row of the log as one text, the same in every session and version: the bytes of its time (microseconds),
 * quoted as PostgreSQL writes a row, so that no two rows read alike. What is added to the table is
 * added here with a new version in `sealText`.
 */
const rowText: RawBuilder<string> = sql`row(
  l.id, timestamptz_send(l.at), l.account_id, l.account_name, l.role_id, l.org_id, l.org_code,
  l.action, l.endpoint, l.target_type, l.target_id, l.target_name, l.changes, l.outcome, l.reason, l.ip, l.trace_id,
  l.way, l.device)::text`;

/** Locked by whoever seals, so that two never take the same rows. */
const SEAL_LOCK = 7_030_001;
export const lockSealing = (tx: Db) => sql`select pg_advisory_xact_lock(${SEAL_LOCK})`.execute(tx);

/** The newest row that anybody can see, and the transactions that are writing to the log just now. */
export async function newestRow(db: Db): Promise<{ id: string; writers: string[] }> {
  const newest = await sql<{ id: string | null }>`select max(id) as id from audit_log`.execute(db);
  // Asked afterwards: whoever took a smaller number and has not ended holds its lock by now.
  const { rows } = await writing.execute(db);
  return { id: newest.rows[0]?.id ?? LOWEST, writers: rows.map(({ holder }) => holder) };
}

const writing = sql<{ holder: string }>`
  select distinct virtualtransaction as holder from pg_locks
   where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
     and database = (select oid from pg_database where datname = current_database())`;

/** Whether any of these transactions still runs. */
export async function stillWriting(db: Db, writers: readonly string[]): Promise<boolean> {
  const { rows } = await writing.execute(db);
  return rows.some(({ holder }) => writers.includes(holder));
}

const COLUMNS = sql`id, first_id, last_id, n, root, sha256(leaves) as leaves_hash, prev_hash, hash, signature,
  (extract(epoch from sealed_at) * 1000000)::bigint as sealed_at`;

export async function lastSeal(db: Db): Promise<Seal | undefined> {
  const { rows } = await sql<Seal>`select ${COLUMNS} from audit_seal order by id desc limit 1`.execute(db);
  return rows[0];
}

/** Seals after a number, in their order. */
export async function sealsAfter(db: Db, id: string, limit: number): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    select ${COLUMNS} from audit_seal where id > ${id} order by id limit ${limit}`.execute(db);
  return rows;
}

export async function leavesOf(db: Db, id: string): Promise<Buffer> {
  const { rows } = await sql<{ leaves: Buffer }>`select leaves from audit_seal where id = ${id}`.execute(db);
  return rows[0]?.leaves ?? Buffer.alloc(0);
}

export interface RowText {
  id: string;
  text: string;
}

/** Rows after an id, up to another and at most so many, each with its text; `after` null: from the first. */
export async function rowTexts(db: Db, after: string | null, upTo: string, limit: number): Promise<RowText[]> {
  const { rows } = await sql<RowText>`
    select l.id, ${rowText} as text from audit_log l
     where l.id > ${after ?? LOWEST} and l.id <= ${upTo} order by l.id limit ${limit}`.execute(db);
  return rows;
}

/** The rows of one seal: after the last of the seal before (null: from the first), up to its own last. */
export interface Range {
  after: string | null;
  upTo: string;
}

export interface BatchText {
  n: number;
  /** The texts in their order, each ended by a line feed. */
  text: string;
}

/** The texts of whole seals, in the order of the ranges. */
export async function batchTexts(db: Db, ranges: readonly Range[]): Promise<BatchText[]> {
  const { rows } = await sql<BatchText>`
    select batch.n, batch.text
      from unnest(${ranges.map(({ after }) => after ?? LOWEST)}::bigint[], ${ranges.map(({ upTo }) => upTo)}::bigint[])
           with ordinality as range (low, high, place)
      cross join lateral (
        select count(*)::int as n, coalesce(string_agg(line, ''), '') as text
          from (select ${rowText} || E'\\n' as line from audit_log l
                 where l.id > range.low and l.id <= range.high order by l.id) as lines) as batch
     order by range.place`.execute(db);
  return rows;
}

/** The database's clock in microseconds since 1970. */
export async function microseconds(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now`.execute(db);
  return rows[0]?.now ?? '0';
}

export async function insertSeal(db: Db, seal: Omit<Seal, 'leaves_hash'> & { leaves: Buffer }): Promise<void> {
  await sql`
    insert into audit_seal (id, first_id, last_id, n, root, leaves, prev_hash, hash, signature, sealed_at)
    values (${seal.id}, ${seal.first_id}, ${seal.last_id}, ${seal.n}, ${seal.root}, ${seal.leaves}, ${seal.prev_hash},
      ${seal.hash}, ${seal.signature}, timestamptz 'epoch' + ${seal.sealed_at}::bigint * interval '1 microsecond')`.execute(
    db,
  );
}

/** How many rows wait for their seal. */
export async function unsealed(db: Db, after: string | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_log where id > ${after ?? LOWEST}`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface Totals {
  seals: number;
  sealed_rows: number;
  sealed_at: Date | null;
}

export async function totals(db: Db): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(max(id), 0)::int as seals, coalesce(sum(n), 0)::int as sealed_rows, max(sealed_at) as sealed_at
      from audit_seal`.execute(db);
  return rows[0] ?? { seals: 0, sealed_rows: 0, sealed_at: null };
}

export interface VerifyJob {
  id: string;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: number;
  total: number | null;
  message: string;
  finished_at: Date | null;
  result: Record<string, unknown> | null;
}

/** The last verification, whoever asked for it. */
export async function latestJob(db: Db, kind: string): Promise<VerifyJob | undefined> {
  const { rows } = await sql<VerifyJob>`
    select id, state, progress, total, message, finished_at, result from job
     where kind = ${kind} order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The time of a row, where it is still there. */
export async function timeOf(db: Db, rowId: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at from audit_log
     where id = ${rowId}`.execute(db);
  return rows[0]?.at ?? '';
}
