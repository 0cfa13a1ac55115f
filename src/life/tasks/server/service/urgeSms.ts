import { siteSetup } from '#kernel/session/server/site.ts';
import { deliverSms } from '#kernel/session/server/sms/adapter.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { logFault } from '#platform/server/log/log.ts';
import { dequeueMessage, queueMessages } from '../queries/urgeSms.ts';

/** A gateway that is away keeps a round of the work no longer than this many messages. */
const AT_ONCE = 50;

/**
 * Lays a message beside each notice of urging, where the site sends SMS; they go out after the transaction.
 * @returns how many accounts have a number that their owner has confirmed
 */
export async function queueUrging(ctx: Ctx, accountIds: readonly string[], text: string): Promise<number> {
  const { host } = ctx.request;
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, host);
  if (settings.sms.kind === 'off' || accountIds.length === 0) return 0;
  return queueMessages(ctx.db, [...new Set(accountIds)], host, text);
}

/** Sends what waits. A message that the gateway does not take is lost, and logged; the notice stands anyway. */
export async function sendUrging(services: Services): Promise<void> {
  for (let n = 0; n < AT_ONCE; n++) {
    const one = await transact(services.db, dequeueMessage);
    if (!one) return;
    if (one.phone === null) continue;
    const phone = services.vault.decrypt(`account.phone.${one.accountId}`, one.phone);
    const { settings, secrets } = await siteSetup(services, one.host);
    await deliverSms(services.config, settings, secrets, { phone, text: one.text }).catch((error: unknown) =>
      logFault('urging by SMS', error),
    );
  }
}
