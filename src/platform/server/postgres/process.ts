import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A PostgreSQL server process as its `postmaster.pid` describes it. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Whether a process of this id exists. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// All of PostgreSQL's processes stand in the data directory. A zombie stands nowhere.
function standsIn(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

function lockFile(data: string): Postmaster | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  } catch {
    return null;
  }
}

/** The server that runs on this data directory, whichever process started it; null when none does. */
export function findPostmaster(data: string): Postmaster | null {
  const server = lockFile(data);
  if (!server || !(server.pid > 0)) return null;
  return (process.platform === 'linux' ? standsIn(server.pid, data) : processExists(server.pid)) ? server : null;
}

/**
 * Clears what a killed server left. Its orphaned backends are asked to quit, since each would keep a new server from starting until
 * its query ends. A lock file whose process id now belongs to another process is removed (a restarted container starts its ids
 * again). Linux only; elsewhere PostgreSQL's own check decides.
 */
export async function clearRemains(data: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let wait = 0; wait < 40; wait++) {
    const stale = lockFile(data);
    const left = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && standsIn(Number(name), data))
      .map(Number);
    if (findPostmaster(data)) return;
    if (left.length === 0) {
      if (stale && processExists(stale.pid)) rmSync(join(data, 'postmaster.pid'));
      return;
    }
    for (const pid of left) sendSignal(pid, wait < 20 ? 'SIGQUIT' : 'SIGKILL');
    await sleep(50);
  }
}

/** Where this process runs by a moved clock (libfaketime), the database does: nothing else of the environment reaches it. */
function ownClock(): NodeJS.ProcessEnv {
  if (!process.env.FAKETIME) return {};
  const names = Object.keys(process.env).filter((name) => name === 'LD_PRELOAD' || /FAKE(TIME|_)/.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/** Starts `postgres` in a session of its own, so that signals to our process group pass it by. */
export function launchPostgres(options: {
  program: string;
  data: string;
  port: number;
  owner: { uid: number; gid: number } | null;
  startLog: string;
  settings: Readonly<Record<string, string>>;
}): ChildProcess {
  const log = openSync(options.startLog, 'w', 0o600);
  const flags = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(options.program, ['-D', options.data, '-p', String(options.port), ...flags], {
    ...options.owner,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...ownClock() },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

/**
 * Ends the server of this data directory: open transactions are rolled back, everything is
 * flushed (SIGINT, "fast"). After 30 seconds it is made to quit at once and recovers at the
 * next start. Resolves when no server runs.
 */
export async function endPostmaster(data: string): Promise<void> {
  const server = findPostmaster(data);
  if (!server) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(server.pid, signal);
    for (let wait = 0; wait < 1500; wait++) {
      if (findPostmaster(data)?.pid !== server.pid) return;
      await sleep(20);
    }
  }
}

/** Sends a signal to a process that may have ended on its own. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended on its own.
  }
}

/**
 * A free loopback port from 20000 to 29999: below the range that systems take outgoing ports
 * from, where a client that retries a dead server's port can end up connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20000 + Math.floor(Math.random() * 10000);
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
