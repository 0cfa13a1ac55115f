import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { refuse } from '../errors.ts';

/** Bytes and unfinished uploads that one account may have waiting, so that nobody fills the disk. */
const QUOTA_BYTES = 20 * 1024 ** 3;
const QUOTA_OPEN = 100;

/** Room that a module has given to accounts beside files that are stored. */
export interface RoomTaken {
  /** Bytes that an account holds there. */
  bytes: (accountId: string) => RawBuilder<unknown>;
  /** How many uploads of it are not finished. */
  open: (accountId: string) => RawBuilder<unknown>;
}

const taken: RoomTaken[] = [];

/** Lets a module say what room it has given; told in its `announce`. */
export const countRoom = (room: RoomTaken) => {
  taken.push(room);
};

/** Locks the account's quota, so that only one transaction at a time checks it. */
export async function lockQuota(db: Db, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upload.quota'), hashtext(${accountId}))`.execute(db);
}

const sum = (parts: readonly RawBuilder<unknown>[]) => sql.join([sql`0`, ...parts], sql` + `);

/**
 * Bytes that the account has asked room for: unfinished uploads, chunks of those that were given up and are not swept
 * yet, files that belong to no row, those in quarantine, and sheets that wait to be imported.
 */
async function bytesInUse(db: Db, accountId: string): Promise<{ bytes: number; open: number }> {
  const { rows } = await sql<{ bytes: number; open: number }>`
    select (${sum(taken.map(({ bytes }) => bytes(accountId)))}
        + coalesce((select sum(size) from stored_file where account_id = ${accountId} and kind in ('upload', 'files.quarantine')), 0)
        + coalesce((select sum(f.size) from import_batch b join stored_file f on f.id = b.file_id
                     where b.account_id = ${accountId}), 0))::float8 as bytes,
      (${sum(taken.map(({ open }) => open(accountId)))})::int as open`.execute(db);
  return rows[0] ?? { bytes: 0, open: 0 };
}

/** Refuses where the account has too much waiting already. */
export async function refuseOverQuota(db: Db, accountId: string, size: number): Promise<void> {
  const { bytes, open } = await bytesInUse(db, accountId);
  if (open >= QUOTA_OPEN) throw refuse('未完成的上传太多，请先完成或放弃一些');
  if (bytes + size > QUOTA_BYTES) throw refuse('您上传的文件已占满个人空间，请稍后再上传');
}
