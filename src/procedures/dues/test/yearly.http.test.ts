import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayOf } from '#platform/server/database/db.ts';
import { previewStandard, setStandard } from '#procedures/dues/contract.standard.ts';
import { quarterStart, standardStartMonth } from '#procedures/dues/rules.ts';
import { openOrgs } from '#procedures/dues/server/queries/opening.ts';
import { refreshDuesTodos } from '#procedures/dues/server/todos.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let current: string;
let people: string[];
beforeAll(async () => {
  t = await startTestApp();
  // Somebody above, who is none of the branch's people: nobody sets the own standard.
  branch = await t.as('countyWorker');
  current = (await todayOf(t.db)).slice(0, 7);
  const { rows } = await sql<{ id: string }>`
    update member set admission_date = '2001-07-01', joined_branch_on = '2001-07-01'
     where org_id = ${ORGS.branchA11.id} and person_category = 1 and membership_status = 1 and deleted_at is null
    returning id`.execute(t.db);
  people = rows.map(({ id }) => id);
});
afterAll(() => t.close());

const set = async (memberId: string, fromMonth: string, base: number, more: object = {}) => {
  const input = { memberId, fromMonth, payer: 1, base, ...more };
  const made = await branch.call(setStandard, input as never);
  expect(made.code, made.text).toBe(200);
};
const billed = async (memberId: string) =>
  (
    await sql<{ month: string; amount: string }>`
      select month, amount::text as amount from dues_bill where member_id = ${memberId} and state <> 6 order by month`.execute(
      t.db,
    )
  ).rows.map(({ month, amount }) => [month, Number(amount)]);

test('年初核定，全年不变: a raise of that year counts from January, a change of the kind of payer at once', async () => {
  const year = Number(current.slice(0, 4)) - 1;
  const [kept = '', moved = '', monthly = ''] = people;
  for (const id of [kept, moved]) await set(id, `${year}-01`, 400_000, { keeps: true });
  await set(monthly, `${year}-01`, 400_000);
  const raise = { memberId: kept, fromMonth: `${year}-07`, payer: 1, base: 600_000 };
  const seen = await branch.call(previewStandard, raise as never);
  expect(seen.data.sentence, seen.text).toContain(`从${year + 1}-01起按这一条`);
  await set(kept, `${year}-07`, 600_000);
  await set(monthly, `${year}-07`, 600_000);
  await set(moved, `${year}-07`, 600_000, { payer: 4 });
  for (const month of [`${year}-06`, `${year}-12`, `${year + 1}-01`]) {
    await openOrgs(t.db, [ORGS.branchA11.id], month, '试');
  }
  expect(await billed(kept)).toEqual([
    [`${year}-06`, 4000],
    [`${year}-12`, 4000],
    [`${year + 1}-01`, 9000],
  ]);
  expect(await billed(monthly)).toEqual([
    [`${year}-06`, 4000],
    [`${year}-12`, 9000],
    [`${year + 1}-01`, 9000],
  ]);
  expect((await billed(moved))[1]).toEqual([`${year}-12`, 6000]);
  expect(
    standardStartMonth([{ fromMonth: '2026-01', payer: 3, keeps: true }], { fromMonth: '2026-07', payer: 3 }),
  ).toBe('2026-07');
});

test('standards of yearly pay are asked anew each month, of irregular income each quarter', async () => {
  expect([quarterStart('2026-12'), quarterStart('2026-03'), quarterStart('2026-04')]).toEqual([
    '2026-10',
    '2026-01',
    '2026-04',
  ]);
  const [, , , yearly = '', irregular = ''] = people;
  const before = `${Number(current.slice(0, 4)) - 1}-03`;
  await set(yearly, before, 800_000, { payer: 2 });
  await set(irregular, before, 2_700_000, { payer: 3 });
  const told = async () => {
    await refreshDuesTodos(t.services);
    const { rows } = await sql<{ title: string }>`
      select title from todo where done_at is null and subject = ${`duesAnew:${ORGS.branchA11.id}`}`.execute(t.db);
    return rows.map(({ title }) => title);
  };
  expect(await told()).toEqual([expect.stringContaining('2名')]);
  await set(irregular, quarterStart(current), 3_000_000, { payer: 3 });
  expect(await told()).toEqual([expect.stringContaining('1名')]);
  await set(yearly, current, 900_000, { payer: 2 });
  expect(await told()).toEqual([]);
});
