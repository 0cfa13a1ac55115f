import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createActivity, editActivity, setActivity } from '../contract.acts.ts';
import {
  answerComing,
  answerOffer,
  cancelSignUp,
  objectAbsence,
  openActivities,
  openActivity,
  signUp,
} from '../contract.own.ts';
import { decideObjection, listSignups } from '../contract.signup.ts';
import { getActivity } from '../contract.ts';
import { turnSeats } from '../server/service/seats.ts';
import { objectionSubject } from '../server/todos.ts';
import { makeCrowd, type One } from './crowd.ts';

let t: TestApp;
let organiser: Caller;
let crowd: One[];

beforeAll(async () => {
  t = await startTestApp();
  organiser = await t.as('committeeWorker');
  crowd = await makeCrowd(t, 100);
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from service_signup`.execute(t.db);
  await sql`delete from service_activity`.execute(t.db);
  await sql`delete from todo`.execute(t.db);
  await sql`delete from notice_recipient`.execute(t.db);
});

const form = (more: Partial<InputOf<typeof createActivity>> = {}): InputOf<typeof createActivity> => ({
  kind: 1,
  title: '清洁家园',
  post: '4',
  place: '城关镇广场',
  startsAt: '2099-05-01 09:00',
  endsAt: '2099-05-01 11:30',
  closesAt: '2099-04-30 18:00',
  quota: 1,
  hours: 2,
  audience: 1,
  audited: false,
  content: '打扫广场和周边道路',
  contact: '党元',
  phone: '13900000001',
  publish: true,
  ...more,
});
const publish = async (more: Partial<InputOf<typeof createActivity>> = {}): Promise<string> => {
  const made = await organiser.call(createActivity, form(more));
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};
const versionOf = async (id: string) => (await organiser.call(getActivity, { id })).data.version as number;
const finish = async (id: string) =>
  expect((await organiser.call(setActivity, { id, status: 3, version: await versionOf(id) })).code).toBe(200);
/** The activity begins so many minutes from now; it lasts two hours. */
const beginIn = (id: string, minutes: number) =>
  sql`update service_activity set closes_at = now() - interval '1 day', starts_at = now() + make_interval(mins => ${minutes}),
       ends_at = now() + make_interval(mins => ${minutes} + 120) where id = ${id}`.execute(t.db);
const kept = async (id: string) =>
  (
    await sql<{ taken: number; queued: number }>`select taken, queued from service_activity where id = ${id}`.execute(
      t.db,
    )
  ).rows[0];
const mine = async (who: One, id: string) => (await who.call.call(openActivity, { id })).data;
const notices = async ({ accountId }: One) =>
  (
    await sql<{ title: string }>`select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${accountId} order by n.id`.execute(t.db)
  ).rows.map(({ title }) => title);
const placeOf = async (id: string, { memberId }: One) =>
  (
    await sql<{
      id: string;
    }>`select id from service_signup where activity_id = ${id} and member_id = ${memberId}`.execute(t.db)
  ).rows[0]?.id ?? '';
const [A, B, C] = [0, 1, 2];
const who = (n: number) => crowd[n] as One;

describe('a waiting list', () => {
  test('a hundred who sign up at once for ten seats: ten have them, the others wait in the order in which they came', async () => {
    const id = await publish({ quota: 10 });
    const answers = await Promise.all(crowd.map(({ call }) => call.call(signUp, { id })));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
    expect(answers.filter(({ data }) => data.state === 1)).toHaveLength(10);
    expect(answers.filter(({ data }) => data.state === 3)).toHaveLength(90);
    expect(await kept(id)).toEqual({ taken: 10, queued: 90 });
    const places = await Promise.all(crowd.map(async (one) => (await mine(one, id)).queuePlace));
    expect(places.filter((place) => place !== null).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 90 }, (_, n) => n + 1),
    );
    // The order is that of the moments in which the places were written, all after the last seat.
    const { rows } = await sql<{ ok: boolean }>`
      select (select max(created_at) from service_signup where activity_id = ${id} and state = 1) is not null
         and not exists (select from service_signup a join service_signup b on b.activity_id = a.activity_id and b.state = 3 and a.id < b.id
                          where a.activity_id = ${id} and a.state = 3 and a.queued_at > b.queued_at)
         and not exists (select from service_signup a join service_signup b on b.activity_id = a.activity_id and b.state = 3 and b.id < a.id
                          where a.activity_id = ${id} and a.state = 1) as ok`.execute(t.db);
    expect(rows[0]?.ok).toBe(true);
    // Ten give up at once while the first ones who wait confirm: never more seats than there are.
    const seated = crowd.filter((_, n) => answers[n]?.data.state === 1);
    await Promise.all(seated.map(({ call }) => call.call(cancelSignUp, { id })));
    expect(await kept(id)).toEqual({ taken: 10, queued: 80 });
    const states = await Promise.all(crowd.map(async (one) => (await mine(one, id)).can.confirm));
    expect(
      crowd
        .filter((_, n) => states[n])
        .map((one) => places[crowd.indexOf(one)])
        .toSorted((a, b) => Number(a) - Number(b)),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await Promise.all(crowd.filter((_, n) => states[n]).map(({ call }) => call.call(answerOffer, { id, take: true })));
    expect(await kept(id)).toEqual({ taken: 10, queued: 80 });
  });

  test('a free seat is kept for the first for twelve hours, near the beginning for two, then goes to the next', async () => {
    const id = await publish();
    await who(A).call.call(signUp, { id });
    expect((await mine(who(B), id)).can).toMatchObject({ signUp: true, queue: true });
    expect((await who(B).call.call(signUp, { id })).data).toEqual({ state: 3, stateName: '候补' });
    await who(C).call.call(signUp, { id });
    expect((await who(B).call.call(openActivities, { view: 'mine' })).body.rows[0]).toMatchObject({ queuePlace: 1 });
    expect((await who(B).call.call(answerOffer, { id, take: true })).text).toContain('没有为您保留的名额');
    await who(A).call.call(cancelSignUp, { id });
    expect(await notices(who(B))).toEqual(['“清洁家园”有名额了']);
    const hours = async () =>
      (
        await sql<{
          h: number;
        }>`select round(extract(epoch from offered_until - now()) / 3600)::int as h from service_signup
         where activity_id = ${id} and offered_until is not null`.execute(t.db)
      ).rows.map(({ h }) => h);
    expect(await hours()).toEqual([12]);
    // Whoever comes now is behind those who wait.
    expect((await who(A).call.call(signUp, { id })).data.stateName).toBe('候补');
    await sql`update service_signup set offered_until = now() - interval '1 minute' where offered_until is not null`.execute(
      t.db,
    );
    await beginIn(id, 600);
    await turnSeats(t.services);
    expect(await mine(who(B), id)).toMatchObject({ mineName: '已取消', myReason: '候补名额没有在时限内确认' });
    expect(await notices(who(B))).toContain('“清洁家园”的候补名额已让给下一位');
    expect(await hours()).toEqual([2]);
    expect((await mine(who(C), id)).can.confirm).toBe(true);
    expect((await who(C).call.call(answerOffer, { id, take: false })).data.stateName).toBe('已取消');
    expect((await who(A).call.call(answerOffer, { id, take: true })).data.stateName).toBe('已通过');
    expect(await kept(id)).toEqual({ taken: 1, queued: 0 });
  });

  test('more seats go to those who wait; whoever has a seat elsewhere at the same hours is refused', async () => {
    const id = await publish();
    await who(A).call.call(signUp, { id });
    await who(B).call.call(signUp, { id });
    const other = await publish({ title: '文明劝导' });
    await who(B).call.call(signUp, { id: other });
    await organiser.call(editActivity, { ...form({ quota: 2 }), id, version: await versionOf(id) });
    expect((await who(B).call.call(answerOffer, { id, take: true })).text).toContain('与“文明劝导”时间重叠');
  });
});

describe('the day before', () => {
  test('people are asked; who cannot come gives the seat on, who is silent is seen', async () => {
    const id = await publish({ quota: 2 });
    for (const n of [A, B, C]) await who(n).call.call(signUp, { id });
    await sql`update service_signup set created_at = now() - interval '3 days'`.execute(t.db);
    await turnSeats(t.services);
    expect(await notices(who(A))).toEqual([]);
    await beginIn(id, 1000);
    await turnSeats(t.services);
    await turnSeats(t.services);
    expect(await notices(who(A))).toEqual(['“清洁家园”快要开始，您能到吗']);
    expect((await mine(who(A), id)).can.answer).toBe(true);
    expect((await who(A).call.call(answerComing, { id, coming: false })).code).toBe(200);
    expect((await mine(who(A), id)).mineName).toBe('已取消');
    expect((await mine(who(C), id)).can.confirm).toBe(true);
    const silent = (await organiser.call(listSignups, { activityId: id, view: 'silent' })).body;
    expect(silent).toMatchObject({ total: 1, rows: [{ name: who(B).name, comingName: '未答复' }] });
    expect((await who(B).call.call(answerComing, { id, coming: true })).code).toBe(200);
    expect((await organiser.call(listSignups, { activityId: id })).body.counts).toMatchObject({ silent: 0, queued: 1 });
  });
});

describe('who does not come', () => {
  const absentAt = async (one: One) => {
    const id = await publish();
    await one.call.call(signUp, { id });
    await beginIn(id, -180);
    await finish(id);
    return id;
  };

  test('three times in twelve months does not sign up for thirty days, and may object', async () => {
    const ids = [await absentAt(who(A)), await absentAt(who(A))];
    expect(await mine(who(A), ids[0] ?? '')).toMatchObject({ mineName: '缺席', can: { object: true, signUp: false } });
    const next = await publish({ title: '下一次' });
    ids.push(await absentAt(who(A)));
    expect((await notices(who(A))).filter((title) => title.includes('记缺席一次'))).toHaveLength(3);
    expect((await who(A).call.call(signUp, { id: next })).text).toContain('12个月内缺席3次');
    const [first = ''] = ids;
    expect((await who(A).call.call(objectAbsence, { id: first, reason: '' })).code).not.toBe(200);
    expect((await who(A).call.call(objectAbsence, { id: first, reason: '到场了，没有扫码' })).code).toBe(200);
    expect((await who(A).call.call(objectAbsence, { id: first, reason: '再说一次' })).text).toContain('已经申诉过');
    const place = await placeOf(first, who(A));
    const waits = await sql`select from todo where subject = ${objectionSubject(place)} and done_at is null`.execute(
      t.db,
    );
    expect(waits.rows).toHaveLength(1);
    expect((await organiser.call(listSignups, { activityId: first, view: 'absent' })).body.rows[0]).toMatchObject({
      objection: '到场了，没有扫码',
      can: { decide: true },
    });
    expect((await organiser.call(decideObjection, { id: place, agree: false })).text).toContain('请写明原因');
    expect((await organiser.call(decideObjection, { id: place, agree: true })).code).toBe(200);
    expect((await organiser.call(decideObjection, { id: place, agree: true })).text).toContain('已被处理');
    expect((await who(A).call.call(signUp, { id: next })).code).toBe(200);
  });

  test('absences of more than a year ago, and thirty days after the last one, do not count', async () => {
    for (let n = 0; n < 3; n++) await absentAt(who(B));
    const next = await publish({ title: '下一次' });
    expect((await who(B).call.call(signUp, { id: next })).text).toContain('不能报名');
    await sql`update service_signup set absent_on = absent_on - 31 where state = 5`.execute(t.db);
    expect((await who(B).call.call(signUp, { id: next })).code).toBe(200);
    await who(B).call.call(cancelSignUp, { id: next });
    await sql`update service_signup set absent_on = case when id = (select min(id) from service_signup where state = 5)
               then current_date - 400 else current_date end where state = 5`.execute(t.db);
    expect((await who(B).call.call(signUp, { id: next })).code).toBe(200);
  });
});
