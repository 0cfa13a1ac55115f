import { sql } from 'kysely';
import type { Services } from '../context.ts';
import { withoutCommitWait } from '../database/db.ts';
import { tooManyRequests } from '../errors.ts';

const unwritten = new Map<string, number>();
let unwrittenFrom = 0;

/**
 * Counts in this process only and writes nothing, for calls whose callers must leave no trace. All windows are forgotten every
 * `seconds`.
 */
export function countHitInMemory(bucket: string, hits: number, seconds: number): void {
  const now = Math.floor(Date.now() / 1000);
  if (now - unwrittenFrom >= seconds) {
    unwritten.clear();
    unwrittenFrom = now;
  }
  const count = (unwritten.get(bucket) ?? 0) + 1;
  unwritten.set(bucket, count);
  if (count > hits) throw tooManyRequests(Math.max(1, unwrittenFrom + seconds - now));
}

/**
 * Counts a hit, or several at once, in a fixed window shared by all processes and refuses with 429 above the limit. A crash of the
 * database may forget the last hits.
 * @param bucket what is counted, e.g. `login:10.0.0.1`
 */
export async function countHit(
  services: Services,
  bucket: string,
  hits: number,
  seconds: number,
  count = 1,
): Promise<void> {
  const { rows } = await sql<{ hits: number; left: number }>`/* prepared */
    insert into rate_window (bucket, started_at, hits)
    select ${bucket}, to_timestamp(floor(extract(epoch from now()) / ${seconds}) * ${seconds}), ${count}::int from ${withoutCommitWait}
    on conflict (bucket, started_at) do update set hits = rate_window.hits + excluded.hits
    returning hits, ceil(extract(epoch from started_at) + ${seconds} - extract(epoch from now()))::int as left`.execute(
    services.db,
  );
  const row = rows[0];
  if (row && row.hits > hits) throw tooManyRequests(Math.max(1, row.left));
}
