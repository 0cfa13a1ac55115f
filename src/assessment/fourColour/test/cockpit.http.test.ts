import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** People who owe three ended months, or do not any more: written while others count. */
async function writeDues(n: number): Promise<void> {
  for (let round = 0; round < n; round++) {
    await sql`
      insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
      select m.id, m.org_id, m.org_code, to_char((now() at time zone 'Asia/Shanghai') - make_interval(months => k), 'YYYY-MM'), 6, 20
        from member m, generate_series(1, 6) k
       where m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1 and m.id % 7 = ${round % 7}
      on conflict do nothing`.execute(t.db);
    await sql`delete from dues_bill where member_id % 5 = ${round % 5} and state = 1`.execute(t.db);
  }
}

test('counted for all organisations of a level at once, each number is what the organisation itself counts and lists, while others write', async () => {
  const levels: [OrgKey, OrgKey[]][] = [
    ['city', ['countyA', 'countyB', 'twin']],
    ['countyA', ['committeeA1', 'committeeA2']],
    ['committeeA1', ['branchA11', 'branchA12']],
    ['branchA11', ['branchA11']],
  ];
  const checks = t.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks);
  expect(checks.length).toBeGreaterThan(8);
  let found = 0;
  const writing = writeDues(20);
  // One snapshot for all three ways of counting: between two of them the others write on.
  for (const [at, children] of levels)
    await t.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const codes = children.map((key) => ORGS[key].code);
        for (const rules of checks) {
          const below = await rules.countBelow(houseContext(t.services, tx, ORGS[at]), codes);
          for (const key of children) {
            const there = houseContext(t.services, tx, ORGS[key]);
            const counts = await rules.count(there);
            for (const { code } of rules.checks) {
              const n = below.get(ORGS[key].code)?.[code] ?? 0;
              expect(n, `${key} ${code}`).toBe(counts[code] ?? 0);
              if (n === 0) continue;
              found += 1;
              const rows = await rules.rows(there, code, { pageNum: 1, pageSize: 200 });
              expect(rows.length, `${key} ${code}`).toBe(Math.min(200, n));
            }
          }
        }
      });
  await writing;
  expect(found).toBeGreaterThan(10);
});
