import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBatch } from '#procedures/transfer/contract.batch.ts';
import { listTransfers } from '#procedures/transfer/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let people: string[];
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  await sql`update organisation set can_approve = true where id = ${ORGS.committeeA1.id}`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    select id from member where org_id = ${ORGS.branchA11.id} and person_category = 1 and membership_status = 1 and deleted_at is null
       and id <> ${t.fixture.principals.branchWorker.memberId} order by id limit 3`.execute(t.db);
  people = rows.map(({ id }) => id);
});
afterAll(() => t.close());

const rowsOf = (ids: readonly string[]) =>
  ids.map((memberId, at) => ({ memberId, outsideName: `外地第${at + 1}党委`, outsideBranch: '第一党支部' }));

test('each line has its outcome: one that cannot be stops no other, and sent again it starts nobody twice', async () => {
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  const input = { rows: rowsOf([...people.slice(0, 2), foreign]), reason: '毕业' };
  const first = await branch.call(startBatch, input);
  expect(first.code, first.text).toBe(200);
  expect(first.result.rows).toMatchObject([
    { memberId: people[0], id: expect.any(String), note: '' },
    { memberId: people[1], id: expect.any(String), note: '' },
    { memberId: foreign, id: null, note: expect.stringContaining('管理范围') },
  ]);
  const open = await branch.call(listTransfers, { view: 'open', kind: 'graduate' });
  expect(open.result.rows.map(({ toName }) => toName).sort()).toEqual([
    '外地第1党委 第一党支部',
    '外地第2党委 第一党支部',
  ]);
  const again = await branch.call(startBatch, { ...input, rows: rowsOf(people.slice(0, 2)) });
  expect(again.result.rows.map(({ id }) => id)).toEqual([null, null]);
  expect(again.result.rows[0]?.note).toContain('没有办结');
});

test('twice the same person, nobody at all and somebody without office are refused', async () => {
  const [one = ''] = people;
  expect((await branch.call(startBatch, { rows: rowsOf([one, one]), reason: '毕业' })).msg).toContain('只能出现一次');
  expect((await branch.call(startBatch, { rows: [], reason: '毕业' })).code).toBe(600);
  const alone = await (await t.as('member')).call(startBatch, { rows: rowsOf([one]), reason: '毕业' });
  expect([alone.code, alone.msg]).toEqual([400, '毕业生批量转出由党组织办理，本人请用“申请转接”']);
});
