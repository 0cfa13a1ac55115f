import { sql } from 'kysely';
import { pointOf } from '#assessment/points/test/samples.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    const memberId = t.fixture.members.branchA11?.[0] ?? '0';
    const row = pointOf(id);
    // Of years that nobody plans: a draft, somebody's month and a result.
    await sql`insert into assess_plan (id, org_id, org_code, year, name) values (${row}, ${id}, ${code}, 2019, '试')`.execute(
      t.db,
    );
    // Months and results are those of a published one.
    const published = String(50_000_000 + Number(row));
    await sql`insert into assess_plan (id, org_id, org_code, year, name, state)
      values (${published}, ${id}, ${code}, 2018, '试', 1)`.execute(t.db);
    await sql`insert into assess_month (id, member_id, year, month, plan_id, org_id, org_code)
      values (${row}, ${memberId}, ${2018 + (Number(id) % 80)}, 1, ${published}, ${id}, ${code}) on conflict do nothing`.execute(
      t.db,
    );
    await sql`insert into assess_exemption (id, member_id, org_id, org_code, from_on, to_on, reason, asked_by)
      values (${row}, ${memberId}, ${id}, ${code}, '2018-01-01', '2018-12-31', '试', '试')`.execute(t.db);
    await sql`insert into assess_result (id, org_id, org_code, year, plan_id, made_by) values (${row}, ${id}, ${code}, 2019, ${published}, '试')`.execute(
      t.db,
    );
  }
};
