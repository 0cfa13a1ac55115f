/**
 * npm run move-database -- postgres://owner…: from the embedded database of DATA_DIR, or the outside one of DATABASE_URL, into this
 * empty one. With a data folder instead of an address: back into an embedded database there. The server must be stopped.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { moveDatabase } from '#platform/server/backup/move.ts';
import { secondsText } from '#platform/server/backup/words.ts';
import { startEmbedded } from '#platform/server/postgres/embedded.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { readStorage } from '#platform/server/start/config.ts';
import { argumentsOf, command, teller } from './support.ts';

await command(async () => {
  const [target, ...more] = argumentsOf([]).others;
  if (!target || more.length > 0) throw new Error('用法：npm run move-database -- <postgres://… 或 新的数据文件夹>');
  const storage = readStorage();
  const isAddress = /^postgres(ql)?:\/\//.test(target);
  if (!isAddress && target.includes('://')) throw new Error('目标应是 postgres:// 开头的地址，或一个文件夹。');
  const folder = resolve(target);
  if (!isAddress && existsSync(join(folder, 'pg')))
    throw new Error(`${folder} 里已有数据库，没有开始搬迁。(There is a database in ${folder}.)`);
  if (!isAddress && storage.databaseUrl === null && folder === storage.dataDir)
    throw new Error('从内置数据库搬回内置数据库没有意义：请用 DATABASE_URL 指明原来的数据库。');
  const source = await openDatabase(storage);
  try {
    const say = (line: string) => console.log(line);
    const embedded = isAddress ? null : await startEmbedded({ dataDir: folder, keep: 'durable', say });
    try {
      const moved = await moveDatabase(source.ownerUrl, embedded?.ownerUrl ?? target, teller());
      console.log(
        `搬迁完成，用时 ${secondsText(moved.seconds)}：${moved.tables} 张表、${moved.rows} 行，逐表比对一致；原来的数据库没有改动。`,
      );
    } finally {
      await embedded?.stop();
    }
  } finally {
    await source.stop();
  }
  console.log(
    isAddress
      ? '以后启动时用 DATABASE_URL（应用账号）和 DATABASE_OWNER_URL（所有者）指向它，密钥文件和上传的文件仍用原来的；见 docs/deployment.md。'
      : `以后启动时去掉 DATABASE_URL，用 DATA_DIR=${folder}；密钥文件和 files 文件夹请放到那里。`,
  );
});
