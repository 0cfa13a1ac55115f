import pg from 'pg';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { readConfig } from '#platform/server/start/config.ts';

/**
 * `npm run end-sessions`: ends every session and open ticket. For after a restore: a backup holds the sessions of
 * its hour, also those that were ended since.
 */
const database = await openDatabase(readConfig());
const client = new pg.Client({ connectionString: database.url });
await client.connect();
await client.query('delete from login_ticket');
const { rowCount } = await client.query('delete from session');
console.log(`已结束 ${rowCount} 个会话。`);
await client.end();
await database.stop();
