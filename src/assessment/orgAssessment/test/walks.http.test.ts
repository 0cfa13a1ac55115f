import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPlan, stepPlan } from '#assessment/orgAssessment/contract.plan.ts';
import {
  askChange,
  decideChange,
  orgDetails,
  reportScore,
  reviewScores,
} from '#assessment/orgAssessment/contract.score.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { planOf } from './factory.ts';

/** Random walks of a plan and its scores through the calls; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(1000, Number(process.env.WALKS ?? 8));
const SEED = Number(process.env.SEED ?? 20_261_127);
const STEPS = 14;
const A11 = ORGS.branchA11.id;

let t: TestApp;
type Who = 'committee' | 'county' | 'branch' | 'sibling';
let callers: Record<Who, Caller>;

beforeAll(async () => {
  t = await startTestApp();
  callers = {
    committee: await t.as('committeeWorker'),
    county: await t.as('countyWorker'),
    branch: await t.as('branchWorker'),
    sibling: await t.as('siblingWorker'),
  };
});
afterAll(() => t.close());

/** A score as it should stand. */
interface Cell {
  state: number;
  review: number;
  final: number | null;
  asked: number | null;
}
type Act = 'score' | 'notice' | 'withdraw' | 'archive' | 'save' | 'submit' | 'agree' | 'refuse' | 'ask' | 'yes' | 'no';
const ACTS: readonly Act[] = [
  'score',
  'notice',
  'withdraw',
  'archive',
  'save',
  'submit',
  'submit',
  'agree',
  'agree',
  'refuse',
  'ask',
  'yes',
  'no',
];
const FROM: Readonly<Partial<Record<Act, number>>> = { score: 1, notice: 2, withdraw: 3 };
const TO: Readonly<Partial<Record<Act, number>>> = { score: 2, notice: 3, withdraw: 2 };

/** Whether somebody may do something to a score, the material of which is `isMaterial`. */
function mayAct(act: Act, who: Who, plan: number, cell: Cell, isMaterial: boolean): boolean {
  switch (act) {
    case 'save':
    case 'submit':
      return who === 'branch' && isMaterial && (plan === 1 || plan === 2) && (cell.state < 1 || cell.review === 2);
    case 'agree':
      return who === 'committee' && plan === 2 && cell.review === 0 && (!isMaterial || cell.state === 1);
    case 'refuse':
      return who === 'committee' && plan === 2 && cell.review === 0 && isMaterial && cell.state === 1;
    case 'ask':
      return who === 'committee' && plan === 2 && cell.review === 1 && cell.asked === null;
    // The committee has asked: whoever stands above confirms.
    default:
      return who === 'county' && plan === 2 && cell.asked !== null;
  }
}

test(`in ${WALKS} random walks a plan and its scores move along their arrows alone, whoever tries whatever in whatever order`, async () => {
  const random = makeRandom(SEED);
  for (let walk = 0; walk < WALKS; walk++) {
    const { id } = await planOf(callers.committee, `随机${walk}`, [A11], ['publish']);
    const cells: Cell[] = [0, 1].map(() => ({ state: -1, review: 0, final: null, asked: null }));
    let plan = 1;
    const done: string[] = [];
    for (let at = 0; at < STEPS; at++) {
      const act = random.pick(ACTS);
      const who = random.pick(['committee', 'committee', 'county', 'branch', 'branch', 'sibling'] as const);
      const caller = callers[who];
      const isStale = random.int(0, 7) === 0;
      const n = random.int(0, 1);
      const cell = cells[n];
      const rows = (await callers.committee.call(orgDetails, { planId: id, orgId: A11 })).data.rows as {
        id: string;
        method: number;
        version: number;
      }[];
      const row = rows.toSorted((a, b) => a.method - b.method)[n];
      if (!cell || !row) throw new Error('two items make two scores');
      done.push(`${who} ${act} ${n}${isStale ? ' stale' : ''}`);
      const said = () => `SEED=${SEED} walk ${walk}: ${done.join(', ')} in ${plan} ${JSON.stringify(cell)}`;
      const version = row.version + (isStale ? 1 : 0);
      if (act in FROM || act === 'archive') {
        const seen = (await callers.committee.call(getPlan, { id })).data.version;
        const reply = await caller.call(stepPlan, {
          id,
          version: seen + (isStale ? 1 : 0),
          step: act,
          reason: '试',
        } as never);
        const [material, hand] = cells;
        const isOpen = (material?.state === 1 && material.review === 0) || hand?.review !== 1;
        const blocked = act === 'notice' && (isOpen || cells.some(({ asked }) => asked !== null));
        // Results are shown for five working days first.
        const may = who === 'committee' && !isStale && act !== 'archive' && FROM[act] === plan && !blocked;
        expect(reply.code === 200, `${said()}: ${reply.text}`).toBe(may);
        if (may) plan = TO[act] ?? plan;
        continue;
      }
      const points = act === 'ask' ? (cell.final ?? 0) / 100 - 1 : 30;
      const reply = await (act === 'save' || act === 'submit'
        ? caller.call(reportScore, { id: row.id, version, self: '40', report: '试', submit: act === 'submit' })
        : act === 'agree'
          ? caller.call(reviewScores, { ids: [row.id], agree: true, points: String(points), opinion: '试' })
          : act === 'refuse'
            ? caller.call(reviewScores, { ids: [row.id], agree: false, opinion: '试' })
            : act === 'ask'
              ? caller.call(askChange, { id: row.id, version, points: String(Math.max(0, points)), reason: '试' })
              : caller.call(decideChange, { id: row.id, version, agree: act === 'yes', opinion: '试' }));
      const counts = act !== 'agree' && act !== 'refuse';
      const may = (!isStale || !counts) && mayAct(act, who, plan, cell, n === 0);
      expect(reply.code === 200, `${said()}: ${reply.text}`).toBe(may);
      if (!may) continue;
      if (act === 'save') cell.state = 0;
      if (act === 'submit') Object.assign(cell, { state: 1, review: 0 });
      if (act === 'agree') Object.assign(cell, { state: 1, review: 1, final: points * 100 });
      if (act === 'refuse') Object.assign(cell, { review: 2, final: null });
      if (act === 'ask') cell.asked = Math.max(0, points) * 100;
      if (act === 'yes') cell.final = cell.asked;
      if (act === 'yes' || act === 'no') cell.asked = null;
    }
    const { rows } = await sql<Cell>`
      select s.state, s.review, s.final, s.asked from integral_score s join integral_item i on i.id = s.item_id
       where s.plan_id = ${id} order by i.method`.execute(t.db);
    expect(rows, `SEED=${SEED} walk ${walk}: ${done.join(', ')}`).toEqual(cells);
    const kept = await sql`
      select from integral_target x join sub_record r on r.id = x.record_id and r.deleted_at is null where x.plan_id = ${id}`.execute(
      t.db,
    );
    // 考核评议 stands in the record as long as results are out.
    expect(kept.rows.length, done.join(', ')).toBe(plan === 3 ? 1 : 0);
    await sql`update integral_plan set state = 4 where id = ${id}`.execute(t.db);
  }
}, 600_000);
