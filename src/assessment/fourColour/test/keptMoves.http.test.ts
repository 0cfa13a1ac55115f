import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { mergePair, undoMerge } from '#people/member/contract.duplicates.ts';
import { removeMember } from '#people/member/contract.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { detail, pairWith, scan, writer } from '#people/member/test/duplicatePeople.ts';
import { encrypted } from '#people/member/test/factory.ts';
import { carryOut, peopled, takeBack } from '#people/org/test/changeSupport.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { countAllKept, recountChecks } from '#platform/server/sums/keptChecks.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { lateActs } from './lateActs.ts';

const SEED = Number(process.env.SEED ?? 20_261_130);
let t: TestApp;
let city: Caller;
let worker: Worker;
const { put } = writer(() => t);
const TWIN = { name: '双双重', birthDate: '1979-03-04' } as const;
beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  worker = startWorker(t.services, [memberModule]);
  await sql`update member set birth_date = date '1950-01-01' + id::int`.execute(t.db);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const kept = () =>
  t.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).filter((rules) => rules.kept !== undefined);

/** Every kept number of every organisation against what standing there counts, in one snapshot; answers how many there were. */
async function compare(said: string): Promise<number> {
  let n = 0;
  await t.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows } = await sql<{ id: string; code: string; name: string }>`
        select id::text, code, name from organisation where deleted_at is null and code like '0001%' order by code`.execute(
        tx,
      );
      for (const org of rows) {
        const there = () => houseContext(t.services, tx, org);
        const had = (await countAllKept(there(), kept(), [[org.code]])).get(org.code) ?? {};
        for (const rules of kept()) {
          const wanted = await rules.count(there());
          for (const { code } of rules.checks) {
            expect(had[code] ?? 0, `SEED=${SEED} ${said} ${org.name} ${code}`).toBe(wanted[code] ?? 0);
            n += wanted[code] ?? 0;
          }
        }
      }
    });
  return n;
}
/** Before and after they are counted anew: marks that are missing show where nothing else has marked. */
async function hold(said: string): Promise<void> {
  expect(await compare(said), said).toBeGreaterThan(20);
  await recountChecks(t.services);
  await compare(`${said}, kept`);
}

test('kept numbers follow organisations that move, merge and come back, and people who are merged, deleted and restored', async () => {
  const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];
  const further = await peopled(t, A11, 12);
  await peopled(t, A12, 8);
  const acts = lateActs(() => t, makeRandom(SEED));
  const names = ['away', 'file', 'probation', 'task', 'transfer', 'transfer', 'letter', 'lost'];
  for (let round = 0; round < 12; round++) for (const name of names) await acts[name]?.();
  // Whoever has given out tasks may not be merged away: all are the city's.
  await sql`update office_task set org_id = ${ORGS.city.id}, org_code = ${ORGS.city.code}`.execute(t.db);
  await recountChecks(t.services);
  await hold('at first');

  const moved = await carryOut(city, { kind: 'move', orgId: ORGS.committeeA1.id, targetId: ORGS.countyB.id });
  await hold('a committee moved');
  await takeBack(city, moved);
  await hold('and back');
  const merged = await carryOut(city, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  await hold('two branches merged');
  await takeBack(city, merged);
  await hold('and apart');

  // Somebody with something late of each kind is deleted and comes back, and is merged with a twin and apart again.
  const [one = ''] = further;
  const twin = await put(TWIN, 'branchA12');
  const kept = await put({ ...TWIN, idCard: null, phone: null }, 'branchA11');
  for (const id of [one, twin]) {
    await sql`
      insert into mobile_outflow (member_id, org_id, org_code, status, range, region, reason, trade, started_on, source, confirmed_on)
      select id, org_id, org_code, 2, 2, '外省', 1, 1, '2026-01-01', 2, '2026-01-01' from member where id = ${id}
      on conflict do nothing`.execute(t.db);
    await sql`update member set person_category = 2, admission_date = '2025-01-01', probation_until = null where id = ${id}`.execute(
      t.db,
    );
  }
  await hold('people written');
  const gone = await city.call(removeMember, {
    id: one,
    deleteReason: '重复登记',
    password: await encrypted(t),
  } as never);
  expect(gone.code, gone.text).toBe(200);
  await hold('somebody deleted');
  const back = await city.call(restoreRecycled, { kind: 'member', id: one, reason: '误删' } as never);
  expect(back.code, back.text).toBe(200);
  await hold('and restored');

  await scan(city);
  const { id } = await pairWith(kept, city);
  const pair = await detail(id, city);
  const together = await city.call(mergePair, {
    id,
    keep: pair.a.id === kept ? 'a' : 'b',
    fields: [],
    versionA: pair.a.version,
    versionB: pair.b.version,
    reason: '重复登记',
  } as never);
  expect(together.code, together.text).toBe(200);
  await hold('two records merged');
  const apart = await city.call(undoMerge, { id });
  expect(apart.code, apart.text).toBe(200);
  await hold('and apart');

  // At midnight what is late changes without a mark, and nothing kept holds any more.
  await sql`update office_part set due_on = due_on - 300`.execute(t.db);
  await sql`update development_file set due_on = due_on + 500 where id % 2 = 0 and due_on is not null`.execute(t.db);
  await sql`update relation_transfer set due_on = due_on - 60 where due_on is not null`.execute(t.db);
  await sql`delete from rule_due`.execute(t.db);
  await sql`update rule_day set day = day - 1`.execute(t.db);
  await hold('the day has turned');
}, 600_000);
