import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { integralOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A type, an item and a running plan of every organisation for itself, with its one score.
  for (const { id, code } of Object.values(ORGS)) {
    const row = integralOf(id);
    await sql`insert into integral_type (id, org_id, org_code, name) values (${row}, ${id}, ${code}, '试')`.execute(
      t.db,
    );
    await sql`insert into integral_project (id, org_id, org_code, name, standard, kind, points, method, submit, inspection)
      values (${row}, ${id}, ${code}, '试', '试', 1, 10000, 2, 1, 5)`.execute(t.db);
    await sql`insert into integral_plan (id, org_id, org_code, year, name, starts_on, ends_on, bands, state)
      values (${row}, ${id}, ${code}, 2026, '试', '2026-01-01', '2026-12-31', '{9000,7500,6000}', 2)`.execute(t.db);
    await sql`insert into integral_item (id, plan_id, project_id, number, type_name, name, standard, kind, points, method, check_code,
                                         breach, cap, submit, inspection, department, sort)
      values (${row}, ${row}, ${row}, 1, '', '试', '试', 1, 10000, 2, '', 0, 0, 1, 5, '', 1)`.execute(t.db);
    await sql`insert into integral_target (id, plan_id, org_id, org_code) values (${row}, ${row}, ${id}, ${code})`.execute(
      t.db,
    );
    await sql`insert into integral_score (id, plan_id, item_id, org_id, org_code, due_on)
      values (${row}, ${row}, ${row}, ${id}, ${code}, '2026-12-31')`.execute(t.db);
    await sql`insert into integral_exemption (id, org_id, org_code, plan_id, item_id, from_on, to_on, reason, asked_by)
      values (${row}, ${id}, ${code}, ${row}, ${row}, '2026-01-01', '2026-01-02', '试', '试')`.execute(t.db);
  }
};
