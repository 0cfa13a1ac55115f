import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { ballotOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into ballot (id, org_id, org_code, title, kind, options, ends_at)
      values (${ballotOf(id)}, ${id}, ${code}, '试', 'agree', '{甲}', '2099-01-02 09:00+08')`.execute(t.db);
  }
};
