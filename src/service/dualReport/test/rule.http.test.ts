import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayOf } from '#platform/server/database/db.ts';
import { addDays } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addConfig, getConfig } from '../contract.config.ts';
import { lackingMembers, memberCoverage } from '../contract.coverage.ts';
import { endExemption, exemptMember, urgeMembers } from '../contract.exempt.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
let branch: Caller;
let today: string;
/** Members of two branches of one county: in work, in work, retired and old; and in work elsewhere. */
let people: string[];

const RULE = {
  occupations: [1, 3, 4, 5],
  reportDays: 30,
  goalHours: 20,
  starHours: '8/10/15/20/25',
  noShowTimes: 3,
  noShowMonths: 12,
  noShowDays: 30,
};

beforeAll(async () => {
  t = await startTestApp();
  [city, county, branch] = [await t.as('cityWorker'), await t.as('countyWorker'), await t.as('branchWorker')];
  today = await todayOf(t.db);
  people = [...(t.fixture.members.branchA11 ?? []).slice(0, 3), t.fixture.members.branchA21?.[0] ?? ''];
  await sql`update member set person_category = 1, membership_status = 1, is_floating = false where id = any(${people}::bigint[])`.execute(
    t.db,
  );
  await sql`update member set occupation = null`.execute(t.db);
  await sql`update member set occupation = 5, birth_date = '1990-01-01', joined_branch_on = ${addDays(today, -40)}
             where id = any(${people}::bigint[])`.execute(t.db);
  await sql`update member set occupation = 7, birth_date = '1950-01-01' where id = ${people[2]}`.execute(t.db);
});
afterAll(() => t.close());

const total = async (who = city) => {
  const { expected, reported, exempt, waiting } = (await who.call(memberCoverage, {})).data.total;
  return { expected, reported, exempt, waiting };
};
const names = async (lack?: 'exempt') => (await city.call(lackingMembers, lack ? { lack } : {})).body;

test('what an organisation says counts from its day on, for it and those below; the nearest above counts', async () => {
  expect((await branch.call(getConfig, {})).data).toMatchObject({
    rule: { orgName: '', reportDays: 30, goalHours: 20, starHours: [8, 10, 15, 20, 25], noShowTimes: 3 },
    rules: [],
  });
  expect(await total()).toEqual({ expected: 3, reported: 0, exempt: 0, waiting: 0 });
  const [county1, branch1] = [ORGS.countyA.id, ORGS.branchA11.id];
  // Retired people as well, from tomorrow on: nothing changes today.
  const wider = { ...RULE, occupations: '1,3,4,5,7' };
  const set = (who: Caller, orgId: string, rule: Record<string, unknown>) =>
    who.call(addConfig, { orgId, rule: rule as never });
  expect((await set(county, county1, { ...wider, fromOn: addDays(today, 1) })).code).toBe(200);
  expect(await total()).toMatchObject({ expected: 3 });
  expect((await set(county, county1, { ...wider, fromOn: today })).code).toBe(200);
  expect(await total()).toMatchObject({ expected: 4 });
  // The branch is nearer: nobody above thirty there.
  expect((await set(branch, branch1, { ...wider, fromOn: today, eldest: 30 })).code).toBe(200);
  expect(await total()).toMatchObject({ expected: 1 });
  expect((await branch.call(getConfig, {})).data.rule).toMatchObject({ orgName: ORGS.branchA11.name, eldest: 30 });
  await sql`delete from sbd_rule where org_id is not null`.execute(t.db);

  expect((await set(county, ORGS.countyB.id, { ...RULE, fromOn: today })).code).toBe(404);
  for (const [field, rule] of [
    ['rule.fromOn', { ...RULE, fromOn: '2020-02-30' }],
    ['rule.starHours', { ...RULE, fromOn: today, starHours: '8/10/9/20/25' }],
    ['rule.eldest', { ...RULE, fromOn: today, youngest: 60, eldest: 30 }],
    ['rule.occupations', { ...RULE, fromOn: today, occupations: '' }],
  ] as const) {
    const answer = await set(county, county1, rule);
    expect(answer.code).toBe(600);
    expect(answer.text, field).toContain(field.slice(5));
  }
  expect((await set(county, county1, { ...RULE, fromOn: addDays(today, -1) })).msg).toContain('不能早于今天');
  expect((await county.call(addConfig, { orgId: county1 })).code).toBe(600);
});

test('who is let off does not have to report until the day is over; every number equals its list', async () => {
  const [first = ''] = people;
  expect((await branch.call(exemptMember, { memberId: first, reason: '', untilOn: null })).code).toBe(600);
  expect(
    (await branch.call(exemptMember, { memberId: first, reason: '长期住院', untilOn: addDays(today, -1) })).msg,
  ).toContain('不能早于今天');
  expect((await branch.call(exemptMember, { memberId: people[3] ?? '', reason: '试', untilOn: null })).code).toBe(404);
  expect((await branch.call(exemptMember, { memberId: first, reason: '长期住院', untilOn: today })).code).toBe(200);
  expect(await total()).toEqual({ expected: 2, reported: 0, exempt: 1, waiting: 0 });
  expect((await names()).total).toBe(2);
  const exempt = await names('exempt');
  expect(exempt.total).toBe(1);
  expect(exempt.rows[0]).toMatchObject({
    id: first,
    lackName: '免报',
    exemption: `长期住院，至${today}`,
    can: { endExemption: true },
  });
  expect((await names()).rows[0]).toMatchObject({ dueOn: addDays(today, -10), isLate: true, can: { exempt: true } });
  await sql`update sbd_exemption set until_on = ${addDays(today, -1)}`.execute(t.db);
  expect(await total()).toMatchObject({ expected: 3, exempt: 0 });
  await sql`update sbd_exemption set until_on = null`.execute(t.db);
  expect((await branch.call(endExemption, { memberId: first, reason: '已出院' })).code).toBe(200);
  expect((await branch.call(endExemption, { memberId: first, reason: '已出院' })).msg).toContain('没有免报');
  expect(await total()).toMatchObject({ expected: 3, exempt: 0 });
});

test('only those who did nothing are urged, once a week', async () => {
  const [first = '', second = '', , elsewhere = ''] = people;
  await sql`insert into sbd_report (member_id, org_id, org_code, status, residence, posts, times, source)
    values (${second}, ${ORGS.branchB21.id}, ${ORGS.branchB21.code}, 0, '试', '{1}', '{3}', 2)`.execute(t.db);
  // One has an account, who waits is not urged, the third has none.
  await sql`update account set member_id = null where member_id = any(${people}::bigint[])`.execute(t.db);
  await sql`update account set member_id = ${first} where id = (select min(id) from account where enabled)`.execute(
    t.db,
  );
  const answer = await city.call(urgeMembers, {});
  expect(answer.data).toEqual({ urged: 1, without: 1 });
  const { rows } = await sql<{ title: string }>`select title from notice order by id desc limit 1`.execute(t.db);
  expect(rows[0]?.title).toBe('请到居住地社区报到');
  expect((await city.call(urgeMembers, {})).msg).toContain('没有账号，请由党支部代办');
  expect((await names()).rows.find(({ id }: { id: string }) => id === first)).toMatchObject({ urgedOn: today });
  expect((await names()).rows.find(({ id }: { id: string }) => id === elsewhere)).toMatchObject({ urgedOn: '' });
  await sql`update sbd_urge set urged_on = ${addDays(today, -7)}`.execute(t.db);
  expect((await city.call(urgeMembers, {})).data).toMatchObject({ urged: 1 });
  expect((await (await t.as('member')).call(urgeMembers, {})).code).toBe(403);
});
