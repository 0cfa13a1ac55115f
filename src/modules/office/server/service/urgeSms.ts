import { sql } from 'kysely';
import { siteSetup } from '#modules/session/server/site.ts';
import { deliver } from '#modules/session/server/sms/adapter.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/db.ts';
import { logFault } from '#platform/server/log.ts';

const TOPIC = 'officeUrge';
/** A gateway that is away keeps a round of the work no longer than this many messages. */
const AT_ONCE = 50;

interface Waiting {
  accountId: string;
  host: string;
  text: string;
}

/**
 * Lays a message beside each notice of urging, where the site sends SMS; they go out after the transaction.
 * @returns how many accounts have a number that their owner has confirmed
 */
export async function queueUrging(ctx: Ctx, accountIds: readonly string[], text: string): Promise<number> {
  const { host } = ctx.request;
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, host);
  if (settings.sms.kind === 'off' || accountIds.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    insert into outbox (topic, payload)
    select ${TOPIC}, jsonb_build_object('accountId', id::text, 'host', ${host}::text, 'text', ${text}::text) from account
     where id = any(${[...new Set(accountIds)]}::bigint[]) and enabled and phone_enc is not null and phone_confirmed_at is not null
    returning id`.execute(ctx.db);
  return rows.length;
}

/** Takes one message; taken it is gone, so that a crash loses it and never sends it twice. */
async function take(db: Db): Promise<(Waiting & { phone: Buffer | null }) | undefined> {
  const { rows } = await sql<Waiting & { phone: Buffer | null }>`
    with taken as (
      delete from outbox where id = (select id from outbox where topic = ${TOPIC} order by id limit 1 for update skip locked)
      returning payload)
    select t.payload->>'accountId' as "accountId", t.payload->>'host' as host, t.payload->>'text' as text, a.phone_enc as phone
      from taken t left join account a on a.id = (t.payload->>'accountId')::bigint and a.enabled`.execute(db);
  return rows[0];
}

/** Sends what waits. A message that the gateway does not take is lost, and logged; the notice stands anyway. */
export async function sendUrging(services: Services): Promise<void> {
  for (let n = 0; n < AT_ONCE; n++) {
    const one = await transact(services.db, take);
    if (!one) return;
    if (one.phone === null) continue;
    const phone = services.vault.decrypt(`account.phone.${one.accountId}`, one.phone);
    const { settings, secrets } = await siteSetup(services, one.host);
    await deliver(services.config, settings, secrets, { phone, text: one.text }).catch((error: unknown) =>
      logFault('urging by SMS', error),
    );
  }
}
