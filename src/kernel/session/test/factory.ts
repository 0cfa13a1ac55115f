import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { dictionaryModule } from '#kernel/dictionary/server/routes.ts';
import { permissionModule } from '#kernel/permission/server/routes.ts';
import { safeCenterModule } from '#kernel/safeCenter/server/routes.ts';
import { smsDelivered } from '#kernel/session/server/codes.ts';
import { sessionModule } from '#kernel/session/server/routes.ts';
import { maskText } from '#people/member/rules.ts';
import { type Answer, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { PASSWORD, type Principal } from '../../../../test/support/fixture.ts';

type LoginOptions = { ip?: string; cookies?: Record<string, string> };

/** The application with what a session needs, and the login page's side of it. */
export interface LoginApp extends TestApp {
  encrypt: Awaited<ReturnType<typeof makeEncrypter>>;
  /** Posts a login; the password is encrypted unless it is given `encrypted`. */
  login(name: string, password?: string | { encrypted: string }, options?: LoginOptions): Promise<Answer>;
  /** What the principal types as the name. */
  nameOf(principal: Principal): string;
}

/** Starts the identity modules over the tiny city. */
export async function startLoginApp(): Promise<LoginApp> {
  const app = await startTestApp({ modules: [sessionModule, safeCenterModule, permissionModule, dictionaryModule] });
  await givePhones(app);
  const login: LoginApp['login'] = (name, password = PASSWORD, options = {}) => {
    const encrypted = typeof password === 'string' ? whole.encrypt(password) : password.encrypted;
    return app.nobody.post('/api/login', { username: name, password: encrypted, isParty: 1 }, options);
  };
  const nameOf = (principal: Principal) => app.fixture.principals[principal].loginName;
  const whole: LoginApp = { ...app, encrypt: await makeEncrypter(app), login, nameOf };
  return whole;
}

/** Accounts have the phone of their person as a number of their own, as they are made; the record's opens no office. */
async function givePhones({ db, services: { vault }, fixture }: TestApp): Promise<void> {
  for (const { accountId, memberId } of Object.values(fixture.principals)) {
    const person = await db
      .selectFrom('member')
      .select('phone_enc')
      .where('id', '=', memberId ?? '0')
      .executeTakeFirst();
    if (!person?.phone_enc) continue;
    const phone = vault.decrypt(`member.phone.${memberId}`, person.phone_enc);
    await db
      .updateTable('account')
      .set({
        phone_enc: vault.encrypt(`account.phone.${accountId}`, phone),
        phone_mask: maskText(phone),
        phone_confirmed_at: sql<Date>`now()`,
      })
      .where('id', '=', accountId)
      .execute();
  }
}

/** The device cookie that an answer sets, as a browser sends it back. */
export function deviceCookie(answer: Answer): Record<string, string> {
  const header = String([answer.headers['set-cookie']].flat()[0] ?? '');
  const [pair = ''] = header.split(';');
  const at = pair.indexOf('=');
  return { [pair.slice(0, at)]: decodeURIComponent(pair.slice(at + 1)) };
}

/** Sets the site of every host; what is not named stands as built in. */
export const setSite = (t: TestApp, settings: object) =>
  sql`insert into site_config (host, data) values ('*', ${JSON.stringify(settings)})
      on conflict (host) do update set data = excluded.data`.execute(t.db);

/** The codes that the file adapter wrote, the last one last. */
export async function sentCodes(t: TestApp): Promise<string[]> {
  await smsDelivered();
  const path = join(t.services.config.dataDir, 'sms.txt');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return [...text.matchAll(/验证码(\d{6})/g)].map((match) => match[1] ?? '');
}
