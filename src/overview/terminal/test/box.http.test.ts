import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes, pdf, upload } from '#kernel/files/test/factory.ts';
import { createMeeting, notifyMeeting } from '#life/orgLife/contract.ts';
import { createBallot, openBallot, voidBallot } from '#procedures/ballot/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { getLife, listVotes, showLife, showVote } from '../contract.doors.ts';
import { bigEventCalls } from '../nouns/bigEvent.ts';
import { honorCalls } from '../nouns/honor.ts';
import { mediaCalls } from '../nouns/media.ts';
import { publicityCalls, sortPublicity } from '../nouns/publicity.ts';
import { welcomeCalls } from '../nouns/welcome.ts';
import { addPublicity, boundTerminal, publicityForm, shownIn } from './factory.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
afterAll(() => t.close());

const place = ORGS.branchA11.id;

test('a text is cleaned, changed with its version, told in the history and deleted', async () => {
  const id = await addPublicity(worker, { content: '<p onclick="x()">正文<script>x()</script></p>' });
  expect((await worker.call(publicityCalls.get, { id })).result).toMatchObject({
    content: '<p>正文</p>',
    uploads: { files: [] },
    orgName: ORGS.branchA11.name,
  });
  const changed = await worker.call(publicityCalls.update, {
    id,
    version: 1,
    content: encodeURIComponent('<h2>二</h2>'),
  });
  expect(changed).toMatchObject({ code: 200, data: { version: 2 } });
  expect(await worker.call(publicityCalls.update, { id, version: 1, title: '别' })).toMatchObject({
    code: 400,
    data: { conflict: true },
  });
  expect((await worker.call(publicityCalls.history, { id })).rows[0]).toMatchObject({
    action: '修改宣传内容',
    changes: [{ label: '正文', before: '正文', after: '二' }],
  });
  expect((await worker.call(publicityCalls.remove, { id, deleteReason: '试' })).code).toBe(200);
  expect((await worker.call(publicityCalls.get, { id })).code).toBe(404);
});

test('its files are read by whoever reads it, told by their names, and let go when they are taken off', async () => {
  const file = (await upload(t, worker, '开放时间.pdf', pdf(600))).data.id;
  const id = await addPublicity(worker, { content: '', files: file });
  expect((await worker.call(publicityCalls.get, { id })).result.uploads?.files).toMatchObject([
    { name: '开放时间.pdf' },
  ]);
  const read = async (who: Caller) =>
    (await fetchBytes(t, who, `/api/common/download?fileName=${file}`)).headers['content-type'];
  expect(await read(await t.as('countyWorker'))).toBe('application/pdf');
  expect(await read(await t.as('siblingWorker'))).toMatch(/json/);
  expect(await read(await t.as('member'))).toMatch(/json/);
  expect((await worker.call(publicityCalls.history, { id })).rows[0].changes).toContainEqual({
    label: '图片、视频和附件',
    before: '',
    after: '开放时间.pdf',
  });
  const bare = await worker.call(publicityCalls.update, { id, version: 1, files: '' });
  expect(bare.data.fields).toEqual({ content: '正文和附件至少有一样才能发布' });
  const off = await worker.call(publicityCalls.update, { id, version: 1, content: '<p>一</p>', files: '' });
  expect(off.code).toBe(200);
  const { rows } = await sql<{ expires: boolean }>`
    select expires_at is not null as expires from stored_file where id = ${file}`.execute(t.db);
  expect(rows).toEqual([{ expires: true }]);
  await worker.call(publicityCalls.remove, { id, deleteReason: '试' });
});

test('nothing is published that has neither text nor file, and no file that somebody else uploaded', async () => {
  const empty = await worker.call(publicityCalls.create, publicityForm({ content: '' }));
  expect(empty.data.fields).toEqual({ content: '正文和附件至少有一样才能发布' });
  const foreign = await worker.call(publicityCalls.create, publicityForm({ files: 'a'.repeat(32) }));
  expect(foreign.data.fields).toEqual({ files: '附件不存在或已过期，请重新上传' });
  const media = await worker.call(mediaCalls.create, {
    orgId: place,
    title: '试',
    kind: 'picture',
    state: 'published',
  });
  expect(media.data.fields).toEqual({ files: '上传图片或视频后才能发布' });
});

test('the newest stands first, and is moved within its organisation alone', async () => {
  const [a, b, c] = [await addPublicity(worker), await addPublicity(worker), await addPublicity(worker)];
  const order = async () =>
    (await worker.call(publicityCalls.list, { place })).rows.map(({ id }: { id: string }) => id);
  expect(await order()).toEqual([c, b, a]);
  expect((await worker.call(sortPublicity, { id: c, after: a })).code).toBe(200);
  expect(await order()).toEqual([b, a, c]);
  expect((await worker.call(sortPublicity, { id: a, after: null })).code).toBe(200);
  expect(await order()).toEqual([a, b, c]);
  const elsewhere = await addPublicity(worker, { orgId: ORGS.committeeA1.id });
  expect((await worker.call(sortPublicity, { id: a, after: elsewhere })).data.fields).toEqual({
    after: '只能在同一组织的宣传内容之间调整顺序',
  });
  await Promise.all([
    worker.call(sortPublicity, { id: a, after: c }),
    worker.call(sortPublicity, { id: b, after: null }),
  ]);
  expect((await order()).toSorted()).toEqual([a, b, c].toSorted());
  expect((await order())[0]).toBe(b);
  expect((await (await t.as('siblingWorker')).call(sortPublicity, { id: a, after: null })).code).toBe(404);
});

