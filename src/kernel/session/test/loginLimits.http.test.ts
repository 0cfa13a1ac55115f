import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refusal } from '#platform/server/errors.ts';
import { verifyPassword } from '#platform/server/secrecy/passwords.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';
import { type LoginApp, startLoginApp } from './factory.ts';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.db.deleteFrom('login_failure').execute();
  await t.db.deleteFrom('rate_window').execute();
});

const failuresOf = async () => (await sql`select * from login_failure`.execute(t.db)).rows;

/** While it is set, nobody's hash comes to its end. */
const held = vi.hoisted(() => ({ gate: null as Promise<void> | null }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof real.verify = async (...given) => {
    if (held.gate === null) return real.verify(...given);
    await held.gate;
    return false;
  };
  return { ...real, verify };
});

/** Holds every hash; `release` lets them end at once, without computing, and is over when all this work is done. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.gate = promise;
  return async function release<T>(work: readonly Promise<T>[]): Promise<T[]> {
    resolve();
    const done = await Promise.all(work);
    held.gate = null;
    return done;
  };
}

test('P12 when 200 wait for a hash the next are refused at once with 429, before a try is taken', async () => {
  const release = hold();
  // At most eight run at once; the others wait.
  const others = Array.from({ length: 220 }, () => verifyPassword(null, 'x').catch((error: Refusal) => error.status));
  const answers = await Promise.all([1, 2, 3].map(() => t.login(t.nameOf('member'), 'Wrong2026')));
  for (const answer of answers) {
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(await failuresOf()).toEqual([]);
  const refused = (await release(others)).filter((status) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(220 - 200 - 8);
  expect(refused.length).toBeLessThan(20);
  expect((await t.login(t.nameOf('member'))).code).toBe(200);
});

test('P12 of 600 sign-ins at the same time 200 wait for their hash, 400 get 429, and other calls answer', async () => {
  const caller = await t.as('branchWorker');
  const release = hold();
  let answered = 0;
  const flood = Array.from({ length: 600 }, async (_, n) => {
    const ip = `10.7.${n % 200}.${Math.floor(n / 200)}`;
    const answer = await t.login(`nobody${n}`, { encrypted: 'ab' }, { ip });
    answered++;
    return answer;
  });
  const others: number[] = [];
  while (answered < 400) others.push((await caller.get('/api/getInfo')).code);
  for (let n = 0; n < 10; n++) others.push((await caller.get('/api/getInfo')).code);
  expect(new Set(others)).toEqual(new Set([200]));
  expect(answered).toBe(400);
  const answers = await release(flood);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(400);
  expect(answers.filter((answer) => answer.code === 0)).toHaveLength(200);
  expect(await failuresOf()).toHaveLength(200);
});

describe('input', () => {
  test('each field has its sentence, and nothing is counted', async () => {
    const post = (body: object) => t.nobody.post('/api/login', body);
    expect(await post({ username: '', password: 'ab' })).toMatchObject({ code: 600, msg: '用户名和密码不能为空' });
    expect((await post({ username: 'admin', password: '' })).data.fields).toEqual({ password: '请输入密码' });
    expect((await post({ username: 'admin', password: 'zz' })).data.fields).toEqual({ password: '密码不正确' });
    expect((await post({ password: 'ab' })).data.fields).toEqual({ username: '请输入身份证号或账号' });
    expect((await post({ username: 'x'.repeat(65), password: 'ab' })).code).toBe(600);
    expect((await post({ username: 'a\u0000', password: 'ab' })).code).toBe(600);
    expect((await post({ username: 'admin', password: 'a'.repeat(32 * 1024) })).data.fields).toEqual({
      password: '密码不正确',
    });
    expect((await post({ username: 'admin', password: 'a'.repeat(1024 * 1024) })).data.fields).toEqual({
      body: '上传的内容太大',
    });
    expect((await post({ username: ['admin'], password: { a: 1 } })).code).toBe(600);
    expect(await failuresOf()).toEqual([]);
  });

  test('P53 P12 300 a minute and source, then 429 before anything is opened; other sources go on', async () => {
    const ip = '10.1.1.1';
    await sql`insert into rate_window (bucket, started_at, hits)
      values ('/api/login:10.1.1.1', to_timestamp(floor(extract(epoch from now()) / 60) * 60), 299),
             ('/api/login:10.1.1.1', to_timestamp(floor(extract(epoch from now()) / 60) * 60 + 60), 300)`.execute(t.db);
    const encrypted = t.encrypt(PASSWORD);
    const answers = [
      await t.login(t.nameOf('member'), PASSWORD, { ip }),
      await t.login(t.nameOf('member'), { encrypted }, { ip }),
      await t.login(t.nameOf('member'), { encrypted }, { ip }),
    ];
    const refused = answers.at(-1);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await failuresOf()).toEqual([]);
    // Its nonce was not used up: from elsewhere the same ciphertext still opens.
    expect((await t.login(t.nameOf('member'), { encrypted }, { ip: '10.1.1.2' })).code).toBe(200);
  });
});
