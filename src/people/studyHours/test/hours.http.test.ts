import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  exportHours,
  listHours,
  orgHours,
  ownHours,
  ownLines,
  personHours,
  personLines,
} from '#people/studyHours/contract.ts';
import { grantHours, type HourGrant, runOnceForEarlier, withdrawHours } from '#people/studyHours/server/index.ts';
import { remind } from '#people/studyHours/server/service/remind.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let member: Caller;
let me: string;
let year: number;

const grant = (more: Partial<HourGrant> = {}): HourGrant => ({
  personId: me,
  day: `${year}-01-02`,
  source: 'lecture',
  evidence: 'lifeMeeting:1',
  minutes: 90,
  title: '专题党课',
  ...more,
});
const own = async () => (await member.call(ownHours, {})).data;
/** The sums as the facts say them, which those of the ledger must equal. */
const recomputed = async () => {
  const { rows } = await sql<{ off: number }>`
    select count(*)::int as off from (select member_id, year, minutes, central from learning_year) as y
      full join (select member_id, year, sum(minutes) as minutes, sum(central::int) as central from learning_hour
                  where not gone group by 1, 2) as h using (member_id, year)
     where coalesce(y.minutes, 0) <> coalesce(h.minutes, 0) or coalesce(y.central, 0) <> coalesce(h.central, 0)
        or coalesce(y.minutes, 0) <> (select coalesce(sum(l.minutes), 0) from learning_line l
                                       where l.member_id = coalesce(y.member_id, h.member_id) and l.year = coalesce(y.year, h.year))`.execute(
    t.db,
  );
  return rows[0]?.off;
};

