/**
 * npm run restore -- <backup>: into the empty database of DATABASE_URL, else into the empty data folder of DATA_DIR.
 * `--into <folder>`: into this data folder, whatever the environment names. A folder of backups means the newest one in it.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readBackupKey } from '#platform/server/backup/key.ts';
import { openBackup, restoreToDatabase, restoreToFolder } from '#platform/server/backup/restore.ts';
import { restoredText } from '#platform/server/backup/words.ts';
import { storeAt } from '#platform/server/files/fileStore.ts';
import { readStorage } from '#platform/server/start/config.ts';
import { argumentsOf, command, endSessions, teller } from './support.ts';

await command(async () => {
  const { named, others } = argumentsOf(['into']);
  const [backup] = others;
  if (!backup || others.length > 1) throw new Error('用法：npm run restore -- <备份> [--into <新的数据文件夹>]');
  const storage = readStorage();
  const { bucket, databaseUrl } = storage;
  const dataDir = named.into ? resolve(named.into) : storage.dataDir;
  const keyFile = storage.keyFile ?? join(dataDir, 'master.key');
  const found = existsSync(keyFile) ? keyFile : null;
  const opened = await openBackup(resolve(backup), readBackupKey(storage.backupKeyFile));
  console.log(`备份 ${opened.name}，数据截至 ${opened.manifest.takenAt}（UTC），由 ${opened.manifest.version} 制作。`);
  const step = teller();
  if (databaseUrl !== null && !named.into) {
    const ownerUrl = storage.databaseOwnerUrl ?? databaseUrl;
    const target = {
      ownerUrl,
      url: databaseUrl,
      dataDir,
      keyFile: found,
      store: storeAt({ bucket, dataDir }),
      finish: endSessions,
    };
    console.log(restoredText(await restoreToDatabase(opened, target, step)));
  } else {
    const store = (folder: string) => storeAt({ bucket, dataDir: folder });
    const say = (line: string) => console.log(line);
    console.log(
      restoredText(await restoreToFolder(opened, { dataDir, keyFile: found, store, finish: endSessions, say }, step)),
    );
    console.log(`数据在 ${dataDir}；启动：DATA_DIR=${dataDir} npm start`);
  }
  if (!found) console.log(`启动之前，请把备份时的平台密钥文件放到 ${keyFile}，否则服务不会启动。`);
});
