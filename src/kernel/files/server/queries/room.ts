import { sql } from 'kysely';
import type { RoomTaken } from '#platform/server/files/quota.ts';

/** Unfinished uploads, and chunks of those that were given up and are not swept yet. */
export const uploadRoom: RoomTaken = {
  bytes: (accountId) => sql`
    coalesce((select sum(size) from upload where account_id = ${accountId} and state in ('open', 'merging')), 0)
    + coalesce((select sum(p.size) from upload u join upload_part p on p.upload_id = u.id
                 where u.account_id = ${accountId} and u.state in ('done', 'failed')), 0)`,
  open: (accountId) =>
    sql`(select count(*) from upload where account_id = ${accountId} and state in ('open', 'merging'))`,
};

/** A query that finds a chunk by the name under which its bytes lie. */
export const chunkNamed = (name: string) => sql`select from upload_part where key = ${name}`;
