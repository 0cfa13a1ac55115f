import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '#platform/server/database/db.ts';
import { migrate } from '#platform/server/database/migrate.ts';
import { startEmbedded } from '#platform/server/postgres/embedded.ts';
import { asUser, USER } from './databaseUser.ts';
import { type Fixture, fillTiny } from './fixture.ts';
import { scratchFolder } from './scratch.ts';
import { testServices } from './services.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser of the run's PostgreSQL, which holds the migrated databases `party_template`, empty, and `party_tiny`. */
    adminUrl: string;
    /** Who and what stands in `party_tiny` (`fixture.ts`). */
    fixture: Fixture;
  }
}

/** The run's server with its templates, and how many projects of Vitest use it. */
interface Shared {
  users: number;
  made: Promise<{ adminUrl: string; fixture: Fixture; stop(): Promise<void> }>;
}
/** Each project reads this file anew, in one process. */
const run = globalThis as { partyTestServer?: Shared | undefined };

/**
 * One PostgreSQL for the whole run, with a migrated template and one filled with the tiny city: the embedded one without
 * flushing, or the server that TEST_DATABASE_URL names (a superuser's URL).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.partyTestServer ??= { users: 0, made: begin() };
  const shared = run.partyTestServer;
  shared.users++;
  const { adminUrl, fixture, stop } = await shared.made;
  project.provide('adminUrl', adminUrl);
  project.provide('fixture', fixture);
  return async () => {
    if (--shared.users > 0) return;
    run.partyTestServer = undefined;
    await stop();
  };
}

async function begin(): Promise<Awaited<Shared['made']>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : scratchFolder('party-test-');
  const server = folder ? await startEmbedded({ dataDir: folder, keep: 'fleeting', say: () => {} }) : null;
  const adminUrl = server?.adminUrl ?? given ?? '';
  const stop = async () => {
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true });
  };
  try {
    await makeTemplate(adminUrl);
    const fixture = await makeTiny(adminUrl);
    return { adminUrl, fixture, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

/** The template with the tiny city in it: made once, not by each of some three hundred files. */
async function makeTiny(adminUrl: string): Promise<Fixture> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('drop database if exists party_tiny');
    await admin.query('create database party_tiny template party_template strategy file_copy');
  } finally {
    await admin.end();
  }
  const url = new URL(adminUrl);
  url.pathname = '/party_tiny';
  const { db } = openPool(url.href);
  const folder = scratchFolder('party-key-');
  try {
    return await fillTiny(testServices({ db, dataDir: folder, databaseUrl: url.href, modules: [] }));
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
}
