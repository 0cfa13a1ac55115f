import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workerScope } from '#platform/server/database/scope.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addConfig, getConfig, listReceiving } from '../contract.config.ts';
import {
  cameHere,
  exportCoverage,
  lackingMembers,
  lackingOrgs,
  memberCoverage,
  orgCoverage,
} from '../contract.coverage.ts';
import { findReceivers } from '../contract.ts';
import { dualReportRuleChecks } from '../server/ruleChecks.ts';

/** The community, whose own people are not expected; and a unit of the other county. */
const COMMUNITY = ORGS.branchB21;
const UNIT = ORGS.branchA11;

let t: TestApp;
let city: Caller;
let countyA: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [city, countyA] = [await t.as('cityWorker'), await t.as('countyWorker')];
  await sql`insert into unit (org_id, org_code, name, nature) values (${COMMUNITY.id}, ${COMMUNITY.code}, '社区', '7'),
    (${UNIT.id}, ${UNIT.code}, '城关镇卫生院', '2'), (${ORGS.branchA21.id}, ${ORGS.branchA21.code}, '河口中学', '9')`.execute(
    t.db,
  );
  // Nobody is in work but those that the test names.
  await sql`update member set occupation = 7`.execute(t.db);
  const people = [
    ...(t.fixture.members.branchA11 ?? []).slice(0, 2),
    t.fixture.members.branchA21?.[0],
    t.fixture.members.branchB21?.[0],
  ];
  await sql`update member set occupation = 5 where id = any(${people}::bigint[])`.execute(t.db);
  const [reported, , returned] = people;
  await sql`insert into sbd_report (member_id, org_id, org_code, status, residence, posts, times, source, decided_on, created_at)
    values (${reported}, ${COMMUNITY.id}, ${COMMUNITY.code}, 1, '试', '{1}', '{3}', 2, '2026-01-05', '2026-01-01'),
           (${returned}, ${COMMUNITY.id}, ${COMMUNITY.code}, 2, '试', '{1}', '{3}', 2, '2026-01-05', '2026-01-01')`.execute(
    t.db,
  );
  await sql`insert into sbd_pair (org_id, org_code, community_id, status, contact, phone, posts, offers, created_at)
    values (${UNIT.id}, ${UNIT.code}, ${COMMUNITY.id}, 0, '试', '13900000000', '{1}', '试', now() - interval '9 days')`.execute(
    t.db,
  );
});
afterAll(() => t.close());

test('members in work: those of the community itself are not expected, each place has its figures, and leads to names', async () => {
  const { data } = await city.call(memberCoverage, {});
  expect(data).toMatchObject({ orgName: ORGS.city.name, total: { expected: 3, reported: 1, waiting: 0 } });
  expect(
    data.below.map(({ name, expected, reported }: { name: string; expected: number; reported: number }) => [
      name,
      expected,
      reported,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [ORGS.countyA.name, 3, 1],
      [ORGS.countyB.name, 0, 0],
    ]),
  );
  expect(data.places).toEqual([{ id: COMMUNITY.id, name: COMMUNITY.name, n: 1 }]);
  const leaf = (await city.call(memberCoverage, { orgId: UNIT.id })).data;
  expect(leaf.below).toEqual([
    { id: UNIT.id, name: UNIT.name, isLeaf: true, expected: 2, reported: 1, exempt: 0, waiting: 0 },
  ]);
  const names = (await countyA.call(lackingMembers, {})).body;
  expect(names.total).toBe(2);
  expect(names.rows.map(({ lackName }: { lackName: string }) => lackName).sort()).toEqual(['未报到', '被退回']);
  expect((await countyA.call(lackingMembers, { lack: 'returned' })).body.total).toBe(1);
  expect((await (await t.as('otherCountyWorker')).call(lackingMembers, {})).body.total).toBe(0);
  expect((await countyA.call(memberCoverage, { orgId: ORGS.countyB.id })).code).toBe(404);
  expect((await (await t.as('member')).call(memberCoverage, {})).code).toBe(403);
});

