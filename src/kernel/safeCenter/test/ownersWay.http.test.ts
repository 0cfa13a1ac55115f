import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { networkOf } from '#kernel/session/server/device.ts';
import { deviceCookie, type LoginApp, sentCodes, setSite, startLoginApp } from '#kernel/session/test/factory.ts';
import { cookiesOf } from '#kernel/session/test/waysFactory.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';

const CHECK = '/api/sys/question/unLoginCheck';
const RESET = '/api/sys/user/changePwd';
/** An office: the stranger may sit in it. */
const OFFICE = '10.3.0.1';
const WRONG = { code: 400, msg: '短信验证码或密保答案不正确' };
const LOCKED = { code: 400, data: { locked: true } };

type Cookies = Record<string, string>;

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
  await setSite(t, { sms: { kind: 'file', url: null, sign: '试' } });
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, sms_code, sms_message, safe_try, safe_proof`.execute(t.db);
});

const send = (name: string, ip: string, cookies: Cookies = {}, purpose = 'retrieve') =>
  t.nobody.post('/api/yzm/send', { idCardNo: name, purpose }, { ip, cookies });
const check = (name: string, smsCode: string, ip: string, cookies: Cookies = {}) =>
  t.nobody.put(CHECK, { idCardNo: name, smsCode }, { ip, cookies });
const setAge = (seconds: number) =>
  sql`update sms_message set created_at = now() - make_interval(secs => ${seconds})`.execute(t.db);

/** All that strangers can use up of a name: tries at the password, codes, tries at the retrieval; from many addresses and the office. */
async function besiege(name: string): Promise<void> {
  for (let n = 0; n < 6; n++) await t.login(name, `Wrong${n}aa`, { ip: OFFICE });
  for (const ip of [OFFICE, OFFICE, OFFICE, '10.3.1.1', '10.3.1.2', '10.3.1.3']) {
    await send(name, ip);
    await sql`update sms_message set created_at = created_at - interval '61 seconds'`.execute(t.db);
  }
  for (let n = 0; n < 18; n++) await send(`nobody${n}`, OFFICE);
  for (let n = 0; n < 6; n++) await check(name, '000000', OFFICE);
  for (let n = 0; n < 6; n++) await check(name, '000000', `10.3.2.${n}`);
}

test('P10 however many strangers try, the known device signs in, gets codes and retrieves, at the same address too', async () => {
  const name = t.nameOf('member');
  const home = deviceCookie(await t.login(name));
  await besiege(name);
  // Strangers are out, wherever they are.
  for (const ip of [OFFICE, '10.3.9.9']) {
    expect(await t.login(name, PASSWORD, { ip })).toMatchObject(LOCKED);
    expect((await send(name, ip)).status).toBe(429);
    expect(await check(name, '000000', ip)).toMatchObject(LOCKED);
  }
  // The owner is not.
  expect((await t.login(name, PASSWORD, { ip: OFFICE, cookies: home })).code).toBe(200);
  const asked = await send(name, OFFICE, home);
  expect(asked.code).toBe(200);
  const code = (await sentCodes(t)).at(-1) ?? '';
  const own = { ...home, ...cookiesOf(asked) };
  expect(await check(name, code === '000000' ? '111111' : '000000', OFFICE, own)).toMatchObject(WRONG);
  expect((await check(name, code, OFFICE, own)).data.proof).toEqual(expect.any(String));
});

test('P10 a right code opens the retrieval from a new browser although strangers have used up the tries of name and address', async () => {
  const name = t.nameOf('floating');
  const asked = await send(name, OFFICE);
  const code = (await sentCodes(t)).at(-1) ?? '';
  for (let n = 0; n < 6; n++) await check(name, '000000', OFFICE);
  expect(await check(name, code, OFFICE)).toMatchObject(LOCKED);
  const opened = await check(name, code, OFFICE, cookiesOf(asked));
  expect(opened.data.proof).toEqual(expect.any(String));
  // Whoever has retrieved is known from then on, whatever strangers do before the first sign-in.
  const done = await t.nobody.post(
    RESET,
    { proof: opened.data.proof, password: t.encrypt('Autumn26b') },
    { ip: OFFICE },
  );
  expect(done.code).toBe(200);
  for (let n = 0; n < 6; n++) await t.login(name, `Wrong${n}aa`);
  expect(await t.login(name, 'Autumn26b')).toMatchObject(LOCKED);
  expect((await t.login(name, 'Autumn26b', { cookies: deviceCookie(done) })).code).toBe(200);
});

test('P18 one address gets three codes an hour for a number: the owner elsewhere still gets one, also of parallel ones', async () => {
  const name = t.nameOf('volunteer');
  for (let n = 0; n < 3; n++) {
    expect((await send(name, OFFICE)).code).toBe(200);
    await setAge(61 * (n + 1));
  }
  const refused = await send(name, OFFICE);
  expect(refused).toMatchObject({
    status: 429,
    msg: '一小时内最多从同一网络发送3次验证码，请稍后再试，或在登录过的设备上操作',
  });
  const elsewhere = await Promise.all(Array.from({ length: 10 }, (_, n) => send(name, `10.3.3.${n}`)));
  expect(elsewhere.filter(({ code }) => code === 200)).toHaveLength(1);
});

test('P18 a known device has a limit of its own: one a minute, five an hour; a forged or borrowed cookie is a stranger', async () => {
  const name = t.nameOf('member');
  const home = deviceCookie(await t.login(name, PASSWORD, { ip: OFFICE }));
  const burst = await Promise.all(Array.from({ length: 10 }, () => send(name, OFFICE, home)));
  expect(burst.filter(({ code }) => code === 200)).toHaveLength(1);
  for (let n = 1; n < 5; n++) {
    await setAge(61);
    expect((await send(name, OFFICE, home)).code).toBe(200);
  }
  await setAge(61);
  expect(await send(name, OFFICE, home)).toMatchObject({
    status: 429,
    msg: '一小时内最多发送5次验证码，请稍后再试，或在登录过的设备上操作',
  });
  // What the device has used up is not the strangers' either: the owner elsewhere is one.
  expect((await send(name, '10.3.4.1')).code).toBe(200);
  const [key = ''] = Object.keys(home);
  const forged = { [key]: `${'0'.repeat(24)}.${'0'.repeat(64)}` };
  const other = deviceCookie(await t.login(t.nameOf('branchWorker')));
  for (const cookies of [forged, other, { [key]: Object.values(other)[0] ?? '' }]) {
    expect((await send(name, '10.3.4.2', cookies)).status).toBe(429);
  }
});

test('P18 a session of another account makes nobody known', async () => {
  const name = t.nameOf('member');
  const stranger = await t.as('branchWorker');
  expect((await stranger.post('/api/yzm/send', { idCardNo: name, purpose: 'retrieve' }, { ip: OFFICE })).code).toBe(
    200,
  );
  expect((await sql`select known from sms_message`.execute(t.db)).rows).toEqual([{ known: false }]);
  expect((await (await t.as('member')).get('/api/yzm/get')).code).toBe(200);
});

test('the addresses of one IPv6 line are one', () => {
  const line = '2001:db8:1:2::/64';
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(line);
  expect(networkOf('2001:0DB8:1:2::9')).toBe(line);
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('::ffff:10.0.0.1')).toBe('::ffff:10.0.0.1');
  expect(networkOf('10.0.0.1')).toBe('10.0.0.1');
});
