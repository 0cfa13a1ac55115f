/**
 * npm run backup -- <folder>: a backup of the database and the uploaded files into a folder of backups, while the server runs or
 * while it does not. `--keep 30`: backups that are older than so many days go afterwards.
 */
import { resolve } from 'node:path';
import { lastSealNumber, noteRun } from '#kernel/system/server/index.ts';
import { BackupFault } from '#platform/server/backup/faults.ts';
import { readBackupKey } from '#platform/server/backup/key.ts';
import { dropOld } from '#platform/server/backup/stock.ts';
import { takeBackup } from '#platform/server/backup/take.ts';
import { productVersion, takenText } from '#platform/server/backup/words.ts';
import { openPool } from '#platform/server/database/db.ts';
import { storeAt } from '#platform/server/files/fileStore.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { serverModules } from '#rooms/server.ts';
import { argumentsOf, command, databaseBeside, teller } from './support.ts';

await command(async () => {
  const { named, others } = argumentsOf(['keep']);
  const [folder] = others;
  if (!folder || others.length > 1) throw new Error('用法：npm run backup -- <备份文件夹> [--keep <保留天数>]');
  if (folder.includes('://')) throw new Error('备份只能放在文件夹里（可以是挂载的网络盘）。(Folders alone are taken.)');
  if (named.keep !== undefined && !/^[1-9]\d{0,3}$/.test(named.keep)) throw new Error('保留天数应为1到9999。');
  const stock = resolve(folder);
  const config = readConfig();
  const key = readBackupKey(config.backupKeyFile, {
    made: () =>
      console.log(`已生成备份密钥 ${config.backupKeyFile}：没有它备份不能打开，请立即另行保存，不要和备份放在一起。`),
  });
  const database = await databaseBeside(config);
  const { pool, db } = openPool(database.url, { max: 1 });
  const began = performance.now();
  const note = (succeeded: boolean, name: string, outcome: string, facts: Record<string, unknown>) =>
    noteRun(db, { kind: 'backup', succeeded, name, outcome, facts, seconds: (performance.now() - began) / 1000 }).catch(
      () => console.error('结果没有记入数据库：数据库的结构还没有升级到本版本。(The outcome was not noted.)'),
    );
  try {
    const ledgers = serverModules.flatMap((module) => module.ledgers ?? []);
    const source = {
      url: database.url,
      dataDir: config.dataDir,
      store: storeAt(config),
      ledgers,
      lastSeal: lastSealNumber,
      version: productVersion,
    };
    const taken = await takeBackup(source, stock, key, teller());
    await note(true, taken.name, takenText(taken), { ...taken });
    console.log(takenText(taken));
    console.log(
      `备份在 ${taken.folder}，上传的文件在 ${stock}/files，须一并保存。平台的密钥文件不在备份里，请另行保存。`,
    );
    if (named.keep === undefined) return;
    const gone = await dropOld(stock, Number(named.keep), new Date());
    if (gone.backups > 0) console.log(`已删除 ${gone.backups} 份过期的备份和 ${gone.files} 个不再需要的文件。`);
  } catch (error) {
    if (error instanceof BackupFault) await note(false, '', error.message, {});
    throw error;
  } finally {
    await pool.end();
    await database.stop();
  }
});
