import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { flowOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // Somebody who was away from, and somebody who was at, every organisation, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into mobile_outflow (id, member_id, org_id, org_code, status, range, region, reason, trade, started_on,
                                         source, ended_on)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 4, 2, '广东省', 1, 1, '2020-01-01', 2, '2020-12-01')`.execute(
      t.db,
    );
    await sql`insert into mobile_inflow (id, member_id, org_id, org_code, status, name, reason, trade, started_on, left_on)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 3, '试', 1, 1, '2020-01-01', '2020-12-01')`.execute(t.db);
  }
};
