import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, balancePeople } from '#procedures/transfer/contract.balance.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { balanceOf } from '../rules/balance.ts';

let t: TestApp;
let county: Caller;
let people: string[];
const SPAN = { from: '2024-01-01', to: '2024-12-31' };
const YEAR_AFTER = { from: '2025-01-01', to: '2025-12-31' };

beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
  // Everybody of the fixture has stood here for long.
  await sql`update member set created_at = '2020-01-01T00:00:00+08:00'`.execute(t.db);
  people = [];
  for (let at = 0; at < 10; at++) people.push(await person('branchA11', '2023-05-01'));
});
afterAll(() => t.close());

async function person(org: OrgKey, createdOn: string, status = 1): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, membership_status, created_at)
    values (${ORGS[org].id}, ${ORGS[org].code}, 999, '平衡', '{}', 1, '01', 1, ${status}, ${`${createdOn}T08:00:00+08:00`})
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}
const line = (id: string, org: OrgKey, sign: number, way: string, on: string, transfer: string | null = null) =>
  sql`
  insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, transfer_id)
  values (${id}, ${ORGS[org].id}, ${ORGS[org].code}, ${sign}, ${way}, ${on}, ${on}, ${transfer})`.execute(t.db);
const table = async (caller: Caller, input: object) => {
  const { data, text } = await caller.call(balance, input as never);
  expect(data?.lines, text).toBeTruthy();
  return Object.fromEntries(data.lines.map(({ no, n }: { no: number; n: number }) => [no, n]));
};

test('a quiet year: what stood stands, and nothing differs', async () => {
  const found = await table(county, SPAN);
  expect(found[1]).toBeGreaterThanOrEqual(10);
  expect(found).toMatchObject({ 2: 0, 7: 0, 13: found[1], 14: found[1], 15: 0 });
});

test('each way in and out by the day of its entry; inside the subtree both ends cancel; corrections are named', async () => {
  const before = await table(county, SPAN);
  const [died = '', gone = '', inside = '', removed = ''] = people;
  const joined = await person('branchA11', '2024-03-01');
  await line(joined, 'branchA11', 1, 'recruited', '2024-03-01');
  await sql`update member set membership_status = 4 where id = ${died}`.execute(t.db);
  await line(died, 'branchA11', -1, 'died', '2024-05-01');
  // Out of the county, into the other one.
  await sql`update member set org_id = ${ORGS.branchB11.id}, org_code = ${ORGS.branchB11.code} where id = ${gone}`.execute(
    t.db,
  );
  const { rows } = await sql<{ id: string }>`
    insert into relation_transfer (member_id, kind, from_org_id, to_org_id, status) values
      (${gone}, 'withinBranchTree', ${ORGS.branchA11.id}, ${ORGS.branchB11.id}, 6),
      (${inside}, 'withinBranchTree', ${ORGS.branchA11.id}, ${ORGS.branchA21.id}, 6) returning id`.execute(t.db);
  await line(gone, 'branchA11', -1, 'transferredOut', '2024-06-01', rows[0]?.id);
  await line(gone, 'branchB11', 1, 'transferredIn', '2024-06-01', rows[0]?.id);
  // From one branch of the county to another.
  await sql`update member set org_id = ${ORGS.branchA21.id}, org_code = ${ORGS.branchA21.code} where id = ${inside}`.execute(
    t.db,
  );
  await line(inside, 'branchA11', -1, 'transferredOut', '2024-07-01', rows[1]?.id);
  await line(inside, 'branchA21', 1, 'transferredIn', '2024-07-01', rows[1]?.id);
  // Corrections: an import without a procedure, a record that was deleted.
  const imported = await person('branchA11', '2024-08-01');
  await sql`update member set deleted_at = '2024-09-01T08:00:00+08:00', deleted_by = '试', delete_reason = '重复登记'
             where id = ${removed}`.execute(t.db);

  const after = await table(county, SPAN);
  expect(after).toMatchObject({
    1: before[1],
    2: 1,
    3: 1,
    5: 0,
    7: 2,
    10: 1,
    11: 1,
    13: (before[1] ?? 0) - 1,
    14: (before[1] ?? 0) - 1,
    15: 0,
  });
  const names = async (no: number) => (await county.call(balancePeople, { ...SPAN, no } as never)).body;
  expect((await names(7)).rows).toMatchObject([
    { memberId: died, wayName: '死亡', recordedOn: '2024-05-01' },
    { memberId: gone, wayName: '转出' },
  ]);
  // One entered and one deleted cancel in the number; both stand by name.
  expect(
    (await names(15)).rows.map(({ memberId, wayName }: { memberId: string; wayName: string }) => [memberId, wayName]),
  ).toEqual([
    [imported, '录入或导入（＋1）'],
    [removed, '删除或合并（－1）'],
  ]);
  // The year after begins where this one ended, whatever happens later.
  const next = await table(county, YEAR_AFTER);
  expect(next).toMatchObject({ 1: after[14], 2: 0, 7: 0, 15: 0 });
  // The branch sees both ends of the move inside the county; the other county what came in.
  expect(await table(await t.as('branchWorker'), SPAN)).toMatchObject({ 3: 1, 5: 0, 11: 2 });
  expect(await table(await t.as('otherCountyWorker'), SPAN)).toMatchObject({ 5: 1, 11: 0 });
  // Taken back a year later: its line counts against the way, this year stays.
  await sql`update member set membership_status = 1 where id = ${died}`.execute(t.db);
  await line(died, 'branchA11', 1, 'died', '2025-02-01');
  expect(await table(county, SPAN)).toEqual(after);
  expect(await table(county, YEAR_AFTER)).toMatchObject({
    1: after[14],
    7: -1,
    10: -1,
    14: (after[14] ?? 0) + 1,
    15: 0,
  });
});

test('who may, where, and what is wrong', async () => {
  expect((await (await t.as('member')).call(balance, SPAN as never)).code).toBe(403);
  expect((await county.call(balance, { ...SPAN, orgId: ORGS.branchB11.id } as never)).code).toBe(404);
  expect((await county.call(balance, { from: '2024-02-01', to: '2024-01-01' } as never)).data.fields.to).toContain(
    '结束日期',
  );
  expect((await county.call(balancePeople, { ...SPAN, no: 13 } as never)).data.fields.no).toContain('没有名单');
  expect((await county.call(balance, {} as never)).data).toMatchObject({ orgName: ORGS.countyA.name });
});

test('the sums of the table', () => {
  const sums = { recruited: 3, transferredIn: 2, transferredInWhole: 5, expelled: -1, revoked: -1, other: -2 };
  const found = Object.fromEntries(balanceOf(sums, 100, 107).map(({ no, n }) => [no, n]));
  expect(found).toMatchObject({ 1: 100, 2: 10, 3: 3, 5: 7, 6: 5, 7: 4, 8: 2, 16: 2, 13: 106, 14: 107, 15: 1 });
});
