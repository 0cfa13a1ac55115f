import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gridStandards, previewStandards, setStandards } from '#modules/dues/contract.grid.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let people: string[];
const orgId = ORGS.branchA11.id;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  const { rows } = await branch.call(gridStandards, { orgId }).then(({ data }) => data);
  people = rows.map(({ memberId }: { memberId: string }) => memberId);
}, 60_000);
afterAll(() => t.close());

const MONTH = '2026-01';
const setting = (rows: { memberId: string | undefined; payer: number; base?: number }[], given: object = {}) => ({
  orgId,
  fromMonth: MONTH,
  rows: rows.map(({ memberId = '', ...row }) => ({ memberId, ...row })),
  ...given,
});
const standards = async () =>
  (
    await sql<{ member_id: string; amount: string; payer: number }>`
      select member_id, amount, payer from dues_standard order by member_id`.execute(t.db)
  ).rows;

test('a sheet of standards is tried first, then set for everybody at once', async () => {
  expect(people.length).toBeGreaterThan(1);
  const rows = [
    { memberId: people[0], payer: 1, base: 888_888 },
    { memberId: people[1], payer: 6 },
  ];
  const tried = (await branch.call(previewStandards, setting(rows))).data;
  expect(tried).toMatchObject({
    before: 0,
    after: 13_333 + 20,
    rows: [{ before: null, after: 13_333 }, { after: 20 }],
  });
  expect(await standards()).toEqual([]);
  const made = await branch.call(setStandards, setting(rows));
  expect(made.data, made.text).toEqual({ count: 2, after: 13_353 });
  const seen = (await branch.call(gridStandards, { orgId })).data;
  expect(seen.rows.find(({ memberId }: { memberId: string }) => memberId === people[0])).toMatchObject({
    payer: 1,
    base: 888_888,
    amount: 13_333,
    byParts: false,
  });
});

test('one line that cannot be, and nothing is written', async () => {
  const before = await standards();
  const answer = await branch.call(
    setStandards,
    setting([
      { memberId: people[0], payer: 6 },
      { memberId: people[1], payer: 5, base: 101 },
    ]),
  );
  expect(answer.msg).toContain('都没有保存');
  expect(await standards()).toEqual(before);
  const early = await branch.call(
    previewStandards,
    setting([{ memberId: people[0], payer: 6 }], { fromMonth: '1900-01' }),
  );
  expect(early.code === 600 || early.data.rows[0].fault !== '').toBe(true);
});

test('people of another branch, foreign places and members without office find nothing', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from member where org_id = ${ORGS.branchA12.id} and person_category = 1 and deleted_at is null limit 1`.execute(
    t.db,
  );
  expect((await branch.call(setStandards, setting([{ memberId: rows[0]?.id, payer: 6 }]))).code).toBe(404);
  const committee = await t.as('committeeWorker');
  const elsewhere = await committee.call(setStandards, setting([{ memberId: rows[0]?.id, payer: 6 }]));
  expect([elsewhere.code, elsewhere.msg]).toEqual([400, '有人已不在该组织，请刷新名单后再填']);
  expect((await branch.call(gridStandards, { orgId: ORGS.branchB11.id })).code).toBe(404);
  expect((await (await t.as('member')).call(gridStandards, { orgId })).code).toBe(403);
  const twice = [people[0], people[0]].map((memberId) => ({ memberId, payer: 6 }));
  expect((await branch.call(setStandards, setting(twice))).msg).toContain('只能出现一次');
});
