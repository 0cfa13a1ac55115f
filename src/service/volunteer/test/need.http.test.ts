import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reportCode } from '#house/server/reportCode.ts';
import type { InputOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { passedCheck } from '../../../../test/support/pictureCheck.ts';
import {
  addNeed,
  getNeed,
  listNeeds,
  needContact,
  needTakers,
  openNeeds,
  ownNeedContact,
  rateNeed,
  setNeed,
  talkNeed,
  workNeed,
  workOwnNeed,
} from '../contract.need.ts';
import { answerNeed, askNeed, followNeed, needPlace } from '../contract.needPublic.ts';
import { turnNeeds } from '../server/service/needOwn.ts';
import { needSubject, talkSubject } from '../server/todos.ts';
import { makeCrowd, type One } from './crowd.ts';

/** The place: above the branch of the crowd. */
const HERE = ORGS.committeeA1;

let t: TestApp;
let place: Caller;
let above: Caller;
let beside: Caller;
let far: Caller;
let crowd: One[];

beforeAll(async () => {
  t = await startTestApp();
  [place, above, beside, far] = [
    await t.as('committeeWorker'),
    await t.as('countyWorker'),
    await t.as('siblingWorker'),
    await t.as('otherCountyWorker'),
  ];
  crowd = await makeCrowd(t, 50);
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['service_need_step', 'service_need', 'todo', 'notice_recipient', 'rate_window', 'sbd_pair']) {
    await sql`delete from ${sql.table(table)}`.execute(t.db);
  }
});

const form = (more: Partial<InputOf<typeof addNeed>> = {}): InputOf<typeof addNeed> => ({
  kind: 2,
  title: '修水龙头',
  content: '厨房水龙头漏水，老人一个人住',
  amount: '',
  post: '3',
  place: '广场小区3栋',
  byOn: '2099-05-01',
  name: '周桂英',
  phone: '13900001234',
  ...more,
});
const added = async (more: Partial<InputOf<typeof addNeed>> = {}) => {
  const made = await place.call(addNeed, form(more));
  expect(made.code, made.text).toBe(200);
  return made.data as { id: string; followCode: string };
};
const poster = () => reportCode(t.services.vault, HERE.id);
const ask = async (more: Partial<InputOf<typeof addNeed>> = {}, ip = '10.9.0.1') =>
  t.nobody.call(askNeed, { ...form(more), poster: poster(), ...(await passedCheck(t)) }, { ip });
const who = (n: number) => crowd[n] as One;
const stateOf = async (id: string) => (await place.call(getNeed, { id })).data;
const todosOf = async (subject: string) =>
  (
    await sql<{
      id: string;
    }>`select org_id as id from todo where subject = ${subject} and done_at is null order by 1`.execute(t.db)
  ).rows.map(({ id }) => id);
const done = async (one: One, id: string) => {
  for (const [act, note] of [
    ['take', ''],
    ['step', '已联系'],
    ['finish', '换了新龙头'],
  ] as const) {
    const answer = await one.call.call(workOwnNeed, { id, act, note });
    expect(answer.code, answer.text).toBe(200);
  }
};

