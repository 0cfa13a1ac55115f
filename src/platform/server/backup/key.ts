import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deriveKey } from '../secrecy/keys.ts';
import { BackupFault } from './faults.ts';

/** The key of backups: nothing else is encrypted with it, and it follows from no other key. */
export interface BackupKey {
  bytes: Buffer;
  /** Eight bytes that follow from it; they stand at the head of every file that it encrypted. */
  id: Buffer;
}

const KEY_BYTES = 32;

/** A key of 32 bytes. */
export const backupKeyOf = (bytes: Buffer): BackupKey => ({ bytes, id: deriveKey(bytes, 'backup-key-id', 8) });

/**
 * Reads a backup key: one line of 64 hex digits.
 * @param mayMake makes it where there is none, readable by its owner alone, and tells so by `made`
 * @throws a sentence where the file is missing or holds something else
 */
export function readBackupKey(path: string, mayMake: { made: () => void } | null = null): BackupKey {
  if (!existsSync(path)) {
    if (!mayMake) throw new BackupFault(`找不到备份密钥 ${path}，没有它备份不能打开。(No backup key at ${path}.)`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    mayMake.made();
  }
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text) || new Set(Buffer.from(text, 'hex')).size < 8)
    throw new BackupFault(`${path} 不是备份密钥，应为一行64位十六进制数。(${path} is no backup key.)`);
  return backupKeyOf(Buffer.from(text, 'hex'));
}
