// npm run migrate: brings the database up to date without starting the server.

import { migrate } from '#platform/server/database/migrate.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { readConfig } from '#platform/server/start/config.ts';

const database = await openDatabase(readConfig());
try {
  const names = await migrate(database.ownerUrl, database.url);
  console.log(names.length > 0 ? `已执行迁移：\n${names.join('\n')}` : '数据库已是最新。');
} finally {
  await database.stop();
}
