import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import pg from 'pg';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { COMPILED } from '../../test/support/compiled.ts';
import { scratchCopy, scratchFolder } from '../../test/support/scratch.ts';

interface Running {
  base: string;
  folder: string;
  server: ChildProcess;
}

const PREFIX = 'party-e2e-';
const QUIET_SECONDS = 5;

/** A real server on a free port, on a folder that is empty, where it makes the demo, or holds one. */
async function start(folder: string): Promise<Running> {
  const server = spawn(process.execPath, ['src/server.ts'], {
    env: { ...process.env, ...COMPILED, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
      if (found) resolve(found[0]);
    });
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${printed}`)));
  });
  return { base, folder, server };
}

async function end({ server }: Running): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}

/**
 * Makes a demo in a folder of its own; answers the folder.
 * @param owner the process that the folder goes with, where that is not this one
 */
export async function makeDemo(owner?: number): Promise<string> {
  const folder = scratchFolder(PREFIX, owner);
  const server = await start(folder);
  await settled(folder);
  await end(server);
  return folder;
}

/** Until what a first start does beside its service is done, points of all years above all: each copy would do it again. */
async function settled(folder: string): Promise<void> {
  const url = runningUrl(folder);
  if (!url) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let quiet = 0; quiet < QUIET_SECONDS; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { rows } = await client.query<{ busy: boolean }>(`
      select exists (select from point_due)
          or exists (select from pg_stat_activity
                      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()) as busy`);
    quiet = rows[0]?.busy ? 0 : quiet + 1;
  }
  await client.end();
}

/** As many servers, each with a copy of the demo that this run has made before (makeDemo.ts), else of one that is made now. */
async function startAll(many: number): Promise<Running[]> {
  const made = process.env.DEMO_OF_RUN;
  if (many === 1 && !made) return [await start(scratchFolder(PREFIX))];
  const demo = made || (await makeDemo());
  // Where the database's user cannot enter the folder it lies elsewhere (place.ts), and is not in a copy.
  const isWhole = existsSync(join(demo, 'pg'));
  const folders = Array.from({ length: many }, () => (isWhole ? scratchCopy(demo, PREFIX) : scratchFolder(PREFIX)));
  if (!made) rmSync(demo, { recursive: true });
  const all = await Promise.allSettled(folders.map(start));
  const failed = all.find((one) => one.status === 'rejected');
  if (!failed) return all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  // Whoever is up would outlive the run.
  await Promise.all(all.map((one) => one.status === 'fulfilled' && end(one.value)));
  throw failed.reason;
}

/**
 * Starts a server of its own for each worker, ends them and their data afterwards. The addresses stand in BASE_URL, the
 * folders in DATA_OF_RUN, with a space between them, in the order of the workers.
 */
export default async function setup(config?: FullConfig): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  const all = await startAll(config?.workers ?? 1);
  process.env.BASE_URL = all.map(({ base }) => base).join(' ');
  process.env.DATA_OF_RUN = all.map(({ folder }) => folder).join(' ');
  return async () => {
    await Promise.all(all.map(end));
    for (const { folder } of all) rmSync(folder, { recursive: true, force: true });
  };
}
