/**
 * npm run keys: the keys and how far a change is. npm run keys:rotate [minutes]: a new key, in use in one minute or as many
 * as are named. npm run keys:retire: takes the old keys out. All of them while the server runs, or while it does not.
 */

import type { Services } from '#platform/server/context.ts';
import { openPool } from '#platform/server/database/db.ts';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { addKey, keyState, retireKeys } from '#platform/server/secrecy/keyChange.ts';
import { keySource } from '#platform/server/secrecy/keys.ts';
import { encryptedColumnsOf } from '#platform/server/secrecy/reencrypt.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { serverModules } from '#rooms/server.ts';

const [act = 'show', minutes = '1'] = process.argv.slice(2);
const config = readConfig();
try {
  if (act === 'rotate') rotate();
  else if (act === 'show' || act === 'retire') await withServices(act === 'show' ? show : retire);
  else throw new Error('用法：npm run keys，npm run keys:rotate [几分钟后启用]，npm run keys:retire');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function rotate(): void {
  if (!/^\d{1,5}$/.test(minutes)) throw new Error('请写明几分钟后启用，例如：npm run keys:rotate 60');
  const { id } = addKey(config.keyFile, Number(minutes));
  console.log(`已在 ${config.keyFile} 里加入密钥 ${id}，${minutes}分钟后启用，原有数据随后在后台换密。`);
  console.log('请立即另行备份密钥文件；每台服务器各有一份密钥文件的，须在启用之前全部换好。进度：npm run keys');
}

async function show(services: Services): Promise<void> {
  console.log((await keyState(services, encryptedColumnsOf(serverModules))).join('\n'));
}

async function retire(services: Services): Promise<void> {
  const ids = await retireKeys(services, encryptedColumnsOf(serverModules));
  console.log(`已停用密钥 ${ids.join('、')}。请另行备份新的密钥文件；旧备份仍要用当时的密钥文件才能读。`);
}

async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const running = config.databaseUrl === null ? runningUrl(config.dataDir) : null;
  const database = running ? { url: running, stop: async () => {} } : await openDatabase(config);
  const { pool, db } = openPool(database.url);
  try {
    await work({ db, vault: makeVault(keySource(config.keyFile)), config, modules: serverModules });
  } finally {
    await pool.end();
    await database.stop();
  }
}
