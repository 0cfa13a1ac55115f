import { spawn } from 'node:child_process';
import { chmod, lchown, lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnv, cellCommand, type Tool, userOf } from './cell.ts';

export interface ToolRun {
  /** An empty folder: all that the program sees beside the system's programs, and what it takes for its home. */
  folder: string;
  /** After so long it is ended, with all that it has started. */
  seconds: number;
  /** Memory that it may ask for, in MiB. */
  memory: number;
  /** What it says, line by line. */
  onLine?(line: string): void;
  signal?: AbortSignal;
}

/** The largest file that a program may write, in blocks of 512 bytes: 4 GiB. */
const MOST_BLOCKS = 8 * 1024 ** 2;

/**
 * Runs a program on files that strangers have sent: in a cell without network, as another user, alone with its folder, with bounds
 * of time and memory, behind the server's own work. Answers whether it came to its end.
 */
export async function runTool({ program, cell }: Tool, args: readonly string[], run: ToolRun): Promise<boolean> {
  const { folder, seconds, memory, onLine, signal } = run;
  const user = userOf(cell);
  if (user !== null) await hand(folder, user);
  const { command, args: words, ...as } = cellCommand(cell, folder, program, args);
  // A shell sets the bounds, since Node cannot; what it runs is passed as its words and never read by it.
  const bounds = `ulimit -c 0; ulimit -f ${MOST_BLOCKS}; ulimit -v ${memory * 1024}; ulimit -t ${seconds}; exec nice -n 10 "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', bounds, command, ...words], {
    ...as,
    cwd: folder,
    env: bareEnv(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // It is the first of its group, and the cell ends with it, and with the cell whatever was started in it.
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

/** Gives a folder and all that lies in it to the user that the program runs as. */
async function hand(path: string, user: number): Promise<void> {
  await lchown(path, user, user);
  if ((await lstat(path)).isDirectory()) for (const name of await readdir(path)) await hand(join(path, name), user);
}

/**
 * The path of a file that a program made in its folder; null where there is none. Links do not count: the server would follow them
 * and sees more than the program.
 * @param names from the folder down
 */
export async function findMadeFile(folder: string, ...names: string[]): Promise<string | null> {
  const path = join(await realpath(folder), ...names);
  try {
    const { nlink, size } = await lstat(path);
    const real = await realpath(path);
    return real === path && (await lstat(path)).isFile() && nlink === 1 && size > 0 ? path : null;
  } catch {
    return null;
  }
}

/** Runs work with a new folder, which is deleted afterwards. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'party-convert-'));
  try {
    await chmod(folder, 0o700);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
