import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appealAgain,
  askAppeal,
  decideAppeal,
  ownAppeals,
  withdrawAppeal,
} from '#assessment/points/contract.appeal.ts';
import { publishSet, saveSet } from '#assessment/points/contract.set.ts';
import type { AppealState } from '#assessment/points/rules.ts';
import { countMarked } from '#assessment/points/server/service/posting.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

/** Random walks of a person's appeals through the calls; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(1000, Number(process.env.WALKS ?? 12));
const SEED = Number(process.env.SEED ?? 20_261_127);
const STEPS = 8;

let t: TestApp;
let callers: Readonly<Record<'branch' | 'committee' | 'member' | 'other', Caller>>;
let today: string;
const random = makeRandom(SEED);

beforeAll(async () => {
  t = await startTestApp();
  callers = {
    branch: await t.as('branchWorker'),
    committee: await t.as('committeeWorker'),
    member: await t.as('member'),
    other: await t.as('otherCountyWorker'),
  };
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
  const saved = await callers.committee.call(saveSet, {
    name: '办法',
    fromOn: `${today.slice(0, 4)}-01-01`,
    items: [{ dimension: '组织生活', name: '参加组织生活', value: 200, source: 'meetingAttended' }],
  });
  expect((await callers.committee.call(publishSet, { id: saved.data.id, version: 1 })).code).toBe(200);
});
afterAll(() => t.close());

interface Standing {
  id: string;
  level: 1 | 2;
  state: AppealState;
  version: number;
  again: boolean;
}
const ACTS = ['agree', 'refuse', 'withdraw', 'again'] as const;
type Act = (typeof ACTS)[number];

/** Whether somebody may do that: the branch answers first, who stands above it once more, the person takes back and asks again. */
const may = (act: Act, who: keyof typeof callers, { level, state, again }: Standing): boolean =>
  act === 'withdraw'
    ? who === 'member' && state === 1
    : act === 'again'
      ? who === 'member' && state === 3 && level === 1 && !again
      : state === 1 && who === (level === 1 ? 'branch' : 'committee');

test(`in ${WALKS} random walks an appeal moves along its arrows alone, whoever tries whatever; only what was accepted gives points`, async () => {
  const { rows } = await sql<{ code: string }>`select code from point_item`.execute(t.db);
  for (let walk = 0; walk < WALKS; walk++) {
    for (const table of ['point_line', 'point_appeal', 'point_due', 'point_score'] as const)
      await sql`delete from ${sql.table(table)}`.execute(t.db);
    const asked = await callers.member.call(askAppeal, {
      code: rows[0]?.code ?? '',
      day: today,
      points: 200,
      text: '漏登',
    });
    expect(asked.code, asked.text).toBe(200);
    const all: Standing[] = [{ id: asked.data.id, level: 1, state: 1, version: 1, again: false }];
    const done: string[] = [];
    for (let step = 0; step < STEPS; step++) {
      const act = random.pick(ACTS);
      const who = random.pick(['branch', 'committee', 'member', 'member', 'other'] as const);
      const one = random.pick(all);
      const isStale = random.int(0, 5) === 0;
      done.push(`${who} ${act} ${one.level}${isStale ? ' stale' : ''}`);
      const at = { id: one.id, version: isStale ? one.version + 1 : one.version };
      const caller = callers[who];
      const reply =
        act === 'again'
          ? await caller.call(appealAgain, { id: one.id, text: '请上级核实' })
          : act === 'withdraw'
            ? await caller.call(withdrawAppeal, at)
            : await caller.call(decideAppeal, { ...at, agree: act === 'agree', opinion: '试' });
      const allowed = may(act, who, one) && (act === 'again' || !isStale);
      expect(reply.code === 200, `SEED=${SEED} walk ${walk}: ${done.join(', ')} in ${one.state}: ${reply.text}`).toBe(
        allowed,
      );
      if (!allowed) continue;
      if (act === 'again') {
        one.again = true;
        all.push({ id: reply.data.id, level: 2, state: 1, version: 1, again: false });
      } else {
        one.state = act === 'agree' ? 2 : act === 'refuse' ? 3 : 4;
        one.version += 1;
      }
    }
    await countMarked(t.db);
    const said = `SEED=${SEED} walk ${walk}: ${done.join(', ')}`;
    const own = (await callers.member.call(ownAppeals, {})).rows;
    expect(own.map(({ id, state }) => `${id} ${state}`).sort(), said).toEqual(
      all.map(({ id, state }) => `${id} ${state}`).sort(),
    );
    const given = await sql<{ n: number }>`select coalesce(sum(given), 0)::int as n from point_line`.execute(t.db);
    expect(given.rows[0]?.n, said).toBe(200 * all.filter(({ state }) => state === 2).length);
  }
}, 600_000);
