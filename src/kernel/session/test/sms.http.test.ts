import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCounterpart } from '../../../../test/support/counterparts/counterpart.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';
import { smsDelivered } from '../server/codes.ts';
import { deviceCookie, type LoginApp, sentCodes, setSite, startLoginApp } from './factory.ts';
import { cookiesOf } from './waysFactory.ts';

const FILE = { sms: { kind: 'file', url: null, sign: '试验' } };

let t: LoginApp;
const said = vi.spyOn(console, 'log').mockImplementation(() => {});
vi.spyOn(console, 'error').mockImplementation(() => {});
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, sms_code, sms_message, captcha, site_config`.execute(t.db);
  await setSite(t, FILE);
});

const send = (name: string, ip = '10.2.0.1', purpose?: string) =>
  t.nobody.post('/api/yzm/send', { idCardNo: name, ...(purpose ? { purpose } : {}) }, { ip });
const check = (code: string, cookies: Record<string, string>) => t.nobody.get('/api/yzm/check', { code }, { cookies });
const age = (seconds: number) =>
  sql`update sms_message set created_at = created_at - make_interval(secs => ${seconds})`.execute(t.db);
/** Lets every message be so old, to the second: however long the calls before took. */
const setAge = (seconds: number) =>
  sql`update sms_message set created_at = now() - make_interval(secs => ${seconds})`.execute(t.db);
/** Sends a code and answers it with the cookie of the browser that asked. */
async function asked(name: string, purpose?: string) {
  const answer = await send(name, '10.2.0.1', purpose);
  expect(answer).toMatchObject({ status: 200, code: 200 });
  return { code: (await sentCodes(t)).at(-1) ?? '', cookies: cookiesOf(answer) };
}
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

describe('sending', () => {
  test('P18 six digits go to the registered phone; the console, the database and the answer do not hold them', async () => {
    const { code, cookies } = await asked(t.nameOf('member'));
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await sql<{ dump: string }>`
      select concat(to_jsonb(c), (select jsonb_agg(m) from sms_message m)) as dump from sms_code c`.execute(t.db);
    for (const secret of [code, t.nameOf('member'), cookies.sms_login ?? '?']) {
      expect(rows[0]?.dump).not.toContain(secret);
      expect(JSON.stringify(said.mock.calls)).not.toContain(secret);
    }
    expect(JSON.stringify(said.mock.calls)).toMatch(/SMS to 199\*{4}\d{4}/);
    const { rows: messages } = await sql`select number_mask, state, purpose from sms_message`.execute(t.db);
    expect(messages).toEqual([
      { number_mask: expect.stringMatching(/^199\*{4}\d{4}$/), state: 'sent', purpose: 'login' },
    ]);
  });

  test('P11 a name that nobody has, one without a phone and a known one are answered alike, and only one gets a message', async () => {
    const before = (await sentCodes(t)).length;
    const answers = [
      await send(t.nameOf('branchWorker'), '10.2.0.2'),
      await send('admin', '10.2.0.3'),
      await send('42059919900101000X', '10.2.0.4'),
    ];
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(
      new Set(answers.map((answer) => String(answer.headers['set-cookie']).replace(/=[\w-]{43}/, '='))),
    ).toHaveLength(1);
    expect(await sentCodes(t)).toHaveLength(before + 1);
    // The second time each waits equally long.
    const again = [
      await send(t.nameOf('branchWorker'), '10.2.0.2'),
      await send('admin', '10.2.0.3'),
      await send('42059919900101000X', '10.2.0.4'),
    ];
    for (const answer of again) {
      expect(answer).toMatchObject({ status: 429, msg: expect.stringMatching(/^验证码发送过于频繁，请\d+秒后再试$/) });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
    }
  });

  test('P18 one a minute for a number: refused and told how many seconds are left, sent after the 60th', async () => {
    const name = t.nameOf('member');
    expect((await send(name)).code).toBe(200);
    await setAge(35);
    const refused = await send(name, '10.2.0.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(25);
    await setAge(60);
    expect((await send(name, '10.2.0.9')).code).toBe(200);
  });

  test('P18 five an hour for a number, whoever asks', async () => {
    const name = t.nameOf('member');
    for (let n = 0; n < 5; n++) {
      expect((await send(name, `10.2.1.${n}`)).code).toBe(200);
      await age(61);
    }
    const sixth = await send(name, '10.2.1.9');
    expect(sixth).toMatchObject({ status: 429, msg: '一小时内最多发送5次验证码，请稍后再试，或在登录过的设备上操作' });
    const wait = Number(sixth.headers['retry-after']);
    expect(wait).toBeGreaterThan(3600 - 5 * 61 - 60);
    expect(wait).toBeLessThanOrEqual(3600 - 5 * 61);
    await age(wait - 25);
    expect((await send(name, '10.2.1.9')).status).toBe(429);
    await age(25);
    expect((await send(name, '10.2.1.9')).code).toBe(200);
  });

  test('P18 twenty an hour for an address, whatever the names', async () => {
    for (let n = 0; n < 20; n++) expect((await send(`nobody${n}`, '10.2.2.1')).code).toBe(200);
    const next = await send('nobody20', '10.2.2.1');
    expect(next).toMatchObject({ status: 429, msg: '当前网络发送次数过多，请稍后再试，或在登录过的设备上操作' });
    expect((await send('nobody20', '10.2.2.2')).code).toBe(200);
    await setAge(3575);
    const refused = await send('nobody21', '10.2.2.1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(25);
    await setAge(3600);
    expect((await send('nobody21', '10.2.2.1')).code).toBe(200);
  });

  test('P18 of 30 who ask at the same time for one number one is answered', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(t.nameOf('member'), `10.2.3.${n}`)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(29);
  });

  test('where the site sends no SMS everybody is told so', async () => {
    await setSite(t, { sms: { kind: 'off', url: null, sign: '' } });
    const refusal = { code: 400, msg: '本站尚未开通短信服务，请联系党务工作者' };
    expect(await send(t.nameOf('member'))).toMatchObject(refusal);
    expect(await send('nobody')).toMatchObject(refusal);
  });

  test('the own phone gets a code for the own questions', async () => {
    const before = (await sentCodes(t)).length;
    expect((await (await t.as('member')).get('/api/yzm/get')).code).toBe(200);
    expect(await sentCodes(t)).toHaveLength(before + 1);
    const { rows } = await sql`select purpose from sms_code`.execute(t.db);
    expect(rows).toEqual([{ purpose: 'questions' }]);
  });

  test('a gateway gets number, text and key; one that is away is not waited for and said nothing of', async () => {
    const counterpart = await startCounterpart();
    await setSite(t, { sms: { kind: 'http', url: `${counterpart.origin}/sms/send`, sign: '试验' } });
    const key = t.services.vault.encrypt('site_config.secrets.*', JSON.stringify({ smsKey: 'the-key' }));
    await sql`update site_config set secrets_enc = ${key}`.execute(t.db);
    expect((await send(t.nameOf('member'))).code).toBe(200);
    await smsDelivered();
    expect(counterpart.sms).toEqual([
      {
        phone: expect.stringMatching(/^1990000\d{4}$/),
        sign: '试验',
        text: expect.stringMatching(/验证码\d{6}，5分钟内有效/),
      },
    ]);
    expect(counterpart.hits[0]?.headers.authorization).toBe('Bearer the-key');
    counterpart.fail('/sms', 'error');
    const away = await send(t.nameOf('floating'));
    expect(away).toMatchObject({ status: 200, code: 200 });
    await smsDelivered();
    const { rows } = await sql`select state from sms_message order by id`.execute(t.db);
    expect(rows).toEqual([{ state: 'sent' }, { state: 'failed' }]);
    await counterpart.close();
  });
});

describe('a code', () => {
  test('P18 is good in the browser that asked, for its name and purpose alone', async () => {
    const { code, cookies } = await asked(t.nameOf('member'));
    expect((await check(code, {})).code).toBe(600);
    expect((await check(code, { sms_login: 'x'.repeat(43) })).code).toBe(600);
    expect((await check(code, { sms_retrieve: cookies.sms_login ?? '' })).code).toBe(600);
    expect((await check(code, cookies)).code).toBe(200);
    await setSite(t, { ...FILE, verificationOn: true });
    const other = await t.nobody.post(
      '/api/login',
      { username: t.nameOf('floating'), password: t.encrypt('123456'), smsCode: code },
      { cookies },
    );
    expect(other.data.fields).toEqual({ smsCode: '验证码不正确或已过期' });
  });

  test('P18 is good for five minutes', async () => {
    const { code, cookies } = await asked(t.nameOf('member'));
    await sql`update sms_code set expires_at = expires_at - interval '275 seconds'`.execute(t.db);
    expect((await check(code, cookies)).code).toBe(200);
    await sql`update sms_code set expires_at = now()`.execute(t.db);
    expect((await check(code, cookies)).code).toBe(600);
  });

  test('P18 has five tries, also when they come at the same time', async () => {
    const { code, cookies } = await asked(t.nameOf('member'));
    const guesses = await Promise.all(Array.from({ length: 40 }, () => check(wrong(code), cookies)));
    expect(guesses.every((answer) => answer.code === 600)).toBe(true);
    expect(await check(code, cookies)).toMatchObject({ code: 600, data: { fields: { code: '验证码不正确或已过期' } } });
    const { rows } = await sql`select tries from sms_code`.execute(t.db);
    expect(rows).toEqual([{ tries: 5 }]);
  });
});

describe('a sign-in with a weak password', () => {
  const login = (username: string, password: string, smsCode = '', cookies = {}) =>
    t.nobody.post('/api/login', { username, password: t.encrypt(password), smsCode }, { cookies });

  beforeEach(() => setSite(t, { ...FILE, verificationOn: true }));

  test('is asked for an SMS code by what was typed alone: for no name differently, and no try is taken', async () => {
    const weak = {
      code: 600,
      msg: '系统检测到您的密码为弱密码，需要进行身份验证',
      data: { fields: { smsCode: '验证码不能为空' }, smsRequired: 'weak' },
    };
    for (const password of ['abcdef', '1234567', '!!!!!!!', 'a1', 'abc def1', 'abcdefghijk12']) {
      expect(await login(t.nameOf('member'), password), password).toMatchObject(weak);
    }
    expect((await login(t.nameOf('member'), '1234567')).text).toBe((await login('nobody', '1234567')).text);
    const name = t.nameOf('member');
    for (const part of [name.slice(-6), name.slice(-8).toLowerCase(), name.slice(2, 9)]) {
      expect(await login(name, part)).toMatchObject({
        code: 600,
        msg: '系统检测到您的密码包含当前账号信息，需要进行身份验证',
        data: { smsRequired: 'account' },
      });
    }
    const { rows } = await sql`select failures from login_failure`.execute(t.db);
    expect(rows.every((row) => (row as { failures: number }).failures === 0)).toBe(true);
    expect((await login(name, PASSWORD)).code).toBe(200);
  });

  test('comes in with the code once, must then change the password, and a wrong code counts', async () => {
    const { accountId, loginName } = t.fixture.principals.siblingWorker;
    const { hashPassword } = await import('#platform/server/secrecy/passwords.ts');
    const hash = await hashPassword('13572468');
    await sql`update account set password_hash = ${hash} where id = ${accountId}`.execute(t.db);
    const { code, cookies } = await asked(loginName);
    const missed = await login(loginName, '13572468', wrong(code), cookies);
    expect(missed).toMatchObject({ code: 600, data: { fields: { smsCode: '验证码不正确或已过期' } } });
    const { rows } = await sql`select failures, (select tries from sms_code) as tries from login_failure`.execute(t.db);
    expect(rows).toEqual([{ failures: 1, tries: 1 }]);
    const good = await login(loginName, '13572468', code, cookies);
    expect(good.code).toBe(200);
    const info = await t.withToken(good.data.token).get('/api/getInfo');
    expect(info.data.user.ifCompelChangePwd).toBe(true);
    expect((await login(loginName, '13572468', code, cookies)).code).toBe(600);
    expect((await t.nobody.get('/api/yzm/isVerification')).data).toEqual({ isVerification: true });
  });

  test('P18 a right code outlives wrong passwords, as many as it has tries, and is used up by the sign-in alone', async () => {
    const { accountId, loginName: name } = t.fixture.principals.twinWorker;
    const { hashPassword } = await import('#platform/server/secrecy/passwords.ts');
    // A weak one: with another whoever comes after the code was used up is let in without it.
    const weak = '13572468';
    await sql`update account set password_hash = ${await hashPassword(weak)} where id = ${accountId}`.execute(t.db);
    const { code, cookies } = await asked(name);
    for (let n = 4; n > 1; n--) {
      expect(await login(name, 'Wrong2026', code, cookies)).toMatchObject({ code: 0, data: { remaining: n } });
    }
    const answers = await Promise.all([login(name, weak, code, cookies), login(name, weak, code, cookies)]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 600]);
    expect(answers.find((answer) => answer.code === 600)?.data.fields).toEqual({ smsCode: '验证码不正确或已过期' });
    expect((await login(name, weak, code, cookies)).code).toBe(600);
    expect((await sql`select from sms_code`.execute(t.db)).rows).toEqual([]);
  });

  test('P10 a good code has a counter of its own: the owner of a locked name comes in from a new device, and is unlocked everywhere', async () => {
    const name = t.nameOf('member');
    const { accountId } = t.fixture.principals.member;
    const state = async () => (await (await t.as('admin')).get(`/api/sys/user/get/${accountId}`)).data.state;
    for (let n = 0; n < 6; n++) await login(name, `Wrong${n}aa`);
    expect(await login(name, PASSWORD)).toMatchObject({ code: 400, data: { locked: true, smsUnlocks: true } });
    expect(await state()).toBe('locked');
    const { code, cookies } = await asked(name);
    // A wrong password beside a good code unlocks nothing.
    expect((await login(name, 'Wrong9aa', code, cookies)).code).toBe(0);
    expect(await state()).toBe('locked');
    expect((await login(name, PASSWORD, code, cookies)).code).toBe(200);
    expect(await state()).toBe('normal');
    expect((await login(name, PASSWORD)).code).toBe(200);
  });

  test('P10 nor is the owner locked out by own mistakes on the known device', async () => {
    const name = t.nameOf('member');
    const home = deviceCookie(await t.login(name));
    for (let n = 0; n < 5; n++) await login(name, `Wrong${n}aa`, '', home);
    expect((await login(name, PASSWORD, '', home)).code).toBe(400);
    const { code, cookies } = await asked(name);
    expect((await login(name, PASSWORD, code, { ...home, ...cookies })).code).toBe(200);
  });
});

test('P10 a stranger gets ten tries an hour at a name at most, from however many addresses', async () => {
  const name = t.nameOf('member');
  const home = deviceCookie(await t.login(name));
  const guesses = async (from: number) => {
    const answers = [];
    for (let n = from; n < from + 50; n++)
      answers.push(await t.login(name, { encrypted: 'ab' }, { ip: `10.9.0.${n}` }));
    return answers.filter((answer) => answer.code === 0).length;
  };
  expect(await guesses(0)).toBe(5);
  await sql`update login_failure set locked_until = now(), updated_at = updated_at - interval '30 minutes'`.execute(
    t.db,
  );
  expect(await guesses(60)).toBe(5);
  expect((await t.login(name, PASSWORD, { cookies: home })).code).toBe(200);
});
