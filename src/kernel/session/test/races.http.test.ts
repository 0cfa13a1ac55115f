import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { codeAt, stepAt } from '#kernel/session/server/totp.ts';
import { transact } from '#platform/server/database/db.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import type { Answer, Caller } from '../../../../test/support/app.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';
import { type LoginApp, startLoginApp } from './factory.ts';

/** Holds the next verification of a password until it is let go; `begun` says that it has come there. */
const gate = vi.hoisted(() => ({ next: null as Promise<void> | null, begun: false }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof real.verify = async (...given) => {
    const held = gate.next;
    gate.next = null;
    if (held) {
      gate.begun = true;
      await held;
    }
    return real.verify(...given);
  };
  return { ...real, verify };
});

const CITY_ROLE = { workOrgId: '1', roleId: 3 };
const BRANCH_ROLE = { workOrgId: '22', roleId: 3 };
const NEW_PASSWORD = 'Xiazhou88';

let t: LoginApp;
let before: { id: string; password_hash: string | null }[];
beforeAll(async () => {
  t = await startLoginApp();
  before = await t.db.selectFrom('account').select(['id', 'password_hash']).execute();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, session, login_ticket, login_challenge, account_totp, recovery_code`.execute(
    t.db,
  );
  for (const { id, password_hash } of before) {
    await t.db.updateTable('account').set({ password_hash, last_grant_id: null }).where('id', '=', id).execute();
  }
});

const codeOf = async (caller: Caller) => (await caller.get('/api/getInfo')).code;
const changeOwn = (caller: Caller) =>
  caller.post('/api/sys/user/changeCurrentPwd', {
    oldPassword: t.encrypt(PASSWORD),
    password: t.encrypt(NEW_PASSWORD),
  });
const countOf = async (table: 'session' | 'login_challenge') =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(t.db)).rows[0]?.n;

/** Until a state is there; how long that takes is the machine's affair. */
const until = (state: () => Promise<void> | void) => vi.waitFor(state, { timeout: 300_000, interval: 20 });

/** Resolves when so many statements of this database wait for a lock. */
const waiting = (count: number) =>
  until(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
    expect(rows[0]?.n).toBe(count);
  });

/** Holds a session's row while both calls come to their locks, the first one first; answers both. */
async function oneAfterTheOther(
  caller: Caller,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  let answers: Promise<[Answer, Answer]> | undefined;
  await transact(t.db, async (tx) => {
    await sql`select from session where token_hash = ${hashToken(caller.token)} for update`.execute(tx);
    const one = first();
    await waiting(1);
    const two = second();
    await waiting(2);
    answers = Promise.all([one, two]);
  });
  if (!answers) throw new Error('nothing was asked');
  return answers;
}

test('P15 of 20 role switches with one token at the same time one gets a new token', async () => {
  const caller = await t.as('cityWorker');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => caller.post('/api/switchRole', n % 2 ? CITY_ROLE : BRANCH_ROLE)),
  );
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 401)).toHaveLength(19);
  expect(await countOf('session')).toBe(1);
});

test('P15 a session that ended for another one goes on in no other role', async () => {
  const caller = await t.as('cityWorker');
  const [, switched] = await oneAfterTheOther(
    caller,
    async () => {
      await sql`update session set ended_at = now() where token_hash = ${hashToken(caller.token)}`.execute(t.db);
      return caller.get('/api/getInfo');
    },
    () => caller.post('/api/switchRole', BRANCH_ROLE),
  );
  expect(switched.code).toBe(401);
  expect(await codeOf(caller)).toBe(800);
});

test('P15 a sign-out, here or from afar, ends what a role switch at the same time opens', async () => {
  for (const from of ['here', 'afar'] as const) {
    const caller = await t.as('cityWorker');
    const other = await t.as('cityWorker');
    const { rows } = await other.get('/api/session/list');
    const id = rows.find((row) => !row.current)?.id;
    expect(id).toBeDefined();
    const [switched, ended] = await oneAfterTheOther(
      caller,
      () => caller.post('/api/switchRole', BRANCH_ROLE),
      () => (from === 'here' ? other.post('/api/session/end', {}) : other.post('/api/session/end', { id })),
    );
    expect([switched.code, ended.code]).toEqual([200, 200]);
    expect(await codeOf(t.withToken(switched.data.token))).toBe(401);
    expect(await codeOf(other)).toBe(200);
    await sql`truncate session`.execute(t.db);
  }
});

test('P17 a new password ends what a role switch at the same time opens', async () => {
  const caller = await t.as('cityWorker');
  const other = await t.as('cityWorker');
  const [switched, changed] = await oneAfterTheOther(
    caller,
    () => caller.post('/api/switchRole', BRANCH_ROLE),
    () => changeOwn(other),
  );
  expect([switched.code, changed.code]).toEqual([200, 200]);
  expect(await codeOf(t.withToken(switched.data.token))).toBe(401);
  expect(await countOf('session')).toBe(0);
});

/** A sign-in whose password is verified while it is changed. */
async function signInWhileChanged(): Promise<Answer> {
  const caller = await t.as('cityWorker');
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.next = promise;
  gate.begun = false;
  const late = t.login(t.nameOf('cityWorker'));
  await until(() => expect(gate.begun).toBe(true));
  expect((await changeOwn(caller)).code).toBe(200);
  resolve();
  return late;
}

test('P17 who gave the old password before it was changed does not come in after it', async () => {
  expect(await signInWhileChanged()).toMatchObject({ code: 400, msg: '密码刚刚修改过，请用新密码登录' });
  expect(await countOf('session')).toBe(0);
  const { rows } = await sql`
    select outcome, reason from audit_log where action = '登录' order by id desc limit 1`.execute(t.db);
  expect(rows).toEqual([{ outcome: 'failed', reason: '密码刚刚修改过，请用新密码登录' }]);
  expect((await t.login(t.nameOf('cityWorker'), NEW_PASSWORD)).code).toBe(200);
});

test('P17 nor does a sign-in that waits for its second factor outlive the password that it began with', async () => {
  const caller = await t.as('cityWorker');
  const { data } = await caller.post('/api/session/totp/start', { password: t.encrypt(PASSWORD) });
  const code = () => codeAt(data.secret, stepAt(Date.now() / 1000));
  expect((await caller.post('/api/session/totp/confirm', { code: code() })).code).toBe(200);
  expect(await signInWhileChanged()).toMatchObject({ code: 400, data: null });
  expect(await countOf('login_challenge')).toBe(0);

  const begun = await t.login(t.nameOf('cityWorker'), NEW_PASSWORD);
  const { challenge } = begun.data.secondFactor;
  const session = t.withToken(
    (await t.nobody.post('/api/test/login', { username: t.nameOf('cityWorker') })).data.token,
  );
  const again = { oldPassword: t.encrypt(NEW_PASSWORD), password: t.encrypt('Xiazhou99') };
  expect((await session.post('/api/sys/user/changeCurrentPwd', again)).code).toBe(200);
  await sql`update account_totp set last_step = 0`.execute(t.db);
  const answered = await t.nobody.post('/api/login/secondFactor', { challenge, code: code() });
  expect(answered).toMatchObject({ code: 400, data: { expired: true } });
});

test('P17 of two changes that give the same old password one is carried out', async () => {
  const callers = [await t.as('cityWorker'), await t.as('cityWorker')];
  const changes = callers.map((caller, n) =>
    caller.post('/api/sys/user/changeCurrentPwd', {
      oldPassword: t.encrypt(PASSWORD),
      password: t.encrypt(`Xiazhou7${n}`),
    }),
  );
  const codes = (await Promise.all(changes)).map((answer) => answer.code);
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 401]);
});
