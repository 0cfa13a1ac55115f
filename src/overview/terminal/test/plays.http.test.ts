import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getAppMenuList, heartbeat } from '../contract.device.ts';
import { deviceWeek, exportPlays, listPlays, sumPlays } from '../contract.plays.ts';
import { deviceCalls } from '../nouns/device.ts';
import { remindSilent } from '../server/silent.ts';
import { boundTerminal, deviceForm, type Screen } from './factory.ts';

let t: TestApp;
let worker: Caller;
let screen: Screen;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
  screen = await boundTerminal(t, worker, { opens: '08:00', closes: '20:00' });
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const orgId = ORGS.branchA11.id;
/** So many days ago at an hour of Beijing. */
const at = (daysAgo: number, clock: string) =>
  sql`((now() at time zone 'Asia/Shanghai')::date - ${daysAgo}::int + ${clock}::time) at time zone 'Asia/Shanghai'`;
const todos = async () =>
  (
    await sql<{ subject: string; title: string; orgId: string }>`
      select split_part(subject, ':', 1) as subject, title, org_id as "orgId" from todo
       where subject like 'boxSilent%' and done_at is null order by subject`.execute(t.db)
  ).rows;
const list = async (input: object) => (await worker.call(deviceCalls.list, input)).rows;

test('开机率 is the time there by the time open, by the day and until now; what lies outside of the hours counts for nothing', async () => {
  const { id } = screen;
  await sql`delete from box_span where device_id = ${id}`.execute(t.db);
  await sql`update box_device set bound_at = ${at(2, '08:00')}, seen_at = ${at(1, '20:00')} where id = ${id}`.execute(
    t.db,
  );
  await sql`insert into box_span (device_id, from_at, to_at) values
    (${id}, ${at(2, '06:00')}, ${at(2, '11:00')}), (${id}, ${at(2, '17:00')}, ${at(1, '14:00')})`.execute(t.db);
  const { days } = (await worker.call(deviceWeek, { id })).result;
  // Two days ago 3 + 3 of 12 hours, yesterday 6 of 12; before that it was not paired.
  expect(days.slice(0, 6).map(({ rate }) => rate)).toEqual([null, null, null, null, 50, 50]);
  expect(days[4]?.spans).toEqual([
    { from: 360, to: 660 },
    { from: 1020, to: 1440 },
  ]);
  expect(days[5]).toMatchObject({ opens: 480, closes: 1200, spans: [{ from: 0, to: 840 }] });
  const [row] = await list({});
  expect(row?.week.slice(0, 6)).toEqual([null, null, null, null, 50, 50]);
  // One that was never paired had not to be there.
  const other = await worker.call(deviceCalls.create, deviceForm({ name: '未配对' }));
  expect((await list({ name: '未配对' }))[0]?.week).toEqual(Array.from({ length: 7 }, () => null));
  await worker.call(deviceCalls.remove, { id: other.result.id, deleteReason: '试' });
  expect((await (await t.as('siblingWorker')).call(deviceWeek, { id })).code).toBe(404);
});

test('a screen that is silent for an hour of its opening hours is put before its keepers, after a day before those above', async () => {
  const { id } = screen;
  const silentSince = async (when: ReturnType<typeof at>, hours: [string, string]) => {
    await sql`update box_device set seen_at = ${when}, opens = ${hours[0]}, closes = ${hours[1]} where id = ${id}`.execute(
      t.db,
    );
    await remindSilent(t.services);
    return todos();
  };
  const hour = await silentSince(sql`now() - interval '61 minutes'`, ['', '']);
  expect(hour).toEqual([{ subject: 'boxSilent', title: '1台终端在开放时间内离线超过1小时', orgId }]);
  const short = await silentSince(sql`now() - interval '59 minutes'`, ['', '']);
  expect(short).toEqual([]);
  const long = await silentSince(sql`now() - interval '25 hours'`, ['', '']);
  expect(long.map(({ subject }) => subject)).toEqual(['boxSilent', 'boxSilentLong']);
  expect(long[1]?.orgId).toBe(ORGS.committeeA1.id);
  expect((await list({ concern: 'away' })).map((row) => row.id)).toEqual([id]);
  await t.nobody.call(heartbeat, {}, { cookies: screen.cookies });
  await remindSilent(t.services);
  expect(await todos()).toEqual([]);
  expect(await list({ concern: 'away' })).toEqual([]);
});

test('a screen is behind from five minutes after it was answered another version until it says that it holds it whole', async () => {
  const { cookies, id } = screen;
  const { hash } = (await t.nobody.call(getAppMenuList, {}, { cookies })).result;
  const behind = async () => (await list({ concern: 'behind' })).map((row) => row.id);
  await t.nobody.call(heartbeat, { holds: 'x' }, { cookies });
  expect(await behind()).toEqual([]);
  await sql`update box_device set due_at = now() - interval '6 minutes' where id = ${id}`.execute(t.db);
  expect(await behind()).toEqual([id]);
  // Asking is not holding.
  await t.nobody.call(getAppMenuList, { hash }, { cookies });
  expect(await behind()).toEqual([id]);
  expect((await worker.call(deviceCalls.get, { id })).result.behindSince).not.toBeNull();
  await t.nobody.call(heartbeat, { holds: hash, freeMb: 100, clock: Date.now() + 120_000 }, { cookies });
  expect(await behind()).toEqual([]);
  expect((await list({ concern: 'full' })).map((row) => row.id)).toEqual([id]);
  expect((await list({ concern: 'clock' })).map((row) => row.id)).toEqual([id]);
  expect((await list({ concern: 'alone' })).map((row) => row.id)).toEqual([id]);
});

test('what was played is read by screen and by content, and goes out as a workbook', async () => {
  const { id } = screen;
  // In the first minute of the day, so that all of them are of one month whenever the test runs.
  const at = (seconds: number) =>
    sql`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' + make_interval(secs => ${seconds}))`;
  await sql`insert into box_play (device_id, binding, number, item, title, level, from_at, to_at) values
    (${id}, 1, 1, 'honor:1', '旧名', 'loop', ${at(20)}, ${at(30)}),
    (${id}, 1, 2, 'event:1', '大事', 'loop', ${at(30)}, ${at(45)}),
    (${id}, 1, 3, 'honor:1', '先进', 'loop', ${at(45)}, ${at(60)}),
    (${id}, 1, 4, 'fallback', '', 'fallback', ${at(60)}, ${at(60)})`.execute(t.db);
  const played = await worker.call(listPlays, { deviceId: id });
  expect(played.rows.map(({ title, seconds }) => [title, seconds])).toEqual([
    ['', 0],
    ['先进', 15],
    ['大事', 15],
    ['旧名', 10],
  ]);
  expect((await worker.call(listPlays, { level: 'loop', keyWords: '先进' })).total).toBe(1);
  const sums = (await worker.call(sumPlays, {})).rows;
  expect(sums.filter(({ title }) => title === '先进')).toMatchObject([{ screens: 1, seconds: 25, times: 2 }]);
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(listPlays, {})).total).toBe(0);
  expect((await sibling.call(listPlays, { deviceId: id })).code).toBe(404);
  expect((await worker.get(exportPlays.path, {})).status).toBe(200);
});