test('organisations of units: what waits is not reported yet', async () => {
  expect((await city.call(orgCoverage, {})).data.total).toEqual({ expected: 2, reported: 0, exempt: 0, waiting: 1 });
  expect((await city.call(lackingOrgs, {})).body.rows).toMatchObject([
    { name: UNIT.name, lack: 'waiting', note: '城关镇卫生院' },
    { name: ORGS.branchA21.name, lack: 'none' },
  ]);
  await sql`update sbd_pair set status = 1, decided_on = '2026-01-05'`.execute(t.db);
  expect((await city.call(orgCoverage, {})).data).toMatchObject({
    total: { expected: 2, reported: 1, waiting: 0 },
    places: [{ n: 1 }],
  });
  expect((await city.call(cameHere, {})).data).toEqual({ organisations: 1, people: 1 });
  expect((await countyA.call(cameHere, {})).data).toEqual({ organisations: 0, people: 0 });
  await sql`update sbd_pair set status = 0, decided_on = null`.execute(t.db);
  for (const kind of ['member', 'org'] as const) {
    expect((await city.call(exportCoverage, { kind, purpose: '试' })).data.jobId).toMatch(/^\d+$/);
  }
});

test('the rules count the same, at every place, row by row', async () => {
  const ctx = houseContext(
    t.services,
    t.db,
    { id: ORGS.city.id, code: ORGS.city.code, name: '' },
    workerScope(ORGS.city.code),
  );
  expect(await dualReportRuleChecks.count(ctx)).toEqual({ sbdUnreported: 2, sbdWaiting: 1 });
  const below = await dualReportRuleChecks.countBelow(ctx, [ORGS.countyA.code, ORGS.countyB.code]);
  expect(below.get(ORGS.countyA.code)).toEqual({ sbdUnreported: 2 });
  expect(below.get(ORGS.countyB.code)).toEqual({ sbdWaiting: 1 });
  for (const [code, n] of [
    ['sbdUnreported', 2],
    ['sbdWaiting', 1],
  ] as const) {
    expect(await dualReportRuleChecks.rows(ctx, code, { pageNum: 1, pageSize: 20 })).toHaveLength(n);
    const late = (await dualReportRuleChecks.late?.(ctx, code, 10)) ?? [];
    expect(late.map(({ orgId }) => orgId)).toEqual(
      code === 'sbdWaiting' ? [COMMUNITY.id] : [UNIT.id, ORGS.branchA21.id],
    );
  }
});

test('who receives: by the unit, or as the organisation above has said; nobody says it of itself', async () => {
  expect((await city.call(getConfig, {})).data).toMatchObject({
    memberNatures: '社区（居委会）、行政村',
    answerDays: 7,
    can: { set: true },
  });
  const open = async () => (await city.call(listReceiving, {})).body.rows;
  expect(await open()).toMatchObject([
    { id: COMMUNITY.id, receiving: 'default', members: true, people: 1, can: { set: true } },
  ]);
  const branch = await t.as('branchWorker');
  expect((await branch.call(addConfig, { orgId: UNIT.id, receiving: 'on' })).msg).toBe('是否接收报到由上级党组织设置');
  expect((await countyA.call(addConfig, { orgId: COMMUNITY.id, receiving: 'off' })).code).toBe(404);
  expect((await countyA.call(addConfig, { orgId: UNIT.id, receiving: 'on' })).code).toBe(200);
  expect((await branch.call(findReceivers, { id: UNIT.id })).data).toMatchObject([{ id: UNIT.id }]);
  expect((await city.call(addConfig, { orgId: COMMUNITY.id, receiving: 'off' })).code).toBe(200);
  expect(await open()).toMatchObject([
    { id: UNIT.id, receiving: 'on', members: true },
    { id: COMMUNITY.id, receiving: 'off', members: false },
  ]);
  // Its people live where it is, now that it is a community; those of the other one are expected.
  expect((await city.call(memberCoverage, {})).data.total).toMatchObject({ expected: 2, reported: 0 });
  expect((await city.call(addConfig, { orgId: COMMUNITY.id, receiving: 'default' })).code).toBe(200);
  expect((await branch.call(findReceivers, { id: COMMUNITY.id })).data).toHaveLength(1);
});
