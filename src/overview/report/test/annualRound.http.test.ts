import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { confirmAnnual, getAnnual, listAnnual, openAnnual, withdrawAnnual } from '../contract.annual.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let committee: Caller;
let branch: Caller;
/** The year that has ended last. */
let year: number;

beforeAll(async () => {
  t = await startTestApp();
  [city, county, committee, branch] = [
    await t.as('cityWorker'),
    await t.as('countyWorker'),
    await t.as('committeeWorker'),
    await t.as('branchWorker'),
  ];
  const { rows } = await sql<{ year: number }>`
    select extract(year from now() at time zone 'Asia/Shanghai')::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
});
afterAll(() => t.close());

/** Where something is to be confirmed. */
const asked = async () => {
  const { rows } = await sql<{ org: string }>`
    select org_id::text as org from todo where done_at is null and starts_with(subject, 'annualConfirm:')`.execute(
    t.db,
  );
  return rows.map(({ org }) => org).toSorted();
};
const sync = () => syncWaitingTodos(t.db, serverModules, ['annualConfirm']);

test('a year that is begun above takes in those begun below, with what was confirmed; a branch begins none', async () => {
  expect((await branch.call(openAnnual, { year } as never)).code).toBe(403);
  expect((await branch.call(listAnnual, {})).data.years).toEqual([]);
  const low = (await committee.call(openAnnual, { year } as never)).data.id;
  expect((await branch.call(confirmAnnual, { id: low, note: '已核对' })).code).toBe(200);
  const made = await county.call(openAnnual, { year } as never);
  expect(made.code, made.text).toBe(200);
  expect(made.data.gaveWay).toEqual([ORGS.committeeA1.name]);
  expect((await committee.call(getAnnual, { id: low })).code).toBe(404);
  const { data } = await committee.call(getAnnual, { id: made.data.id });
  expect(data.children.map(({ state: of }: { state: string }) => of)).toEqual(['confirmed', 'waiting']);
  expect(data.can).toMatchObject({ withdraw: false });
  expect((await committee.call(openAnnual, { year } as never)).text).toContain('已由本组织或上级发起');
  // One of which something was frozen stays beside.
  await sql`with r as (insert into annual_round (org_id, org_code, year, opened_by) values (${ORGS.countyA.id}, ${ORGS.countyA.code}, ${year - 1}, '试') returning id)
    insert into annual_freeze (round_id, number, closing, frozen_at, frozen_by) select id, 1, ${`${year - 1}-12-31`}, now(), '试' from r`.execute(
    t.db,
  );
  const above = await city.call(openAnnual, { year: year - 1 } as never);
  expect(above.data.gaveWay).toEqual([]);
  expect((await county.call(listAnnual, {})).data.rounds).toHaveLength(3);
  expect((await city.call(withdrawAnnual, { id: above.data.id })).code).toBe(200);

  const again = { id: made.data.id };
  expect((await committee.call(withdrawAnnual, again)).text).toContain('只有发起的组织可以撤回');
  expect((await county.call(getAnnual, again)).data.can).toMatchObject({ withdraw: true });
  expect((await asked()).length).toBeGreaterThan(0);
  expect((await county.call(withdrawAnnual, again)).code).toBe(200);
  expect(await asked()).toEqual([]);
  const [left] = (await county.call(listAnnual, {})).data.rounds;
  expect((await county.call(withdrawAnnual, { id: left.id })).text).toContain('冻结过');
  await sql`delete from annual_freeze where round_id = ${left.id}`.execute(t.db);
  expect((await county.call(withdrawAnnual, { id: left.id })).code).toBe(200);
});

test('whoever stands within the two levels now is asked: founded since, too, and not who has left them', async () => {
  expect((await city.call(openAnnual, { year } as never)).code).toBe(200);
  const first = await asked();
  expect(first).toContain(ORGS.committeeA1.id);
  const { rows: founded } = await sql<{ id: string }>`
    insert into organisation (id, parent_id, code, name, short_name, type) overriding system value
    select 777, parent_id, '000100010009', '新成立的党委', '新成立的党委', type from organisation where id = ${ORGS.committeeA1.id} returning id::text as id`.execute(
    t.db,
  );
  await sync();
  expect(await asked()).toEqual([...first, founded[0]?.id].toSorted());
  for (const [parent, code] of [
    [ORGS.otherTree.id, '00020001'],
    [ORGS.committeeA2.id, '0001000100020009'],
  ]) {
    await sql`update organisation set parent_id = ${parent}, code = ${code} where id = 777`.execute(t.db);
    await sync();
    expect(await asked()).toEqual(first);
  }
  await sql`update organisation set parent_id = ${ORGS.otherTree.id}, code = '00020001', deleted_at = now() where id = 777`.execute(
    t.db,
  );
  await sync();
  expect(await asked()).toEqual(first);
  // What is frozen asks nobody, until it is thawed.
  await sql`insert into annual_freeze (round_id, number, closing, frozen_at, frozen_by)
    select id, 1, ${`${year}-12-31`}, now(), '试' from annual_round where year = ${year}`.execute(t.db);
  await sync();
  expect(await asked()).toEqual([]);
});
