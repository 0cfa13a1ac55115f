// A server process without the server: opens the database of the folder given, says its URL,
// and ends as the server does, after one more write that proves that the database outlived the signal.
import pg from 'pg';
import { openDatabase } from '#platform/server/postgres/pool.ts';

const database = await openDatabase({ databaseUrl: null, databaseOwnerUrl: null, dataDir: process.argv[2] ?? '' });
const pool = new pg.Pool({ connectionString: database.ownerUrl });
pool.on('error', () => {});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await pool.query("insert into mark values ('signal seen')");
    await pool.end();
    await database.stop();
    process.exit(0);
  });
}
process.once('SIGHUP', () => process.exit(3));
setInterval(() => {}, 60_000);
console.log(database.ownerUrl);
