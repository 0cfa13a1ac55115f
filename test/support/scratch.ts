import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that a run's databases take at most, with room to spare. */
const ROOM = 4 * 1024 ** 3;
const MEMORY = '/dev/shm';

/**
 * A folder for what a run throws away, that every user of the machine may enter: in memory where the machine has a file
 * system there with room for it, since a copied database is some two thousand small files; else among the temporary files.
 */
export function scratchFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix));
  chmodSync(folder, 0o755);
  return folder;
}

/** A copy of a folder whose server has ended, its files as its own users'. */
export function scratchCopy(folder: string, prefix: string): string {
  const copy = scratchFolder(prefix);
  if (process.platform === 'win32') cpSync(folder, copy, { recursive: true });
  else execFileSync('cp', ['-a', `${folder}/.`, copy]);
  return copy;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}
