import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_IMPORT } from '#kernel/permission/contract.accountSheet.ts';
import { disableAccount, enableAccount, grantRole, revokeRole } from '#kernel/permission/contract.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { grantRole as giveRole, ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { line, sheetsOf } from './accountSheets.ts';

let t: LoginApp;
let admin: Caller;
let sheets: Awaited<ReturnType<typeof sheetsOf>>;
/** Holds account:write and nothing by which roles are given. */
let keeper: Caller;
beforeAll(async () => {
  t = await startLoginApp();
  admin = await t.as('admin');
  sheets = await sheetsOf(t, admin);
  await sheets.addRole(140, '台账员', ['account:read']);
  await sheets.addRole(141, '账号管理员', ['account:read', 'account:write']);
  await sheets.addRole(142, '授权员', ['account:read', 'account:write', 'account:grant']);
  keeper = await sheets.inRole('cityWorker', 141, 'countyA');
});
afterAll(() => t.close());

/** What an import that was taken back has left, by its lines. */
const leftOf = async (id: string, who = admin) => (await who.call(ACCOUNT_IMPORT.check, { id })).data.left;
const stop = { 2: '停用', 6: '离岗' };
const move = (org: string) => ({ 2: '调动', 7: org });

test('taking back asks for the own password', async () => {
  const id = await sheets.sent([line({ 1: testIdCard(401) })]);
  await sheets.carryOut(id);
  const answer = await admin.call(ACCOUNT_IMPORT.undo, { id });
  expect(answer.body.data.fields).toEqual({ password: '请输入密码' });
  expect((await sheets.standing(testIdCard(401)))?.roles).toContain('党务工作者');
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 1, kept: 0 });
});

test('who gives no roles takes none back: the line stays, and says why', async () => {
  const card = testIdCard(402);
  const id = await sheets.sent([line({ 1: card, 3: '台账员' })], keeper);
  expect((await sheets.carryOut(id, keeper)).data).toMatchObject({ written: 1 });
  expect((await sheets.takeBack(id, keeper)).data).toEqual({ removed: 0, kept: 1 });
  expect(await leftOf(id, keeper)).toEqual([{ rowNo: 2, reason: '收回角色需要“授予角色”的权限' }]);
  expect((await sheets.standing(card))?.roles).toBe(`台账员 ${ORGS.branchA11.name}`);
});

