import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askHand, decideHand, withdrawHand } from '#assessment/fourColour/contract.hand.ts';
import {
  acceptRectification,
  freezeQuarter,
  listColours,
  openRectification,
  reportRectification,
} from '#assessment/fourColour/contract.ts';
import { firstFreezeDay, withHand } from '#assessment/fourColour/rules.ts';
import { pdf, upload } from '#kernel/files/test/factory.ts';
import { quarterOf } from '#platform/time/periods.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** Random walks through the calls; `WALKS` for more of them than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(1000, Number(process.env.WALKS ?? 8));
const SEED = Number(process.env.SEED ?? 20_261_127);
const STEPS = 14;
const A11 = ORGS.branchA11;
const WHO = ['city', 'county', 'county', 'committee', 'committee', 'branch', 'branch', 'sibling'] as const;
type Who = (typeof WHO)[number];
/** Higher is above; the sibling stands beside all of A11's. */
const HEIGHT: Readonly<Record<Who, number>> = { city: 4, county: 3, committee: 2, branch: 1, sibling: 0 };

let t: TestApp;
let callers: Record<Who, Caller>;
let today: string;

beforeAll(async () => {
  t = await startTestApp();
  callers = {
    city: await t.as('cityWorker'),
    county: await t.as('countyWorker'),
    committee: await t.as('committeeWorker'),
    branch: await t.as('branchWorker'),
    sibling: await t.as('siblingWorker'),
  };
  await sql`insert into unit (org_id, org_code, name, nature, name_grams)
    values (${A11.id}, ${A11.code}, ${A11.name}, '8', '{}')`.execute(t.db);
  const { rows } = await sql<{
    today: string;
  }>`select (now() at time zone 'Asia/Shanghai')::date::text as today`.execute(t.db);
  today = rows[0]?.today ?? '';
});
afterAll(() => t.close());

