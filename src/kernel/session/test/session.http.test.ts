import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberQrCode, readMemberQrCode } from '#kernel/session/server/memberQr.ts';
import { sessionModule } from '#kernel/session/server/routes.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { grantRole, type Principal } from '../../../../test/support/fixture.ts';
import { type LoginApp, setSite, startLoginApp } from './factory.ts';

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());

const info = (caller: Caller) => caller.get('/api/getInfo');
const update = (set: string, caller: Caller) =>
  sql`update session set ${sql.raw(set)} where token_hash = ${hashToken(caller.token)}`.execute(t.db);

describe('getInfo', () => {
  test('a branch worker: role, place, rights by number and by key, own record, nothing in clear', async () => {
    const { accountId, memberId, loginName } = t.fixture.principals.branchWorker;
    const { data, text } = await (await t.as('branchWorker')).get('/api/getInfo', { uriPrefix: '/dj' });
    expect(data.user).toMatchObject({
      userId: accountId,
      userName: '支书',
      sex: '1',
      roleId: 3,
      roleName: '党务工作者',
      roleUrl: '/partyBranch',
      workOrgId: '21',
      workOrg: { orgCode: '0001000100010001', name: '城关镇第一党支部' },
      orgId: '21',
      orgCode: '0001000100010001',
      ifCompelChangePwd: false,
      idCardNo: `420***********${loginName.slice(-4)}`,
      nccsdjLevel: null,
    });
    expect(data.member).toEqual({
      id: memberId,
      name: '支书',
      orgId: '21',
      orgName: '城关镇第一党支部',
      personCategoryName: '正式党员',
    });
    expect(data).toMatchObject({
      changeEnvironment: false,
      externalStaff: false,
      uriPrefix: '/dj',
      isHintChangePasswordInfo: null,
    });
    expect(data.permissions).toContain(105);
    expect(data.permissionKeys).toContain('member:write');
    expect(data.permissionKeys).not.toContain('account:unlock');
    expect(data.permissions).toHaveLength(data.permissionKeys.length);
    expect(text).not.toContain(loginName);
  });

  test('the administrator holds everything', async () => {
    const { data } = await info(await t.as('admin'));
    expect(data.permissionKeys).toEqual(['*:*:*']);
    const all = await sql<{ ids: number[] }>`select array_agg(id order by id) as ids from permission`.execute(t.db);
    expect(data.permissions).toEqual(all.rows[0]?.ids);
    expect(data.user).toMatchObject({ userName: '系统管理员', roleUrl: '/partyCommittee' });
    expect([data.member, data.memberQrCode]).toEqual([null, null]);
  });

  test.each<[Principal, string, number | null]>([
    ['cityWorker', '/countyCity', null],
    ['countyWorker', '/countyCity', 1],
    ['twinWorker', '/countyCity', 1],
    ['committeeWorker', '/partyCommittee', 2],
    ['branchWorker', '/partyBranch', null],
    ['member', '/partyMember', null],
    ['floating', '/partyMember', null],
    ['volunteer', '/partyMember', null],
  ])('%s begins at %s', async (who, roleUrl, level) => {
    const { data } = await info(await t.as(who));
    expect(data.user).toMatchObject({ roleUrl, nccsdjLevel: level });
  });

  test('the switch lists all own roles but the volunteer’s', async () => {
    expect((await info(await t.as('cityWorker'))).data.roles).toEqual([
      { roleId: 3, roleName: '党务工作者', roleUrl: '/countyCity', orgId: '1', orgName: '中共试验市委员会' },
      { roleId: 3, roleName: '党务工作者', roleUrl: '/partyBranch', orgId: '22', orgName: '城关镇第二党支部' },
    ]);
    expect((await info(await t.as('volunteer'))).data.roles).toEqual([]);
  });

  test('city and county workers outside the intranet have to move there, and nobody else', async () => {
    const moves = async (who: Principal, host: string) =>
      (await (await t.as(who)).get('/api/getInfo', {}, { headers: { host } })).data.changeEnvironment;
    expect(await moves('countyWorker', 'dj.example.cn')).toBe(false);
    await setSite(t, { intranetUrl: 'https://inner.example.gov:8443/dj' });
    expect(await moves('countyWorker', 'dj.example.cn')).toBe(true);
    expect(await moves('cityWorker', 'dj.example.cn')).toBe(true);
    expect(await moves('countyWorker', 'inner.example.gov:8443')).toBe(false);
    expect(await moves('branchWorker', 'dj.example.cn')).toBe(false);
    expect(await moves('admin', 'dj.example.cn')).toBe(false);
    await sql`delete from site_config`.execute(t.db);
  });

  test('the account says what keys with extend: are checked against, and whose staff it is', async () => {
    const { accountId } = t.fixture.principals.floating;
    const caller = await t.as('floating');
    expect((await info(caller)).data.user.threeInOneRole).toBeNull();
    await sql`update account set three_in_one_role = 'extend:threeInOne:set', external_staff = true
               where id = ${accountId}`.execute(t.db);
    const { data } = await info(caller);
    expect(data.user.threeInOneRole).toBe('extend:threeInOne:set');
    expect(data.externalStaff).toBe(true);
  });

  test('the QR code is signed by this platform', async () => {
    const { data } = await info(await t.as('member'));
    const { memberId } = t.fixture.principals.member;
    expect(readMemberQrCode(t.services.vault, data.memberQrCode)).toBe(memberId);
    const forged = memberQrCode(t.services.vault, '1').replace('DJ1.1.', 'DJ1.2.');
    for (const code of [forged, '', 'DJ1', `${data.memberQrCode}0`])
      expect(readMemberQrCode(t.services.vault, code)).toBeNull();
  });
});

