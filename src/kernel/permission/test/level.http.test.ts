import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setGrantRights } from '#kernel/permission/contract.rights.ts';
import { accountEffect, grantRole } from '#kernel/permission/contract.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole as give, ORGS, PASSWORD } from '../../../../test/support/fixture.ts';

const RIGHT = 'recruit:approve';
let t: TestApp;
let admin: Caller;
let own: () => string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.as('admin');
  const encrypt = await makeEncrypter(t);
  own = () => encrypt(PASSWORD);
});
afterAll(() => t.close());

const keysOf = async (caller: Caller): Promise<string[]> =>
  ((await caller.get('/api/getInfo')).data as { permissionKeys: string[] }).permissionKeys;

test('a worker of a branch does not decide on the development of members; one of a committee or a 党总支 does', async () => {
  expect(await keysOf(await t.as('branchWorker'))).not.toContain(RIGHT);
  expect(await keysOf(await t.as('branchWorker'))).toContain('recruit:write');
  expect(await keysOf(await t.as('committeeWorker'))).toContain(RIGHT);
  const { accountId } = t.fixture.principals.twinWorker;
  await sql`update organisation set type = 40 where id = ${ORGS.branchB22.id}`.execute(t.db);
  const grant = await give(t.services, accountId, 3, 'branchB22');
  const who = t.withToken(await openSession(t.services, accountId, grant));
  expect(await keysOf(who)).toContain(RIGHT);
  // It counts at once what the organisation becomes.
  await sql`update organisation set type = 46 where id = ${ORGS.branchB22.id}`.execute(t.db);
  expect(await keysOf(who)).not.toContain(RIGHT);
});

test('what a role gives at a branch is said without it, and it is not given beside the role there', async () => {
  const { accountId } = t.fixture.principals.siblingWorker;
  const effectAt = async (orgId: string) =>
    (await admin.call(accountEffect, { act: 'grant', roleId: 3, orgId })).data.lines[0].rights;
  expect(await effectAt(ORGS.branchA11.id)).not.toContain('审批发展党员');
  expect(await effectAt(ORGS.committeeA1.id)).toContain('审批发展党员');
  const extra = { id: accountId, roleId: 3, keys: [RIGHT], password: own() };
  const refused = await admin.call(grantRole, { ...extra, orgId: ORGS.branchA11.id });
  expect(refused.body.data.fields).toEqual({ keys: '党支部不办理“审批发展党员”，不能授予' });
});

test('an administrator at a branch keeps all rights: a fixed role gives exactly its own', async () => {
  const { accountId } = t.fixture.principals.volunteer;
  const grant = await give(t.services, accountId, 1, 'branchA12');
  expect(await keysOf(t.withToken(await openSession(t.services, accountId, grant)))).toContain('*:*:*');
});

test('the page of a person’s rights says why, and gives it to nobody there', async () => {
  const { accountId, grantId } = t.fixture.principals.branchWorker;
  const { data } = await admin.get('/api/sys/right/account', { id: accountId });
  const right = data.grants
    .find(({ id }: { id: string }) => id === grantId)
    .rights.find(({ key }: { key: string }) => key === RIGHT);
  expect(right).toMatchObject({ effective: false, taken: [{ source: 'level', name: '党支部不办理' }] });
  const put = await admin.call(setGrantRights, { grantId, give: [RIGHT], password: own() });
  expect(put.body.data.fields).toEqual({ give: '党支部不办理“审批发展党员”，不能授予' });
});
