import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, openSession } from '../../../../test/support/app.ts';
import { type Counterpart, startCounterpart } from '../../../../test/support/counterparts/counterpart.ts';
import { grantRole, ORGS } from '../../../../test/support/fixture.ts';
import { type LoginApp, startLoginApp } from './factory.ts';
import { configure, HOST, SITE_KEYS } from './waysFactory.ts';

const SITES = [
  {
    key: 'dataVisualisation',
    name: '数据可视化',
    url: 'https://data.example/in?from=dj#/home',
    legacyTokenHandoff: false,
  },
  { key: 'annualStatistics', name: '年度统计', url: 'https://statistics.example/', legacyTokenHandoff: false },
  { key: 'assessmentSupervision', name: '考核督查', url: 'https://old.example/sso', legacyTokenHandoff: true },
];
const REFUSED = { code: 400, msg: '票据无效或已过期' };
const headers = { host: HOST };

let t: LoginApp;
let outside: Counterpart;
let worker: Caller;
beforeAll(async () => {
  t = await startLoginApp();
  outside = await startCounterpart();
});
afterAll(async () => {
  await outside.close();
  await t.close();
});
beforeEach(async () => {
  await sql`delete from rate_window`.execute(t.db);
  await configure(t, outside, { outsideSites: SITES });
  worker = await t.as('branchWorker');
});

const open = async (key = 'dataVisualisation', caller = worker) => {
  const answer = await caller.post('/api/session/outsideTicket', { key }, { headers });
  expect(answer.code).toBe(200);
  return new URL(answer.data.url);
};
const ticketFor = async (key?: string, caller?: Caller) => (await open(key, caller)).searchParams.get('ticket') ?? '';
/** The outside site's server; it may come by another name of the host. */
const exchange = (ticket: string, key = 'dataVisualisation', secret = SITE_KEYS.dataVisualisation) =>
  t.nobody.post('/api/session/ticket/exchange', {
    key,
    ticket,
    sign: createHmac('sha256', secret).update(ticket).digest('hex'),
  });