beforeAll(async () => {
  t = await startTestApp();
  [branch, member] = [await t.as('branchWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
});
afterAll(() => t.close());

test('a fact stands once; more of it is one entry of the difference, another year a counter-entry', async () => {
  await grantHours(t.db, [grant(), grant()]);
  await grantHours(t.db, [grant()]);
  expect(await own()).toMatchObject({ hours: 2, duty: 32, met: false, owes: true });
  expect((await member.call(ownLines, {})).total).toBe(1);
  await Promise.all([1, 2, 3].map(() => grantHours(t.db, [grant({ minutes: 135 })])));
  expect((await member.call(ownLines, {})).rows.map(({ minutes }) => minutes)).toEqual([45, 90]);
  await grantHours(t.db, [grant({ minutes: 135, day: `${year - 1}-12-31` })]);
  expect((await own()).hours).toBe(0);
  expect((await member.call(ownHours, { year: year - 1 })).data.hours).toBe(3);
  await grantHours(t.db, [grant()]);
  expect((await own()).hours).toBe(2);
  expect(await recomputed()).toBe(0);
});

test('withdrawn hours are countered with their reason, granted again they stand; points follow', async () => {
  const points = async () => {
    const { rows } = await sql<{ quantity: number; gone: boolean }>`
      select quantity, gone from point_evidence where source = 'learningDone' and member_id = ${me}`.execute(t.db);
    return rows;
  };
  expect(await points()).toEqual([{ quantity: 200, gone: false }]);
  await withdrawHours(t.db, { source: 'lecture', evidence: 'lifeMeeting:1', why: '会议记录被上级退回' });
  expect((await own()).hours).toBe(0);
  expect((await member.call(ownLines, {})).rows[0]).toMatchObject({
    minutes: -90,
    hours: -2,
    why: '会议记录被上级退回',
  });
  expect((await points())[0]?.gone).toBe(true);
  await withdrawHours(t.db, { source: 'lecture', evidence: 'lifeMeeting:1', why: '再退' });
  await grantHours(t.db, [grant()]);
  expect((await own()).hours).toBe(2);
  expect((await points())[0]?.gone).toBe(false);
  await withdrawHours(t.db, { source: 'lecture', evidence: 'lifeMeeting:1', why: '更正', except: [me] });
  expect((await own()).hours).toBe(2);
  expect(await recomputed()).toBe(0);
  const once = () => t.db.transaction().execute((tx) => runOnceForEarlier(tx, 'try', async () => 3));
  expect(await once()).toBe(3);
  expect(await once()).toBe(0);
});

test('the list holds everybody who owes hours, by state and group; a person opens each entry', async () => {
  await grantHours(t.db, [
    grant({
      source: 'offline',
      evidence: 'training:1',
      minutes: 32 * 45,
      title: '党员冬训',
      central: true,
      link: '/education/hours',
    }),
  ]);
  const all = await branch.call(listHours, { pageSize: 200 });
  expect(all.rows.find(({ id }) => id === me)).toMatchObject({ hours: 34, duty: 32, met: true, central: 1 });
  expect(all.result.people).toBe(all.total);
  const met = await branch.call(listHours, { state: 'met' });
  const behind = await branch.call(listHours, { state: 'behind' });
  expect([met.total, met.total + behind.total]).toEqual([1, all.total]);
  expect(all.result.met).toBe(1);
  expect((await branch.call(listHours, { keyWords: met.rows[0]?.name ?? '' })).rows.map(({ id }) => id)).toContain(me);
  const mine = (await branch.call(personHours, { memberId: me })).data;
  expect(mine.sources.map((one: { source: string }) => one.source)).toEqual(['lecture', 'offline']);
  const lines = await branch.call(personLines, { memberId: me, source: 'offline' });
  expect(lines.rows).toMatchObject([{ title: '党员冬训', link: '/education/hours', central: true }]);

  // Whoever leads a base organisation owes 56.
  const { rows: terms } = await sql<{ id: string }>`
    insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 90, (now() at time zone 'Asia/Shanghai')::date - 20, 3, '2099-01-01')
    on conflict (org_id) where is_current do update set elected_on = excluded.elected_on returning id`.execute(t.db);
  await sql`delete from org_post where member_id = ${me}`.execute(t.db);
  await sql`insert into org_post (term_id, org_id, member_id, name, post)
            values (${terms[0]?.id ?? ''}, ${ORGS.branchA11.id}, ${me}, '党元', '书记')`.execute(t.db);
  expect(await own()).toMatchObject({ duty: 56, met: false, posts: '书记', centralDuty: 1 });
  const leaders = await branch.call(listHours, { who: 'leader' });
  expect(leaders.rows.find(({ id }) => id === me)).toMatchObject({ duty: 56, met: false });
  const fresh = await branch.call(listHours, { who: 'secretary' });
  expect(fresh.rows.map(({ id }) => id)).toEqual([me]);
  expect((await branch.call(listHours, { state: 'met' })).total).toBe(0);
});

test('organisations below are summed; from September branches with people behind are told until nobody is', async () => {
  const committee = await t.as('committeeWorker');
  const orgs = await committee.call(orgHours, {});
  const ours = orgs.rows.find(({ id }) => id === ORGS.branchA11.id);
  expect(ours).toMatchObject({ met: 0, rate: 0, hasBelow: false });
  expect(ours?.people).toBe((await branch.call(listHours, {})).total);
  expect(orgs.result.people).toBe(orgs.rows.reduce((sum, { people }) => sum + people, 0));
  const open = async () => {
    const { rows } = await sql<{ title: string }>`
      select title from todo where subject = ${`learningBehind:${year}`} and done_at is null and org_id = ${ORGS.branchA11.id}`.execute(
      t.db,
    );
    return rows.map(({ title }) => title);
  };
  await remind(t, `${year}-08-31`);
  expect(await open()).toEqual([]);
  await remind(t, `${year}-09-01`);
  // Who they are, and how many by now, the list says: a number in a to-do of months would be of its first day.
  expect(await open()).toEqual([`${year}年还有党员学时未达标`]);
  const everywhere = async () =>
    (
      await sql<{ org: string; title: string }>`
      select org_id::text as org, title from todo where subject = ${`learningBehind:${year}`} and done_at is null order by org_id`.execute(
        t.db,
      )
    ).rows;
  const whole = await everywhere();
  expect(whole.length).toBeGreaterThan(1);
  // In portions it is the same as all at once, wherever a portion ends.
  await sql`delete from todo where subject = ${`learningBehind:${year}`}`.execute(t.db);
  await remind(t, `${year}-09-01`, 1);
  expect(await everywhere()).toEqual(whole);
  await sql`update todo set title = '旧' where subject = ${`learningBehind:${year}`}`.execute(t.db);
  await remind(t, `${year}-09-01`, 3);
  expect(await everywhere()).toEqual(whole);
  await sql`update learning_duty set member_hours = 0, leader_hours = 0, leader_central = 0`.execute(t.db);
  await remind(t, `${year}-09-02`);
  expect(await open()).toEqual([]);
});

test('nobody reads the hours of another branch, members their own alone', async () => {
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(personHours, { memberId: me })).code).toBe(404);
  expect((await sibling.call(personLines, { memberId: me })).code).toBe(404);
  expect((await branch.call(listHours, { orgId: ORGS.branchA12.id })).code).toBe(404);
  expect((await member.call(listHours, {})).code).toBe(403);
  expect((await branch.call(exportHours, { orgId: ORGS.branchA12.id, purpose: '试' } as never)).code).toBe(404);
  expect((await branch.call(exportHours, { purpose: '检查' } as never)).code).toBe(200);
});
