import { createHmac } from 'node:crypto';
import type { Db } from '../database/db.ts';
import type { KeyRing } from './keys.ts';

/** What the database keeps of its key file: it follows from the key of the blind indexes. */
export const keyMarkOf = ({ fixed }: KeyRing): string =>
  createHmac('sm3', fixed.index).update('key-mark').digest('hex').slice(0, 16);

/**
 * Checks that the key file belongs to the data. The first start stores a mark that follows from the key of the blind indexes; each
 * later start compares it. Throws a sentence for the operator where the file is another one, or older than the key that values are
 * encrypted with now: existing values could not be read, and new ones would be lost with the next file.
 */
export async function checkKeys(db: Db, { keys, fixed }: KeyRing): Promise<void> {
  const mark = keyMarkOf({ keys, fixed });
  await db
    .insertInto('key_mark')
    .values({ mark })
    .onConflict((at) => at.doNothing())
    .execute();
  const { mark: kept } = await db.selectFrom('key_mark').select('mark').executeTakeFirstOrThrow();
  if (kept !== mark) throw new Error(OTHER_FILE);
  const last = await db
    .selectFrom('key_change')
    .select('key_id')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last && !keys.some(({ id }) => id === last.key_id)) throw new Error(`${OLD_FILE}${last.key_id}。${OLD_FILE_EN}`);
}

const OTHER_FILE =
  '密钥文件与数据库不是同一套，已加密的身份证号、手机号无法读取，服务不启动；请放回备份时的密钥文件。' +
  ' (This key file does not belong to this database: put back the one of the backup.)';
const OLD_FILE = '密钥文件是换密之前的，缺少数据正在使用的密钥';
const OLD_FILE_EN = '请放回较新的密钥文件。(The key file is older than the data: it lacks the key in use.)';
