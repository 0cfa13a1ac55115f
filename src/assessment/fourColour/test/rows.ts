import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { colourOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A rectification of every organisation.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into colour_rectification (id, org_id, org_code, year, quarter, level, problems, person, due_on)
      values (${colourOf(id)}, ${id}, ${code}, 2026, 1, 4, '试', '试', '2026-05-01')`.execute(t.db);
    await sql`insert into colour_hand (id, org_id, org_code, year, quarter, computed, level, reason, asked_org_id)
      values (${colourOf(id)}, ${id}, ${code}, 2026, 1, 2, 1, '试', ${id})`.execute(t.db);
    await sql`insert into weak_org (id, org_id, org_code, year, criteria, problems)
      values (${colourOf(id)}, ${id}, ${code}, 2026, '{other}', '试')`.execute(t.db);
  }
};
