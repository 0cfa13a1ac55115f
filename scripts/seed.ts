// npm run seed -- --members 1000000 --orgs 20000: fills an empty database with a large city, for benchmarks.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { keySource } from '#platform/server/secrecy/keys.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { writeLarge } from './demo/writeLarge.ts';

const { values } = parseArgs({
  options: { members: { type: 'string', default: '1000000' }, orgs: { type: 'string', default: '20000' } },
});
const size = { members: Number(values.members), orgs: Number(values.orgs) };
if (!Number.isInteger(size.members) || !Number.isInteger(size.orgs) || size.orgs < 100 || size.members < size.orgs) {
  console.error('用法：npm run seed -- --members 1000000 --orgs 20000（组织至少 100 个，人员不少于组织）');
  process.exit(1);
}

const started = performance.now();
const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} 秒`;
const config = readConfig();
const database = await openDatabase(config);
const client = new pg.Client({ connectionString: database.ownerUrl });
try {
  await migrate(database.ownerUrl, database.url);
  await client.connect();
  const { rows } = await client.query<{ today: string }>(
    "select (now() at time zone 'Asia/Shanghai')::date::text as today",
  );
  let told = 0;
  await writeLarge(
    client,
    makeVault(keySource(config.keyFile)),
    { url: database.ownerUrl, keyFile: config.keyFile, size, today: rows[0]?.today ?? '' },
    (written) => {
      if (written < told + size.members / 10 && written < size.members) return;
      told = written;
      console.log(`人员 ${written} / ${size.members}，${seconds()}`);
    },
  );
  console.log(`完成：党组织 ${size.orgs} 个，人员 ${size.members} 名，用时 ${seconds()}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await client.end();
  await database.stop();
}
