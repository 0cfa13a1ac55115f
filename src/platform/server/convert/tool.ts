import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where a program of this machine lies; null where it is not installed. @param name as it is called, or its whole path */
export function findProgram(name: string): string | null {
  const places = name.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  for (const place of places) {
    const path = place === '' ? name : join(place, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not here.
    }
  }
  return null;
}

export interface ToolRun {
  /** An empty folder: what the program takes for its home. */
  folder: string;
  /** After so long it is ended, with all that it has started. */
  seconds: number;
  /** Memory that it may ask for, in MiB. */
  memory: number;
  /** What it says, line by line. */
  onLine?(line: string): void;
  signal?: AbortSignal;
}

/** Runs a program on files that strangers have sent: alone in its folder, with bounds of time and memory, behind the server's own work. Answers whether it came to its end. */
export async function runTool(program: string, args: readonly string[], run: ToolRun): Promise<boolean> {
  const { folder, seconds, memory, onLine, signal } = run;
  // A shell sets the bounds, since Node cannot; what it runs is passed as its words and never read by it.
  const bounds = `ulimit -v ${memory * 1024}; ulimit -t ${seconds}; exec nice -n 10 "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', bounds, program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // It is the first of its group: what it starts ends with it.
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Already gone.
      }
    }
  };
  const timer = setTimeout(end, seconds * 1000);
  signal?.addEventListener('abort', end, { once: true });
  let rest = '';
  child.stdout.on('data', (piece: Buffer) => {
    const lines = (rest + piece.toString()).split('\n');
    rest = (lines.pop() ?? '').slice(-1000);
    for (const line of lines) onLine?.(line);
  });
  child.stderr.resume();
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  return code === 0;
}

/** Works in a new folder, which is gone afterwards with all that lies in it. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'party-convert-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