test('a greeting stands from its first day to its last', async () => {
  const form = { orgId: place, title: '欢迎', content: '欢迎各位' };
  const add = (startsOn: string, endsOn: string) => worker.call(welcomeCalls.create, { ...form, startsOn, endsOn });
  expect((await add('2026-01-02', '2026-01-01')).data.fields).toEqual({ endsOn: '结束日期不能早于开始日期' });
  const [over, now, later] = [
    (await add('2020-01-01', '2020-01-02')).result.id,
    (await add('2020-01-01', '2099-01-02')).result.id,
    (await add('2098-01-01', '2099-01-02')).result.id,
  ];
  const ids = async (showing?: 'now' | 'later' | 'over') =>
    (await worker.call(welcomeCalls.list, showing ? { showing } : {})).rows.map(({ id }: { id: string }) => id);
  expect([await ids('over'), await ids('now'), await ids('later')]).toEqual([[over], [now], [later]]);
  expect(await ids()).toEqual([later, now, over]);
  expect((await worker.call(welcomeCalls.get, { id: now })).result.showing).toBe('now');
});

test('honours and events stand by their days; who received an honour belongs to that of a person', async () => {
  const form = {
    orgId: place,
    title: '先进',
    kind: 'person',
    level: 'city',
    giver: '市委',
    state: 'published',
  } as const;
  const nobody = await worker.call(honorCalls.create, { ...form, givenOn: '2025-07-01' });
  expect(nobody.data.fields).toEqual({ receiver: '请输入获得者' });
  for (const givenOn of ['2024-07-01', '2025-07-01'])
    expect((await worker.call(honorCalls.create, { ...form, receiver: '甲', givenOn })).code).toBe(200);
  expect((await worker.call(honorCalls.list, {})).rows.map((row: { givenOn: string }) => row.givenOn)).toEqual([
    '2025-07-01',
    '2024-07-01',
  ]);
  const event = { orgId: place, title: '揭牌', content: '揭牌', state: 'draft' } as const;
  expect((await worker.call(bigEventCalls.create, { ...event, happenedOn: '2099-01-01' })).data.fields).toEqual({
    happenedOn: '日期不能晚于今天',
  });
  expect((await worker.call(bigEventCalls.create, { ...event, happenedOn: '2025-01-01' })).code).toBe(200);
  expect((await worker.call(bigEventCalls.list, { place, state: 'published' })).total).toBe(0);
});

test('screens tell of votes and meetings that a worker chose, by numbers alone, and of nothing that is not open', async () => {
  const branch = await t.as('branchWorker');
  const neighbour = await t.as('siblingWorker');
  const screen = await boundTerminal(t, worker);
  const rows = (part: 'vote' | 'life') => shownIn(t, screen, part);

  const vote = { orgId: place, title: '通过工作计划', options: ['工作计划'], endsAt: '2099-01-01 10:00' };
  const voteId = (await branch.call(createBallot, vote)).result.id as string;
  const shows = (who: Caller, on: boolean) => who.call(showVote, { id: voteId, on });
  expect((await shows(branch, true)).msg).toBe('投票开始以后才能上屏，作废的不上屏');
  const { voters } = (await branch.call(openBallot, { id: voteId, version: 1 })).result;
  expect(await rows('vote')).toEqual([]);
  expect((await shows(neighbour, true)).code).toBe(404);
  expect((await shows(await t.as('member'), true)).code).toBe(403);
  expect((await Promise.all([shows(branch, true), shows(branch, true)])).map(({ code }) => code)).toEqual([200, 200]);
  expect(await rows('vote')).toMatchObject([
    { title: '通过工作计划', note: '投票中', text: `应投${voters}人，已投0人，2099-01-01 10:00截止`, files: [] },
  ]);
  expect((await branch.call(listVotes, {})).rows[0]).toMatchObject({ id: voteId, onScreen: true, mayShow: true });
  await branch.call(voidBallot, { id: voteId, reason: '试' });
  expect(await rows('vote')).toEqual([]);

  const form = {
    orgId: place,
    type: 4,
    title: '护河日',
    startsAt: '2099-03-02 09:00',
    endsAt: '2099-03-02 10:30',
    place: '渡口',
    note: '',
    topics: [],
    files: [],
  };
  const drafted = await branch.call(createMeeting, form as never);
  expect(drafted.code, drafted.text).toBe(200);
  const meeting = drafted.result as { id: string; version: number };
  const lifeShows = (on: boolean) => branch.call(showLife, { id: meeting.id, on });
  expect((await lifeShows(true)).code).toBe(400);
  const { id, version } = meeting;
  expect((await branch.call(notifyMeeting, { id, version } as never)).code).toBe(200);
  expect((await lifeShows(true)).code).toBe(200);
  expect(await rows('life')).toMatchObject([
    { title: '护河日', day: '2099-03-02', note: '主题党日，渡口', text: '09:00开始，10:30结束' },
  ]);
  expect((await branch.call(getLife, { id })).result).toMatchObject({ onScreen: true, mayShow: true });
  expect((await neighbour.call(getLife, { id })).code).toBe(404);
  // What is said at 组织生活会 is not for a hall, however it came onto the list.
  await sql`update life_meeting set type = 6 where id = ${id}`.execute(t.db);
  expect(await rows('life')).toEqual([]);
  expect((await lifeShows(true)).code).toBe(400);
  expect((await lifeShows(false)).code).toBe(200);
});

test('a neighbour neither sees nor changes it, and a member has no right', async () => {
  const id = await addPublicity(worker);
  const neighbour = await t.as('siblingWorker');
  expect((await neighbour.call(publicityCalls.get, { id })).code).toBe(404);
  expect((await neighbour.call(publicityCalls.update, { id, version: 1, title: '别处' })).code).toBe(404);
  expect((await (await t.as('member')).call(publicityCalls.list, {})).code).toBe(403);
});