describe('a token ends', () => {
  test('without one, with a wrong or a malformed one there is no answer', async () => {
    const refused = { status: 200, code: 401, msg: '登录已过期，请重新登录' };
    for (const token of ['', 'x'.repeat(43), 'short', `${'x'.repeat(42)}!`]) {
      expect(await info(t.withToken(token))).toMatchObject(refused);
    }
  });

  test('P15 30 minutes idle, 12 hours in all; each request keeps it awake', async () => {
    const idle = await t.as('member');
    await update("seen_at = now() - interval '29 minutes'", idle);
    expect((await info(idle)).code).toBe(200);
    await update("seen_at = seen_at - interval '29 minutes'", idle);
    expect((await info(idle)).code).toBe(200);
    await update("seen_at = now() - interval '30 minutes'", idle);
    expect((await info(idle)).code).toBe(401);
    const { token } = (await t.login(t.nameOf('member'))).data;
    const busy = t.withToken(token);
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from expires_at - created_at)::float8 / 3600 as hours from session
       where token_hash = ${hashToken(token)}`.execute(t.db);
    expect(rows[0]?.hours).toBe(12);
    await update('expires_at = now()', busy);
    expect((await info(busy)).code).toBe(401);
  });

  test('P7 when the account is disabled, the role taken away or its organisation deleted: at the next request', async () => {
    const { accountId, grantId } = t.fixture.principals.floating;
    const caller = await t.as('floating');
    const set = async (statement: ReturnType<typeof sql>, code: number) => {
      await statement.execute(t.db);
      expect((await info(caller)).code).toBe(code);
    };
    await set(sql`update account set enabled = false where id = ${accountId}`, 401);
    await set(sql`update account set enabled = true where id = ${accountId}`, 200);
    await set(sql`update account_role set revoked_at = now() where id = ${grantId}`, 401);
    await set(sql`update account_role set revoked_at = null where id = ${grantId}`, 200);
    await set(sql`update organisation set deleted_at = now() where id = 21`, 401);
    await set(sql`update organisation set deleted_at = null where id = 21`, 200);
  });

  test('P15 by signing out: this one and the windows opened from it, no other sign-in', async () => {
    const here = await t.as('member');
    const elsewhere = await t.as('member');
    const { ticket } = (await here.post('/api/session/ticket', {})).data;
    const window = t.withToken((await t.nobody.post('/api/session/redeem', { ticket })).data.token);
    const unused = (await here.post('/api/session/ticket', {})).data.ticket;
    expect((await info(window)).code).toBe(200);
    const out = await here.get('/api/logout');
    expect(out).toMatchObject({ code: 200, headers: { 'clear-site-data': '"cache"' } });
    for (const [caller, code] of [
      [here, 401],
      [window, 401],
      [elsewhere, 200],
    ] as const) {
      expect((await info(caller)).code).toBe(code);
    }
    expect((await t.nobody.post('/api/session/redeem', { ticket: unused })).code).toBe(401);
    expect((await here.get('/api/logout')).code).toBe(401);
  });
});

describe('the role switch', () => {
  test('P15 gives a new token in the other role, kills the old one and keeps the end of the sign-in', async () => {
    const before = await t.as('cityWorker');
    await update("expires_at = now() + interval '1 hour'", before);
    const { data } = await before.post('/api/switchRole', { workOrgId: '22', roleId: 3 });
    expect(data).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), roleUrl: '/partyBranch' });
    expect((await info(before)).code).toBe(401);
    const after = t.withToken(data.token);
    expect((await info(after)).data.user).toMatchObject({ workOrgId: '22', orgCode: '0001000100010002' });
    const { rows } = await sql<{ good: boolean }>`
      select expires_at <= now() + interval '1 hour' as good from session where token_hash = ${hashToken(data.token)}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ good: true }]);
    const act =
      await sql`select from audit_log where action = '切换角色' and outcome = 'done' and account_name = '程市'`.execute(
        t.db,
      );
    expect(act.rows).toHaveLength(1);
  });

  test('only into a role that the account holds there', async () => {
    const caller = await t.as('cityWorker');
    for (const body of [
      { workOrgId: '1', roleId: 1 },
      { workOrgId: '21', roleId: 3 },
      { workOrgId: '999999', roleId: 3 },
    ]) {
      expect(await caller.post('/api/switchRole', body)).toMatchObject({ code: 403, msg: '当前操作没有权限' });
    }
    expect((await caller.post('/api/switchRole', { workOrgId: 'x', roleId: 0 })).code).toBe(600);
    expect((await info(caller)).code).toBe(200);
  });

  test('PEER-17 rights are those of the active role alone', async () => {
    const { accountId } = t.fixture.principals.member;
    const grant = await grantRole(t.services, accountId, 3, 'branchA11');
    const asMember = await t.as('member');
    expect((await info(asMember)).data.permissionKeys).not.toContain('member:write');
    const asWorker = t.withToken(await openSession(t.services, accountId, grant));
    expect((await info(asWorker)).data.permissionKeys).toContain('member:write');
    await sql`delete from session where grant_id = ${grant}`.execute(t.db);
    await sql`delete from account_role where id = ${grant}`.execute(t.db);
  });
});

