import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relationSetting, saveRelationSetting } from '#procedures/transfer/contract.setting.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { agree, inside, read, readyCity, startOne } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let county: Caller;

beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  [branch, committee, county] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('countyWorker')];
});
afterAll(() => t.close());

test('by the sending committee’s setting the organisations between decide as well, each where it waits', async () => {
  const { version, prefix } = (await committee.call(relationSetting, {})).result;
  const saved = await committee.call(saveRelationSetting, {
    version,
    prefix,
    daysNear: 30,
    daysFar: 90,
    duesBlock: false,
    relays: true,
  });
  expect(saved.code, saved.text).toBe(200);
  const id = await startOne(branch, t.fixture.members.branchA11?.[0] ?? '', inside('branchB11'));
  const { hops } = await read(branch, id);
  expect(hops.map(({ orgName, role, decides }) => [orgName, role, decides])).toEqual([
    [ORGS.branchA11.name, 'send', false],
    [ORGS.committeeA1.name, 'send', true],
    [ORGS.countyA.name, 'relay', true],
    [ORGS.countyB.name, 'relay', true],
    [ORGS.committeeB1.name, 'receive', true],
    [ORGS.branchB11.name, 'receive', false],
  ]);
  expect((await agree(county, id)).msg).toContain(`由${ORGS.committeeA1.name}办理`);
  expect((await agree(committee, id)).result.status).toBe(2);
  expect(await read(county, id)).toMatchObject({ waitsFor: ORGS.countyA.name, can: { decide: true } });
  expect((await agree(county, id)).result.status).toBe(2);
  expect((await read(branch, id)).waitsFor).toBe(ORGS.countyB.name);
});

test('who stands in by 审批委托 decides for the committee; once it has ended no more', async () => {
  const id = await startOne(branch, t.fixture.members.branchA11?.[1] ?? '', inside('branchA12'));
  const account = (name: 'committeeWorker' | 'countyWorker') => t.fixture.principals[name].accountId;
  expect((await read(county, id)).can.decide).toBe(false);
  await sql`insert into workflow_delegation (from_account_id, grant_id, to_account_id, reason, until)
    select ${account('committeeWorker')}, g.id, ${account('countyWorker')}, '试', '2100-01-01' from account_role g
     where g.account_id = ${account('committeeWorker')} and g.org_id = ${ORGS.committeeA1.id} and g.revoked_at is null`.execute(
    t.db,
  );
  expect((await read(county, id)).can.decide).toBe(true);
  await sql`update workflow_delegation set ended_at = now()`.execute(t.db);
  expect((await read(county, id)).can.decide).toBe(false);
  expect((await agree(county, id)).msg).toContain(`由${ORGS.committeeA1.name}办理`);
  await sql`update workflow_delegation set ended_at = null`.execute(t.db);
  expect((await agree(county, id)).result.status).toBe(6);
});
