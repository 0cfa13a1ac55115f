import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { keysOf, makeGroup, startRightApp } from './rightFactory.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startRightApp();
});
afterAll(() => t.close());

const KEY = 'dict:write';

test('P7 a change in every table that rights come from counts at the next request, and only once it is committed', async () => {
  const { grantId, accountId } = t.fixture.principals.committeeWorker;
  const caller = await t.as('committeeWorker');
  const held = async () => (await keysOf(caller)).includes(KEY);
  const then = async (statement: RawBuilder<unknown>, expected: boolean, said: string) => {
    await statement.execute(t.db);
    expect(await held(), said).toBe(expected);
  };
  const role = sql`(select role_id from account_role where id = ${grantId})`;
  expect(await held()).toBe(false);

  await then(sql`insert into role_permission (role_id, permission_key) values (${role}, ${KEY})`, true, 'role gives');
  await then(sql`insert into org_limit (org_id, permission_key) values (${ORGS.countyA.id}, ${KEY})`, false, 'limited');
  await then(sql`delete from org_limit`, true, 'limit lifted');
  await then(
    sql`insert into grant_permission (grant_id, permission_key, given) values (${grantId}, ${KEY}, false)`,
    false,
    'taken',
  );
  await then(sql`update grant_permission set given = true`, true, 'given');
  await then(sql`delete from role_permission where role_id = ${role} and permission_key = ${KEY}`, true, 'still own');
  await then(sql`delete from grant_permission`, false, 'nothing left');

  const group = await makeGroup(t, 'countyA', [KEY], ['committeeWorker']);
  expect(await held(), 'group gives').toBe(true);
  await then(sql`delete from user_group_member where account_id = ${accountId}`, false, 'left the group');
  await then(sql`insert into user_group_member (group_id, account_id) values (${group}, ${accountId})`, true, 'joined');
  await then(sql`update user_group set deleted_at = now() where id = ${group}`, false, 'group deleted');
  await then(sql`update user_group set deleted_at = null where id = ${group}`, true, 'group restored');
  const moved = (code: string) => sql`update organisation set code = ${code} where id = ${ORGS.countyA.id}`;
  await then(moved('00019999'), false, 'the group’s organisation stands elsewhere');
  await then(moved(ORGS.countyA.code), true, 'and back');
  await then(sql`delete from user_group_right where group_id = ${group}`, false, 'right taken from the group');

  await t.db.transaction().execute(async (tx) => {
    await sql`insert into role_permission (role_id, permission_key) values (${role}, ${KEY})`.execute(tx);
    expect(await held(), 'not committed').toBe(false);
  });
  expect(await held(), 'committed').toBe(true);
});

test('P7 a change of whose a grant is, in which role and where counts at the next request', async () => {
  const { grantId, accountId } = t.fixture.principals.branchWorker;
  const caller = await t.as('branchWorker');
  const said = async () => JSON.stringify((await caller.get('/api/getInfo')).body);
  const then = async (change: RawBuilder<unknown>, back: RawBuilder<unknown>, holds: (answer: string) => boolean) => {
    expect(holds(await said())).toBe(false);
    await change.execute(t.db);
    expect(holds(await said())).toBe(true);
    await back.execute(t.db);
    expect(holds(await said())).toBe(false);
  };
  const gone = (answer: string) => answer.includes('"code":401');
  const account = (set: RawBuilder<unknown>) => sql`update account set ${set} where id = ${accountId}`;
  const grant = (set: RawBuilder<unknown>) => sql`update account_role set ${set} where id = ${grantId}`;
  const place = (set: RawBuilder<unknown>) =>
    sql`update organisation set ${set} where id = (select org_id from account_role where id = ${grantId})`;
  const role = (set: RawBuilder<unknown>) =>
    sql`update role set ${set} where id = (select role_id from account_role where id = ${grantId})`;
  const { rows } = await sql<{ account: string; place: string; role: string }>`
    select a.name as account, o.name as place, r.name as role from account_role g join account a on a.id = g.account_id
      join organisation o on o.id = g.org_id join role r on r.id = g.role_id where g.id = ${grantId}`.execute(t.db);
  const names = rows[0] ?? { account: '', place: '', role: '' };

  await then(account(sql`enabled = false`), account(sql`enabled = true`), gone);
  await then(grant(sql`revoked_at = now()`), grant(sql`revoked_at = null`), gone);
  await then(grant(sql`valid_until = now()`), grant(sql`valid_until = null`), gone);
  await then(place(sql`deleted_at = now()`), place(sql`deleted_at = null`), gone);
  await then(role(sql`enabled = false`), role(sql`enabled = true`), gone);
  await then(account(sql`name = '改名甲'`), account(sql`name = ${names.account}`), (answer) =>
    answer.includes('改名甲'),
  );
  await then(place(sql`name = '改名乙支部'`), place(sql`name = ${names.place}`), (answer) =>
    answer.includes('改名乙支部'),
  );
  await then(role(sql`name = '改名丙'`), role(sql`name = ${names.role}`), (answer) => answer.includes('改名丙'));
  await then(account(sql`must_change_password = true`), account(sql`must_change_password = false`), (answer) =>
    answer.includes('"ifCompelChangePwd":true'),
  );
});

test('P7 a grant that ends by itself is no longer good from that moment on', async () => {
  const { grantId } = t.fixture.principals.branchWorker;
  const caller = await t.as('branchWorker');
  await sql`update account_role set valid_from = now() - interval '1 day', valid_until = now() + interval '1 hour'
    where id = ${grantId}`.execute(t.db);
  expect((await caller.get('/api/getInfo')).code).toBe(200);
  // The clock goes on without any change of rights: the triggers do not see it.
  await t.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update account_role set valid_until = now() - interval '1 second' where id = ${grantId}`.execute(tx);
  });
  expect((await caller.get('/api/getInfo')).code).toBe(401);
  await sql`update account_role set valid_until = null where id = ${grantId}`.execute(t.db);
});