describe('the ticket for a new window', () => {
  const redeem = (ticket: string) => t.nobody.post('/api/session/redeem', { ticket });

  test('P14 is good once, also when 50 ask at the same time', async () => {
    const caller = await t.as('branchWorker');
    const { ticket } = (await caller.post('/api/session/ticket', {})).data;
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(ticket)));
    const won = answers.filter((answer) => answer.code === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 401)).toHaveLength(49);
    const window = t.withToken(won[0]?.data.token);
    expect((await info(window)).data.user.userName).toBe('支书');
    expect((await info(caller)).code).toBe(200);
  });

  test('P14 is good for ten seconds', async () => {
    const caller = await t.as('branchWorker');
    const { ticket } = (await caller.post('/api/session/ticket', {})).data;
    const { rows } = await sql<{
      left: number;
    }>`select extract(epoch from expires_at - now())::float8 as left from login_ticket`.execute(t.db);
    expect(rows[0]?.left).toBeGreaterThan(8);
    expect(rows[0]?.left).toBeLessThanOrEqual(10);
    await sql`update login_ticket set expires_at = now()`.execute(t.db);
    expect((await redeem(ticket)).code).toBe(401);
    expect((await redeem('made-up')).code).toBe(401);
    expect((await redeem('')).code).toBe(600);
  });

  test('never outlives the sign-in that asked for it', async () => {
    const caller = await t.as('branchWorker');
    await update("expires_at = now() + interval '1 minute'", caller);
    const { ticket } = (await caller.post('/api/session/ticket', {})).data;
    const { token } = (await redeem(ticket)).data;
    const { rows } = await sql<{ good: boolean }>`
      select expires_at <= now() + interval '1 minute' as good from session where token_hash = ${hashToken(token)}`.execute(
      t.db,
    );
    expect(rows).toEqual([{ good: true }]);
  });
});

