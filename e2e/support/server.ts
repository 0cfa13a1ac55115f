import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { FullConfig } from '@playwright/test';
import { scratchFolder } from '../../test/support/scratch.ts';

interface Running {
  base: string;
  folder: string;
  server: ChildProcess;
}

/** A real server on a free port with a fresh demo. */
async function start(): Promise<Running> {
  const folder = scratchFolder('party-e2e-');
  const server = spawn(process.execPath, ['src/server.ts'], {
    env: { ...process.env, PORT: '0', DATA_DIR: folder },
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

/**
 * Starts a server of its own for each worker, ends them and their data afterwards. The addresses stand in BASE_URL, the
 * folders in DATA_OF_RUN, with a space between them, in the order of the workers.
 */
export default async function setup(config?: FullConfig): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return async () => {};
  const all = await Promise.all(Array.from({ length: config?.workers ?? 1 }, start));
  process.env.BASE_URL = all.map(({ base }) => base).join(' ');
  process.env.DATA_OF_RUN = all.map(({ folder }) => folder).join(' ');
  return async () => {
    for (const { server, folder } of all) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  };
}
