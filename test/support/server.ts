import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#platform/server/migrate.ts';
import { startEmbedded } from '#platform/server/postgres/embedded.ts';
import { asUser, USER } from './databaseUser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser of the run's PostgreSQL, which holds the migrated database `party_template`. */
    adminUrl: string;
  }
}

/**
 * One PostgreSQL for the whole run, with a migrated template: the embedded one without
 * flushing, or the server that TEST_DATABASE_URL names (a superuser's URL).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(join(tmpdir(), 'party-test-'));
  if (folder) chmodSync(folder, 0o755);
  const server = folder ? await startEmbedded({ dataDir: folder, keep: 'fleeting', say: () => {} }) : null;
  const adminUrl = server?.adminUrl ?? given ?? '';
  try {
    await makeTemplate(adminUrl);
  } catch (error) {
    await server?.stop();
    throw error;
  }
  project.provide('adminUrl', adminUrl);
  return async () => {
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true });
  };
}

async function makeTemplate(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('drop database if exists party_template');
    const role = await admin.query('select from pg_roles where rolname = $1', [USER]);
    if (role.rowCount === 0) await admin.query(`create role ${USER} login password '${USER}'`);
    await admin.query(`create database party_template template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  } finally {
    await admin.end();
  }
  const template = new URL(adminUrl);
  template.pathname = '/party_template';
  await migrate(template.href, asUser(template.href));
}