type Row = Record<string, unknown> & { id: number; version: number };
/** Every row of a table as it stands, oldest first. */
async function rowsOf(table: string): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(x) as row from ${sql.table(table)} x order by id`.execute(
    t.db,
  );
  return rows.map(({ row }) => row);
}
/** The columns in which two states of a row differ. */
const changed = (before: Row | undefined, after: Row | undefined) =>
  Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
    .sort();

/** What an act did to a table: refused with a sentence and nothing written, or exactly the columns that are its own of one row. */
function expectDone(
  said: string,
  may: boolean,
  reply: { code: number; text: string },
  [before, after]: readonly [readonly Row[], readonly Row[]],
  columns: readonly string[] | 'new',
): void {
  expect(reply.code === 200, `${said}: ${reply.text}`).toBe(may);
  if (!may) {
    expect(reply.text, said).toMatch(/[一-龥]{4}/u);
    expect(after, said).toEqual(before);
    return;
  }
  if (columns === 'new') {
    expect(after.slice(0, -1), said).toEqual(before);
    expect(after, said).toHaveLength(before.length + 1);
    return;
  }
  expect(after.slice(0, -1), said).toEqual(before.slice(0, -1));
  expect(changed(before.at(-1), after.at(-1)), said).toEqual(columns.toSorted());
}

test(`in ${WALKS} random walks 整改 is opened, reported and accepted along its arrows alone`, async () => {
  const random = makeRandom(SEED);
  const computed = (await callers.county.call(listColours, {})).rows.find(({ orgId }) => orgId === A11.id)?.level ?? 1;
  for (let walk = 0; walk < WALKS; walk++) {
    const latest = random.int(1, 4);
    await sql`delete from colour_quarter`.execute(t.db);
    await sql`insert into colour_quarter (org_id, org_code, year, quarter, kind, level, open_checks, reasons)
      values (${A11.id}, ${A11.code}, 2025, 1, 'village', ${latest}, 0, '[]')`.execute(t.db);
    // Each walk begins with nothing under way.
    await sql`update colour_rectification set state = 2 where state < 2`.execute(t.db);
    let state = null as number | null;
    const done: string[] = [];
    for (let at = 0; at < STEPS; at++) {
      const act = random.pick(['open', 'open', 'report', 'report', 'agree', 'agree', 'return'] as const);
      const who = random.pick(WHO);
      const isStale = random.int(0, 7) === 0;
      const isBad = random.int(0, 5) === 0;
      const caller = callers[who];
      const before = await rowsOf('colour_rectification');
      const last = before.at(-1);
      done.push(`${who} ${act}${isStale ? ' stale' : ''}${isBad ? ' bad' : ''}`);
      const said = `SEED=${SEED} walk ${walk} in ${state} at level ${latest}: ${done.join(', ')}`;
      const held = { id: String(last?.id ?? 1), version: (last?.version ?? 1) + (isStale ? 1 : 0) };
      const reply = await (act === 'open'
        ? caller.call(openRectification, {
            orgId: A11.id,
            problems: '组织生活缺开',
            person: '支书',
            dueOn: isBad ? '2020-01-01' : '2099-01-01',
          })
        : act === 'report'
          ? caller.call(reportRectification, { ...held, report: isBad ? '' : '已补开' })
          : caller.call(acceptRectification, { ...held, agree: act === 'agree', opinion: isBad ? '' : '看过' }));
      const above = HEIGHT[who] > HEIGHT.branch;
      const may =
        act === 'open'
          ? above && !isBad && (state === null || state === 2) && Math.max(computed, latest) >= 3
          : act === 'report'
            ? who === 'branch' && state === 0 && !isStale && !isBad
            : above && state === 1 && !isStale && !(isBad && act === 'return');
      const wrote = {
        open: 'new',
        report: ['state', 'version', 'report', 'reported_id', 'reported_by'],
        agree: ['state', 'version', 'opinion', 'accepted_by', 'accepted_at'],
        return: ['state', 'version', 'opinion'],
      } as const;
      const after = await rowsOf('colour_rectification');
      const columns = wrote[act];
      // What is written once more with the same words changes nothing there.
      const same = (key: string) => JSON.stringify(last?.[key]) === JSON.stringify(after.at(-1)?.[key]);
      const texts = ['report', 'reported_id', 'reported_by', 'opinion'];
      expectDone(
        said,
        may,
        reply,
        [before, after],
        columns === 'new' ? columns : columns.filter((key) => !(texts.includes(key) && same(key))),
      );
      if (!may) continue;
      state = { open: 0, report: 1, agree: 2, return: 0 }[act];
      expect(after.at(-1)?.state, said).toBe(state);
      if (act === 'open') {
        const within = before.some((row) => row.accepted_at !== null && row.state === 2);
        expect(after.at(-1), said).toMatchObject({ is_relapse: within, level: Math.max(computed, latest), version: 1 });
      }
    }
  }
}, 600_000);

/** The quarter so many before the running one. */
function quarterAgo(n: number): { year: number; quarter: number } {
  const at = Number(today.slice(0, 4)) * 4 + quarterOf(today) - 1 - n;
  return { year: Math.floor(at / 4), quarter: (at % 4) + 1 };
}

test(`in ${WALKS} random walks a level by hand is asked for, decided, withdrawn and frozen along its arrows alone`, async () => {
  const random = makeRandom(SEED + 1);
  await sql`delete from colour_quarter`.execute(t.db);
  /** A paper of each that no level has yet. */
  const files: { [who in Who]?: string | undefined } = {};
  for (let walk = 0; walk < WALKS; walk++) {
    const { year, quarter } = quarterAgo(random.int(0, 3));
    const isOver = today >= firstFreezeDay(year, quarter);
    const seen = async () =>
      (await callers.county.call(listColours, { year, quarter })).rows.find(({ orgId }) => orgId === A11.id);
    const computed = (await seen())?.computed ?? 0;
    let live = null as { who: Who; state: number; level: number } | null;
    let isFrozen = false;
    const done: string[] = [];
    for (let at = 0; at < STEPS; at++) {
      const act = random.pick(['ask', 'ask', 'ask', 'agree', 'agree', 'refuse', 'withdraw', 'freeze'] as const);
      // Frozen late in the walk, so that something has happened before.
      if (act === 'freeze' && at < STEPS / 2) continue;
      const who = random.pick(WHO);
      const isStale = random.int(0, 7) === 0;
      const isBad = random.int(0, 5) === 0;
      const level = random.pick([computed - 2, computed - 1, computed, computed + 1, computed + 2]);
      const caller = callers[who];
      const before = await rowsOf('colour_hand');
      const last = before.at(-1);
      done.push(`${who} ${act}${act === 'ask' ? level : ''}${isStale ? ' stale' : ''}${isBad ? ' bad' : ''}`);
      const said = `SEED=${SEED} walk ${walk} ${year}Q${quarter} from ${computed}: ${done.join(', ')} in ${JSON.stringify(live)}`;
      const held = { id: String(last?.id ?? 1), version: (last?.version ?? 1) + (isStale ? 1 : 0) };
      if (act === 'freeze') {
        const reply = await callers.county.call(freezeQuarter, { year, quarter });
        expect(reply.code === 200, `${said}: ${reply.text}`).toBe(isOver && !isFrozen);
        expect(await rowsOf('colour_hand'), said).toEqual(before);
        isFrozen ||= isOver;
      } else {
        if (act === 'ask') files[who] ??= (await upload(t, caller, '定级材料.pdf', pdf(2000))).data.id;
        const reply = await (act === 'ask'
          ? caller.call(askHand, {
              orgId: A11.id,
              year,
              quarter,
              level,
              reason: isBad ? '' : '整改到位',
              files: [files[who] ?? ''],
            })
          : act === 'withdraw'
            ? caller.call(withdrawHand, held)
            : caller.call(decideHand, { ...held, agree: act === 'agree', opinion: isBad ? '' : '看过' }));
        const asker: Who | undefined = live?.who;
        const mayDecide =
          live?.state === 0 &&
          asker !== undefined &&
          // At the top another person of the same place decides, whom this walk does not have.
          HEIGHT[who] > HEIGHT[asker];
        const may: boolean =
          !isFrozen &&
          (act === 'ask'
            ? HEIGHT[who] > HEIGHT.branch &&
              !isBad &&
              live === null &&
              level >= 1 &&
              level <= 4 &&
              Math.abs(level - computed) === 1
            : act === 'withdraw'
              ? live !== null && who === asker && !isStale
              : mayDecide && !isStale && !(isBad && act === 'refuse'));
        const after = await rowsOf('colour_hand');
        const same = (key: string) => JSON.stringify(last?.[key]) === JSON.stringify(after.at(-1)?.[key]);
        const wrote = ['state', 'version', 'decided_by', 'decided_at', 'opinion'].filter(
          (key) => key === 'state' || key === 'version' || !same(key),
        );
        expectDone(said, may, reply, [before, after], act === 'ask' ? 'new' : wrote);
        if (may) {
          const state: number = { ask: 0, agree: 1, refuse: 2, withdraw: 3 }[act];
          expect(after.at(-1), said).toMatchObject({ state, computed, year, quarter });
          if (act === 'ask') files[who] = undefined;
          live =
            act === 'ask'
              ? { who, state, level }
              : state === 1 && asker
                ? { who: asker, state, level: live?.level ?? 0 }
                : null;
        }
      }
      // Only what is confirmed changes the level, by one step; what is frozen stays.
      const row = await seen();
      expect(row?.computed, said).toBe(computed);
      expect(row?.isFrozen, said).toBe(isFrozen);
      expect(row?.level, said).toBe(withHand(computed as 1, live?.state === 1 ? live.level : null));
    }
    await sql`delete from colour_quarter`.execute(t.db);
    await sql`delete from colour_freeze`.execute(t.db);
    await sql`update colour_hand set state = 3 where state < 2`.execute(t.db);
  }
}, 600_000);
