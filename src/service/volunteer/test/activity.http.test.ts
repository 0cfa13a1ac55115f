import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import { belongingOf } from '#people/org/server/belongings.ts';
import type { InputOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { createActivity, editActivity, removeActivity, setActivity } from '../contract.acts.ts';
import { correctHours, decideHours, hoursInfo, hoursPeople } from '../contract.hours.ts';
import { cancelSignUp, openActivities, openActivity, ownHours, signIn, signUp } from '../contract.own.ts';
import { activityCount, getVolunteer, listVolunteers, volunteerActivities } from '../contract.people.ts';
import { addSignups, auditSignups, listSigned, listSignups, markSignups, signCode } from '../contract.signup.ts';
import { checkOrgan, getActivity, listActivities } from '../contract.ts';
import { hoursSubject, signupSubject } from '../server/todos.ts';

/** A committee that publishes, and the people of a branch below it. */
const HERE = ORGS.committeeA1;

let t: TestApp;
let organiser: Caller;
let above: Caller;
let member: Caller;
let volunteer: Caller;
let beside: Caller;
let me: string;
let mate: string;

beforeAll(async () => {
  t = await startTestApp();
  [organiser, above, member, volunteer, beside] = [
    await t.as('committeeWorker'),
    await t.as('countyWorker'),
    await t.as('member'),
    await t.as('volunteer'),
    await t.as('siblingWorker'),
  ];
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
const kept = async (id: string) =>
  (
    await sql<{ asked: number; taken: number; came: number }>`
      select asked, taken, came from service_activity where id = ${id}`.execute(t.db)
  ).rows[0];
const openTodos = async (subject: string) =>
  (
    await sql<{
      orgId: string;
    }>`select org_id as "orgId" from todo where subject = ${subject} and done_at is null`.execute(t.db)
  ).rows.map(({ orgId }) => orgId);
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

describe('an activity', () => {
  test('is published, taken part in, ended, and its hours are recognised by somebody else', async () => {
    const id = await publish();
    expect((await organiser.call(checkOrgan, {})).data).toMatchObject({ has: false });
    expect((await member.call(openActivities, {})).body).toMatchObject({
      total: 1,
      rows: [{ id, phase: 'open', can: { signUp: true }, taken: 0 }],
    });
    expect((await member.call(signUp, { id })).data).toEqual({ state: 1, stateName: '已通过' });
    expect((await member.call(signUp, { id })).text).toContain('您已经报名');
    expect((await volunteer.call(signUp, { id })).code).toBe(200);
    expect(await kept(id)).toEqual({ asked: 0, taken: 2, came: 0 });
    expect((await organiser.call(addSignups, { id, memberIds: [mate] })).text).toContain('名额只剩0个');
    expect((await organiser.call(signCode, { id })).code).toBe(400);

    await begin(id, 10);
    const code = (await organiser.call(signCode, { id })).data.code as string;
    expect((await member.call(signIn, { id, code: '0123456789abcdef' })).text).toContain('签到码已经失效');
    expect((await member.call(signIn, { id, code })).data).toMatchObject({ title: '清洁家园', late: true });
    const first = (await member.call(signIn, { id, code: 'x' })).data;
    expect(first.late).toBe(true);
    expect((await member.call(cancelSignUp, { id })).text).toContain('不能取消');
    const theirs = await placeOf(id, t.fixture.principals.volunteer.memberId ?? '');
    expect((await organiser.call(markSignups, { ids: [theirs], came: true })).text).toContain('代签原因');
    expect((await organiser.call(markSignups, { ids: [theirs], came: true, reason: '没带手机' })).data).toEqual({
      done: 1,
    });
    expect((await set(id, 4, { reason: '下雨' })).text).toContain('已有人签到');
    expect((await organiser.call(listSigned, { activityId: id })).body).toMatchObject({ total: 2, title: '清洁家园' });

    await begin(id, 155);
    expect((await set(id, 3)).code).toBe(200);
    expect(await openTodos(hoursSubject(id))).toEqual([ORGS.countyA.id]);
    expect((await organiser.call(hoursPeople, { id })).data).toMatchObject({
      state: 1,
      closed: 2,
      can: { decide: false, whyNot: '报审人不能审核自己报的时长', urge: true },
    });
    expect((await organiser.call(urgeAbove, { kind: 'serviceHours', id })).code).toBe(200);
    const version = await versionOf(id);
    expect((await organiser.call(decideHours, { id, version, agree: true })).text).toContain('报审人不能审核');
    const mine = await placeOf(id, me);
    const changed = [{ id: theirs, hours: 1.5, note: '提前离开' }];
    expect(
      (await above.call(decideHours, { id, version, agree: true, changed: [{ id: theirs, hours: 3, note: '多' }] }))
        .text,
    ).toContain('不能超过在场时间');
    expect((await above.call(decideHours, { id, version, agree: true, changed })).code).toBe(200);
    expect((await above.call(decideHours, { id, version, agree: true, changed })).text).toContain('已被处理');
    expect((await member.call(ownHours, {})).data).toMatchObject({
      hours: 2,
      times: 1,
      waiting: 0,
      stars: 0,
      next: { star: 1, lacks: 98 },
    });
    expect((await volunteer.call(ownHours, {})).data).toMatchObject({ hours: 1.5 });
    expect(await notices(myAccount())).toContain('“清洁家园”的服务时长已认定');
    const points = await sql<{ quantity: number; gone: boolean }>`
      select quantity, gone from point_evidence where source = 'serviceHours' order by quantity`.execute(t.db);
    expect(points.rows).toEqual([
      { quantity: 150, gone: false },
      { quantity: 200, gone: false },
    ]);

    // A correction is somebody else's too, and follows into the sums and the points.
    const info = (await above.call(hoursInfo, { id: mine })).data;
    expect(info).toMatchObject({ hours: 2, hoursStateName: '已认定', can: { correct: true } });
    expect((await above.call(correctHours, { id: mine, version: info.version, hours: 0, note: '代人签到' })).code).toBe(
      200,
    );
    expect((await member.call(ownHours, {})).data).toMatchObject({ hours: 0, times: 0 });
    const after = await sql<{ n: number }>`
      select count(*)::int as n from point_evidence where source = 'serviceHours' and not gone`.execute(t.db);
    expect(after.rows[0]?.n).toBe(1);
  });

  test('that wants to look at who comes asks its organiser, and tells what became of it', async () => {
    const id = await publish({ audited: true, quota: 5 });
    expect((await member.call(signUp, { id })).data).toEqual({ state: 0, stateName: '待审' });
    expect(await openTodos(signupSubject(id))).toEqual([HERE.id]);
    expect(await kept(id)).toEqual({ asked: 1, taken: 1, came: 0 });
    const list = (await organiser.call(listSignups, { activityId: id, view: 'waiting' })).body;
    expect(list).toMatchObject({
      total: 1,
      counts: { waiting: 1 },
      rows: [{ stateName: '待审', can: { audit: true } }],
    });
    const place = await placeOf(id, me);
    expect((await organiser.call(auditSignups, { ids: [place], agree: false })).text).toContain('请写明原因');
    expect((await organiser.call(auditSignups, { ids: [place], agree: false, reason: '需要急救证' })).data).toEqual({
      done: 1,
    });
    expect(await openTodos(signupSubject(id))).toEqual([]);
    expect(await notices(myAccount())).toEqual(['“清洁家园”的报名没有通过']);
    expect((await member.call(openActivity, { id })).data).toMatchObject({
      mineName: '未通过',
      myReason: '需要急救证',
      can: { signUp: true },
    });
    expect((await member.call(signUp, { id })).code).toBe(200);
    expect((await organiser.call(auditSignups, { ids: [place], agree: true })).code).toBe(200);
    expect((await member.call(cancelSignUp, { id, reason: '临时加班' })).code).toBe(200);
    expect(await kept(id)).toEqual({ asked: 0, taken: 0, came: 0 });
  });

  test('is changed before it begins, told to who has a place, and cancelled with a reason', async () => {
    const id = await publish();
    await member.call(signUp, { id });
    const version = await versionOf(id);
    expect((await organiser.call(editActivity, { ...form({ quota: 1, place: '文化站' }), id, version })).code).toBe(
      200,
    );
    expect(await notices(myAccount())).toEqual(['“清洁家园”的时间或地点有变化']);
    expect((await organiser.call(editActivity, { ...form(), id, version })).text).toContain('已有变化');
    expect((await set(id, 4)).text).toContain('请写明取消原因');
    expect((await set(id, 4, { reason: '大雨' })).code).toBe(200);
    expect((await member.call(openActivity, { id })).data).toMatchObject({ phase: 'cancelled', reason: '大雨' });
    expect((await member.call(openActivities, { view: 'mine' })).body.total).toBe(1);
  });

  test('drafts go to the bin, what was published stays', async () => {
    const draft = await publish({ publish: false });
    expect((await member.call(openActivity, { id: draft })).code).toBe(404);
    const id = await publish();
    expect((await organiser.call(removeActivity, { id, deleteReason: '试' })).text).toContain('留作台账');
    expect((await organiser.call(removeActivity, { id: draft, deleteReason: '试' })).code).toBe(200);
    expect((await organiser.call(listActivities, {})).body.total).toBe(1);
  });

  test('refuses times and hours that cannot be', async () => {
    const faults = async (more: Partial<InputOf<typeof createActivity>>) =>
      (await organiser.call(createActivity, form(more))).data.fields;
    expect(await faults({ hours: 3 })).toEqual({ hours: '不能超过活动时长（2.5小时）' });
    expect(await faults({ endsAt: '2099-05-01 08:00' })).toEqual({ endsAt: '结束时间应晚于开始时间' });
    expect(await faults({ lng: 111.2 })).toEqual({ lat: '经度和纬度要一起填' });
    expect(
      await faults({ startsAt: '2020-05-01 09:00', endsAt: '2020-05-01 12:00', closesAt: '2020-05-01 08:00' }),
    ).toEqual({ startsAt: '活动开始时间已过，请修改后发布' });
  });

  test('goes with its people to whoever takes over from its organisation', async () => {
    const id = await publish();
    await member.call(signUp, { id });
    const belonging = belongingOf('serviceOpen');
    expect((await belonging?.count(t.db, [HERE.id]))?.get(HERE.id)).toBe(1);
  });
});

describe('who sees what', () => {
  test('those below and those who reported here; nobody beside', async () => {
    const id = await publish();
    expect((await above.call(getActivity, { id })).code).toBe(200);
    expect((await beside.call(getActivity, { id })).code).toBe(404);
    expect((await above.call(setActivity, { id, status: 4, version: 1, reason: '试' })).text).toContain(
      '只有发布活动的组织',
    );
    expect((await member.call(getActivity, { id })).code).toBe(403);
    const far = await t.as('otherCountyWorker');
    expect((await far.call(openActivity, { id })).code).toBe(404);
    const person = t.fixture.principals.otherCountyWorker.memberId;
    await sql`insert into sbd_report (member_id, org_id, org_code, status, residence, posts, times, source, decided_on)
      values (${person}, ${HERE.id}, ${HERE.code}, 1, '试', '{1}', '{3}', 1, '2026-01-01')`.execute(t.db);
    expect((await far.call(openActivity, { id })).code).toBe(200);
    await sql`delete from sbd_report`.execute(t.db);
    const all = await publish({ audience: 2, title: '全体' });
    expect((await far.call(openActivity, { id: all })).code).toBe(200);
  });

  test('volunteers are those of the scope and those who reported here, with their stars', async () => {
    const id = await publish();
    await member.call(signUp, { id });
    await sql`update service_signup set signed_at = now(), counted_from = now(), counted_to = now() + interval '2 hours', hours_state = 2 where activity_id = ${id}`.execute(
      t.db,
    );
    await sql`update service_person set minutes = 21000 where member_id = ${me}`.execute(t.db);
    expect((await organiser.call(listVolunteers, { orgId: HERE.id })).body).toMatchObject({
      total: 1,
      rows: [{ id: me, hours: 350, stars: 2, starName: '二星级' }],
    });
    expect((await organiser.call(listVolunteers, { side: 'in' })).body.total).toBe(0);
    expect((await organiser.call(getVolunteer, { id: me })).data).toMatchObject({
      isOwn: true,
      next: { star: 3, lacks: 250 },
    });
    expect((await organiser.call(volunteerActivities, { id: me })).body).toMatchObject({
      total: 1,
      rows: [{ title: '清洁家园', hours: 2, isHere: true }],
    });
    expect((await beside.call(getVolunteer, { id: me })).code).toBe(404);
    expect((await beside.call(volunteerActivities, { id: me })).code).toBe(404);
    const year = { year: 2099 };
    expect((await above.call(activityCount, year)).data).toMatchObject({
      total: { activities: 1, taken: 1, came: 1, hours: 2 },
      below: [{ id: HERE.id, isLeaf: false }],
      posts: [{ name: '社区治理', activities: 1, hours: 2 }],
    });
    expect((await beside.call(activityCount, year)).data.below).toEqual([]);
  });

  test('the last place is given once', async () => {
    const id = await publish({ quota: 1 });
    const answers = await Promise.all([member.call(signUp, { id }), volunteer.call(signUp, { id })]);
    expect(answers.map(({ data }) => data.stateName).sort()).toEqual(['候补', '已通过']);
    expect(await kept(id)).toEqual({ asked: 0, taken: 1, came: 0 });
  });
});
