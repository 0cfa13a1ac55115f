import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishPlan, savePlan } from '#assessment/memberAssessment/contract.plan.ts';
import { decideMonth, getMonth, saveMonth } from '#assessment/memberAssessment/contract.ts';
import type { MonthState } from '#assessment/memberAssessment/rules.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

/** Random walks of a person's month through the calls; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(1000, Number(process.env.WALKS ?? 12));
const SEED = Number(process.env.SEED ?? 20_261_127);
const STEPS = 8;
const MONTH = 3;

let t: TestApp;
let branch: Caller;
let member: Caller;
let other: Caller;
let me: string;
let year: number;
const random = makeRandom(SEED);

beforeAll(async () => {
  t = await startTestApp();
  [branch, member, other] = [await t.as('branchWorker'), await t.as('member'), await t.as('otherCountyWorker')];
  const committee = await t.as('committeeWorker');
  me = t.fixture.principals.member.memberId ?? '';
  const { rows } = await sql<{
    year: number;
  }>`select extract(year from now() at time zone 'Asia/Shanghai')::int - 1 as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
  await sql`update member set admission_date = '2001-07-01', joined_branch_on = '2001-07-01'`.execute(t.db);
  const item = (name: string) => ({ kind: 1, name, most: 5000, submit: 2, inspection: 5 });
  const made = await committee.call(savePlan, { year, name: '方案', items: [item('组织生活'), item('纪律')] });
  expect((await committee.call(publishPlan, { id: made.data.id, version: 1 })).code).toBe(200);
});
afterAll(() => t.close());

/** From which states an act leads where; null: nothing was scored yet. */
const ARROWS: Readonly<
  Record<string, { from: readonly (MonthState | null)[]; to: (state: MonthState | null) => MonthState }>
> = {
  save: { from: [null, 0, 3], to: (state) => (state === 3 ? 3 : 0) },
  submit: { from: [null, 0, 3], to: () => 1 },
  confirm: { from: [1], to: () => 2 },
  return: { from: [1], to: () => 3 },
};

test(`in ${WALKS} random walks a month moves along its arrows alone, whoever tries whatever in whatever order`, async () => {
  for (let walk = 0; walk < WALKS; walk++) {
    await sql`delete from assess_change`.execute(t.db);
    await sql`delete from assess_cell`.execute(t.db);
    await sql`delete from assess_month`.execute(t.db);
    let state: MonthState | null = null;
    let version = 0;
    const done: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const act = random.pick(Object.keys(ARROWS));
      const [who, caller] = random.pick([
        ['branch', branch],
        ['branch', branch],
        ['branch', branch],
        ['member', member],
        ['other', other],
      ] as const);
      const isStale = random.int(0, 5) === 0;
      done.push(`${who} ${act}${isStale ? ' stale' : ''}`);
      const sheet = (await branch.call(getMonth, { memberId: me, year, month: MONTH })).result;
      const cells = sheet.items.map(({ itemId }) => ({ itemId, score: random.int(0, 5000) }));
      const at = { memberId: me, year, month: MONTH, version: isStale ? version + 1 : version };
      const decides = act === 'confirm' || act === 'return';
      const reply = decides
        ? await caller.call(decideMonth, { ids: [sheet.monthId || '1'], agree: act === 'confirm', opinion: '试' })
        : await caller.call(saveMonth, { ...at, cells, submit: act === 'submit' });
      const said = `SEED=${SEED} walk ${walk}: ${done.join(', ')} in ${state}: ${reply.text}`;
      const may = who === 'branch' && (decides || !isStale) && ARROWS[act]?.from.includes(state) === true;
      expect(reply.code === 200, said).toBe(may);
      if (!may) continue;
      state = ARROWS[act]?.to(state) ?? state;
      version = (await branch.call(getMonth, { memberId: me, year, month: MONTH })).result.version;
      expect(version, said).toBeGreaterThan(0);
    }
    const end = (await branch.call(getMonth, { memberId: me, year, month: MONTH })).result;
    expect(end.state, `SEED=${SEED} walk ${walk}: ${done.join(', ')}`).toBe(state);
  }
}, 600_000);
