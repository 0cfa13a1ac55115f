import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOnline, listOnline } from '#kernel/permission/contract.online.ts';
import { accountHistory } from '#kernel/permission/contract.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS, type Principal } from '../../../../test/support/fixture.ts';

let t: TestApp;
let admin: Caller;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
});
afterAll(() => t.close());

const who = (principal: Principal) => t.fixture.principals[principal];
const signIn = async (principal: Principal) =>
  t.withToken(await openSession(t.services, who(principal).accountId, who(principal).grantId));
const seen = async (caller: Caller, input: object = {}) =>
  (await caller.call(listOnline, input)).result.rows.map(({ id }: { id: string }) => id).sort();
const ids = (...principals: Principal[]) => principals.map((one) => who(one).accountId).sort();
const works = async (caller: Caller) => (await caller.get('/api/getInfo')).code === 200;

test('a worker sees who is signed in within the own organisation and below, once each, and nobody else', async () => {
  const committee = await signIn('committeeWorker');
  await signIn('branchWorker');
  await signIn('branchWorker');
  await signIn('member');
  await signIn('siblingWorker');
  expect(await seen(committee)).toEqual(ids('committeeWorker', 'branchWorker', 'member'));
  const { rows } = (await committee.call(listOnline, {})).result;
  const row = rows.find(({ id }: { id: string }) => id === who('branchWorker').accountId);
  expect(row).toMatchObject({ userName: '支书', devices: 2, roleName: '党务工作者', orgName: ORGS.branchA11.name });
  expect(JSON.stringify(row)).not.toContain(who('branchWorker').loginName);
  expect(await seen(committee, { name: '支书' })).toEqual(ids('branchWorker'));
  expect(await seen(committee, { orgId: ORGS.branchA11.id })).toEqual(ids('branchWorker', 'member'));
  expect((await committee.call(listOnline, { orgId: ORGS.branchA21.id })).code).toBe(404);
});

test('who has not been seen for longer than a session lives is not online', async () => {
  await signIn('floating');
  expect(await seen(admin)).toContain(who('floating').accountId);
  await sql`update session set seen_at = now() - interval '30 days' where account_id = ${who('floating').accountId}`.execute(
    t.db,
  );
  expect(await seen(admin)).not.toContain(who('floating').accountId);
});

test('下线 ends all sign-ins of the person at once; the account stays, and the log has it with its reason', async () => {
  const committee = await signIn('committeeWorker');
  const [first, second] = [await signIn('branchWorker'), await signIn('branchWorker')];
  const id = who('branchWorker').accountId;
  expect((await committee.call(endOnline, { id, reason: '' })).body.data.fields).toEqual({ reason: '请输入下线原因' });
  expect((await committee.call(endOnline, { id, reason: '公用电脑忘记退出' })).code).toBe(200);
  expect([await works(first), await works(second)]).toEqual([false, false]);
  expect(await works(await signIn('branchWorker'))).toBe(true);
  const { rows } = (await admin.call(accountHistory, { id })).result;
  expect(rows[0]).toMatchObject({ action: '让人员下线', reason: '公用电脑忘记退出' });
});

test('who is not online any more cannot be signed out; of two at once one does it', async () => {
  const committee = await signIn('committeeWorker');
  await signIn('member');
  const input = { id: who('member').accountId, reason: '核对' };
  const codes = (await Promise.all([committee.call(endOnline, input), admin.call(endOnline, input)])).map(
    (a) => a.code,
  );
  expect(codes.sort()).toEqual([200, 400]);
  expect((await admin.call(endOnline, input)).body.msg).toBe('党元已经不在线，请刷新');
});

test('nobody signs out themselves, who stands above, who works elsewhere too, nor somebody out of the scope', async () => {
  const committee = await signIn('committeeWorker');
  const own = await committee.call(endOnline, { id: who('committeeWorker').accountId, reason: '试' });
  expect(own.body.msg).toContain('不能操作本人的账号');
  expect(await works(committee)).toBe(true);
  await grantRole(t.services, who('branchWorker').accountId, 1, 'branchA11');
  await signIn('branchWorker');
  const above = await committee.call(endOnline, { id: who('branchWorker').accountId, reason: '试' });
  expect(above.body.msg).toContain('权限高于您');
  await grantRole(t.services, who('member').accountId, 3, 'branchB11');
  await signIn('member');
  const beyond = await committee.call(endOnline, { id: who('member').accountId, reason: '试' });
  expect(beyond.body.msg).toContain('管理范围以外');
  const { rows } = (await committee.call(listOnline, {})).result;
  const can = new Map(rows.map(({ id, can: { end } }: { id: string; can: { end: boolean } }) => [id, end]));
  for (const one of ids('committeeWorker', 'branchWorker', 'member')) expect(can.get(one)).toBe(false);
  expect((await committee.call(endOnline, { id: who('siblingWorker').accountId, reason: '试' })).code).toBe(404);
  expect((await (await signIn('member')).call(listOnline, {})).code).toBe(403);
});
