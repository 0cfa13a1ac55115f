import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that a run's databases take at most, with room to spare. */
const ROOM = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';
/** A folder's name tells in which space of numbers its process has its own: a neighbour's may be alive without being seen from here. */
const SPACE = spaceOfProcesses();
const OWNED = new RegExp(`^party-[a-z0-9-]+-of${SPACE}-(\\d+)-\\w{6}$`);

/** What this process has made. */
const made = new Set<string>();

/**
 * A folder for what a run throws away, that every user of the machine may enter: in memory where the machine has a file
 * system there with room for it, since a copied database is some two thousand small files; else among the temporary files.
 * It goes with its process, however that ends: at its exit, and what was killed leaves its folders to the next one who makes one.
 * @param owner the process that it goes with, where that is not the one that makes it
 */
export function scratchFolder(prefix: string, owner = process.pid): string {
  if (made.size === 0) {
    sweepScratch();
    process.once('exit', () => made.forEach(remove));
  }
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${prefix}of${SPACE}-${owner}-`));
  chmodSync(folder, 0o755);
  if (owner === process.pid) made.add(folder);
  return folder;
}

/** A copy of a folder whose server has ended, its files as its own users'. */
export function scratchCopy(folder: string, prefix: string): string {
  const copy = scratchFolder(prefix);
  if (process.platform === 'win32') cpSync(folder, copy, { recursive: true });
  else execFileSync('cp', ['-a', `${folder}/.`, copy]);
  return copy;
}

/** Removes the folders whose process is gone: one to two gigabytes each, of memory. */
export function sweepScratch(): void {
  for (const place of new Set([MEMORY, tmpdir()])) {
    for (const name of namesIn(place)) {
      const [, owner] = OWNED.exec(name) ?? [];
      if (owner && !isAlive(Number(owner))) remove(join(place, name));
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process answers so, and is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What a database that is just ending still writes, or another user's, stays for the next sweep. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {}
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function spaceOfProcesses(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
