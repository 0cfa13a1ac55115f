import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '#platform/time/days.ts';
import { applyOutflow, decideInflow } from '#procedures/floating/contract.acts.ts';
import {
  flowSetting,
  reportIn,
  reportPlace,
  reportPoster,
  saveFlowSetting,
} from '#procedures/floating/contract.report.ts';
import { listFloats } from '#procedures/floating/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { passedCheck } from '../../../../test/support/pictureCheck.ts';

let t: TestApp;
let host: Caller;
let encrypt: (text: string) => string;
let today: string;
let code: string;
beforeAll(async () => {
  t = await startTestApp();
  [host, encrypt] = [await t.as('countyWorker'), await makeEncrypter(t)];
  const { data } = await host.call(flowSetting, {});
  code = data.reportPath.replace('/report-in/', '');
  today = (await t.nobody.call(reportPlace, { place: code })).data.today;
});
afterAll(() => t.close());

const say = async (name: string, card: string, more: object = {}) =>
  t.nobody.call(reportIn, {
    ...(await passedCheck(t)),
    place: code,
    name,
    idCardNo: encrypt(card),
    phone: '13900001234',
    homeOrg: '外省某镇党支部',
    startedOn: addMonths(today, -1),
    ...more,
  } as never);
const reset = () => sql`delete from rate_window`.execute(t.db);

test('the code names its organisation; another, guessed or mistyped one names none', async () => {
  expect((await t.nobody.call(reportPlace, { place: code })).data.orgName).toBe(ORGS.countyA.name);
  const [, signature] = code.split('-');
  expect(
    (await t.nobody.call(reportPlace, { place: `${Number(ORGS.branchA11.id).toString(36)}-${signature}` })).code,
  ).toBe(404);
  expect((await t.nobody.call(reportPlace, { place: '1-000000000000' })).code).toBe(404);
  expect((await t.nobody.call(reportPlace, { place: 'x' })).code).toBe(600);
});

test('ten people report in from one address, one answer for all; the eleventh comes later', async () => {
  await reset();
  const [known = '', away = ''] = t.fixture.members.branchB11 ?? [];
  const { rows } = await sql<{ id: string; name: string; serial: number }>`
    select id::text, name, (id - 1000)::int as serial from member where id in (${known}, ${away})`.execute(t.db);
  const person = (id: string) => rows.find((row) => row.id === id) ?? { name: '', serial: 0 };
  const cardOf = (id: string) => testIdCard(person(id).serial);
  const worker = await t.as('otherCountyWorker');
  const out = await worker.call(applyOutflow, {
    memberId: away,
    range: 2,
    region: '广东省深圳市',
    reason: 1,
    trade: 1,
    startedOn: addMonths(today, -7),
    plannedTo: '',
  } as never);
  expect(out.code, out.text).toBe(200);

  const answers = [
    await say(person(known).name, cardOf(known)),
    await say(person(away).name, cardOf(away)),
    await say('另一个名字', testIdCard(990)),
    await say('外地人', testIdCard(991)),
    // Once more: nothing new is written, nothing else is said.
    await say('外地人', testIdCard(991)),
  ];
  for (let at = 0; at < 5; at++) answers.push(await say('外地人', testIdCard(992 + at)));
  expect(new Set(answers.map(({ code, data }) => `${code} ${JSON.stringify(data)}`))).toEqual(new Set(['200 null']));
  expect((await say('外地人', testIdCard(998))).status).toBe(429);

  const waiting = (await host.call(listFloats, { view: 'waiting' })).body;
  expect(waiting.counts.waiting).toBe(9);
  const matched = waiting.rows.filter(({ memberId }: { memberId: string | null }) => memberId !== null);
  expect(matched.map(({ memberId }: { memberId: string }) => memberId).sort()).toEqual([known, away].sort());
  // The home branch has a draft of whoever was not registered as away, and is told of the other one.
  const home = (await worker.call(listFloats, { view: 'waiting' })).body.rows;
  expect(home).toEqual([expect.objectContaining({ memberId: known, side: 'out', status: 1 })]);
  const told = await sql<{
    title: string;
  }>`select title from notice where title like '流动党员%已到流入地报到'`.execute(t.db);
  expect(told.rows).toHaveLength(1);
  const todos = await sql<{ n: number }>`
    select count(*)::int as n from todo where org_id = ${ORGS.countyA.id} and title like '%扫码报到%'`.execute(t.db);
  expect(todos.rows[0]?.n).toBe(9);
  // Nothing of it stands in clear.
  const { rows: kept } = await sql<{ text: string }>`select to_jsonb(i)::text as text from mobile_inflow i`.execute(
    t.db,
  );
  expect(kept.some(({ text }) => text.includes(testIdCard(991)) || text.includes('13900001234'))).toBe(false);

  const first = matched.find(({ memberId }: { memberId: string }) => memberId === away);
  const received = await host.call(decideInflow, { id: first.rowId, version: first.version, agree: true });
  expect(received.code, received.text).toBe(200);
  expect((await worker.call(listFloats, {})).body.rows).toEqual([
    expect.objectContaining({ memberId: away, status: 3 }),
  ]);
});

test('what is wrong is said at its field, and nothing is written', async () => {
  await reset();
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from mobile_inflow`.execute(t.db)).rows[0]?.n;
  const before = await count();
  expect((await say('外地人', '420599198005170011X')).data.fields.idCardNo).toBeTruthy();
  expect((await say('外地人', testIdCard(980), { startedOn: addMonths(today, 1) })).data.fields.startedOn).toContain(
    '今天',
  );
  expect((await say('外地人', testIdCard(980), { phone: '123' })).data.fields.phone).toContain('手机号');
  expect((await say('', testIdCard(980))).data.fields.name).toBeTruthy();
  expect(await count()).toBe(before);
});

test('how many a contact person may have: a committee sets it for those below, a branch reads it', async () => {
  const branch = await t.as('branchWorker');
  expect((await branch.call(flowSetting, {})).data).toMatchObject({ most: 5, setBy: '', can: { edit: false } });
  expect((await branch.call(saveFlowSetting, { most: 8, version: 0 })).code).not.toBe(200);
  expect((await host.call(saveFlowSetting, { most: 0, version: 0 })).data.fields.most).toBeTruthy();
  expect((await host.call(saveFlowSetting, { most: 8, version: 0 })).data).toEqual({ version: 1 });
  expect((await host.call(saveFlowSetting, { most: 9, version: 0 })).code).toBe(400);
  expect((await branch.call(flowSetting, {})).data).toMatchObject({ most: 8, setBy: ORGS.countyA.name, version: 0 });
});

test('the poster is a PDF of one sheet', async () => {
  const { data } = await host.call(reportPoster, {});
  expect(data).toMatchObject({ name: expect.stringContaining('流动党员报到码'), pages: 1 });
});
