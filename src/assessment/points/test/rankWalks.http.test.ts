import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namedRank, pageOfRank, type RankRecord } from '#assessment/points/server/queries/rank.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

/** Random changes of what a rank is made of; `WALKS` for more than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(2_000, Number(process.env.WALKS ?? 60));
const SEED = Number(process.env.SEED ?? 20_261_127);
const BASE = 6000;
const YEAR = 2025;
const PAGE = 3;
const PLACES: OrgKey[] = ['city', 'countyA', 'committeeA1', 'branchA11'];

let t: TestApp;
const random = makeRandom(SEED);
const below = (n: number) => random.int(0, n - 1);
let people: { id: string; orgId: string; orgCode: string }[];

beforeAll(async () => {
  t = await startTestApp();
  const { rows } = await sql<{ id: string; orgId: string; orgCode: string }>`
    select id, org_id as "orgId", org_code as "orgCode" from member order by id`.execute(t.db);
  people = rows;
});
afterAll(() => t.close());

const someone = () => people[below(people.length)] ?? { id: '0', orgId: '0', orgCode: '' };
/** Few heights, so that many tie; some below zero, where all stand at 0. */
const points = () => [0, 0, 100, 250, 250, 900][below(6)] ?? 0;

const ACTS: (() => Promise<unknown>)[] = [
  () => {
    const minus = below(5) === 0 ? 7000 : points();
    return sql`
      insert into point_score (member_id, year, plus, minus) values (${someone().id}, ${YEAR}, ${points()}, ${minus})
      on conflict (member_id, year) do update set plus = excluded.plus, minus = excluded.minus`.execute(t.db);
  },
  () => sql`delete from point_score where member_id = ${someone().id}`.execute(t.db),
  () => {
    const { id, orgId, orgCode } = someone();
    const month = 1 + below(11);
    return sql`
      insert into assess_exemption (member_id, org_id, org_code, from_on, to_on, reason, state, asked_by)
      values (${id}, ${orgId}, ${orgCode}, make_date(${YEAR}::int, ${month}::int, 1), make_date(${YEAR}::int, ${month}::int, ${[15, 28, 31][below(3)]}::int - case when ${month}::int in (2, 4, 6, 9, 11) then 3 else 0 end),
              '长期患病', ${below(2)}, '试')`.execute(t.db);
  },
  () => sql`update assess_exemption set state = (state + 1) % 4 where member_id = ${someone().id}`.execute(t.db),
  () => sql`update assess_exemption set member_id = ${someone().id} where member_id = ${someone().id}`.execute(t.db),
  () => {
    const key = (['branchA11', 'branchA12', 'branchA21', 'branchB22'] as const)[below(4)] ?? 'branchA11';
    return sql`
      update member set org_id = ${ORGS[key].id}, org_code = ${ORGS[key].code} where id = ${someone().id}`.execute(
      t.db,
    );
  },
  () =>
    sql`update member set membership_status = 3 - membership_status where id = ${someone().id} and membership_status in (1, 2)`.execute(
      t.db,
    ),
  () =>
    sql`update member set deleted_at = case when deleted_at is null then now() end where id = ${someone().id}`.execute(
      t.db,
    ),
];

test('every page of every rank is what counting everybody says, whatever changed', async () => {
  for (let walk = 0; walk < WALKS; walk++) {
    for (let n = 0; n < 4; n++) await ACTS[below(ACTS.length)]?.();
    const key = PLACES[below(PLACES.length)] ?? 'city';
    const scope = workerScope(ORGS[key].code);
    const said = `SEED=${SEED} walk ${walk} ${key}`;
    const whole = await namedRank(t.db, scope, YEAR, BASE, '', 1000, 0);
    const ids = whole.rows.filter(({ id }) => id !== null);
    for (let offset = 0; offset <= ids.length; offset += PAGE) {
      const page = await pageOfRank(t.db, scope, YEAR, BASE, null, PAGE, offset);
      const wanted = ids.slice(offset, offset + PAGE);
      const shown = (row: RankRecord) => [row.id, row.place, row.score, row.plus, row.minus, row.exempt];
      expect(page.rows.map(shown), `${said} from ${offset}`).toEqual(wanted.map(shown));
      expect(page, said).toMatchObject({
        total: ids.length,
        counted: whole.rows[0]?.counted,
        exempt: whole.rows[0]?.exempted,
      });
      expect(Number(page.mean ?? -1), said).toBeCloseTo(Number(whole.rows[0]?.mean ?? -1), 6);
    }
  }
}, 600_000);

test('a move and a sum that are written beside each other both stand in the rank', async () => {
  const [one] = people.filter(({ orgCode }) => orgCode === ORGS.branchA11.code);
  if (!one) throw new Error('nobody there');
  await sql`delete from point_score where member_id = ${one.id}`.execute(t.db);
  await sql`delete from point_rank where member_id = ${one.id}`.execute(t.db);
  let scoring: Promise<unknown> = Promise.resolve();
  await t.db.transaction().execute(async (tx) => {
    await sql`update member set org_id = ${ORGS.branchB11.id}, org_code = ${ORGS.branchB11.code}, deleted_at = null,
                     membership_status = 1 where id = ${one.id}`.execute(tx);
    // Begins while the move is open, and can only end after it.
    scoring = sql`insert into point_score (member_id, year, plus) values (${one.id}, ${YEAR}, 500)`.execute(t.db);
    for (;;) {
      const { rows } = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into point_score%'`.execute(
        t.db,
      );
      if (rows.length > 0) break;
    }
  });
  await scoring;
  const { rows } = await sql<{ org_code: string; net: number }>`
    select org_code, net from point_rank where member_id = ${one.id} and year = ${YEAR}`.execute(t.db);
  expect(rows).toEqual([{ org_code: ORGS.branchB11.code, net: 500 }]);
});
