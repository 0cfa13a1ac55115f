import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listHours, orgHours } from '#people/studyHours/contract.ts';
import { grantHours, withdrawHours } from '#people/studyHours/server/index.ts';
import { dutyOf, FROM, MET, OWES } from '#people/studyHours/server/queries/hours.ts';
import { countHoursTally } from '#people/studyHours/server/service/tally.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let city: Caller;
let me: string;
let year: number;

beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  me = t.fixture.principals.member.memberId ?? '';
  year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
});
afterAll(() => t.close());

const exec = (text: string, db: Db = t.db) => sql.raw(text).execute(db);
const hours = (minutes: number, evidence = 'training:1') => ({
  personId: me,
  day: `${year}-01-02`,
  source: 'offline' as const,
  evidence,
  minutes,
  title: '冬训',
  central: true,
});
const dueOrgs = async () =>
  (await sql<{ n: number }>`select count(distinct org_id)::int as n from learning_tally_due`.execute(t.db)).rows[0]?.n;
/** What the page says of the whole city and of what stands below it, and what a count of everybody says. */
async function compare() {
  const duty = await dutyOf(t.db, year);
  const { rows } = await sql<{ people: number; met: number }>`
    select count(*)::int as people, count(*) filter (where ${MET(duty)})::int as met from ${FROM(year)}
     where ${OWES} and m.org_code like ${`${ORGS.city.code}%`}`.execute(t.db);
  const naive = rows[0] ?? { people: -1, met: -1 };
  const list = (await city.call(listHours, {})).result;
  const orgs = (await city.call(orgHours, { pageSize: 200 })).rows;
  expect({ people: list.people, met: list.met }).toEqual(naive);
  expect(list.total).toBe(naive.people);
  expect((await city.call(listHours, { state: 'behind' })).total).toBe(naive.people - naive.met);
  expect(orgs.reduce((sum, one) => sum + one.people, 0)).toBe(naive.people);
  expect(orgs.reduce((sum, one) => sum + one.met, 0)).toBe(naive.met);
  return naive;
}

test('sums that are kept equal a count of everybody after each change, before and after they are counted anew', async () => {
  await compare();
  await countHoursTally(t);
  expect(await dueOrgs()).toBe(0);
  const before = await compare();
  await grantHours(t.db, [hours(60 * 45)]);
  expect(await dueOrgs()).toBe(1);
  expect((await compare()).met).toBe(before.met + 1);
  await countHoursTally(t);
  await compare();
  const { id: branch, code } = ORGS.branchA11;
  const { id: other, code: otherCode } = ORGS.branchA12;
  const changes = [
    `update member set org_id = ${other}, org_code = '${otherCode}' where id = ${me}`,
    `update member set membership_status = 3 where id = ${me}`,
    `update member set membership_status = 1 where id = ${me}`,
    `update member set person_category = 5 where id = ${me}`,
    `update member set person_category = 1 where id = ${me}`,
    `update member set deleted_at = now() where id = ${me}`,
    `update member set deleted_at = null where id = ${me}`,
    `update member set org_id = ${branch}, org_code = '${code}' where id = ${me}`,
    `delete from org_post where member_id = ${me}`,
    `insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
       select ${other}, '${otherCode}', 91, '2024-01-01', 3, '2099-01-01'
        where not exists (select from org_term where org_id = ${other} and is_current)`,
    `insert into org_post (term_id, org_id, member_id, name, post)
       select id, ${other}, ${me}, '党元', '委员' from org_term where org_id = ${other} and is_current`,
    `update organisation set type = 10 where id = ${other}`,
    `update organisation set type = 46 where id = ${other}`,
    `update org_term set is_current = false where org_id = ${other}`,
    `update org_term set is_current = true where id = (select term_id from org_post where member_id = ${me})`,
    `update org_post set member_id = null where member_id = ${me}`,
    `update learning_duty set member_hours = 100`,
    `update learning_duty set member_hours = 32`,
  ];
  for (const change of changes) {
    await exec(change);
    await compare();
    await countHoursTally(t);
    expect(await dueOrgs(), change).toBe(0);
    await compare();
  }
  await withdrawHours(t.db, { source: 'offline', evidence: 'training:1', why: '更正' });
  expect((await compare()).met).toBe(before.met);
});

test('what is changed while the sums are counted stays due until it has been counted', async () => {
  await countHoursTally(t);
  await t.db.transaction().execute(async (trx) => {
    await grantHours(trx, [hours(60 * 45, 'training:2')]);
    await countHoursTally(t);
    expect(await dueOrgs()).toBe(0);
  });
  expect(await dueOrgs()).toBe(1);
  const { met } = await compare();
  await countHoursTally(t);
  expect((await compare()).met).toBe(met);
});

test('however often organisations were marked, one round counts them all', async () => {
  await countHoursTally(t);
  await exec(`insert into learning_tally_due (org_id) select ${ORGS.branchA11.id} from generate_series(1, 2500)`);
  await exec(`insert into learning_tally_due (org_id) values (${ORGS.branchA12.id})`);
  await countHoursTally(t);
  expect(await dueOrgs()).toBe(0);
});
