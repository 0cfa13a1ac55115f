import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { EncryptedColumn } from './encryptedColumns.ts';
import { type KeyRing, type MasterKey, readKeyFile, withNewKey, writeKeyFile } from './keys.ts';
import { auditKeyAct, countOthers } from './reencrypt.ts';

const HOUR_MS = 3_600_000;

/**
 * Adds a key to the key file, which encrypts in `minutes` from now on; running servers take it up within seconds. A minute is
 * enough where all servers read one file; where each has its own, time to copy it to all of them. Answers the key.
 */
export function addKey(path: string, minutes: number): MasterKey {
  const ring = withNewKey(readKeyFile(path), Date.now() + minutes * 60_000);
  writeKeyFile(path, ring);
  return newest(ring);
}

const newest = ({ keys }: KeyRing) => {
  const key = keys.at(-1);
  if (!key) throw new Error('no key');
  return key;
};

/**
 * Removes all keys except the newest from the key file. Throws a sentence for the operator where it is too early: a server may still
 * encrypt with an old key, or there are values or uploaded sheets that only an old key opens. The background work encrypts the
 * remaining values with the new key.
 */
export async function retireKeys(
  { db, vault, config }: Services,
  columns: readonly EncryptedColumn[],
): Promise<string[]> {
  const ring = readKeyFile(config.keyFile);
  const last = newest(ring);
  const old = ring.keys.filter(({ id }) => id !== last.id);
  if (old.length === 0) throw new Error('密钥文件里只有一把密钥，没有可停用的。');
  if (last.from + HOUR_MS > Date.now()) {
    throw new Error('新密钥启用未满一小时，个别服务可能仍在使用旧密钥，请稍后再停用。');
  }
  vault.reread();
  const left = await countOthers(db, vault.encryptionKey(), columns);
  if (left.length > 0) {
    await db.updateTable('key_change').set({ finished_at: null }).where('key_id', '=', last.id).execute();
    const counts = left.map(({ name, count }) => `${name} ${count}个`).join('，');
    throw new Error(
      `还有数据使用旧密钥：${counts}。后台会继续换密，完成后再停用；一直不减少的，服务日志里写着是哪一行。`,
    );
  }
  const sheets = await oldSheets(db, last);
  if (sheets.count > 0) {
    throw new Error(`还有${sheets.count}份导入表由旧密钥保管，最迟${sheets.until}到期自动清除，届时再停用。`);
  }
  writeKeyFile(config.keyFile, { ...ring, keys: [last] });
  const ids = old.map(({ id }) => id);
  await auditKeyAct(db, '停用旧的加密密钥', `停用密钥${ids.join('、')}，在用密钥${last.id}`);
  return ids;
}

/** Uploaded sheets are encrypted frame by frame, never rewritten, and kept for some days: an old key waits for their end. */
async function oldSheets(db: Services['db'], key: MasterKey) {
  const { rows } = await sql<{ count: number; until: string | null }>`
    select count(*)::int as count, to_char(max(expires_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as until
      from stored_file
     where kind ~* 'import$' and mime = 'application/octet-stream' and expires_at > now()
       and created_at < ${new Date(key.from + HOUR_MS)}`.execute(db);
  return rows[0] ?? { count: 0, until: null };
}

/** What the operator sees of the keys and of the change to the newest one, line by line. */
export async function keyState(
  { db, vault, config }: Services,
  columns: readonly EncryptedColumn[],
): Promise<string[]> {
  const { keys } = readKeyFile(config.keyFile);
  const current = vault.encryptionKey();
  const lines = keys.map(({ id, from }) => {
    const since = from > 0 ? `，自${new Date(from).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' })}起` : '';
    return `密钥 ${id}${since}${id === current.id ? '（在用）' : from > Date.now() ? '（待启用）' : '（只解密）'}`;
  });
  const change = await db.selectFrom('key_change').selectAll().where('key_id', '=', current.id).executeTakeFirst();
  if (keys.length === 1 || !change) return lines;
  const left = await countOthers(db, current, columns);
  lines.push(`已换密 ${change.resealed} 个值，${change.finished_at ? '已完成' : '进行中'}`);
  return [...lines, ...left.map(({ name, count }) => `尚用旧密钥：${name} ${count} 个`)];
}
