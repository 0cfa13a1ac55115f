import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupFault } from './faults.ts';

/**
 * A folder of backups: `<day>-<time>-<sign>/` each, and `files/`, where the bytes of uploaded files lie once for all of them. A
 * backup that is under way ends with `.making`.
 */
const BACKUP = /^(\d{8})-(\d{9})-[0-9a-f]{4}$/;
const MAKING = /^\d{8}-\d{9}-[0-9a-f]{4}\.making$/;

/** Bytes of an uploaded file among the backups: spread over 256 folders. */
export const storedAt = (stock: string, key: string) =>
  join(stock, 'files', createHash('sha256').update(key).digest('hex').slice(0, 2), `${key}.pbk`);

/** The name under which a file's bytes are encrypted. */
export const storedName = (key: string) => `file ${key}`;

/** When a backup began, by its name (UTC); null where it is none. */
export function beganAt(name: string): Date | null {
  const [, day = '', time = ''] = BACKUP.exec(name) ?? [];
  if (!day) return null;
  const parts = `${day}${time}`.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/, '$1-$2-$3T$4:$5:$6.$7Z');
  return new Date(parts);
}

/** The name of a backup that begins at a moment. */
export const nameOf = (at: Date, sign: string) =>
  `${at
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-')}-${sign}`;

/** The whole backups of a folder, oldest first. */
export async function backupsIn(stock: string): Promise<string[]> {
  const names = await readdir(stock).catch(() => []);
  return names.filter((name) => BACKUP.test(name)).sort();
}

/** The backup that a path names: itself, or the newest one in it, with the folder in which its files lie. */
export async function findBackup(path: string): Promise<{ folder: string; stock: string; name: string }> {
  if (existsSync(join(path, 'manifest.pbk'))) {
    const name = path.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
    return { folder: path, stock: join(path, '..'), name };
  }
  const newest = (await backupsIn(path)).at(-1);
  if (!newest) throw new BackupFault(`${path} 里没有完整的备份。(There is no whole backup in ${path}.)`);
  return { folder: join(path, newest), stock: path, name: newest };
}

/** Clears what a backup that was cut off has left. Call it while no other one runs. */
export async function clearUnfinished(stock: string): Promise<void> {
  for (const name of await readdir(stock).catch(() => []))
    if (MAKING.test(name)) await rm(join(stock, name), { recursive: true, force: true });
}

/** Notes that a backup of now needs this file: what none of the backups that are left has noted is removed with the old ones. */
export const noteUsed = (path: string, at: Date) => utimes(path, at, at);

/**
 * Removes backups that began more than so many days ago, but never the newest one, and the bytes of files that no backup which is
 * left needs.
 * @returns how many of each went
 */
export async function dropOld(stock: string, days: number, now: Date): Promise<{ backups: number; files: number }> {
  const names = await backupsIn(stock);
  const limit = now.getTime() - days * 24 * 3600 * 1000;
  const old = names.slice(0, -1).filter((name) => (beganAt(name)?.getTime() ?? limit) < limit);
  for (const name of old) await rm(join(stock, name), { recursive: true, force: true });
  const left = names.filter((name) => !old.includes(name)).map((name) => beganAt(name)?.getTime() ?? 0);
  // By a clock that was wrong nothing can be told.
  if (old.length === 0 || left.some((began) => began > now.getTime())) return { backups: old.length, files: 0 };
  return { backups: old.length, files: await dropUnused(join(stock, 'files'), Math.min(...left)) };
}

async function dropUnused(folder: string, oldest: number): Promise<number> {
  let dropped = 0;
  for (const part of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      const path = join(folder, part, name);
      const facts = await stat(path).catch(() => null);
      // Whole seconds: some file systems keep no more.
      if (!facts || facts.mtimeMs >= oldest - 2000) continue;
      await rm(path, { force: true });
      dropped++;
    }
    await rmdir(join(folder, part)).catch(() => {});
  }
  return dropped;
}
