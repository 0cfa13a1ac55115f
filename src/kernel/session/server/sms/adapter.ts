import { appendFile, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { SiteSecrets, SiteSettings } from '#kernel/session/contract.site.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import type { Config } from '#platform/server/start/config.ts';

/** One message on its way. */
export interface Sms {
  phone: string;
  text: string;
}

/** What a gateway answers: any HTTP 2xx with a code of nought or 200 took the message. */
const taken = z.object({ code: z.union([z.literal(0), z.literal(200), z.literal('0'), z.literal('200')]) });

/**
 * Hands a message to what the site has set. `file`: a line in `sms.txt` of the data folder, for the demo and for
 * trying out; the console says only that there is one. `http`: the gateway gets `POST {phone, sign, text}` with
 * `Authorization: Bearer <key>`. Throws where the message was not taken.
 */
export async function deliverSms(
  config: Config,
  { sms }: Pick<SiteSettings, 'sms'>,
  { smsKey }: Pick<SiteSecrets, 'smsKey'>,
  { phone, text }: Sms,
): Promise<void> {
  if (sms.kind === 'file') {
    const path = join(config.dataDir, 'sms.txt');
    const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
    await appendFile(path, `${masked} 【${sms.sign}】${text}\n`, { mode: 0o600 });
    await chmod(path, 0o600);
    console.log(`SMS to ${masked}: see ${path}`);
    return;
  }
  if (sms.kind === 'off' || sms.url === null) throw new Error('no SMS gateway is set');
  const { status, body } = await requestOutside(sms.url, {
    method: 'POST',
    body: { phone, sign: sms.sign, text },
    headers: smsKey ? { authorization: `Bearer ${smsKey}` } : {},
  });
  if (status >= 300 || !taken.safeParse(body).success) throw new Error(`the SMS gateway refused (HTTP ${status})`);
}
