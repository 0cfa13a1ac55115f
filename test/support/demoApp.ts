import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { serverModules } from '#modules/server.ts';
import { openPool } from '#platform/server/db.ts';
import { buildApp } from '#platform/server/http.ts';
import { announceModules } from '#platform/server/module.ts';
import { seedDemoOnce } from '../../scripts/demo/start.ts';
import { type Caller, caller, openSession } from './app.ts';
import { cloneDatabase } from './database.ts';
import { testServices } from './services.ts';

/** The real application over a database of the test's own with the demo's city in it, which takes half a minute to make. */
export async function startDemoApp() {
  announceModules(serverModules);
  const clone = await cloneDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'party-demo-'));
  const { db, pool } = openPool(clone.url);
  const services = testServices({ db, dataDir, databaseUrl: clone.url, modules: serverModules });
  await seedDemoOnce(services, pool);
  const app = await buildApp(
    services,
    serverModules.flatMap((module) => module.contract),
    serverModules.flatMap((module) => module.routes),
  );
  return {
    db,
    services,
    /** A session of whoever holds a role at an organisation. */
    async as(roleId: number, orgCode: string): Promise<Caller> {
      const { rows } = await sql<{ id: string; accountId: string }>`
        select r.id, r.account_id as "accountId" from account_role r join organisation o on o.id = r.org_id
         where o.code = ${orgCode} and r.role_id = ${roleId} and r.revoked_at is null order by r.id limit 1`.execute(
        db,
      );
      if (!rows[0]) throw new Error(`nobody has role ${roleId} at ${orgCode}`);
      return caller(app, await openSession(services, rows[0].accountId, rows[0].id));
    },
    async close(): Promise<void> {
      await app.close();
      await db.destroy();
      await clone.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
