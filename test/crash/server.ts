import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sm2 } from 'sm-crypto-v2';
import { findPostmaster } from '#platform/server/postgres/process.ts';
import { COMPILED } from '../support/compiled.ts';

export interface Running {
  child: ChildProcess;
  base: string;
  /** What it has printed until now. */
  printed: string;
}

/** Starts the real server on a folder and waits for nothing. */
export const spawnServer = (dataDir: string, port = 0, more: Readonly<Record<string, string>> = {}) =>
  spawn(process.execPath, ['src/server.ts'], {
    env: { ...process.env, ...COMPILED, DATA_DIR: dataDir, PORT: String(port), DEMO: '0', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/**
 * Starts the real server on a folder and waits until it serves; `exited` instead where it ends.
 * @param more further variables of its environment
 */
export function startServer(
  dataDir: string,
  port = 0,
  more: Readonly<Record<string, string>> = {},
): Promise<Running | { exited: number | null; printed: string }> {
  const child = spawnServer(dataDir, port, more);
  return new Promise((resolve) => {
    const running: Running = { child, base: '', printed: '' };
    const hear = (chunk: Buffer) => {
      running.printed += chunk.toString();
      running.base ||= /http:\/\/127\.0\.0\.1:\d+/.exec(running.printed)?.[0] ?? '';
      if (running.base) resolve(running);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (exited) => resolve({ exited, printed: running.printed }));
  });
}

/** One call with an optional token; null where no answer came. */
export async function ask(base: string, method: string, path: string, body?: object, token = '', key?: string) {
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: token } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(30_000),
    });
    return {
      status: response.status,
      ...((await response.json()) as { code: number; msg: string; data: never; rows: never }),
    };
  } catch {
    return null;
  }
}

/** A password encrypted as the page does. */
export async function encrypt(base: string, password: string): Promise<string> {
  const config = await ask(base, 'GET', '/api/getFrontEndConfig');
  const publicKey = (config as { data: { publicKey: string } } | null)?.data.publicKey ?? '';
  return sm2.doEncrypt(JSON.stringify({ p: password, t: Date.now(), n: randomUUID() }), publicKey, 1);
}

export async function signIn(base: string, password: string): Promise<string> {
  const answer = await ask(base, 'POST', '/api/login', { username: 'admin', password: await encrypt(base, password) });
  if (answer?.code !== 200) throw new Error(`sign-in: ${JSON.stringify(answer)}`);
  return (answer.data as unknown as { token: string }).token;
}

/** The process id of the folder's PostgreSQL, from its own pid file; 0 while there is none. */
export const databasePid = (dataDir: string) => findPostmaster(join(dataDir, 'pg'))?.pid ?? 0;
