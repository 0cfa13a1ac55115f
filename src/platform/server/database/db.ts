import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Database } from '../../../../db/types.ts';
import { Refusal } from '../errors.ts';
import { isMarked, preparingPool } from './prepared.ts';

/** The pool or a transaction: queries take either. */
export type Db = Kysely<Database> | Transaction<Database>;
export type Pool = pg.Pool;

/**
 * A row of a page that a statement joins to its counts: past the last page the counts come alone, in a row of nulls. Told by a column
 * that is never null: `rows.filter((row) => row.id !== null)`.
 */
export type OrNone<Row> = Row | { [K in keyof Row]: null };

const DATE_OID = 1082;

/** Days stay text (`YYYY-MM-DD`): a Date would carry a zone that a birthday does not have. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DATE_OID) return (value: string) => value;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as unknown as pg.CustomTypesConfig;

/**
 * Opens the pool with at most `max` connections. `statementSeconds` limits every statement; jobs raise the limit for themselves.
 * `isFrequent` decides which statements are prepared; by default those that are marked. Where no connection is free within five
 * seconds it is an error (HTTP 503).
 */
export function openPool(
  url: string,
  { max = 20, statementSeconds = 30, isFrequent = isMarked } = {},
): { pool: Pool; db: Kysely<Database> } {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'party-platform',
    types,
  });
  // A connection that breaks is dropped by the pool and noticed by its next query; without a
  // listener, one that breaks between two queries of a transaction would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = dbOf(preparingPool(pool, isFrequent));
  places.set(db, new Places(Math.max(1, max - Math.ceil(max / 5))));
  return { pool, db };
}

/** Queries over a pool that is open. */
export const dbOf = (pool: PostgresPool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

const WAIT_MS = 5000;

/**
 * Places for transactions at once. A fifth of the connections is kept for what is read beside them: a transaction that asks
 * for a second connection (the dictionaries' names are read beside it) would else wait for the others, and they for it.
 */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(free: number) {
    this.#free = free;
  }

  /** @throws an error that reads as “the database is away” when no place comes free within five seconds */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const come = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(new Error('timeout exceeded when trying to connect: no place for a transaction'));
      }, WAIT_MS);
      this.#waiting.push(come);
    });
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

const places = new WeakMap<Kysely<Database>, Places>();

/** How many transactions wait for a place in the pool. */
export const waitingTransactions = (db: Kysely<Database>): number => places.get(db)?.waiting ?? 0;

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
]);

/** The SQLSTATE or socket code of a database error, if it is one. */
export const errorCode = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether the database was away: the caller may try again, nothing is known to be written. */
export function isConnectionError(error: unknown): boolean {
  const code = errorCode(error);
  if (code !== null && CONNECTION_CODES.has(code)) return true;
  return error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}

const RETRYABLE = new Set(['40001', '40P01']);

/** Whether the database undid a transaction only because of others beside it (deadlock, serialisation): it may be tried again. */
export const isCrossed = (error: unknown): boolean => RETRYABLE.has(errorCode(error) ?? '');

const TRIES = 5;

/**
 * Runs a transaction, and again up to five times in all when the database asks for it (deadlock, serialisation). Between tries it
 * waits a random time, up to 0.1 s for each try, so that transactions that collided do not collide again.
 */
export async function transact<T>(db: Kysely<Database>, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  const own = places.get(db);
  for (let attempt = 1; ; attempt++) {
    await own?.take();
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === TRIES || !isCrossed(error)) throw error;
    } finally {
      own?.give();
    }
    await sleep(Math.random() * 100 * attempt);
  }
}

/** Gives the statements of a transaction another time than the pool does. @param seconds 0: as long as they take */
export const allowSeconds = (tx: Db, seconds: number) =>
  sql`select set_config('statement_timeout', ${`${seconds}s`}, true)`.execute(tx);

/**
 * A source without meaning for the `from` of a single statement outside a transaction: its commit is seen by everybody at once and
 * not waited for on the disk. The next commit of anybody that is waited for brings it to the disk too; a crash of the database
 * before that, or within some 0.6 s, forgets it. For counters that an answer follows which is waited for, or that may be forgotten.
 */
export const withoutCommitWait = sql`set_config('synchronous_commit', 'off', true) as unawaited`;

/** The database's clock: decisions never use the server's own. */
export const dbNow = sql<Date>`now()`;
/** Today by the database's clock in the deployment's zone, as `YYYY-MM-DD`. */
export const dbToday = sql<string>`(now() at time zone 'Asia/Shanghai')::date`;

/** The same, read. */
export async function todayOf(db: Db): Promise<string> {
  const { rows } = await sql<{ today: string }>`select ${dbToday}::text as today`.execute(db);
  return rows[0]?.today ?? '';
}

/**
 * Runs one part of a transaction that may be refused by itself: a refusal undoes this part only.
 * @returns the sentence of the refusal; empty where the part succeeded. Other errors are thrown.
 */
export async function runRefusable(tx: Db, part: () => Promise<unknown>): Promise<string> {
  await sql`savepoint part`.execute(tx);
  try {
    await part();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint part`.execute(tx);
    return error.message;
  }
  await sql`release savepoint part`.execute(tx);
  return '';
}
