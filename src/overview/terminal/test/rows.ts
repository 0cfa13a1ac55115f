import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { insertOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A 插播 that is over.
  for (const { id, code } of Object.values(ORGS))
    await sql`insert into box_insert (id, org_id, org_code, words, from_at, to_at, state, written_by, written_name, decided_at)
      values (${insertOf(id)}, ${id}, ${code}, '试', '2020-05-01 09:00+08', '2020-05-01 11:00+08', 'released',
              ${t.fixture.principals.admin.accountId}, '试', '2020-05-01 08:00+08')`.execute(t.db);
};
