import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldLifeSums } from '#life/orgLife/server/queries/sums.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listMeetings } from '../contract.ts';

/** Steps of the walk; `npm run soak` gives thousands. */
const STEPS = Number(process.env.WALKS ?? 60);
const SEED = Number(process.env.SEED ?? 1);

let t: TestApp;
let callers: [Caller, string][];
let state = SEED;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
const BRANCHES = [ORGS.branchA11, ORGS.branchA12, ORGS.branchA21];

beforeAll(async () => {
  t = await startTestApp();
  callers = [
    [await t.as('cityWorker'), ORGS.city.code],
    [await t.as('countyWorker'), ORGS.countyA.code],
    [await t.as('committeeWorker'), ORGS.committeeA1.code],
    [await t.as('branchWorker'), ORGS.branchA11.code],
  ];
  await sql`truncate life_meeting cascade`.execute(t.db);
});
afterAll(() => t.close());

const some = () =>
  sql`(select id from life_meeting where cancelled_at is null order by md5(id::text || ${String(random())}) limit 1)`;
const ACTS: readonly (() => Promise<unknown>)[] = [
  async () => {
    const org = pick(BRANCHES);
    await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
      select ${org.id}, ${org.code}, 4, '会', now() - n * interval '1 day', now() - n * interval '1 day' + interval '1 hour', ${pick([0, 1, 2, 3, 4, 5])}
        from generate_series(1, ${Math.ceil(random() * 3)}::int) n`.execute(t.db);
  },
  () => sql`update life_meeting set state = ${pick([2, 3, 4, 5])} where id = ${some()}`.execute(t.db),
  () => sql`update life_meeting set cancelled_at = now(), state = 0 where id = ${some()}`.execute(t.db),
  () => sql`delete from life_meeting where id = ${some()}`.execute(t.db),
  // A move rewrites codes; the bin takes an organisation out of every list, and gives it back.
  () => {
    const [from, to] = [pick(BRANCHES), pick(BRANCHES)];
    return sql`update life_meeting set org_code = ${to.code}, org_id = ${to.id} where org_id = ${from.id}`.execute(
      t.db,
    );
  },
  () =>
    sql`update organisation set deleted_at = case when deleted_at is null then now() end where id = ${ORGS.branchA12.id}`.execute(
      t.db,
    ),
  () => foldLifeSums(t.services.db),
];

/** What the list of a subtree holds, counted from the meetings. */
async function recount(code: string) {
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as all, count(*) filter (where m.state = 5)::int as archived,
           count(*) filter (where m.cancelled_at is null and m.state = 3)::int as "toReview",
           count(*) filter (where m.cancelled_at is null and m.state = 4)::int as returned,
           count(*) filter (where m.cancelled_at is not null)::int as cancelled
      from life_meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
     where starts_with(m.org_code, ${code})`.execute(t.db);
  return rows[0] ?? {};
}

test('whatever is written, moved, binned and folded: the sums of the list are the recount, and every page is its own', async () => {
  for (let step = 0; step < STEPS; step++) {
    await pick(ACTS)();
    const [who, code] = pick(callers);
    const page = await who.call(listMeetings, { pageSize: 5 });
    const due = await recount(code);
    expect(page.body.counts, `step ${step} of seed ${SEED}`).toMatchObject(due);
    expect(page.total).toBe(due.all);
    const review = await who.call(listMeetings, { pageSize: 5, view: 'toReview' });
    expect(review.total).toBe(due.toReview);
    expect(review.rows).toHaveLength(Math.min(5, due.toReview ?? 0));
  }
});

test('pages near the end are read from there, in the same order', async () => {
  await sql`update organisation set deleted_at = null where id = ${ORGS.branchA12.id}`.execute(t.db);
  const { id, code } = ORGS.branchA11;
  await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
    select ${id}, ${code}, 4, '会' || n, now() - n * interval '7 hours', now() - n * interval '7 hours' + interval '1 hour', 5
      from generate_series(1, 4500) n`.execute(t.db);
  const { rows } = await sql<{ id: string }>`
    select m.id from life_meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
     where starts_with(m.org_code, ${ORGS.city.code}) order by m.held_on desc, m.id desc`.execute(t.db);
  const ids = rows.map((row) => row.id);
  const [who] = callers[0] ?? [];
  if (!who) throw new Error('nobody');
  for (const pageNum of [1, 2, 11, 14, 20, Math.ceil(ids.length / 200), Math.ceil(ids.length / 200) + 1]) {
    const page = await who.call(listMeetings, { pageNum, pageSize: 200 });
    expect(page.total).toBe(ids.length);
    expect(
      page.rows.map((row) => row.id),
      `page ${pageNum}`,
    ).toEqual(ids.slice((pageNum - 1) * 200, pageNum * 200));
  }
});
