import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InputOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { createActivity, setActivity } from '../contract.acts.ts';
import { correctHours, decideHours, hoursInfo, hoursPeople, listHours, reportHours } from '../contract.hours.ts';
import { cancelSignUp, openActivity, signIn, signOut, signUp } from '../contract.own.ts';
import { getVolunteer } from '../contract.people.ts';
import { addSignups, markSignups, signCode } from '../contract.signup.ts';
import { getActivity } from '../contract.ts';
import { closeForgotten } from '../server/service/presence.ts';

/** A committee that publishes, and the people of a branch below it. */
const HERE = ORGS.committeeA1;

let t: TestApp;
let organiser: Caller;
let above: Caller;
let member: Caller;
let me: string;
let mate: string;

beforeAll(async () => {
  t = await startTestApp();
  [organiser, above, member] = [await t.as('committeeWorker'), await t.as('countyWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  mate = t.fixture.members.branchA11?.[0] ?? '';
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from service_signup`.execute(t.db);
  await sql`delete from service_activity`.execute(t.db);
  await sql`delete from todo`.execute(t.db);
  await sql`delete from notice_recipient`.execute(t.db);
  await sql`delete from point_evidence where source = 'serviceHours'`.execute(t.db);
});

const form = (more: Partial<InputOf<typeof createActivity>> = {}): InputOf<typeof createActivity> => ({
  kind: 1,
  title: '清洁家园',
  post: '4',
  place: '城关镇广场',
  startsAt: '2099-05-01 09:00',
  endsAt: '2099-05-01 11:30',
  closesAt: '2099-04-30 18:00',
  quota: 2,
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
const set = async (id: string, status: 1 | 3 | 4, more: object = {}, who = organiser) =>
  who.call(setActivity, { id, status, version: await versionOf(id), ...more });
/**
 * Puts an activity into the past or the present: it began so many minutes ago and lasts two and a half hours; whoever has signed in was
 * there from its beginning.
 */
const begin = async (id: string, minutes: number) => {
  await sql`update service_activity set closes_at = now() - make_interval(mins => ${minutes + 60}), starts_at = now() - make_interval(mins => ${minutes}),
       ends_at = now() - make_interval(mins => ${minutes}) + interval '150 minutes' where id = ${id}`.execute(t.db);
  await sql`update service_signup s set signed_at = a.starts_at from service_activity a
             where a.id = s.activity_id and a.id = ${id} and s.signed_at is not null`.execute(t.db);
};
const notices = async (account: string) =>
  (
    await sql<{ title: string }>`select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${account} order by n.id`.execute(t.db)
  ).rows.map(({ title }) => title);
const myAccount = () => t.fixture.principals.member.accountId;
const placeOf = async (id: string, memberId: string) =>
  (
    await sql<{
      id: string;
    }>`select id from service_signup where activity_id = ${id} and member_id = ${memberId}`.execute(t.db)
  ).rows[0]?.id ?? '';

describe('hours', () => {
  const came = async (title: string, minutes: number) => {
    const id = await publish({ title });
    await organiser.call(addSignups, { id, memberIds: [mate] });
    await begin(id, minutes);
    const marked = await organiser.call(markSignups, { ids: [await placeOf(id, mate)], came: true, reason: '试' });
    expect(marked.code, marked.text).toBe(200);
    await begin(id, minutes);
    expect((await set(id, 3)).code).toBe(200);
    return (await above.call(hoursPeople, { id })).data;
  };

  test('are no longer than the activity that ended early', async () => {
    const early = await came('提前结束', 60);
    expect(early.people).toMatchObject([{ hours: 1, most: 1, leftName: '待核' }]);
  });

  test('are counted once for one hour of a person, at whatever activities', async () => {
    const first = await came('第一场', 150);
    expect(first.people).toMatchObject([{ hours: 2, overlap: '' }]);
    expect((await above.call(decideHours, { id: first.id, version: first.version, agree: true })).code).toBe(200);
    const second = await came('同时的另一场', 150);
    expect(second.people[0].overlap).toMatch(/^与“第一场”重叠1(20|19)分钟，计入(0小时|1分钟)$/);
    expect(second.people[0].hours).toBeLessThan(0.05);
    expect((await above.call(decideHours, { id: second.id, version: second.version, agree: true })).code).toBe(200);
    expect((await above.call(getVolunteer, { id: mate })).data.hours).toBeLessThan(2.05);
    // What is taken from the first is given to the second, and the points follow.
    const info = (await above.call(hoursInfo, { id: first.people[0].id })).data;
    const taken = { id: info.id, version: info.version, hours: 0, note: '代人签到' };
    expect((await above.call(correctHours, taken)).code).toBe(200);
    expect((await above.call(hoursInfo, { id: second.people[0].id })).data).toMatchObject({ hours: 2, overlap: '' });
    expect((await above.call(hoursInfo, { id: info.id })).data.entries).toMatchObject([
      { kindName: '计入', minutes: 120 },
      { kindName: '冲销', minutes: -120, note: '代人签到' },
    ]);
    const points = await sql<{ quantity: number }>`
      select quantity from point_evidence where source = 'serviceHours' and not gone`.execute(t.db);
    expect(points.rows).toEqual([{ quantity: 200 }]);
  });

  test('follow presence: who signs out early has less, who forgets is closed at the end and told at once', async () => {
    const id = await publish({ quota: 5 });
    await member.call(signUp, { id });
    await organiser.call(addSignups, { id, memberIds: [mate] });
    await begin(id, 90);
    expect((await member.call(signOut, { id, code: 'x' })).text).toContain('还没有签到');
    const code = (await organiser.call(signCode, { id })).data.code as string;
    await member.call(signIn, { id, code });
    const mine = await placeOf(id, me);
    await sql`update service_signup set signed_at = now() - interval '60 minutes' where id = ${mine}`.execute(t.db);
    expect((await member.call(signIn, { id, code })).data).toMatchObject({ isAgain: true, leftAt: null });
    expect((await member.call(signOut, { id, code: '0123456789abcdef' })).text).toContain('签到码已经失效');
    expect((await member.call(signOut, { id, code })).data).toMatchObject({ title: '清洁家园' });
    // The organiser says both times of somebody without a phone, and no time that cannot be.
    const theirs = await placeOf(id, mate);
    const { startsAt } = (await organiser.call(getActivity, { id })).data;
    const mark = (more: object) =>
      organiser.call(markSignups, { ids: [theirs], came: true, reason: '没带手机', ...more });
    expect((await mark({ inAt: startsAt, outAt: startsAt })).data.fields.outAt).toContain('应晚于到场时间');
    expect((await mark({ outAt: '2099-05-01 10:00' })).data.fields).toEqual({ outAt: '不能晚于现在' });
    expect((await mark({ inAt: startsAt })).data).toEqual({ done: 1 });
    await sql`delete from notice_recipient`.execute(t.db);
    await sql`update service_activity set ends_at = now() where id = ${id}`.execute(t.db);
    await sql`update service_signup set left_at = null, left_way = '' where id = ${mine}`.execute(t.db);
    await closeForgotten(t.services);
    expect(await notices(myAccount())).toEqual(['“清洁家园”没有签退']);
    expect((await member.call(openActivity, { id })).data).toMatchObject({ leftName: '待核' });
    await closeForgotten(t.services);
    expect(await notices(myAccount())).toHaveLength(1);
    expect((await set(id, 3)).code).toBe(200);
    const { people } = (await above.call(hoursPeople, { id })).data;
    expect(people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: mine, leftName: '待核', hours: 1 }),
        expect.objectContaining({ id: theirs, hours: 1.5 }),
      ]),
    );
  });

  test('a seat at the same hours as another is refused, by oneself and by the organiser', async () => {
    const id = await publish({ title: '文明劝导' });
    await member.call(signUp, { id });
    const other = await publish({ startsAt: '2099-05-01 11:00', endsAt: '2099-05-01 12:00', hours: 1 });
    expect((await member.call(signUp, { id: other })).text).toContain('与“文明劝导”时间重叠');
    expect((await organiser.call(addSignups, { id: other, memberIds: [me] })).data.fields.memberIds).toContain(
      '与“文明劝导”时间重叠',
    );
    // One that begins as the other ends is none.
    const next = await publish({ startsAt: '2099-05-01 11:30', endsAt: '2099-05-01 12:30', hours: 1 });
    expect((await member.call(signUp, { id: next })).code).toBe(200);
    await member.call(cancelSignUp, { id });
    await member.call(cancelSignUp, { id: next });
    const both = await Promise.all([member.call(signUp, { id }), member.call(signUp, { id: other })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  });

  const settled = async () => {
    const id = await publish();
    await member.call(signUp, { id });
    await begin(id, 200);
    await organiser.call(markSignups, { ids: [await placeOf(id, me)], came: true, reason: '名单' });
    expect((await set(id, 3)).code).toBe(200);
    return id;
  };

  test('that are returned are reported again', async () => {
    const id = await settled();
    const version = await versionOf(id);
    expect((await above.call(decideHours, { id, version, agree: false })).text).toContain('退回请写明原因');
    expect((await above.call(decideHours, { id, version, agree: false, reason: '缺签到表' })).code).toBe(200);
    expect((await above.call(listHours, { view: 'returned' })).body).toMatchObject({ total: 1 });
    expect((await organiser.call(getActivity, { id })).data).toMatchObject({
      hoursReason: '缺签到表',
      can: { report: true },
    });
    expect((await organiser.call(reportHours, { id, version: await versionOf(id) })).code).toBe(200);
    expect((await above.call(listHours, {})).body).toMatchObject({
      counts: { waiting: 1, returned: 0 },
      rows: [{ hours: 2, came: 1, can: { decide: true } }],
    });
  });

  test('are not decided by somebody whose own are among them', async () => {
    const id = await publish();
    const own = t.fixture.principals.countyWorker.memberId ?? '';
    await organiser.call(addSignups, { id, memberIds: [me] });
    await sql`insert into service_signup (activity_id, member_id, org_code, state, source) values (${id}, ${own}, ${HERE.code}, 1, 2)`.execute(
      t.db,
    );
    await begin(id, 200);
    await organiser.call(markSignups, { ids: [await placeOf(id, own)], came: true, reason: '名单' });
    await set(id, 3);
    expect((await above.call(hoursPeople, { id })).data.can).toMatchObject({
      decide: false,
      whyNot: '名单里有本人的时长，应由其他人审核',
    });
  });
});
