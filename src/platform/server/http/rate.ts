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

/** Addresses that one set of buckets remembers. */
const MOST_ADDRESSES = 20_000;

/** Buckets that fill themselves again, one for each address, in this process only. */
export interface Buckets {
  /** Takes one of an address. @throws HTTP 429 where its bucket is empty */
  take(ip: string): void;
}

/**
 * Makes buckets for what is cheap to answer and asked for in bursts.
 * @param most how much an address may take at once: an office that opens in the morning comes from one address
 * @param perSecond how fast a bucket fills again
 * @param now the clock, in milliseconds
 */
export function createBuckets(most: number, perSecond: number, now: () => number = () => Date.now()): Buckets {
  const buckets = new Map<string, { left: number; at: number }>();
  const leftOf = ({ left, at }: { left: number; at: number }, time: number) =>
    Math.min(most, left + ((time - at) / 1000) * perSecond);
  const forget = (time: number) => {
    for (const [key, bucket] of buckets) if (leftOf(bucket, time) >= most) buckets.delete(key);
    // A tenth at once, the oldest: otherwise each new address would look through all of them.
    for (const key of buckets.keys()) {
      if (buckets.size < MOST_ADDRESSES * 0.9) return;
      buckets.delete(key);
    }
  };
  return {
    take(ip) {
      const key = networkOf(ip);
      const time = now();
      const bucket = buckets.get(key);
      if (!bucket && buckets.size >= MOST_ADDRESSES) forget(time);
      const left = bucket ? leftOf(bucket, time) : most;
      if (left < 1) throw tooManyRequests(Math.ceil((1 - left) / perSecond));
      buckets.set(key, { left: left - 1, at: time });
    },
  };
}

/** Whose an address is: of IPv6 a house has a whole network. */
const networkOf = (ip: string): string =>
  ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':') : ip;
