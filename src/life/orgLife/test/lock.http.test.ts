import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dutyYear, exemptDuty } from '#life/orgLife/contract.duty.ts';
import { type LockQuarter, listLocks, lockQuarter, unlockQuarter } from '#life/orgLife/contract.lock.ts';
import { createMeeting, returnMeeting, submitMeeting, updateMeeting } from '#life/orgLife/contract.ts';
import { periodOf } from '#life/orgLife/rules.duty.ts';
import { insertLock, lockQuarterRow } from '#life/orgLife/server/queries/lock.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let other: Caller;
const orgId = ORGS.branchA11.id;
/** A quarter of last year, which is over whatever day it is. */
let quarter = '';
let day = '';
let year = 0;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, other] = [await t.as('branchWorker'), await t.as('committeeWorker'), await t.as('admin')];
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  const { rows } = await sql<{ year: number }>`select extract(year from now())::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
  quarter = `${year}Q1`;
  day = `${year}-02-10`;
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`truncate life_lock, life_meeting, life_topic, life_exemption cascade`.execute(t.db);
});

const form = (more: object = {}) =>
  ({
    orgId,
    type: 1,
    title: '支部党员大会',
    startsAt: `${day} 09:00`,
    endsAt: `${day} 10:00`,
    place: '会议室',
    note: '',
    topics: [],
    files: [],
    ...more,
  }) as never;
const ofQuarter = async (who: Caller): Promise<LockQuarter | undefined> => {
  const list: LockQuarter[] = (await who.call(listLocks, { year })).data.quarters;
  return list.find((one) => one.quarter === quarter);
};
const lock = async (): Promise<string> => {
  const made = await committee.call(lockQuarter, { quarter });
  expect(made.code).toBe(200);
  return made.data.id;
};

test('a quarter is locked once it is over, by a superior, once', async () => {
  expect((await branch.call(lockQuarter, { quarter })).msg).toBe('季度由上级党组织锁定');
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  const running = periodOf(rows[0]?.today ?? '', 'quarter');
  expect((await committee.call(lockQuarter, { quarter: running })).data.fields.quarter).toContain('还没有结束');
  expect((await ofQuarter(committee))?.can.lock).toBe(true);
  expect((await ofQuarter(branch))?.can.lock).toBe(false);
  await lock();
  expect((await committee.call(lockQuarter, { quarter })).data.fields.quarter).toContain('已经锁定');
  expect((await ofQuarter(branch))?.locks).toMatchObject([{ can: { end: false } }]);
});

test('nothing is entered, moved into or submitted for a locked quarter; another one is open', async () => {
  const made = await branch.call(createMeeting, form());
  expect(made.code).toBe(200);
  const { id, version } = made.data;
  const late = await branch.call(
    createMeeting,
    form({ startsAt: `${year}-05-10 09:00`, endsAt: `${year}-05-10 10:00` }),
  );
  await sql`update life_meeting set state = 2 where id = ${id}`.execute(t.db);
  await lock();
  const said = /第一季度已由.+锁定/;
  expect((await branch.call(createMeeting, form())).data.fields.startsAt).toMatch(said);
  expect((await branch.call(submitMeeting, { id, version })).data.fields.startsAt).toMatch(said);
  // Neither out of the closed quarter nor into it.
  const { orgId: _orgId, ...typed } = form({ startsAt: `${year}-05-10 09:00`, endsAt: `${year}-05-10 10:00` }) as {
    orgId: string;
  };
  expect((await branch.call(updateMeeting, { ...typed, id, version } as never)).data.fields.startsAt).toMatch(said);
  const { orgId: _same, ...into } = form() as { orgId: string };
  expect(
    (await branch.call(updateMeeting, { ...into, id: late.data.id, version: late.data.version } as never)).data.fields
      .startsAt,
  ).toMatch(said);
  expect(
    (await branch.call(createMeeting, form({ startsAt: `${year}-06-10 09:00`, endsAt: `${year}-06-10 10:00` }))).code,
  ).toBe(200);
});

test('its cells take nothing more: no entry, no exemption, no return', async () => {
  const made = await branch.call(createMeeting, form());
  await sql`update life_meeting set state = 3 where id = ${made.data.id}`.execute(t.db);
  await lock();
  const { lines, locks }: ReplyOf<typeof dutyYear> = (await branch.call(dutyYear, { orgId, year })).data;
  expect(locks).toHaveLength(1);
  const theme = lines.find(({ type }) => type === 4)?.cells ?? [];
  expect(theme.slice(0, 3).map(({ locked, can }) => [locked, can.add])).toEqual(Array(3).fill([true, false]));
  expect(theme[3]).toMatchObject({ locked: false, can: { add: true } });
  expect(
    (await committee.call(exemptDuty, { orgId, type: 4, period: `${year}-02`, reason: '试' })).data.fields.period,
  ).toContain('锁定');
  expect((await committee.call(exemptDuty, { orgId, type: 4, period: `${year}-04`, reason: '试' })).code).toBe(200);
  const back = await committee.call(returnMeeting, {
    id: made.data.id,
    version: made.data.version,
    reason: '补充',
  } as never);
  expect(back.data.fields.reason).toContain('锁定');
});

test('it is opened with a reason by whoever locked it or somebody above, and stays on record', async () => {
  const id = await lock();
  expect((await branch.call(unlockQuarter, { id, reason: '试' })).code).toBe(404);
  expect((await committee.call(unlockQuarter, { id, reason: '' })).data.fields.reason).toBe('请输入解锁原因');
  expect((await other.call(unlockQuarter, { id, reason: '补录遗漏的会议' })).code).toBe(200);
  expect((await branch.call(createMeeting, form())).code).toBe(200);
  expect(await ofQuarter(committee)).toMatchObject({
    locks: [],
    ended: [{ reason: '补录遗漏的会议' }],
    can: { lock: true },
  });
  await lock();
});

test('a meeting that is entered while a quarter is being closed waits, and is refused', async () => {
  let entered: ReturnType<Caller['call']> | undefined;
  await t.db.transaction().execute(async (tx) => {
    await lockQuarterRow(tx, quarter, 'closing');
    entered = branch.call(createMeeting, form());
    // It has read that nothing is closed, or waits: either way what is written next comes first.
    await sql`select pg_sleep(0.3)`.execute(tx);
    await insertLock(tx, ORGS.committeeA1, quarter, '试');
  });
  expect((await entered)?.data.fields.startsAt).toMatch(/锁定/);
});
