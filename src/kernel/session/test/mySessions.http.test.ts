import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Caller } from '../../../../test/support/app.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';
import { type LoginApp, setSite, startLoginApp } from './factory.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate login_failure, rate_window, site_config, session, login_ticket`.execute(t.db);
});

const info = (caller: Caller) => caller.get('/api/getInfo');
/** Signs in from a browser at an address. */
async function signInFrom(agent: string, ip: string, name = t.nameOf('member')): Promise<Caller> {
  const body = { username: name, password: t.encrypt(PASSWORD), isParty: 1 };
  const { data } = await t.nobody.post('/api/login', body, { ip, headers: { 'user-agent': agent } });
  return t.withToken(data.token);
}
const list = async (caller: Caller) => (await caller.get('/api/session/list')).rows;

describe('my sessions', () => {
  test('P15 each sign-in is one row with its device, way and the end of its address; others are not seen', async () => {
    const here = await signInFrom(CHROME, '10.20.3.7');
    const phone = await signInFrom(FIREFOX, '192.168.9.4');
    await signInFrom(CHROME, '10.1.1.1', t.nameOf('floating'));
    const { ticket } = (await here.post('/api/session/ticket', {})).data;
    const window = t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    await sql`update session set created_at = now() - interval '2 hours', seen_at = now() - interval '3 minutes',
                                 expires_at = expires_at - interval '2 hours'
               where agent like 'Firefox%'`.execute(t.db);
    const answer = await here.get('/api/session/list');
    expect(answer.total).toBe(2);
    expect(answer.rows).toMatchObject([
      { agent: 'Chrome浏览器，Windows', way: '账号', roleName: '党员', current: true },
      { agent: 'Firefox浏览器，Linux', way: '账号', place: '*.*.9.4', current: false },
    ]);
    expect(answer.rows[0].since > answer.rows[1].since).toBe(true);
    expect(answer.text).not.toContain('192.168');
    expect((await list(window)).map((row) => row.current)).toEqual([true, false]);
    expect((await list(phone))[0]).toMatchObject({ agent: 'Firefox浏览器，Linux', current: true });
  });

  test('P15 a role switch does not make a sign-in younger than it is', async () => {
    const before = await signInFrom(CHROME, '10.20.3.7', t.nameOf('cityWorker'));
    await sql`update session set created_at = created_at - interval '3 hours', expires_at = expires_at - interval '3 hours'`.execute(
      t.db,
    );
    const [{ since }] = await list(before);
    const { token } = (await before.post('/api/switchRole', { workOrgId: '22', roleId: 3 })).data;
    expect((await list(t.withToken(token))).map((row) => row.since)).toEqual([since]);
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(3 * 3600_000 - 60_000);
    await sql`update account set last_grant_id = null`.execute(t.db);
  });

  test('P15 ended from afar it is dead at the next request, with its windows; this one goes on', async () => {
    const here = await signInFrom(CHROME, '10.20.3.7');
    const there = await signInFrom(FIREFOX, '10.20.3.8');
    const { ticket } = (await there.post('/api/session/ticket', {})).data;
    const window = t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    const [mine, other] = await list(here);
    expect(await here.post('/api/session/end', { id: mine.id })).toMatchObject({ code: 400 });
    expect((await here.post('/api/session/end', { id: other.id })).data).toEqual({ ended: 1 });
    expect([(await info(here)).code, (await info(there)).code, (await info(window)).code]).toEqual([200, 401, 401]);
    expect((await here.post('/api/session/end', { id: other.id })).code).toBe(404);
    const { rows } = await sql`
      select account_name, target_name from audit_log where action = '退出其他设备' and outcome = 'done'`.execute(t.db);
    expect(rows).toEqual([{ account_name: '党元', target_name: '党元：Firefox浏览器，Linux' }]);
  });

  test('all others at once; nobody ends a stranger’s', async () => {
    const stranger = await signInFrom(CHROME, '10.1.1.1', t.nameOf('floating'));
    const [here, two, three] = [
      await signInFrom(CHROME, '10.0.0.1'),
      await signInFrom(CHROME, '10.0.0.2'),
      await signInFrom(FIREFOX, '10.0.0.3'),
    ];
    const [foreign] = await list(stranger);
    expect((await here.post('/api/session/end', { id: foreign.id })).code).toBe(404);
    const unused = (await two.post('/api/session/ticket', {})).data.ticket;
    expect((await here.post('/api/session/end', {})).data).toEqual({ ended: 2 });
    const codes = await Promise.all([here, two, three, stranger].map(async (caller) => (await info(caller)).code));
    expect(codes).toEqual([200, 401, 401, 200]);
    expect((await t.nobody.post('/api/session/redeem', { ticket: unused })).code).toBe(401);
    expect((await here.post('/api/session/end', {})).data).toEqual({ ended: 0 });
  });
});

