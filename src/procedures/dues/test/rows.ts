import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { duesOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A bill, a payment and a relief of every organisation that has people, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into dues_bill (id, member_id, org_id, org_code, month, payer, amount)
      values (${duesOf(id)}, ${memberId}, ${id}, ${code}, ${`19${String(10 + (Number(id) % 80)).padStart(2, '0')}-01`}, 6, 20)`.execute(
      t.db,
    );
    await sql`insert into dues_payment (id, org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
      values (${duesOf(id)}, ${id}, ${code}, 1, 20, '2020-01-01', '2020-01', 2020, 1)`.execute(t.db);
    await sql`insert into dues_payment_bill (payment_id, bill_id, amount) values (${duesOf(id)}, ${duesOf(id)}, 20)`.execute(
      t.db,
    );
    await sql`insert into dues_merchant (id, org_id, org_code, channel, bank, account_name, merchant_no, enabled, keys_enc)
      values (${duesOf(id)}, ${id}, ${code}, 2, 1, '试', '试', false, '')`.execute(t.db);
    await sql`insert into dues_order (id, no, merchant_id, channel, org_id, org_code, pay_type, total, state, ask_at, expires_at)
      values (${duesOf(id)}, ${`DF20200101${duesOf(id).padStart(10, '0')}`}, ${duesOf(id)}, 2, ${id}, ${code}, 2, 20, 3, now(), now())`.execute(
      t.db,
    );
    await sql`insert into dues_relief (id, member_id, org_id, org_code, kind, from_month, until_month, reason, state, asked_by,
                                      asked_name, decider_org_id)
      values (${duesOf(id)}, ${memberId}, ${id}, ${code}, 2, '2026-01', '2026-01', '试', 'refused',
              ${t.fixture.principals.cityWorker.accountId}, '试', ${ORGS.city.id})`.execute(t.db);
    await sql`with made as (
        insert into dues_statement (merchant_id, org_id, org_code, file_name, file_hash, first_on, last_on, lines, total)
        values (${duesOf(id)}, ${id}, ${code}, '试', '', '2020-01-01', '2020-01-01', 1, 20) returning id)
      insert into dues_statement_line (id, statement_id, merchant_id, key, day, amount, state, cause)
      select ${duesOf(id)}, id, ${duesOf(id)}, '试', '2020-01-01', 20, 2, 'noOrder' from made`.execute(t.db);
    await sql`insert into dues_handup (id, kind, org_id, org_code, to_org_id, year, amount, paid_on, state, asked_by, asked_name)
      values (${duesOf(id)}, 1, ${id}, ${code}, ${ORGS.city.id}, 2020, 20, '2020-01-01', 'withdrawn',
              ${t.fixture.principals.cityWorker.accountId}, '试')`.execute(t.db);
  }
};
