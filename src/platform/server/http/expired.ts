import { sql } from 'kysely';

/** Parts of a statement (`with …`) that delete what calls have left and nobody asks for any more: nonces, windows, outcomes, old transport keys, counts of faults. */
export const expiredOfCalls = sql`
         n as (delete from used_nonce where expires_at <= now()),
         r as (delete from rate_window where started_at < now() - interval '2 days'),
         i as (delete from idempotency where created_at < now() - interval '2 days'),
         k as (delete from crypto_key where retired_at < now() - interval '2 days'),
         f as (delete from server_fault where day < now() - interval '400 days')`;