describe('an outside site', () => {
  test('its name stands in the menu where it is configured, its address does not', async () => {
    const sites = await worker.get('/api/session/outsideSites', {}, { headers });
    expect(sites.data).toEqual(SITES.map(({ key, name }) => ({ key, name })));
    await configure(t, outside);
    expect((await worker.get('/api/session/outsideSites', {}, { headers })).data).toEqual([]);
    expect(await worker.post('/api/session/outsideTicket', { key: 'dataVisualisation' }, { headers })).toMatchObject({
      code: 400,
      msg: '本站没有配置该外部站点',
    });
  });

  test('P7 it is there for roles that hold its right, and for nobody else', async () => {
    const member = await t.as('member');
    expect((await member.get('/api/session/outsideSites', {}, { headers })).data).toEqual([]);
    const refused = await member.post('/api/session/outsideTicket', { key: 'dataVisualisation' }, { headers });
    expect(refused).toMatchObject({ code: 403, msg: '当前操作没有权限' });
    await sql`delete from role_permission where role_id = 3 and permission_key = 'outside:annualStatistics'`.execute(
      t.db,
    );
    const answer = await worker.post('/api/session/outsideTicket', { key: 'annualStatistics' }, { headers });
    await sql`insert into role_permission (role_id, permission_key) values (3, 'outside:annualStatistics')`.execute(
      t.db,
    );
    expect(answer.code).toBe(403);
  });

  test('P51 it is opened with a ticket, and learns from server to server who comes; the token is nowhere', async () => {
    const url = await open();
    const ticket = url.searchParams.get('ticket') ?? '';
    expect(url.href).toBe(`https://data.example/in?from=dj&ticket=${ticket}#/home`);
    expect(ticket).toMatch(/^[\w-]{43}$/);
    expect(ticket).not.toBe(worker.token);
    const answer = await exchange(ticket);
    expect(answer.data).toEqual({
      userId: t.fixture.principals.branchWorker.accountId,
      userName: '支书',
      roleId: 3,
      roleName: '党务工作者',
      orgId: ORGS.branchA11.id,
      orgCode: ORGS.branchA11.code,
      orgName: ORGS.branchA11.name,
    });
    // A ticket opens nothing here.
    expect((await t.withToken(ticket).get('/api/getInfo')).code).toBe(401);
    expect((await t.nobody.post('/api/session/redeem', { ticket: await ticketFor() })).code).toBe(401);
  });

  test('P14 of 50 parallel exchanges of one ticket one is answered', async () => {
    const ticket = await ticketFor();
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(ticket)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject(REFUSED);
  });

  test('P14 a ticket is good for 60 seconds', async () => {
    const ticket = await ticketFor();
    const { rows } = await sql<{ life: number }>`
      select round(extract(epoch from expires_at - now()))::int as life from outside_ticket
       order by expires_at desc limit 1`.execute(t.db);
    expect(rows[0]?.life).toBeGreaterThan(50);
    expect(rows[0]?.life).toBeLessThanOrEqual(60);
    await sql`update outside_ticket set expires_at = now() - interval '1 millisecond'`.execute(t.db);
    expect(await exchange(ticket)).toMatchObject(REFUSED);
  });

  test('P14 a ticket is for one site: another redeems it neither under its own name nor under the other', async () => {
    const ticket = await ticketFor();
    const { annualStatistics } = SITE_KEYS;
    expect(await exchange(ticket, 'annualStatistics', annualStatistics)).toMatchObject(REFUSED);
    expect(await exchange(ticket, 'dataVisualisation', annualStatistics)).toMatchObject(REFUSED);
    expect((await exchange(ticket)).code).toBe(200);
  });

  test('P14 a tampered ticket, a signature of something else and a site without key are refused alike', async () => {
    const ticket = await ticketFor();
    const tampered = ticket.slice(0, -1) + (ticket.endsWith('A') ? 'E' : 'A');
    const sign = createHmac('sha256', SITE_KEYS.dataVisualisation).update('other').digest('hex');
    const bodies = [await exchange(tampered), await exchange('x'.repeat(43))];
    bodies.push(await t.nobody.post('/api/session/ticket/exchange', { key: 'dataVisualisation', ticket, sign }));
    bodies.push(await exchange(await ticketFor('annualStatistics'), 'annualStatistics', ''));
    for (const answer of bodies) expect(answer.text).toBe(bodies[0]?.text);
    expect(bodies[0]).toMatchObject(REFUSED);
    await sql`update site_config set secrets_enc = null`.execute(t.db);
    expect(await exchange(ticket, 'dataVisualisation', '')).toMatchObject(REFUSED);
  });

  test('P7 a ticket dies with the sign-in, the role and the account', async () => {
    const { accountId } = t.fixture.principals.branchWorker;
    const gone = await ticketFor();
    await worker.get('/api/logout');
    expect(await exchange(gone)).toMatchObject(REFUSED);
    const grantId = await grantRole(t.services, accountId, 3, 'branchA12');
    const token = await openSession(t.services, accountId, grantId);
    const second = await ticketFor('dataVisualisation', t.withToken(token));
    await sql`update account_role set revoked_at = now() where id = ${grantId}`.execute(t.db);
    expect(await exchange(second)).toMatchObject(REFUSED);
    const third = await ticketFor('dataVisualisation', await t.as('branchWorker'));
    await sql`update account set enabled = false where id = ${accountId}`.execute(t.db);
    const refused = await exchange(third);
    await sql`update account set enabled = true where id = ${accountId}`.execute(t.db);
    expect(refused).toMatchObject(REFUSED);
  });

  test('P51 P58 the raw token goes only where the configuration says so, and the log tells', async () => {
    await open();
    const url = await open('assessmentSupervision');
    expect(url.href).toBe(`https://old.example/sso?token=${worker.token}`);
    const { rows } = await sql<{ target_name: string; reason: string; row: string }>`
      select target_name, reason, a::text as row from audit_log a where action = '打开外部站点' order by id desc limit 2`.execute(
      t.db,
    );
    expect(rows.map(({ target_name, reason }) => [target_name, reason])).toEqual([
      ['考核督查', '按配置交出会话令牌'],
      ['数据可视化', '一次性票据'],
    ]);
    expect(rows[0]?.row).not.toContain(worker.token);
  });

  test('100 sites that are opened at once do not wait for each other', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => open()));
    expect(new Set(answers.map((url) => url.href)).size).toBe(100);
  });

  test('P58 exchanges are in the log, the refused ones too', async () => {
    await exchange(await ticketFor());
    await exchange('x'.repeat(43));
    const { rows } = await sql<{ outcome: string; target_id: string; org_code: string }>`
      select outcome, target_id, org_code from audit_log where action = '外部站点兑换票据' order by id desc limit 2`.execute(
      t.db,
    );
    const { accountId, orgCode } = t.fixture.principals.branchWorker;
    expect(rows).toEqual([
      { outcome: 'denied', target_id: 'dataVisualisation', org_code: '0001' },
      { outcome: 'done', target_id: accountId, org_code: orgCode },
    ]);
  });
});
