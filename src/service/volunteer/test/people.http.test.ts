import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { urgeAbove } from '#kernel/permission/contract.above.ts';
import { belongingOf } from '#people/org/server/belongings.ts';
import type { InputOf } from '#platform/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { createActivity } from '../contract.acts.ts';
import {
  addPeople,
  dropPeople,
  exportGroup,
  getGroup,
  listGroups,
  listPeople,
  removeGroup,
  saveGroup,
  setLeader,
  tellGroup,
} from '../contract.groups.ts';
import { hoursPeople } from '../contract.hours.ts';
import {
  addKeepers,
  keptActivities,
  keptCode,
  keptFinish,
  keptMark,
  keptPeople,
  listKeepers,
  revokeKeeper,
} from '../contract.keeper.ts';
import {
  addVisit,
  askPair,
  getPair,
  listMemberPairs,
  listPairs,
  revealPair,
  setPair,
  strikeVisit,
} from '../contract.pair.ts';
import { addSignups } from '../contract.signup.ts';

/** A committee that organises, and a town of another county that receives. */
const HERE = ORGS.committeeA1;
const TOWN = ORGS.committeeB2;

let t: TestApp;
let organiser: Caller;
let above: Caller;
let member: Caller;
let beside: Caller;
let town: Caller;
let me: string;
let far: string;

beforeAll(async () => {
  t = await startTestApp();
  [organiser, above, member, beside, town] = [
    await t.as('committeeWorker'),
    await t.as('countyWorker'),
    await t.as('member'),
    await t.as('siblingWorker'),
    await t.as('otherCountyWorker'),
  ];
  me = t.fixture.principals.member.memberId ?? '';
  far = t.fixture.members.branchB12?.[0] ?? '';
  await sql`insert into unit (org_id, org_code, name, nature) values (${TOWN.id}, ${TOWN.code}, '山前镇', '6')`.execute(
    t.db,
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['service_visit', 'service_pair', 'service_keeper', 'service_signup', 'service_activity']) {
    await sql`delete from ${sql.table(table)}`.execute(t.db);
  }
  for (const table of ['content_group_member', 'content_group', 'sbd_report', 'todo', 'notice_recipient']) {
    await sql`delete from ${sql.table(table)}`.execute(t.db);
  }
});

/** Somebody of another county reports to the committee. */
const report = () =>
  sql`insert into sbd_report (member_id, org_id, org_code, status, residence, posts, times, source, decided_on)
      values (${far}, ${HERE.id}, ${HERE.code}, 1, '试', '{1}', '{3}', 1, '2026-01-01')`.execute(t.db);
const notices = async (account: string) =>
  (
    await sql<{ title: string }>`select n.title from notice n join notice_recipient r on r.notice_id = n.id
       where r.account_id = ${account} order by n.id`.execute(t.db)
  ).rows.map(({ title }) => title);
const myNotices = () => notices(t.fixture.principals.member.accountId);

describe('a group of volunteers', () => {
  const make = async () => {
    const made = await organiser.call(saveGroup, { groupName: '义诊队', description: '每月一次' });
    expect(made.code, made.text).toBe(200);
    return made.data.id as string;
  };

  test('holds the own people and who has reported here, has a leader, and is told', async () => {
    const groupId = await make();
    expect((await organiser.call(saveGroup, { groupName: '义诊队' })).text).toContain('已有同名');
    expect((await organiser.call(addPeople, { groupId, memberIds: [me, far] })).code).toBe(404);
    await report();
    expect((await organiser.call(addPeople, { groupId, memberIds: [me, far] })).data).toEqual({ added: 2 });
    expect((await organiser.call(addPeople, { groupId, memberIds: [me] })).text).toContain('都已在组内');
    expect((await organiser.call(setLeader, { groupId, memberId: far })).code).toBe(200);
    expect((await organiser.call(listPeople, { groupId })).body).toMatchObject({
      total: 2,
      rows: [
        { id: far, volunteerId: far, isLeader: true, placeName: HERE.name },
        { id: me, isLeader: false, hasAccount: true },
      ],
    });
    expect((await organiser.call(listPeople, { name: '党元' })).body.total).toBe(1);
    expect((await organiser.call(tellGroup, { groupId, title: '周六义诊', text: '八点集合' })).data).toEqual({
      reached: 1,
      without: 1,
    });
    expect(await myNotices()).toEqual(['周六义诊']);
    // Who no longer reports here is no more seen by name, and stays.
    await sql`delete from sbd_report`.execute(t.db);
    expect((await organiser.call(getGroup, { id: groupId })).data).toMatchObject({
      members: 1,
      others: 1,
      leaderName: '',
    });
    expect((await organiser.call(dropPeople, { groupId, memberIds: [me] })).data).toEqual({ removed: 1 });
    expect((await organiser.call(exportGroup, { groupId })).status).toBe(200);
    const { version } = (await organiser.call(getGroup, { id: groupId })).data;
    expect((await organiser.call(saveGroup, { id: groupId, version: 1, groupName: '巡逻队' })).code).toBe(400);
    expect((await organiser.call(saveGroup, { id: groupId, version, groupName: '巡逻队' })).code).toBe(200);
    expect((await organiser.call(removeGroup, { id: groupId, deleteReason: '并组' })).code).toBe(200);
    expect((await organiser.call(listGroups, {})).body.total).toBe(0);
  });

  test('is read above and changed at home alone; an activity takes its people in', async () => {
    const groupId = await make();
    await report();
    await organiser.call(addPeople, { groupId, memberIds: [far] });
    expect((await above.call(getGroup, { id: groupId })).data).toMatchObject({ can: { edit: false } });
    expect((await above.call(addPeople, { groupId, memberIds: [me] })).text).toContain('只有建立分组的组织');
    expect((await beside.call(getGroup, { id: groupId })).code).toBe(404);
    expect((await member.call(listGroups, {})).code).toBe(403);
    const id = await publish();
    expect((await organiser.call(addSignups, { id, memberIds: [far] })).data).toEqual({ added: 1 });
  });
});

