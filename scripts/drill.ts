/**
 * npm run drill -- <backup>: restores a backup beside, holds it against what the backup says of itself, notes what came of it for
 * 运行状况, and removes the copy. `--in <folder>`: where there is room for it, instead of the data folder. The server may run.
 */
import { resolve } from 'node:path';
import { noteRun, verdictText, verifySeals } from '#kernel/system/server/index.ts';
import { drilledText, drillFault, drillRestore } from '#platform/server/backup/drill.ts';
import { readBackupKey } from '#platform/server/backup/key.ts';
import { openBackup } from '#platform/server/backup/restore.ts';
import { openPool } from '#platform/server/database/db.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { serverModules } from '#rooms/server.ts';
import { argumentsOf, command, databaseBeside, teller } from './support.ts';

await command(async () => {
  const { named, others } = argumentsOf(['in']);
  const [backup] = others;
  if (!backup || others.length > 1) throw new Error('用法：npm run drill -- <备份> [--in <有空间的文件夹>]');
  const config = readConfig();
  const place = named.in ? resolve(named.in) : config.dataDir;
  const began = performance.now();
  const database = await databaseBeside(config);
  const { pool, db } = openPool(database.url, { max: 2 });
  const note = (succeeded: boolean, name: string, outcome: string, facts: Record<string, unknown>) =>
    noteRun(db, { kind: 'drill', succeeded, name, outcome, facts, seconds: (performance.now() - began) / 1000 }).catch(
      () => console.error('结果没有记入数据库：数据库的结构还没有升级到本版本。(The outcome was not noted.)'),
    );
  let name = '';
  try {
    const opened = await openBackup(resolve(backup), readBackupKey(config.backupKeyFile));
    name = opened.name;
    console.log(`备份 ${opened.name}，数据截至 ${opened.manifest.takenAt}（UTC）。`);
    const services = { config, modules: serverModules };
    const seals = async (copy: Parameters<typeof verifySeals>[0]) => {
      const verdict = await verifySeals(copy, async () => {});
      return { good: verdict.finding === null, sentence: verdictText(verdict) };
    };
    const drilled = await drillRestore(opened, services, place, seals, teller());
    const outcome = drilledText(drilled);
    await note(drilled.succeeded, name, outcome, { ...drilled });
    console.log(outcome);
    if (!drilled.succeeded) process.exitCode = 1;
  } catch (error) {
    const outcome = drillFault(error);
    if (outcome !== null) await note(false, name, outcome, {});
    throw error;
  } finally {
    await pool.end();
    await database.stop();
  }
});
