import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createGroup,
  createType,
  getGroup,
  listTypes,
  removeGroup,
  removeType,
} from '#kernel/permission/contract.groups.ts';
import { eraseRecycled, listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { removeMember } from '#people/member/contract.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, PASSWORD } from '../../../../test/support/fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('P7 with a person the account goes: in the same transaction, at the next request, and the log says so', async () => {
  const encrypt = await makeEncrypter(t);
  const committee = await t.as('committeeWorker');
  const own = await t.as('member');
  const { memberId, accountId } = t.fixture.principals.member;
  const enabled = () =>
    t.db
      .selectFrom('account')
      .select('enabled')
      .where('id', '=', accountId)
      .executeTakeFirst()
      .then((row) => row?.enabled);
  const input = { id: memberId ?? '', deleteReason: '重复登记' };
  expect((await committee.call(removeMember, { ...input, password: encrypt('Wrong2026') })).code).toBe(600);
  expect(await enabled()).toBe(true);
  expect((await own.get('/api/getInfo')).code).toBe(200);
  const removed = await committee.call(removeMember, { ...input, password: encrypt(PASSWORD) });
  expect(removed.code, removed.text).toBe(200);
  expect(await enabled()).toBe(false);
  expect((await own.get('/api/getInfo')).code).toBe(401);
  const { rows } = await sql<{ target_type: string; trace_id: string }>`
    select target_type, trace_id from audit_log where action = ${removeMember.audit} and outcome = 'done' order by id`.execute(
    t.db,
  );
  expect(rows.map((row) => row.target_type).toSorted()).toEqual(['account', 'member']);
  expect(rows[0]?.trace_id).toBe(rows[1]?.trace_id);
});

test('deleted user groups and types come back from the bin by whoever could give them, or go for good', async () => {
  const encrypt = await makeEncrypter(t);
  const admin = await t.as('admin');
  const worker = await t.as('branchWorker');
  const keys = async () => (await worker.get('/api/getInfo')).data.permissionKeys;
  const members = [t.fixture.principals.branchWorker.accountId];
  const input = { name: '组', orgId: ORGS.branchA11.id, keys: ['dict:write'], members, password: encrypt(PASSWORD) };
  const { id } = (await admin.call(createGroup, input)).data;
  await admin.call(removeGroup, { id, deleteReason: '误建' });
  const bin = await admin.call(listRecycled, { kind: 'userGroup' });
  expect(bin.rows).toMatchObject([{ id, name: '组', orgName: '城关镇第一党支部', reason: '误建' }]);
  expect((await worker.call(listRecycled, { kind: 'userGroup' })).code).not.toBe(200);
  expect(await keys()).not.toContain('dict:write');
  const back = { kind: 'userGroup', id, reason: '误删' };
  expect((await admin.call(restoreRecycled, back)).data.fields).toEqual({ password: '请输入密码' });
  expect((await admin.call(restoreRecycled, { ...back, password: encrypt('Wrong2026') })).code).toBe(600);
  expect(await keys()).not.toContain('dict:write');
  expect((await admin.call(restoreRecycled, { ...back, password: encrypt(PASSWORD) })).code).toBe(200);
  expect(await keys()).toContain('dict:write');
  await admin.call(removeGroup, { id, deleteReason: '误建' });
  await sql`update user_group set deleted_at = now() - interval '400 days' where id = ${id}`.execute(t.db);
  const erased = await admin.call(eraseRecycled, {
    kind: 'userGroup',
    id,
    deleteReason: '清理',
    password: encrypt(PASSWORD),
  });
  expect(erased.code).toBe(200);
  expect((await admin.call(getGroup, { id })).code).toBe(404);

  const type = { code: 'zzwy', name: '组织委员', roleId: 3, keys: ['dict:write'] };
  const typeId = (await admin.call(createType, type)).data.id;
  await admin.call(removeType, { id: typeId, deleteReason: '误建' });
  const second = (await admin.call(createType, type)).data.id;
  const taken = await admin.call(restoreRecycled, { kind: 'userType', id: typeId, reason: '误删' });
  expect(taken.msg).toContain('已被别的用户类型使用');
  await admin.call(removeType, { id: second, deleteReason: '误建' });
  expect((await admin.call(restoreRecycled, { kind: 'userType', id: typeId, reason: '误删' })).code).toBe(200);
  expect((await admin.call(listTypes, {})).rows).toMatchObject([{ id: typeId, keys: ['dict:write'] }]);
});