const publish = async (): Promise<string> => {
  const made = await organiser.call(createActivity, {
    kind: 1,
    title: '清洁家园',
    post: '4',
    place: '城关镇广场',
    startsAt: '2099-05-01 09:00',
    endsAt: '2099-05-01 11:30',
    closesAt: '2099-04-30 18:00',
    quota: 5,
    hours: 2,
    audience: 1,
    audited: false,
    content: '打扫',
    contact: '党元',
    phone: '13900000001',
    publish: true,
  });
  expect(made.code, made.text).toBe(200);
  return made.data.id;
};

describe('whoever keeps an activity on the spot', () => {
  const days = { fromOn: '2020-01-01', toOn: '2020-12-31', note: '照看周末活动' };
  const today = async () =>
    (await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(t.db)).rows[0]
      ?.day ?? '';

  test('is appointed for some days, signs others in, confirms hours; the organisation audits', async () => {
    const day = await today();
    const until = `${Number(day.slice(0, 4)) + 2}-01-01`;
    expect((await organiser.call(addKeepers, { ...days, memberIds: [me] })).text).toContain('截止日期已过');
    expect((await organiser.call(addKeepers, { ...days, fromOn: day, toOn: until, memberIds: [me] })).text).toContain(
      '最长一年',
    );
    await report();
    expect((await organiser.call(addKeepers, { ...days, fromOn: day, toOn: day, memberIds: [far] })).text).toContain(
      '没有账号',
    );
    expect((await organiser.call(addKeepers, { ...days, fromOn: day, toOn: day, memberIds: [me] })).data).toEqual({
      added: 1,
    });
    expect((await organiser.call(addKeepers, { ...days, fromOn: day, toOn: day, memberIds: [me] })).text).toContain(
      '已经是现场管理员',
    );
    expect((await myNotices())[0]).toContain('现场管理员');

    const id = await publish();
    await organiser.call(addSignups, { id, memberIds: [me, far] });
    const mine = (
      await sql<{
        id: string;
        memberId: string;
      }>`select id, member_id as "memberId" from service_signup order by id`.execute(t.db)
    ).rows;
    const idOf = (one: string) => mine.find(({ memberId }) => memberId === one)?.id ?? '';
    const [own, other] = [idOf(me), idOf(far)];
    expect((await member.call(keptActivities, {})).data.activities).toEqual([]);
    expect((await member.call(keptCode, { id })).text).toContain('开始前60分钟');
    await sql`update service_activity set closes_at = now() - interval '2 hours', starts_at = now() - interval '30 minutes',
               ends_at = now() + interval '2 hours' where id = ${id}`.execute(t.db);
    expect((await member.call(keptActivities, {})).data).toMatchObject({
      places: [{ orgName: HERE.name }],
      activities: [{ id, can: { sign: true, finish: true } }],
    });
    expect((await member.call(keptPeople, { id })).data.people).toHaveLength(2);
    expect(JSON.stringify((await member.call(keptPeople, { id })).data)).not.toContain('phone');
    expect((await member.call(keptCode, { id })).data).toMatchObject({ came: 0, due: 2 });
    expect((await member.call(keptMark, { id, ids: [own], came: true, reason: '没带手机' })).text).toContain(
      '不能给自己代签',
    );
    expect((await member.call(keptMark, { id, ids: [other], came: true })).text).toContain('请输入代签原因');
    expect((await member.call(keptMark, { id, ids: [other], came: true, reason: '没带手机' })).data).toEqual({
      done: 1,
    });
    // They have been there for two hours and a half.
    await sql`update service_activity set starts_at = now() - interval '150 minutes', closes_at = now() - interval '4 hours' where id = ${id}`.execute(
      t.db,
    );
    await sql`update service_signup set signed_at = now() - interval '150 minutes' where signed_at is not null`.execute(
      t.db,
    );
    const finish = (changed: InputOf<typeof keptFinish>['changed'], version: number) =>
      member.call(keptFinish, { id, version, changed });
    const { version } = (await member.call(keptPeople, { id })).data.activity;
    expect((await finish([{ id: other, hours: 2, note: '早退' }], version)).text).toContain('应少于2小时');
    expect((await finish([{ id: other, hours: 1, note: '' }], version)).text).toContain('原因');
    expect((await finish([{ id: other, hours: 1, note: '早退' }], version)).data).toEqual({ reported: 1 });
    expect((await finish([], version)).code).not.toBe(200);
    // Reported, and not recognised: that is for a worker.
    expect((await organiser.call(hoursPeople, { id })).data).toMatchObject({
      stateName: '待审',
      askedName: '党元',
      people: [{ hours: 1, note: '早退' }],
      can: { decide: true },
    });
  });

  test('loses everything the moment it is revoked; nobody else ever had it', async () => {
    const day = await today();
    await organiser.call(addKeepers, { ...days, fromOn: day, toOn: day, memberIds: [me] });
    const id = await publish();
    const [row] = (await organiser.call(listKeepers, {})).body.rows;
    expect(row).toMatchObject({ stateName: '在任', can: { revoke: true } });
    expect((await beside.call(revokeKeeper, { id: row.id, reason: '试' })).code).toBe(404);
    const stranger = await t.as('volunteer');
    expect((await stranger.call(keptPeople, { id })).code).toBe(404);
    expect((await member.call(keptPeople, { id })).code).toBe(200);
    expect((await organiser.call(revokeKeeper, { id: row.id, reason: '换人' })).code).toBe(200);
    expect((await member.call(keptPeople, { id })).code).toBe(404);
    expect((await organiser.call(revokeKeeper, { id: row.id, reason: '换人' })).text).toContain('已撤销');
    expect((await organiser.call(addKeepers, { ...days, fromOn: day, toOn: day, memberIds: [me] })).data).toEqual({
      added: 1,
    });
  });
});

