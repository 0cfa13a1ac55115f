import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths } from '#procedures/dues/rules.ts';
import { endMemberDues, findPaidTo } from '#procedures/dues/server/index.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let month: string;
beforeAll(async () => {
  t = await startTestApp();
  const { rows } = await sql<{
    month: string;
  }>`select to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM') as month`.execute(t.db);
  month = rows[0]?.month ?? '';
});
afterAll(() => t.close());

/** Bills of a person, from so many months ago on, one for each state. */
async function bill(memberId: string, from: number, states: readonly number[]) {
  const { rows } = await sql<{ id: string }>`
    insert into dues_payment (org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
    values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 1, 20, '2026-01-02', '2026-01', 2026, ${Number(memberId) % 100_000})
    returning id`.execute(t.db);
  for (const [index, state] of states.entries()) {
    await sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount, state, payment_id)
      values (${memberId}, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${addMonths(month, from + index)}, 6, ${20 + index}, ${state},
              ${state === 3 ? rows[0]?.id : null})`.execute(t.db);
  }
}

test('a letter says up to which month the dues are paid: nothing open before it, exempt months counted, prepaid ones too', async () => {
  const [a = '', b = '', c = ''] = t.fixture.members.branchA11 ?? [];
  expect(await findPaidTo(t.db, a)).toEqual({ month: null, amount: 0, owed: [] });
  await bill(a, -3, [3, 4, 3, 3, 3]);
  expect(await findPaidTo(t.db, a)).toEqual({ month: addMonths(month, 1), amount: 24, owed: [] });
  await bill(b, -3, [3, 1, 3, 1, 1]);
  expect(await findPaidTo(t.db, b)).toEqual({
    month: addMonths(month, -3),
    amount: 22,
    owed: [addMonths(month, -2), month],
  });
  await bill(c, -1, [5, 6, 3]);
  expect(await findPaidTo(t.db, c)).toMatchObject({ month: null, owed: [] });
});

test('whoever died or was expelled owes nothing for later months; the month itself and what is paid stay', async () => {
  const person = t.fixture.members.branchA12?.[0] ?? '';
  await bill(person, -2, [1, 3, 1, 4, 2]);
  expect(await endMemberDues(t.db, person, addMonths(month, -1), '党员去世')).toBe(3);
  const { rows } = await sql<{ state: number; reason: string }>`
    select state, reason from dues_bill where member_id = ${person} order by month`.execute(t.db);
  expect(rows.map(({ state }) => state)).toEqual([1, 3, 6, 6, 6]);
  expect(rows.at(-1)?.reason).toBe('党员去世');
  expect(await endMemberDues(t.db, person, addMonths(month, -1), '党员去世')).toBe(0);
});