describe('a need of a resident', () => {
  test('goes from the poster over its taker to the stars, followed by ten signs', async () => {
    expect((await t.nobody.call(needPlace, { place: poster() })).data).toMatchObject({ orgName: HERE.name });
    const asked = await ask();
    expect(asked.code, asked.text).toBe(200);
    const follow = asked.data.followCode as string;
    expect(follow).toMatch(/^[2-9A-Z]{10}$/);
    const { rows } = (await place.call(listNeeds, {})).body;
    const id = rows[0].id as string;
    expect(rows).toMatchObject([{ title: '修水龙头', stateName: '待受理', sourceName: '居民扫码' }]);
    expect(await todosOf(needSubject(id))).toEqual([HERE.id]);
    // Sealed: in no list, no record, no log.
    expect(JSON.stringify(await stateOf(id))).not.toContain('周桂英');
    expect((await stateOf(id)).phoneMask).not.toBe('13900001234');
    const log = await sql<{ hit: boolean }>`
      select exists (select from audit_log a where a::text like '%周桂英%' or a::text like '%13900001234%' or a::text like ${`%${follow}%`}) as hit`.execute(
      t.db,
    );
    expect(log.rows[0]?.hit).toBe(false);
    expect((await who(0).call.call(openNeeds, {})).body.total).toBe(0);
    expect((await place.call(setNeed, { id, version: 1, status: 1 })).code).toBe(200);
    expect(await todosOf(needSubject(id))).toEqual([]);
    expect((await who(0).call.call(openNeeds, {})).body.rows).toMatchObject([
      { id, can: { take: true, contact: false } },
    ]);
    expect((await who(0).call.call(ownNeedContact, { id })).code).not.toBe(200);
    expect((await who(0).call.call(workOwnNeed, { id, act: 'take' })).data.state).toBe(2);
    expect((await who(0).call.call(ownNeedContact, { id })).data).toEqual({ name: '周桂英', phone: '13900001234' });
    expect((await who(1).call.call(ownNeedContact, { id })).code).toBe(404);
    expect((await who(0).call.call(workOwnNeed, { id, act: 'finish', note: '好了' })).text).toContain('请先记录进展');
    expect((await who(0).call.call(workOwnNeed, { id, act: 'step' })).text).toContain('请写明办理情况');
    expect((await t.nobody.call(answerNeed, { follow, stars: 5 })).text).toContain('还没有办好');
    await who(0).call.call(workOwnNeed, { id, act: 'step', note: '已联系' });
    await who(0).call.call(workOwnNeed, { id, act: 'finish', note: '换了新龙头' });
    const seen = (await t.nobody.call(followNeed, { follow: `${follow.slice(0, 5)}-${follow.slice(5).toLowerCase()}` }))
      .data;
    expect(seen).toMatchObject({ stateName: '待评价', outcome: '换了新龙头', can: { rate: true, withdraw: false } });
    expect(JSON.stringify(seen)).not.toContain(who(0).name);
    expect((await t.nobody.call(answerNeed, { follow, stars: 2, note: '来得晚' })).code).toBe(200);
    expect((await t.nobody.call(answerNeed, { follow, stars: 5 })).text).toContain('已经评价过');
    expect(await todosOf(talkSubject(id))).toEqual([HERE.id]);
    expect((await place.call(talkNeed, { id, note: '已上门说明' })).code).toBe(200);
    expect(await todosOf(talkSubject(id))).toEqual([]);
    expect((await place.call(listNeeds, {})).body.counts).toMatchObject({ all: 1, ended: 1, talk: 0 });
  });

  test('is taken by one of fifty', async () => {
    const { id } = await added();
    const answers = await Promise.all(crowd.map(({ call }) => call.call(workOwnNeed, { id, act: 'take' })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code, text }) => code !== 200 && text.includes('已被别人认领'))).toHaveLength(49);
    expect((await stateOf(id)).stateName).toBe('已认领');
  });

  test('five an hour from one address, with a picture check, on a true poster', async () => {
    expect((await t.nobody.call(askNeed, { ...form(), poster: poster() })).data.fields).toEqual({
      code: '请输入图形验证码',
    });
    for (let n = 0; n < 5; n++) expect((await ask({}, '10.9.0.2')).code).toBe(200);
    expect((await ask({}, '10.9.0.2')).status).toBe(429);
    expect((await ask({}, '10.9.0.3')).code).toBe(200);
    const forged = `${poster().slice(0, -1)}${poster().endsWith('0') ? '1' : '0'}`;
    expect((await t.nobody.call(needPlace, { place: forged })).code).toBe(404);
  });

  test('refuses what it says of people, of money and of days', async () => {
    const faults = async (more: Partial<InputOf<typeof addNeed>>) =>
      (await place.call(addNeed, form(more))).data.fields;
    expect(await faults({ content: '打13912345678找我' })).toHaveProperty('content');
    expect(await faults({ kind: 1, amount: 500 })).toEqual({ amount: '微心愿不超过200元' });
    expect(await faults({ kind: 2, amount: 20 })).toEqual({ amount: '只有微心愿写金额' });
    expect(await faults({ byOn: '2020-01-01' })).toEqual({ byOn: '日期不能早于今天' });
    expect(await faults({ phone: '123' })).toEqual({ phone: '请输入手机号或带区号的电话' });
  });

  test('is withdrawn by its ten signs while nobody has taken it, and nothing answers a guess', async () => {
    const { id, followCode } = await added();
    expect((await t.nobody.call(followNeed, { follow: '2222222222' })).code).toBe(404);
    expect((await t.nobody.call(followNeed, { follow: "' or 1=1" })).code).toBe(404);
    expect((await t.nobody.call(answerNeed, { follow: followCode, stars: 0 })).code).toBe(200);
    expect((await stateOf(id)).stateName).toBe('撤销');
    const other = await added();
    await who(0).call.call(workOwnNeed, { id: other.id, act: 'take' });
    expect((await t.nobody.call(answerNeed, { follow: other.followCode, stars: 0 })).text).toContain('不能撤销');
    let last = 0;
    for (let n = 0; n < 40; n++)
      last = (await t.nobody.call(followNeed, { follow: '3333333333' }, { ip: '10.9.0.9' })).status;
    expect(last).toBe(429);
  });
});

