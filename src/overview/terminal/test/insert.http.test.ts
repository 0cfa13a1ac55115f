import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beijingTime } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getAppMenuList, heartbeat, postPlays } from '../contract.device.ts';
import {
  decideInsert,
  exportInsert,
  getInsert,
  insertReach,
  insertScreens,
  listInserts,
  withdrawInsert,
  writeInsert,
} from '../contract.insert.ts';
import { boundTerminal, type Screen } from './factory.ts';

let t: TestApp;
let writer: Caller;
let releaser: Caller;
let screen: Screen;
beforeAll(async () => {
  t = await startTestApp();
  [writer, releaser] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  screen = await boundTerminal(t, releaser);
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const orgId = ORGS.branchA11.id;
const inHours = (hours: number) => beijingTime(Date.now() + hours * 3_600_000);
const form = (given: object = {}) => ({ orgId, words: '今晚停电，请勿停留', fromAt: '', toAt: inHours(2), ...given });
const write = async (given: object = {}) => {
  const made = await writer.call(writeInsert, form(given));
  expect(made.code, made.text).toBe(200);
  return made.result.id as string;
};
const rulesOf = async () =>
  (await t.nobody.call(getAppMenuList, {}, { cookies: screen.cookies })).result.programme?.rules ?? [];
const insertsOn = async () => (await rulesOf()).filter(({ level }) => level === 'insert').map(({ item }) => item);
const get = async (id: string) => (await releaser.call(getInsert, { id })).result;

test('words are written by one and released by another; every screen below has them until their time', async () => {
  const id = await write();
  expect(await insertsOn()).toEqual([]);
  const own = await writer.call(decideInsert, { id, agree: true });
  expect(own.msg).toBe('插播由一人写、另一人发布，不能发布本人写的');
  expect((await writer.call(getInsert, { id })).result.can).toEqual({ decide: false, urge: true, withdraw: true });
  expect((await (await t.as('siblingWorker')).call(decideInsert, { id, agree: true })).code).toBe(404);
  expect(await get(id)).toMatchObject({ standing: 'asked', can: { decide: true, urge: false, withdraw: false } });
  expect((await releaser.call(decideInsert, { id, agree: true })).code).toBe(200);
  expect((await releaser.call(decideInsert, { id, agree: true })).msg).toBe('已被处理');
  expect(await insertsOn()).toEqual([`insert:${id}`]);

  // The screen says that it shows them: once, with the hour.
  expect((await get(id)).shown).toBe(0);
  await t.nobody.call(heartbeat, { item: `insert:${id}`, playing: '今晚停电' }, { cookies: screen.cookies });
  await t.nobody.call(heartbeat, { item: `insert:${id}`, playing: '今晚停电' }, { cookies: screen.cookies });
  expect(await get(id)).toMatchObject({ standing: 'on', shown: 1, screens: 1 });
  const [row] = (await releaser.call(insertScreens, { id, view: 'shown' })).rows;
  expect(row).toMatchObject({ id: screen.id, status: 'online' });
  expect(row?.shownAt).not.toBeNull();
  expect((await releaser.call(insertScreens, { id, view: 'waits' })).rows).toEqual([]);
  expect((await releaser.get(exportInsert.path, { id })).status).toBe(200);

  // Over by itself.
  await sql`update box_insert set from_at = now() - interval '3 hours', to_at = now() - interval '1 minute'
             where id = ${id}`.execute(t.db);
  expect(await insertsOn()).toEqual([]);
  expect((await get(id)).standing).toBe('over');
  expect((await writer.call(withdrawInsert, { id, reason: '试' })).msg).toBe('已经结束，不用撤回');
});

test('it is returned with a reason, taken back before and taken off after its release', async () => {
  const returned = await write();
  const bare = await releaser.call(decideInsert, { id: returned, agree: false });
  expect(bare.data.fields.opinion).toBe('请输入退回原因');
  await releaser.call(decideInsert, { id: returned, agree: false, opinion: '时间不对' });
  expect(await get(returned)).toMatchObject({ standing: 'returned', reason: '时间不对' });

  const back = await write();
  expect((await releaser.call(withdrawInsert, { id: back, reason: '试' })).msg).toBe('还没有发布，只能由写的人撤回');
  expect((await writer.call(withdrawInsert, { id: back, reason: '写错' })).code).toBe(200);
  expect((await releaser.call(decideInsert, { id: back, agree: true })).msg).toBe('已被处理');

  const off = await write();
  await releaser.call(decideInsert, { id: off, agree: true });
  expect(await insertsOn()).toEqual([`insert:${off}`]);
  expect((await writer.call(withdrawInsert, { id: off, reason: '已恢复供电' })).code).toBe(200);
  expect(await insertsOn()).toEqual([]);
  expect(await get(off)).toMatchObject({ standing: 'ended', reason: '已恢复供电' });
  expect((await releaser.call(listInserts, { standing: 'ended' })).rows.map(({ id }) => id)).toEqual([off, back]);
  // What ran out of time is not released any more.
  const late = await write();
  await sql`update box_insert set from_at = now() - interval '3 hours', to_at = now() - interval '1 minute'
             where id = ${late}`.execute(t.db);
  expect((await releaser.call(decideInsert, { id: late, agree: true })).msg).toContain('已过结束时间');
});

test('hours, words and places are judged at their fields', async () => {
  const fields = async (given: object) => (await writer.call(writeInsert, form(given))).data.fields;
  expect((await fields({ toAt: inHours(-1) })).toAt).toBe('结束时间已经过去');
  expect((await fields({ toAt: inHours(25) })).toAt).toContain('插播最长24小时');
  expect((await fields({ fromAt: inHours(3), toAt: inHours(2) })).toAt).toBe('结束时间应晚于开始时间');
  expect((await fields({ words: '请打13800138000' })).words).toContain('手机号');
  expect((await releaser.call(writeInsert, form({ orgId: ORGS.branchA12.id }))).data.fields.orgId).toContain(
    '还没有配对',
  );
  expect((await writer.call(writeInsert, form({ orgId: ORGS.committeeA1.id }))).code).toBe(404);
  expect((await releaser.call(insertReach, { orgId })).result).toMatchObject({ screens: 1, orgs: 1 });
});

test('a screen tells of what is for it alone, also afterwards by its log', async () => {
  const other = await boundTerminal(t, releaser, { orgId: ORGS.branchA12.id });
  const id = await write();
  await releaser.call(decideInsert, { id, agree: true });
  await t.nobody.call(heartbeat, { item: `insert:${id}` }, { cookies: other.cookies });
  await t.nobody.call(heartbeat, { item: 'insert:99999999' }, { cookies: screen.cookies });
  expect((await get(id)).shown).toBe(0);
  const now = Date.now();
  const played = { number: 1, item: `insert:${id}`, title: '停电', level: 'insert', fromAt: now, toAt: now } as const;
  await t.nobody.call(postPlays, { rows: [played] }, { cookies: screen.cookies });
  expect((await get(id)).shown).toBe(1);
});
