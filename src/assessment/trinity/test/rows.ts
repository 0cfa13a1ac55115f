import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { trinityOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    const row = trinityOf(id);
    const item = String(Number(row) + 10_000);
    await sql`insert into trinity_evaluation (id, org_id, org_code, name, scheme, year, level, starts_on, ends_on, state)
      values (${row}, ${id}, ${code}, '试考评', '试', 2025, 2, '2025-01-01', '2099-12-31', 'open')`.execute(t.db);
    await sql`insert into trinity_item (id, evaluation_id, title, sort) values (${row}, ${row}, '试', 1)`.execute(t.db);
    await sql`insert into trinity_item (id, evaluation_id, parent_id, title, points, method, sort)
      values (${item}, ${row}, ${row}, '试', 10000, 2, 1)`.execute(t.db);
    await sql`insert into trinity_unit (id, evaluation_id, org_id, org_code, group_name, weight)
      values (${row}, ${row}, ${id}, ${code}, '试', 100)`.execute(t.db);
    await sql`insert into trinity_score (id, evaluation_id, item_id, unit_id, due_on)
      values (${row}, ${row}, ${item}, ${row}, '2099-12-31')`.execute(t.db);
    await sql`insert into trinity_case (id, score_id, evaluation_id, org_id, org_code, title, summary, state)
      values (${row}, ${row}, ${row}, ${id}, ${code}, '试', '试', 'asked')`.execute(t.db);
  }
};
