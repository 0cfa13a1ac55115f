import { sql } from 'kysely';
import { serviceOf } from '#service/volunteer/test/samples.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    // What a check of the organisation found at itself.
    await sql`insert into data_check_run (id, org_id, org_code, state, rules, finished_at)
      values (${serviceOf(id)}, ${id}, ${code}, 1, '{incomplete}', now())`.execute(t.db);
    await sql`insert into data_check_row (id, checked_id, org_id, org_code, rule, row_key, title, first_run, last_run)
      values (${serviceOf(id)}, ${id}, ${id}, ${code}, 'incomplete', '1', '试', ${serviceOf(id)}, ${serviceOf(id)})`.execute(
      t.db,
    );
  }
};
