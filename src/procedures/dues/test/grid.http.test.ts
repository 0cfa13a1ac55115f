import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '#people/member/test/factory.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import {
  gridStandards,
  previewStandards,
  readStandards,
  setStandards,
  standardTemplate,
} from '#procedures/dues/contract.grid.ts';
import { trial } from '#procedures/dues/contract.trial.ts';
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
});
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

test('the sheet goes out without an income and comes back as cells, by number or by a name that stands once', async () => {
  const sheet = await t.app.inject({
    method: 'POST',
    url: standardTemplate.path,
    headers: { authorization: branch.token },
    payload: { orgId },
  });
  const lines: string[][] = [];
  for await (const line of readTable(sheet.rawPayload)) lines.push(line);
  expect(lines[0]?.slice(0, 5)).toEqual(['编号', '姓名', '人员类别', '缴费类别', '计缴基数（元）']);
  const own = lines.find(([id]) => id === people[0]);
  expect(own?.[3]).toBe('按月领取工资');
  // 8,888.88 was set above: no file that leaves the platform holds it.
  expect(lines.flat().join()).not.toMatch(/8,?888/);
  const name = own?.[1] ?? '';
  const csv = (rows: string[]) => Buffer.from(['编号,姓名,缴费类别,计缴基数', ...rows].join('\n'));
  const read = (rows: string[], given: { orgId: string } = { orgId }) =>
    upload(t, branch, '标准.csv', csv(rows), given, readStandards.path);
  const back = await read([
    `${people[0]},${name},按月领取工资,9000`,
    `,没有这个人,按月领取工资,1`,
    `${people[1]},${name},农民,0.5`,
  ]);
  expect(back.data, back.text).toEqual({
    rows: [{ memberId: people[0], payer: '按月领取工资', base: '9000' }],
    passed: ['没有这个人', name],
  });
  expect(
    (await upload(t, branch, '标准.csv', Buffer.from('甲,乙\n1,2'), { orgId }, readStandards.path)).msg,
  ).toBeTruthy();
  expect((await read([], { orgId: ORGS.branchB11.id })).code).toBe(404);
});

test('another income and another ratio are tried on the standards as they stand, and nothing is written', async () => {
  const before = await standards();
  const tried = await branch.call(trial, { orgId, wage: 20, ratio: 5000 });
  // 8,888.88 × 1.2 = 10,666.66 comes into the rate of 2 %.
  expect(tried.data, tried.text).toMatchObject({
    people: 2,
    before: 13_353,
    after: 21_333 + 20,
    moved: 1,
    ratio: { after: 5000 },
    handUp: { after: (21_353 * 12) / 2 },
  });
  const committee = await t.as('committeeWorker');
  const above = (await committee.call(trial, { orgId: ORGS.committeeA1.id, wage: 0 })).data;
  expect([above.before, above.after, above.moved]).toEqual([13_353, 13_353, 0]);
  expect(above.rows.map(({ name }: { name: string }) => name)).toEqual([ORGS.branchA11.name]);
  expect(await standards()).toEqual(before);
  expect((await branch.call(trial, { orgId, wage: -100 })).data.fields.wage).toContain('最多下调90%');
  expect((await branch.call(trial, { orgId: ORGS.branchB11.id })).code).toBe(404);
});
