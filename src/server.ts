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
import { readConfig, startWarnings } from '#platform/server/start/config.ts';
import { hearFaults } from '#platform/server/start/faults.ts';
import { refuseBusyPort } from '#platform/server/start/port.ts';
import { serveSandbox } from '#procedures/dues/server/online/serve.ts';
import { serveOpenArticles } from '#publishing/news/server/openPage.ts';
import { serverModules } from '#rooms/server.ts';
import { holdBallotsOnce } from '../scripts/demo/ballots.ts';
import { hangBoxMediaOnce } from '../scripts/demo/boxMedia.ts';
import { openCollegeOnce } from '../scripts/demo/collegeCourses.ts';
import { openCoursesOnce } from '../scripts/demo/courses.ts';
import { fillKnowledgeOnce } from '../scripts/demo/knowledge.ts';
import { hangLessonsOnce } from '../scripts/demo/lessons.ts';
import { hangFilmsOnce } from '../scripts/demo/newsFilms.ts';
import { offerPackagesOnce } from '../scripts/demo/packages.ts';
import { hangPicturesOnce } from '../scripts/demo/pictures.ts';
import { handPapersOnce } from '../scripts/demo/recruitmentPapers.ts';
import { openSchoolOnce } from '../scripts/demo/school.ts';
import { openSpecialOnce } from '../scripts/demo/special.ts';
import { DEMO_ACCOUNTS, seedDemoOnce } from '../scripts/demo/start.ts';
import { pictureCasesOnce } from '../scripts/demo/trinityFiles.ts';

/** Starts everything, prints where it is, and answers a function that ends it cleanly. */
export async function start(): Promise<() => Promise<void>> {
  const config = readConfig();
  await refuseBusyPort(config);
  for (const line of startWarnings(config)) console.error(line);
  const database = await openDatabase(config);
  await migrate(database.ownerUrl, database.url);
  if (config.production && database.ownerUrl === database.url) console.error(ONE_ROLE);
  announceModules(serverModules);
  const { pool, db } = openPool(database.url);
  await checkKeys(db, readKeyFile(config.keyFile));
  const services: Services = { db, vault: makeVault(keySource(config.keyFile)), config, modules: serverModules };
  const keys = setInterval(services.vault.reread, KEYS_READ_MS);
  if (config.demo) {
    await seedAsOwner(services, database.ownerUrl);
    await hangPicturesOnce(services);
    await hangLessonsOnce(services);
    await hangBoxMediaOnce(services);
    await hangFilmsOnce(services);
    await fillKnowledgeOnce(services);
    await handPapersOnce(services);
    await openCoursesOnce(services);
    await openSchoolOnce(services);
    await openCollegeOnce(services);
    await openSpecialOnce(services);
    await offerPackagesOnce(services);
    await pictureCasesOnce(services);
    await holdBallotsOnce(services);
  } else await printFirstPassword(services);

  const app = await buildApp(
    services,
    serverModules.flatMap((module) => module.routes),
  );
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
  announce(config.port, config);
  const unused = ['soffice', 'ffmpeg'] as const;
  if (unused.some((name) => isCellMissing(services, config[name]))) console.log(NO_CELL);
  // A supervisor that hears this starts the server again should it fall.
  process.send?.('ready');

  return async () => {
    clearInterval(keys);
    await app.close();
    await worker.stop();
    await pool.end();
    await database.stop();
  };
}

const ONE_ROLE =
  '数据库只有一个账号，它也拥有日志表，可以改动其结构；请按 docs/deployment.md 用 DATABASE_OWNER_URL 分成两个账号。' +
  ' (One database role owns the tables and is used by the application: see DATABASE_OWNER_URL.)';

const NO_CELL =
  '装有 LibreOffice 或 ffmpeg，但没有可用的 bubblewrap 来隔离它们：文档和视频的转换已停用，见 docs/deployment.md。' +
  ' (bubblewrap is missing or does not work here: office files and videos are not converted.)';

/** A fresh demo is told to the planner as well, which the owner of the tables alone may do. */
async function seedAsOwner(services: Services, ownerUrl: string): Promise<void> {
  // One writes the city and stays open; what waits is asked for in a transaction of its own, which may read beside itself.
  const { pool } = openPool(ownerUrl, { max: 4 });
  await seedDemoOnce(services, pool).finally(() => pool.end());
}

async function printFirstPassword(services: Services): Promise<void> {
  const password = await ensureAdministrator(services);
  if (password) console.log(`首次启动：管理员账号 admin，初始密码 ${password}（只显示这一次，登录后须修改）`);
}

function announce(port: number, config: { host: string; demo: boolean }): void {
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  console.log(`\n智慧党建平台已启动：http://${host}:${port}`);
  if (!config.demo) return;
  console.log(`\n演示账号（密码均为 ${DEMO_ACCOUNTS.password}）：`);
  for (const { login, title } of DEMO_ACCOUNTS.list) console.log(`  ${login.padEnd(20)}${title}`);
}

// Signals count from here on, so that an end during the start ends the database too.
const started = start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

let ending = false;
function end(): void {
  if (ending) return;
  ending = true;
  const giveUp = setTimeout(() => process.exit(1), 15_000);
  giveUp.unref();
  started
    .then((stop) => stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
// Started through npm, the parent holds a channel: when it is killed, the server ends in order.
process.on('disconnect', end);
