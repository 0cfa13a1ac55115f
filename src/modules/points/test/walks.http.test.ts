import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishSet, saveSet } from '#modules/points/contract.set.ts';
import { countYears, postDue } from '#modules/points/server/service/posting.ts';
import { giveEvidence, takeBackEvidence } from '#platform/server/pointEvidence.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Random sequences over one person's evidence; `WALKS` for more of them than the suite takes, 5,000 at the most, `SEED` to repeat some. */
const WALKS = Number(process.env.POINT_WALKS ?? Math.min(5000, Number(process.env.WALKS ?? 40)));
const SEED = Number(process.env.SEED ?? 20_261_126);
const STEPS = 14;
const [DAY_CAP, MONTH_CAP, YEAR_CAP] = [300, 700, 1200];
/** A year with a 29 February, long over: nothing of it depends on today. */
const YEAR = 2024;

let t: TestApp;
let me: string;
const place = { orgId: ORGS.branchA11.id, orgCode: ORGS.branchA11.code };
const random = makeRandom(SEED);
const below = (n: number) => random.int(0, n - 1);

interface Held {
  source: string;
  subject: string;
  day: string;
  quantity: number;
}
/** What stands, as the walk knows it. */
let held: Map<string, Held>;

beforeAll(async () => {
  t = await startTestApp();
  const committee = await t.as('committeeWorker');
  me = t.fixture.members.branchA11?.[1] ?? '';
  const saved = await committee.call(saveSet, {
    name: '积分办法',
    fromOn: '2025-01-01',
    items: [
      {
        dimension: '组织生活',
        name: '到会',
        value: 200,
        source: 'meetingAttended',
        capDay: DAY_CAP,
        capMonth: MONTH_CAP,
        capYear: YEAR_CAP,
      },
      { dimension: '党员义务', name: '交党费', value: 50, source: 'duesTimely' },
      { dimension: '组织生活', name: '缺席', value: 150, source: 'meetingMissed', minus: true, capYear: 400 },
    ],
  });
  expect(saved.code, saved.text).toBe(200);
  expect((await committee.call(publishSet, { id: saved.data.id, version: 1 })).code).toBe(200);
  // Sets cannot be published so far back; the walk wants a leap year.
  await sql`update point_set set from_on = ${`${YEAR}-01-01`} where id = ${saved.data.id}`.execute(t.db);
}, 90_000);
afterAll(() => t.close());

const SOURCES = ['meetingAttended', 'meetingAttended', 'meetingAttended', 'duesTimely', 'meetingMissed'] as const;
/** Days that crowd: the same few, the leap day, both ends of the year, and one of another year that must not count. */
const DAYS = ['01-01', '02-28', '02-29', '03-01', '03-15', '03-15', '06-30', '12-31'].map((day) => `${YEAR}-${day}`);
const dayOf = () => (below(12) === 0 ? `${YEAR - 1}-12-31` : (DAYS[below(DAYS.length)] ?? ''));
const keyOf = ({ source, subject }: Held) => `${source} ${subject}`;
const give = (one: Held) => giveEvidence(t.db, [{ ...one, memberId: me, ...place, title: '试' }]);
const some = () => [...held.values()][below(Math.max(1, held.size))];

const ACTS: Readonly<Record<string, () => Promise<void>>> = {
  async give() {
    const one = {
      source: SOURCES[below(SOURCES.length)] ?? '',
      subject: `s${below(12)}`,
      day: dayOf(),
      quantity: 50 + below(200),
    };
    await give(one);
    held.set(keyOf(one), one);
  },
  async again() {
    const one = some();
    if (one) await give(one);
  },
  async change() {
    const one = some();
    if (!one) return;
    const other = { ...one, day: dayOf(), quantity: 50 + below(200) };
    await give(other);
    held.set(keyOf(one), other);
  },
  async takeBack() {
    const one = some();
    if (!one) return;
    await takeBackEvidence(t.db, [one.source], [one.subject]);
    held.delete(keyOf(one));
  },
  async post() {
    await postDue(t.db);
  },
};
const NAMES = ['give', 'give', 'give', 'again', 'change', 'takeBack', 'post'] as const;

/**
 * What the year must come to, in another way than the rules count it: caps of a day lie within those of a month and these within
 * the year's, so that sums of sums say the same as one fact after another.
 */
function expected(): { plus: number; minus: number } {
  const own = [...held.values()].filter(({ day }) => day.startsWith(`${YEAR}-`));
  const raw = (one: Held, value: number) => Math.round((value * one.quantity) / 100);
  const sum = (list: readonly number[]) => list.reduce((all, n) => all + n, 0);
  const attended = own.filter(({ source }) => source === 'meetingAttended');
  const months = Map.groupBy(attended, ({ day }) => day.slice(0, 7));
  const capped = [...months.values()].map((list) =>
    Math.min(
      MONTH_CAP,
      sum(
        [...Map.groupBy(list, ({ day }) => day).values()].map((of) =>
          Math.min(DAY_CAP, sum(of.map((one) => raw(one, 200)))),
        ),
      ),
    ),
  );
  const of = (source: string, value: number) =>
    sum(own.filter((one) => one.source === source).map((one) => raw(one, value)));
  return {
    plus: Math.min(YEAR_CAP, sum(capped)) + of('duesTimely', 50),
    minus: Math.min(400, of('meetingMissed', 150)),
  };
}

const standing = async () => {
  const { rows } = await sql<{ plus: number; minus: number; lines: number }>`
    select s.plus, s.minus, (select coalesce(sum(given), 0)::int from point_line l where l.member_id = s.member_id and l.year = s.year) as lines
      from point_score s where s.member_id = ${me} and s.year = ${YEAR}`.execute(t.db);
  return rows[0] ?? { plus: 0, minus: 0, lines: 0 };
};

async function assertSums(said: string): Promise<void> {
  const { lines, ...sums } = await standing();
  const wanted = expected();
  expect(sums, said).toEqual(wanted);
  expect(lines, said).toBe(wanted.plus - wanted.minus);
}

test(`after ${WALKS} random sequences the sums are those of what stands, and counting from nothing gives the same`, {
  timeout: 1_800_000,
}, async () => {
  for (let walk = 0; walk < WALKS; walk++) {
    held = new Map();
    await sql`delete from point_line where member_id = ${me}`.execute(t.db);
    await sql`delete from point_evidence where member_id = ${me}`.execute(t.db);
    await sql`delete from point_due`.execute(t.db);
    await sql`delete from point_score where member_id = ${me}`.execute(t.db);
    const done: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const name = NAMES[below(NAMES.length)] ?? 'post';
      done.push(name);
      await ACTS[name]?.();
    }
    const said = `SEED=${SEED} walk ${walk}: ${done.join(' ')}`;
    await postDue(t.db);
    await assertSums(said);
    const pair = [{ memberId: me, year: YEAR }];
    expect(await t.db.transaction().execute((tx) => countYears(tx, pair)), said).toBe(0);
    await sql`delete from point_line where member_id = ${me}`.execute(t.db);
    await t.db.transaction().execute((tx) => countYears(tx, pair));
    await assertSums(`${said}, from nothing`);
  }
});