describe('a pair', () => {
  const CARD = '110101194912310024';
  const help = async (more: Partial<InputOf<typeof askPair>> = {}): Promise<InputOf<typeof askPair>> => ({
    kind: 2,
    otherId: TOWN.id,
    memberId: me,
    personName: '张大爷',
    idCardNo: (await makeEncrypter(t))(CARD),
    phone: '13900000009',
    address: '山前村3组',
    household: 2,
    difficulty: 1,
    content: '每月走访一次',
    fromOn: '2026-01-01',
    toOn: '2027-01-01',
    ...more,
  });
  const ask = async () => {
    const made = await organiser.call(askPair, await help());
    expect(made.code, made.text).toBe(200);
    return made.data.id as string;
  };

  test('is asked for, accepted by the other side, visited, and ended with a reason', async () => {
    expect(
      (await organiser.call(askPair, await help({ difficulty: '' as never, address: '' }))).body.data,
    ).toMatchObject({
      fields: { difficulty: '请选择困难类型', address: '请输入住址' },
    });
    expect((await organiser.call(askPair, await help({ otherId: HERE.id }))).text).toContain('不能与本组织结对');
    expect((await organiser.call(askPair, await help({ otherId: ORGS.branchB21.id }))).text).toContain('请选择社区');
    const id = await ask();
    expect((await organiser.call(askPair, await help())).text).toContain('已经结对或在等审核');
    expect((await organiser.call(urgeAbove, { kind: 'servicePair', id })).code).toBe(200);
    expect((await organiser.call(setPair, { id, version: 1, status: 1 })).code).toBe(404);
    expect((await beside.call(getPair, { id })).code).toBe(404);
    expect((await town.call(listPairs, {})).body).toMatchObject({
      counts: { waiting: 1 },
      rows: [{ id, memberName: '党元', personName: '张大爷', can: { decide: true } }],
    });
    expect((await town.call(setPair, { id, version: 1, status: 2 })).text).toContain('请写明原因');
    expect((await town.call(setPair, { id, version: 1, status: 1 })).data).toEqual({ version: 2 });
    expect((await town.call(setPair, { id, version: 1, status: 1 })).code).toBe(400);

    const visit = { id, visitedOn: '2026-03-01', people: '党元', content: '送药上门' };
    expect((await organiser.call(addVisit, { ...visit, visitedOn: '2025-12-31' })).text).toContain('早于结对开始');
    expect((await organiser.call(addVisit, { ...visit, visitedOn: '2099-01-01' })).text).toContain('以后的日期');
    const first = (await organiser.call(addVisit, visit)).data.id;
    await town.call(addVisit, { ...visit, visitedOn: '2026-04-01' });
    expect((await town.call(strikeVisit, { id, visitId: first, reason: '重复' })).text).toContain('只能划去本组织');
    expect((await organiser.call(strikeVisit, { id, visitId: first, reason: '重复' })).code).toBe(200);
    expect((await organiser.call(getPair, { id })).data).toMatchObject({
      visits: 1,
      lastVisitOn: '2026-04-01',
      records: [{ isStruck: false }, { isStruck: true, strikeReason: '重复' }],
    });
    const place = { orgId: HERE.id };
    expect((await organiser.call(listMemberPairs, place)).body).toMatchObject({
      total: 1,
      orgCode: HERE.code,
      counts: { paired: 1 },
    });

    expect((await town.call(setPair, { id, version: 2, status: 3 })).text).toContain('请写明结束原因');
    expect((await town.call(setPair, { id, version: 2, status: 3, reason: '搬走' })).code).toBe(200);
    expect((await organiser.call(addVisit, visit)).text).toContain('已经结束');
    expect(await notices(t.fixture.principals.committeeWorker.accountId)).toContain('党元与张大爷的结对已结束');
    // The same two may pair again.
    await ask();
  });

  test('keeps the numbers of people in need encrypted, masked, and shows them with a reason that is logged', async () => {
    const id = await ask();
    const { data, text } = await town.call(getPair, { id });
    expect(text).not.toContain(CARD);
    expect(text).not.toContain('13900000009');
    expect(data).toMatchObject({ idCard: expect.stringContaining('*'), phone: expect.stringContaining('*') });
    expect((await town.call(revealPair, { id, field: 'phone', reason: '' })).code).toBe(600);
    expect((await town.call(revealPair, { id, field: 'phone', reason: '联系走访' })).data).toEqual({
      value: '13900000009',
    });
    expect((await town.call(revealPair, { id, field: 'idCard', reason: '核对' })).data).toEqual({ value: CARD });
    expect((await beside.call(revealPair, { id, field: 'phone', reason: '试' })).code).toBe(404);
    const { rows } = await sql<{ all: string }>`select p::text as all from service_pair p where id = ${id}`.execute(
      t.db,
    );
    expect(rows[0]?.all).not.toContain('13900000009');
    const log = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_log where target_type = 'servicePair' and action = '查看原值' and outcome = 'done'`.execute(
      t.db,
    );
    expect(log.rows[0]?.n).toBe(2);
  });

  test('is withdrawn by whoever asked, and taken by one of two who decide at once', async () => {
    const id = await ask();
    expect((await above.call(setPair, { id, version: 1, status: 4 })).text).toContain('只能撤回本人');
    expect((await organiser.call(setPair, { id, version: 1, status: 4 })).code).toBe(200);
    const again = await ask();
    const answers = await Promise.all([
      town.call(setPair, { id: again, version: 1, status: 1 }),
      town.call(setPair, { id: again, version: 1, status: 2, reason: '试' }),
    ]);
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1);
  });

  test('goes to whoever takes over from either end; what the successor has already ends', async () => {
    const id = await ask();
    const to = ORGS.committeeB1;
    const ctx = { db: t.db, audit: () => undefined } as never;
    const move = (from: object, into: object) =>
      belongingOf('servicePairTo')?.move?.(ctx, from as never, into as never, null, '合并');
    expect(await belongingOf('servicePairTo')?.count(t.db, [TOWN.id])).toEqual(new Map([[TOWN.id, 1]]));
    expect(await move(TOWN, to)).toEqual([id]);
    expect((await organiser.call(getPair, { id })).data).toMatchObject({ otherName: to.name, stateName: '待审' });
    // Both ends become one: it ends.
    expect(await move(to, HERE)).toEqual([]);
    expect((await organiser.call(getPair, { id })).data).toMatchObject({ stateName: '已撤回' });
  });
});
