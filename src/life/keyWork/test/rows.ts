import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { keyWorkOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // An item of key work of every organisation with its one part and report, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    const row = keyWorkOf(id);
    await sql`insert into key_work_item (id, org_id, org_code, title, kind, content, leader, starts_on, ends_on, frequency, state)
      values (${row}, ${id}, ${code}, '试', 'other', '试', '试', '2026-01-01', '2099-12-31', 'once', 'running')`.execute(
      t.db,
    );
    await sql`insert into key_work_period (id, item_id, label, starts_on, due_on, is_final)
      values (${row}, ${row}, '', '2026-01-01', '2099-12-31', true)`.execute(t.db);
    await sql`insert into key_work_part (id, item_id, org_id, org_code, ends_on, next_due, next_period_id)
      values (${row}, ${row}, ${id}, ${code}, '2099-12-31', '2099-12-31', ${row})`.execute(t.db);
    await sql`insert into key_work_report (id, part_id, is_final, content, percent, is_late, reported_by)
      values (${row}, ${row}, false, '试', 10, false, '试')`.execute(t.db);
  }
};