test('the cleanup deletes what has run out and nothing else', async () => {
  await sql`delete from session`.execute(t.db);
  const [alive, idle, ended] = [await t.as('member'), await t.as('member'), await t.as('member')];
  await update("seen_at = now() - interval '31 minutes'", idle);
  await update("expires_at = now() - interval '1 second'", ended);
  await sql`insert into used_nonce values ('\\x01', now() - interval '1 second'), ('\\x02', now() + interval '1 hour')`.execute(
    t.db,
  );
  await sql`delete from login_failure`.execute(t.db);
  await sql`insert into login_failure values ('\\x01', '', 3, null, now() - interval '2 days'),
    ('\\x02', '', 5, now() + interval '1 minute', now() - interval '2 days'), ('\\x03', '', 1, null, now())`.execute(
    t.db,
  );
  const { accountId } = t.fixture.principals.member;
  await sql`insert into captcha values ('\\x01', 'm', now() - interval '1 second'), ('\\x02', 'm', now() + interval '1 minute')`.execute(
    t.db,
  );
  await sql`insert into login_challenge values ('\\x01', ${accountId}, '账号', now() - interval '1 second'),
    ('\\x02', ${accountId}, '账号', now() + interval '1 minute')`.execute(t.db);
  await sql`insert into sms_code values ('\\x01', 'login', '\\x01', 'm', 0, now() - interval '1 second'),
    ('\\x02', 'login', '\\x01', 'm', 0, now() + interval '1 minute')`.execute(t.db);
  await sql`insert into sms_message (number_index, purpose, ip, state, created_at)
    values ('\\x01', 'login', '', 'none', now() - interval '25 hours'), ('\\x02', 'login', '', 'none', now())`.execute(
    t.db,
  );
  await sessionModule.recurring?.[0]?.run(t.services);
  expect([(await info(alive)).code, (await info(idle)).code, (await info(ended)).code]).toEqual([200, 401, 401]);
  const left = await sql<{ sessions: number; nonces: string[]; names: string[] }>`
    select (select count(*)::int from session) as sessions,
           (select array_agg(nonce::text) from used_nonce where octet_length(nonce) = 1) as nonces,
           (select array_agg(login_index::text order by login_index) from login_failure) as names`.execute(t.db);
  const steps = await sql`
    select (select array_agg(id_hash::text) from captcha) as captcha,
           (select array_agg(challenge_hash::text) from login_challenge) as challenge,
           (select array_agg(request_hash::text) from sms_code) as code,
           (select array_agg(number_index::text) from sms_message) as message`.execute(t.db);
  const kept = ['\\x02'];
  expect(steps.rows).toEqual([{ captcha: kept, challenge: kept, code: kept, message: kept }]);
  expect(left.rows).toEqual([{ sessions: 1, nonces: ['\\x02'], names: ['\\x02', '\\x03'] }]);
});
