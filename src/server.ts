import { pageOrigins } from '#kernel/session/server/pageOrigins.ts';
import { packageFolder } from '#kernel/shell/server/package.ts';
import { ensureAdministrator } from '#people/org/server/bootstrap.ts';
import type { Services } from '#platform/server/context.ts';
import { isCellMissing } from '#platform/server/convert/cell.ts';
import { openPool } from '#platform/server/database/db.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { buildApp } from '#platform/server/http/http.ts';
import { openApi, serveDocs } from '#platform/server/http/openapi.ts';
import { servePackages, servePage } from '#platform/server/http/static.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { announceModules } from '#platform/server/module.ts';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { makeVault } from '#platform/server/secrecy/crypto.ts';
import { checkKeys } from '#platform/server/secrecy/keyMark.ts';
import { KEYS_READ_MS, keySource, readKeyFile } from '#platform/server/secrecy/keys.ts';
import { type Config, readConfig, startWarnings } from '#platform/server/start/config.ts';
import { endWhenAsked, type Running } from '#platform/server/start/ending.ts';
import { hearFaults } from '#platform/server/start/faults.ts';
import { refuseBusyPort } from '#platform/server/start/port.ts';
import { Health } from '#platform/server/watch/health.ts';
import { serveHealth } from '#platform/server/watch/serve.ts';
import { startWatch } from '#platform/server/watch/start.ts';
import { serveSandbox } from '#procedures/dues/server/online/serve.ts';
import { serveOpenArticles } from '#publishing/news/server/openPage.ts';
import { serverModules } from '#rooms/server.ts';
import { fillDemo } from '../scripts/demo/fill.ts';
import { DEMO_ACCOUNTS } from '../scripts/demo/start.ts';

// Signals count from here on, so that an end during the start ends the database too.
const running: Running = { drainSeconds: 0 };
const isEnding = endWhenAsked(running);
start().catch((error: unknown) => {
  if (isEnding()) return;
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

/** Starts everything, prints where it is, and notes in `running` how it is ended. */
async function start(): Promise<void> {
  const config = readConfig();
  const health = new Health(config);
  running.drainSeconds = config.drainSeconds;
  running.announceEnd = () => health.drain();
  const watch = await startWatch(config, health);
  await refuseBusyPort(config);
  for (const line of startWarnings(config)) console.error(line);
  const database = await openDatabase(config);
  running.stopDatabase = database.stop;
  running.announceEnd = () => {
    health.drain();
    database.announceEnd();
  };
  await migrate(database.ownerUrl, database.url);
  if (config.production && database.ownerUrl === database.url) console.error(ONE_ROLE);
  announceModules(serverModules);
  const { pool, db } = openPool(database.url);
  await checkKeys(db, readKeyFile(config.keyFile));
  const services: Services = { db, vault: makeVault(keySource(config.keyFile)), config, modules: serverModules };
  const keys = setInterval(services.vault.reread, KEYS_READ_MS);
  if (config.demo) await fillDemo(services, database.ownerUrl);
  else await printFirstPassword(services);

  const app = await buildApp(
    services,
    serverModules.flatMap((module) => module.routes),
  );
  serveHealth(app, health);
  serveDocs(app, services, () => openApi(serverModules, '智慧党建平台 接口文档'));
  serveOpenArticles(app, services);
  if (config.demo) await serveSandbox(app, services);
  await servePackages(app, packageFolder(config.dataDir));
  await servePage(app, 'dist/web', (host) => pageOrigins(services, host));
  hearFaults(db);
  const worker = await startWorker(services, serverModules);
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  // Where any free port was asked for: the provider of the demo is found, and finds us, by the one that it became.
  if (typeof address === 'object' && address) config.port = address.port;
  running.stopServing = async () => {
    clearInterval(keys);
    await Promise.all([app.close(), worker.stop(), watch.stop()]);
    await pool.end();
  };
  watch.serving(database.url, { pool, db });
  announce(config);
  const unused = ['soffice', 'ffmpeg'] as const;
  if (unused.some((name) => isCellMissing(services, config[name]))) console.log(NO_CELL);
  // A supervisor that hears this starts the server again should it fall.
  process.send?.('ready');
}

const ONE_ROLE =
  '数据库只有一个账号，它也拥有日志表，可以改动其结构；请按 docs/deployment.md 用 DATABASE_OWNER_URL 分成两个账号。' +
  ' (One database role owns the tables and is used by the application: see DATABASE_OWNER_URL.)';

const NO_CELL =
  '装有 LibreOffice 或 ffmpeg，但没有可用的 bubblewrap 来隔离它们：文档和视频的转换已停用，见 docs/deployment.md。' +
  ' (bubblewrap is missing or does not work here: office files and videos are not converted.)';

async function printFirstPassword(services: Services): Promise<void> {
  const password = await ensureAdministrator(services);
  if (password) console.log(`首次启动：管理员账号 admin，初始密码 ${password}（只显示这一次，登录后须修改）`);
}

function announce({ port, host, demo }: Config): void {
  console.log(`\n智慧党建平台已启动：http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`);
  if (!demo) return;
  console.log(`\n演示账号（密码均为 ${DEMO_ACCOUNTS.password}）：`);
  for (const { login, title } of DEMO_ACCOUNTS.list) console.log(`  ${login.padEnd(20)}${title}`);
}
