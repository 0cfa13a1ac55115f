import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { sm3 } from 'sm-crypto-v2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findNonce, PROOF } from '#kernel/session/rules.proof.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { type Counterpart, startCounterpart } from '../../../../test/support/counterparts/counterpart.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';
import { type LoginApp, setSite, startLoginApp } from './factory.ts';

let t: LoginApp;
let counterpart: Counterpart;
vi.spyOn(console, 'error').mockImplementation(() => {});
beforeAll(async () => {
  t = await startLoginApp();
  counterpart = await startCounterpart();
});
afterAll(async () => {
  await counterpart.close();
  await t.close();
});
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, captcha, site_config`.execute(t.db);
  await setSite(t, { captcha: 'image' });
});

const login = (further: object, password = PASSWORD) =>
  t.nobody.post('/api/login', { username: t.nameOf('member'), password: t.encrypt(password), ...further });
const WRONG = { code: 600, data: { fields: { code: '图形验证码不正确或已过期' } } };
const failures = async () => (await sql`select from login_failure`.execute(t.db)).rows.length;

/** A picture whose answer the test knows. */
async function picture(answer = 'H3KW') {
  const { data } = await t.nobody.get('/api/captchaImage');
  const mac = t.services.vault.sign('captcha', `${data.uuid}.${answer}`);
  await sql`update captcha set answer_mac = ${mac} where id_hash = ${hashToken(data.uuid)}`.execute(t.db);
  return { uuid: data.uuid as string, img: data.img as string };
}

test('the picture is a PNG of its own each time; neither the answer nor the picture lies in the database', async () => {
  const [one, two] = [(await t.nobody.get('/api/captchaImage')).data, (await t.nobody.get('/api/captchaImage')).data];
  expect(one).toMatchObject({ captchaEnabled: true, proof: { challenge: one.uuid, parts: 16, bits: 15 } });
  expect(one.img).not.toBe(two.img);
  const bytes = Buffer.from(one.img.replace('data:image/png;base64,', ''), 'base64');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([240, 80]);
  const grey = inflateSync(bytes.subarray(bytes.indexOf('IDAT') + 4));
  expect(grey.length).toBe(241 * 80);
  // Paper and ink: a blank or a black picture would show nothing.
  const dark = grey.filter((value) => value < 100).length / grey.length;
  expect(dark).toBeGreaterThan(0.05);
  expect(dark).toBeLessThan(0.4);
  const { rows } = await sql<{ dump: string }>`select jsonb_agg(c)::text as dump from captcha c`.execute(t.db);
  expect(rows[0]?.dump).not.toContain(one.uuid);
});

test('without it, with a wrong one, an old one or another one no password is looked at and no try is taken', async () => {
  expect(await login({})).toMatchObject({ code: 600, data: { fields: { code: '请输入图形验证码' } } });
  expect(await login({ ...(await picture()), code: 'H3KX' })).toMatchObject(WRONG);
  expect(await login({ uuid: 'x'.repeat(43), code: 'H3KW' })).toMatchObject(WRONG);
  const other = await picture('AAAA');
  await picture();
  expect(await login({ ...other, code: 'H3KW' })).toMatchObject(WRONG);
  const old = await picture();
  await sql`update captcha set expires_at = now()`.execute(t.db);
  expect(await login({ ...old, code: 'H3KW' })).toMatchObject(WRONG);
  expect(await failures()).toBe(0);
});

test('it is good once, in any case of letters, also where the password then is wrong', async () => {
  const first = await picture();
  expect((await login({ ...first, code: 'h3kw' })).code).toBe(200);
  expect(await login({ ...first, code: 'H3KW' })).toMatchObject(WRONG);
  const second = await picture();
  expect((await login({ ...second, code: 'H3KW' }, 'Wrong2026')).code).toBe(0);
  expect(await login({ ...second, code: 'H3KW' })).toMatchObject(WRONG);
  const third = await picture();
  const answers = await Promise.all(Array.from({ length: 20 }, () => login({ ...third, code: 'H3KW' })));
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
});

test('who cannot see it lets the machine compute: with the hash of the page as with that of the server', async () => {
  const { uuid } = await picture();
  const numbers = Array.from({ length: PROOF.parts }, (_, part) => findNonce(nodeSm3, uuid, part));
  expect(sm3(`${uuid}.0.${numbers[0]}`)).toBe(nodeSm3(`${uuid}.0.${numbers[0]}`));
  const proof = numbers.join(',');
  const { uuid: another } = await picture();
  expect(await login({ uuid: another, proof })).toMatchObject(WRONG);
  expect((await login({ uuid, proof })).code).toBe(200);
  expect(await login({ uuid, proof })).toMatchObject(WRONG);
  const third = await picture();
  for (const broken of ['1', '0,'.repeat(15), Array(16).fill('0').join(','), Array(16).fill('x').join(',')]) {
    expect(await login({ uuid: third.uuid, proof: broken })).toMatchObject({ code: 600 });
  }
});
const nodeSm3 = (text: string) => createHash('sm3').update(text).digest('hex');

test('the Tencent captcha: asked for where it is set up, refused where it is not, closed where its service is away', async () => {
  const get = async () => (await t.nobody.get('/api/sys/config/getByType', { type: 'CaptchaAppId' })).data;
  await setSite(t, { captcha: 'tencent' });
  const notReady = { code: 400, msg: '系统未就绪，请稍后提交' };
  expect(await login({ ticket: 'good', randstr: 'r' })).toMatchObject(notReady);
  expect(await get()).toBe('');
  const settings = { captcha: 'tencent', captchaAppId: '2000001', captchaUrl: `${counterpart.origin}/captcha/verify` };
  await setSite(t, settings);
  expect(await get()).toBe('2000001');
  expect(await login({ ticket: 'good', randstr: 'r' })).toMatchObject(notReady);
  const key = t.services.vault.encrypt('site_config.secrets.*', JSON.stringify({ captchaSecret: 'the-key' }));
  await sql`update site_config set secrets_enc = ${key}`.execute(t.db);
  expect((await t.nobody.get('/api/captchaImage')).data).toEqual({
    captchaEnabled: false,
    uuid: '',
    img: '',
    proof: null,
  });
  expect(await login({})).toMatchObject({ code: 600, data: { fields: { code: '请先完成图形验证' } } });
  expect(counterpart.hits).toHaveLength(0);
  expect((await login({ ticket: 'good', randstr: 'r' })).code).toBe(200);
  expect(counterpart.hits[0]?.query).toEqual({
    aid: '2000001',
    AppSecretKey: 'the-key',
    Ticket: 'good',
    Randstr: 'r',
    UserIP: '127.0.0.1',
  });
  expect(await login({ ticket: 'bad', randstr: 'r' })).toMatchObject({ code: 600 });
  for (const fault of ['error', 'garbage', 'huge', 'redirect'] as const) {
    counterpart.fail('/captcha', fault);
    expect((await login({ ticket: 'good', randstr: 'r' })).code).toBe(400);
  }
  expect(await failures()).toBe(0);
});
