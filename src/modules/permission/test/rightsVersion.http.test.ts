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