test('a role with rights above the session is not taken back, and the other lines are', async () => {
  const giver = await sheets.inRole('countyWorker', 142, 'countyA');
  const [above, plain] = [testIdCard(403), testIdCard(404)];
  const id = await sheets.sent([line({ 1: above, 3: '台账员' }), line({ 1: plain, 3: '台账员' })], giver);
  await sheets.carryOut(id, giver);
  const { rows } = await sql<{ id: string }>`
    select id from account_role where account_id = ${await sheets.accountOf(above)}`.execute(t.db);
  await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
            values (${rows[0]?.id}, 'role:write', true, '管')`.execute(t.db);
  expect((await sheets.takeBack(id, giver)).data).toEqual({ removed: 1, kept: 1 });
  expect(await leftOf(id, giver)).toEqual([{ rowNo: 2, reason: '该角色的权限高于您的角色，请由上级管理人员收回' }]);
  expect((await sheets.standing(above))?.enabled).toBe(true);
  expect(await sheets.standing(plain)).toEqual({ enabled: false, roles: null });
});

test('a new account that was given another role since keeps both', async () => {
  const card = testIdCard(405);
  const id = await sheets.sent([line({ 1: card }), line({ 1: testIdCard(406) })]);
  await sheets.carryOut(id);
  await giveRole(t.services, await sheets.accountOf(card), 3, 'branchB11');
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 1, kept: 1 });
  expect(await leftOf(id)).toEqual([
    { rowNo: 2, reason: '该账号后来又有了其他任职，不能随撤销停用，请到账号管理办理' },
  ]);
  expect(await sheets.standing(card)).toMatchObject({ enabled: true, roles: expect.stringMatching(/、/) });
});

test('a role comes back from a move as it was, with the rights that were added and taken', async () => {
  const { accountId, grantId } = t.fixture.principals.siblingWorker;
  await sql`insert into grant_permission (grant_id, permission_key, given, changed_by)
            values (${grantId}, 'role:write', true, '管'), (${grantId}, 'org:sort', false, '管')`.execute(t.db);
  const worker = await sheets.nameOf('siblingWorker');
  const id = await sheets.sent([line({ ...worker, ...move(ORGS.branchA11.name) })]);
  await sheets.carryOut(id);
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 1, kept: 0 });
  const { rows } = await sql<{ id: string; keys: string }>`
    select g.id, string_agg(p.permission_key || ' ' || p.given, '、' order by p.permission_key) as keys
      from account_role g join grant_permission p on p.grant_id = g.id
     where g.account_id = ${accountId} and g.revoked_at is null group by g.id`.execute(t.db);
  expect(rows).toEqual([{ id: grantId, keys: 'org:sort false、role:write true' }]);
});

test('a move is taken back only where the role could be given: not to an organisation that is gone', async () => {
  const worker = await sheets.nameOf('branchWorker');
  const id = await sheets.sent([line({ ...worker, ...move(ORGS.branchA12.name) })]);
  await sheets.carryOut(id);
  await sql`update organisation set deleted_at = now() where id = ${ORGS.branchA11.id}`.execute(t.db);
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 0, kept: 1 });
  expect(await leftOf(id)).toEqual([{ rowNo: 2, reason: '原来任职的党组织已经撤销，不能恢复' }]);
  expect((await sheets.standing(worker[1]))?.roles).toBe(`党务工作者 ${ORGS.branchA12.name}`);
  await sql`update organisation set deleted_at = null where id = ${ORGS.branchA11.id}`.execute(t.db);
  // Nothing was taken back, so that it can be tried again.
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 1, kept: 0 });
  expect(await leftOf(id)).toEqual([]);
});

test('a move whose role was taken back by hand since stays as it is', async () => {
  const worker = await sheets.nameOf('branchWorker');
  const id = await sheets.sent([line({ ...worker, ...move(ORGS.branchA12.name) })]);
  await sheets.carryOut(id);
  const account = await sheets.accountOf(worker[1]);
  const { rows } = await sql<{ id: string }>`
    select id from account_role where account_id = ${account} and revoked_at is null`.execute(t.db);
  await admin.call(revokeRole, { id: account, grantId: rows[0]?.id ?? '', reason: '离任' });
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 0, kept: 1 });
  expect(await leftOf(id)).toEqual([{ rowNo: 2, reason: '这个角色已经收回' }]);
});

test('an account that somebody stopped later stays stopped', async () => {
  const worker = await sheets.nameOf('twinWorker');
  const id = await sheets.sent([line({ ...worker, ...stop })]);
  await sheets.carryOut(id);
  const account = await sheets.accountOf(worker[1]);
  await admin.call(enableAccount, { id: account });
  await admin.call(disableAccount, { id: account, reason: '接受审查' });
  expect((await sheets.takeBack(id)).data).toEqual({ removed: 0, kept: 1 });
  expect(await leftOf(id)).toEqual([{ rowNo: 2, reason: '该账号后来又被停用过，请到账号管理办理' }]);
  expect((await sheets.standing(worker[1]))?.enabled).toBe(false);
});

test('an account in use that works elsewhere too goes on without the role that is taken back', async () => {
  const who = await sheets.inRole('committeeWorker', 142, 'committeeA1');
  const card = testIdCard(407);
  const id = await sheets.sent([line({ 1: card, 3: '台账员' })], who);
  await sheets.carryOut(id, who);
  const account = await sheets.accountOf(card);
  const given = await admin.call(grantRole, {
    id: account,
    roleId: 140,
    orgId: ORGS.branchB11.id,
    password: sheets.own(),
  });
  expect(given.code).toBe(200);
  await sql`update account set login_count = 1 where id = ${account}`.execute(t.db);
  expect((await sheets.takeBack(id, who)).data).toEqual({ removed: 1, kept: 0 });
  expect(await sheets.standing(card)).toEqual({ enabled: true, roles: `台账员 ${ORGS.branchB11.name}` });
});

test('a session at the same sheet twice at once takes back once', async () => {
  const id = await sheets.sent([line({ 1: testIdCard(408) })]);
  await sheets.carryOut(id);
  const answers = await Promise.all([sheets.takeBack(id), sheets.takeBack(id)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
});
