import { sql } from 'kysely';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import type { TestApp } from './app.ts';

/** What goes with a stranger's call: a picture whose signs are known here. */
export async function passedCheck({ db, services }: TestApp): Promise<{ uuid: string; code: string }> {
  const [uuid, code] = [makeToken(), 'H3KW'];
  const mac = services.vault.sign('captcha', `${uuid}.${code}`);
  await sql`insert into captcha (id_hash, answer_mac, expires_at)
    values (${hashToken(uuid)}, ${mac}, now() + interval '2 minutes')`.execute(db);
  return { uuid, code };
}
