import { type Kysely, sql } from 'kysely';
import { qualityOf } from '#people/member/server/queries/faultCounts.ts';
import { runScan, SCAN_JOB } from '#people/member/server/service/duplicates.ts';
import { openPool } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { keySource } from '#platform/server/secrecy/keys.ts';
import { readConfig } from '#platform/server/start/config.ts';
import type { Database } from '../db/types.ts';

/**
 * `npm run bench:duplicates`: the seconds of a search for duplicates through the whole tree, twice, and of the figures of data
 * quality for a county and for the whole tree. The database is that of `npm run bench`, filled by `npm run seed`.
 */
const BELOW = 60;
process.env.DATA_DIR ??= 'data/bench';
const config = readConfig();
const database = await openDatabase(config);
const { pool, db } = openPool(database.ownerUrl, { max: 4, statementSeconds: 600 });

async function seconds<T>(work: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const result = await work();
  return [(performance.now() - start) / 1000, result];
}

async function bench(open: Kysely<Database>): Promise<void> {
  const sizes = await sql<{ n: number }>`select count(*)::int as n from member`.execute(open);
  console.log(`${sizes.rows[0]?.n} members`);
  await sql`vacuum analyze member`.execute(open);
  const services = { db: open, vault: makeVault(keySource(config.keyFile)), config, modules: [] };
  const job = {
    id: '0',
    kind: SCAN_JOB,
    accountId: null,
    orgId: null,
    orgCode: '0001',
    input: {},
    attempt: 1,
    services,
    progress: async () => {},
  };
  for (const title of ['first search', 'second search']) {
    const [took, { message }] = await seconds(() => runScan(job));
    console.log(`${title}: ${took.toFixed(1)} s (${took < BELOW ? 'within' : 'beyond'} ${BELOW} s), ${message}`);
  }
  const county = await sql<{ code: string }>`
    select code from organisation where length(code) = 8 and deleted_at is null order by code limit 1`.execute(open);
  for (const code of [county.rows[0]?.code ?? '0001', '0001']) {
    const [took, { people }] = await seconds(() => qualityOf(open, workerScope(code)));
    console.log(`data quality of ${people} people: ${took.toFixed(2)} s`);
  }
}

try {
  await bench(db);
} finally {
  await pool.end();
  await database.stop();
}
