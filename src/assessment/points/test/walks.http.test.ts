import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishSet, saveSet } from '#assessment/points/contract.set.ts';
import { countMarked, countYears } from '#assessment/points/server/service/posting.ts';
import { recordEvidence, withdrawEvidence } from '#house/server/pointEvidence.ts';
import { beijingDay } from '#platform/time/days.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Random sequences over the evidence of some people beside each other, a sequence each; `WALKS` for more of them than the suite takes, 5,000 at the most, `SEED` to repeat some. */
const WALKS = Number(process.env.POINT_WALKS ?? Math.min(5000, Number(process.env.WALKS ?? 40)));
const SEED = Number(process.env.SEED ?? 20_261_126);
const STEPS = 14;
/** Sequences that go side by side at the most: one person each. */
const LANES = 50;
const [DAY_CAP, MONTH_CAP, YEAR_CAP] = [300, 700, 1200];
/** A year with a 29 February, long over: nothing of it depends on today. */
const YEAR = 2024;

let t: TestApp;
/** Somebody with what stands of his year, as the walk knows it. */
interface Lane {
  memberId: string;
  orgId: string;
  orgCode: string;
  held: Map<string, Held>;
  done: string[];
}
let people: Omit<Lane, 'held' | 'done'>[];
const random = makeRandom(SEED);
const below = (n: number) => random.int(0, n - 1);

interface Held {
  source: string;
  subject: string;
  day: string;
  quantity: number;
}

beforeAll(async () => {
  t = await startTestApp();
  const committee = await t.as('committeeWorker');
  const found = await sql<Omit<Lane, 'held' | 'done'>>`
    select id as "memberId", org_id as "orgId", org_code as "orgCode" from member
     where org_code like ${`${ORGS.committeeA1.code}%`} and deleted_at is null order by id limit ${LANES}`.execute(
    t.db,
  );
  people = found.rows;
  const saved = await committee.call(saveSet, {
    name: '积分办法',
    fromOn: `${Number(beijingDay().slice(0, 4)) - 1}-01-01`,
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
});
afterAll(() => t.close());

const SOURCES = ['meetingAttended', 'meetingAttended', 'meetingAttended', 'duesTimely', 'meetingMissed'] as const;
/** Days that crowd: the same few, the leap day, both ends of the year, and one of another year that must not count. */
const DAYS = ['01-01', '02-28', '02-29', '03-01', '03-15', '03-15', '06-30', '12-31'].map((day) => `${YEAR}-${day}`);
const dayOf = () => (below(12) === 0 ? `${YEAR - 1}-12-31` : (DAYS[below(DAYS.length)] ?? ''));
const keyOf = ({ source, subject }: Held) => `${source} ${subject}`;
const given = (lane: Lane, one: Held) => {
  const { memberId, orgId, orgCode } = lane;
  return { ...one, memberId, orgId, orgCode, title: '试' };
};
const some = ({ held }: Lane) => [...held.values()][below(Math.max(1, held.size))];

/** One step of a lane: what it gives, or the facts that it takes back. */
const ACTS: Readonly<Record<string, (lane: Lane) => { gives?: Held; takes?: Held }>> = {
  give(lane) {
    const one = {
      source: SOURCES[below(SOURCES.length)] ?? '',
      // A fact is named by source and subject for all; its person is part of its name.
      subject: `s${below(12)} ${lane.memberId}`,
      day: dayOf(),
      quantity: 50 + below(200),
    };
    lane.held.set(keyOf(one), one);
    return { gives: one };
  },
  again(lane) {
    const one = some(lane);
    return one ? { gives: one } : {};
  },
  change(lane) {
    const one = some(lane);
    if (!one) return {};
    const other = { ...one, day: dayOf(), quantity: 50 + below(200) };
    lane.held.set(keyOf(one), other);
    return { gives: other };
  },
  takeBack(lane) {
    const one = some(lane);
    if (!one) return {};
    lane.held.delete(keyOf(one));
    return { takes: one };
  },
};
const NAMES = ['give', 'give', 'give', 'again', 'change', 'takeBack'] as const;

/** One step of every lane, written together; now and then what has come is posted. */
async function step(lanes: readonly Lane[]): Promise<void> {
  const acts = lanes.map((lane) => {
    const name = NAMES[below(NAMES.length)] ?? 'give';
    lane.done.push(name);
    return { lane, ...ACTS[name]?.(lane) };
  });
  await recordEvidence(
    t.db,
    acts.flatMap(({ lane, gives }) => (gives ? [given(lane, gives)] : [])),
  );
  for (const [source, taken] of Map.groupBy(
    acts.flatMap(({ takes }) => takes ?? []),
    (one) => one.source,
  ))
    await withdrawEvidence(
      t.db,
      [source],
      taken.map(({ subject }) => subject),
    );
  if (below(6) > 0) return;
  await countMarked(t.db);
  for (const { done } of lanes) done.push('post');
}

/**
 * What the year must come to, in another way than the rules count it: caps of a day lie within those of a month and these within
 * the year's, so that sums of sums say the same as one fact after another.
 */
function expected({ held }: Lane): { plus: number; minus: number } {
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

/** What stands in the books of some people, and where the rank has them. */
async function standing(lanes: readonly Lane[]) {
  const { rows } = await sql<{ id: string; plus: number; minus: number; lines: number; net: number }>`
    select p.id, coalesce(s.plus, 0) as plus, coalesce(s.minus, 0) as minus, coalesce(r.net, 0) as net,
           (select coalesce(sum(given), 0)::int from point_line l where l.member_id = p.id and l.year = ${YEAR}) as lines
      from unnest(${lanes.map(({ memberId }) => memberId)}::bigint[]) as p(id)
      left join point_score s on s.member_id = p.id and s.year = ${YEAR}
      left join point_rank r on r.member_id = p.id and r.year = ${YEAR}`.execute(t.db);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

async function assertSums(lanes: readonly Lane[], said: (lane: Lane) => string): Promise<void> {
  const sums = await standing(lanes);
  for (const lane of lanes) {
    const { plus, minus } = expected(lane);
    const net = plus - minus;
    expect(sums.get(lane.memberId), said(lane)).toEqual({ plus, minus, lines: net, net });
  }
}

test(`after ${WALKS} random sequences the sums are those of what stands, and counting from nothing gives the same`, {
  timeout: 1_800_000,
}, async () => {
  const ids = people.map(({ memberId }) => memberId);
  for (let walk = 0; walk < WALKS; walk += people.length) {
    const lanes: Lane[] = people.slice(0, WALKS - walk).map((one) => ({ ...one, held: new Map(), done: [] }));
    for (const table of ['point_line', 'point_evidence', 'point_due', 'point_score'] as const)
      await sql`delete from ${sql.table(table)} where member_id = any(${ids}::bigint[])`.execute(t.db);
    for (let n = 0; n < STEPS; n++) await step(lanes);
    const said = (lane: Lane) => `SEED=${SEED} walk ${walk + lanes.indexOf(lane)}: ${lane.done.join(' ')}`;
    await countMarked(t.db);
    await assertSums(lanes, said);
    const pairs = lanes.map(({ memberId }) => ({ memberId, year: YEAR }));
    expect(await t.db.transaction().execute((tx) => countYears(tx, pairs))).toBe(0);
    await sql`delete from point_line where member_id = any(${ids}::bigint[])`.execute(t.db);
    await t.db.transaction().execute((tx) => countYears(tx, pairs));
    await assertSums(lanes, (lane) => `${said(lane)}, from nothing`);
  }
});
