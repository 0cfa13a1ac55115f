import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remindOwing } from '#procedures/dues/contract.remind.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let me: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  me = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());

const press = () => branch.call(remindOwing, { orgId: ORGS.branchA11.id });
const notices = async () =>
  (await sql<{ remark: string }>`select remark from notice where title = '党费缴纳提醒' order by id`.execute(t.db))
    .rows;

test('only those who owe are reminded, with their own sum, once in three days, and not after they have paid', async () => {
  expect((await press()).msg).toContain('没有欠缴');
  await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
    select id, org_id, org_code, '2026-01', 6, 4568 from member where id = ${me}`.execute(t.db);
  const two = await Promise.all([press(), press()]);
  expect(two.map(({ data, text }) => data?.reminded ?? text).sort()).toEqual([0, 1]);
  expect(await notices()).toMatchObject([{ remark: expect.stringContaining('45.68元') }]);
  await sql`update dues_config set reminded_at = now() - interval '4 days' where member_id = ${me}`.execute(t.db);
  expect((await press()).data).toMatchObject({ reminded: 1, skipped: 0 });
  await sql`update dues_config set reminded_at = null, reminded = false where member_id = ${me}`.execute(t.db);
  expect((await press()).data).toMatchObject({ reminded: 0, skipped: 1 });
  await sql`update dues_config set reminded = true where member_id = ${me}`.execute(t.db);
  await sql`update dues_bill set state = 4 where member_id = ${me}`.execute(t.db);
  expect((await press()).msg).toContain('没有欠缴');
  expect(await notices()).toHaveLength(2);
  expect((await branch.call(remindOwing, { orgId: ORGS.branchA12.id })).code).toBe(404);
  expect((await (await t.as('member')).call(remindOwing, { orgId: ORGS.branchA11.id })).code).toBe(403);
});