describe('who may do what', () => {
  test('the place and those above read; nobody beside, and no stranger takes', async () => {
    const { id } = await added();
    expect((await above.call(getNeed, { id })).code).toBe(200);
    expect((await beside.call(getNeed, { id })).code).toBe(404);
    expect((await far.call(workNeed, { id, act: 'take' })).code).toBe(404);
    expect((await above.call(setNeed, { id, version: 1, status: 6, reason: '试' })).text).toContain('只有受理的社区');
    expect((await above.call(needContact, { id, reason: '试' })).text).toContain('只有受理的社区');
    expect((await place.call(needContact, { id, reason: '核实' })).data).toEqual({
      name: '周桂英',
      phone: '13900001234',
    });
  });

  test('a unit that has reported to the place takes and finishes; the place sends to it, and rates where the resident does not', async () => {
    const unit = ORGS.countyB;
    const theirs = t.fixture.principals.otherCountyWorker;
    expect(theirs.orgId).toBeTruthy();
    await sql`insert into sbd_pair (org_id, org_code, community_id, status, contact, phone, posts, offers, decided_on)
      values (${theirs.orgId}, ${theirs.orgCode}, ${HERE.id}, 1, '试', '13900000000', '{3}', '试', '2026-01-01')`.execute(
      t.db,
    );
    const { id } = await added();
    expect(unit.code).toBeTruthy();
    expect((await far.call(listNeeds, { view: 'open' })).body.rows).toMatchObject([{ id, isSkilled: true }]);
    const found = (await place.call(needTakers, { id })).data;
    expect(found.units).toMatchObject([{ id: theirs.orgId, isSkilled: true }]);
    expect((await place.call(setNeed, { id, version: 1, status: 1, unitId: theirs.orgId })).code).toBe(200);
    expect((await who(0).call.call(workOwnNeed, { id, act: 'take' })).code).not.toBe(200);
    expect((await far.call(workNeed, { id, act: 'take' })).data.state).toBe(2);
    expect((await far.call(needContact, { id, reason: '联系' })).data.name).toBe('周桂英');
    expect((await far.call(workNeed, { id, act: 'step', note: '上门看过' })).data.state).toBe(3);
    expect((await far.call(workNeed, { id, act: 'finish', note: '修好' })).data.state).toBe(4);
    expect((await far.call(needContact, { id, reason: '联系' })).code).not.toBe(200);
    expect((await place.call(rateNeed, { id, stars: 5 })).data.state).toBe(5);
    expect((await place.call(rateNeed, { id, stars: 5 })).code).not.toBe(200);
  });
});

describe('what stands still', () => {
  test('three days without a step: back; twenty-four hours: open to all; seven days: above; ninety days: erased', async () => {
    const taken = await added();
    await who(0).call.call(workOwnNeed, { id: taken.id, act: 'take' });
    await sql`update service_need set stepped_at = now() - interval '73 hours' where id = ${taken.id}`.execute(t.db);
    await ask({ title: '没有人理' });
    const waits = (await place.call(listNeeds, { view: 'waiting' })).body.rows[0].id as string;
    await sql`update service_need set created_at = now() - interval '8 days' where id = ${waits}`.execute(t.db);
    const sent = await added();
    await sql`update service_need set sent_at = now() - interval '25 hours', unit_id = ${ORGS.countyB.id} where id = ${sent.id}`.execute(
      t.db,
    );
    const ended = await added();
    await done(who(1), ended.id);
    await t.nobody.call(answerNeed, { follow: ended.followCode, stars: 5 });
    await sql`update service_need set ended_at = now() - interval '91 days' where id = ${ended.id}`.execute(t.db);
    await turnNeeds(t.services);
    await turnNeeds(t.services);
    expect(await stateOf(taken.id)).toMatchObject({ stateName: '已上架', takerName: '' });
    expect((await who(0).call.call(openNeeds, { view: 'mine' })).body.total).toBe(0);
    const told = await sql<{
      n: number;
    }>`select count(*)::int as n from notice_recipient r join notice n on n.id = r.notice_id
       where r.account_id = ${who(0).accountId} and n.title like '%没有进展%'`.execute(t.db);
    expect(told.rows[0]?.n).toBe(1);
    expect(await stateOf(sent.id)).toMatchObject({ stateName: '已上架', sentTo: '' });
    expect(await todosOf(needSubject(waits))).toEqual(
      [ORGS.countyA.id, HERE.id].toSorted((a, b) => Number(a) - Number(b)),
    );
    expect(await stateOf(ended.id)).toMatchObject({ phoneMask: '', can: { contact: false } });
    const left = await sql<{ n: Buffer | null }>`select name_enc as n from service_need where id = ${ended.id}`.execute(
      t.db,
    );
    expect(left.rows[0]?.n).toBeNull();
  });
});