describe('duplicate logon', () => {
  test('P16 off by default: both places go on', async () => {
    const one = await signInFrom(CHROME, '10.0.0.1');
    const two = await signInFrom(FIREFOX, '10.0.0.2');
    expect([(await info(one)).code, (await info(two)).code]).toEqual([200, 200]);
  });

  test('P16 switched on: the earlier sign-in with its windows is told so by every call, and opens nothing', async () => {
    await setSite(t, { singleLogon: true });
    const one = await signInFrom(CHROME, '10.0.0.1');
    const other = await signInFrom(CHROME, '10.0.0.9', t.nameOf('floating'));
    const { ticket } = (await one.post('/api/session/ticket', {})).data;
    const window = t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    const unused = (await one.post('/api/session/ticket', {})).data.ticket;
    const two = await signInFrom(FIREFOX, '10.0.0.2');
    const told = { status: 200, code: 800, msg: '您的账号已在其他地方登录' };
    const answers: Answer[] = await Promise.all([info(one), info(window), one.get('/api/session/list'), info(one)]);
    for (const answer of answers) expect(answer).toMatchObject(told);
    expect((await t.nobody.post('/api/session/redeem', { ticket: unused })).code).toBe(401);
    expect([(await info(two)).code, (await info(other)).code]).toEqual([200, 200]);
    expect(await list(two)).toHaveLength(1);
    // Of many at the same time one stays.
    const many = await Promise.all(Array.from({ length: 4 }, (_, n) => signInFrom(CHROME, `10.0.1.${n}`)));
    const codes = await Promise.all(many.map(async (caller) => (await info(caller)).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 800)).toHaveLength(3);
    await sql`update session set expires_at = now() where ended_at is not null`.execute(t.db);
    expect((await info(one)).code).toBe(401);
  });

  test('P16 a role switch and a new window are no second logon', async () => {
    await setSite(t, { singleLogon: true });
    const before = await signInFrom(CHROME, '10.0.0.1', t.nameOf('cityWorker'));
    const { data } = await before.post('/api/switchRole', { workOrgId: '22', roleId: 3 });
    const after = t.withToken(data.token);
    const { ticket } = (await after.post('/api/session/ticket', {})).data;
    const window = t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    expect([(await info(after)).code, (await info(window)).code, (await info(before)).code]).toEqual([200, 200, 401]);
    await sql`update account set last_grant_id = null`.execute(t.db);
  });
});

test('P17 after a password change all ten sessions are dead at their next request', async () => {
  const callers = await Promise.all(Array.from({ length: 10 }, () => t.as('siblingWorker')));
  const [first] = callers;
  const change = { oldPassword: t.encrypt(PASSWORD), password: t.encrypt('Xiazhou88') };
  expect((await first?.post('/api/sys/user/changeCurrentPwd', change))?.code).toBe(200);
  const codes = await Promise.all(callers.map(async (caller) => (await info(caller)).code));
  expect(codes).toEqual(Array(10).fill(401));
});

test('the test login is for tests alone: elsewhere its path is unknown', async () => {
  const { makeSessionModule } = await import('../server/routes.ts');
  const { startTestApp } = await import('../../../../test/support/app.ts');
  const body = { username: t.nameOf('member') };
  const { data } = await t.nobody.post('/api/test/login', body);
  expect((await info(t.withToken(data.token))).data.user.userName).toBe('党元');
  expect((await t.nobody.post('/api/test/login', { username: 'nobody' })).code).toBe(404);
  const real = await startTestApp({ modules: [makeSessionModule(false)] });
  expect(await real.nobody.post('/api/test/login', body)).toMatchObject({ status: 404, code: 404 });
  await real.close();
  t.services.config.production = true;
  expect((await t.nobody.post('/api/test/login', body)).code).toBe(404);
  t.services.config.production = false;
});
