import { sql } from 'kysely';
import { flowOf } from '#procedures/floating/test/samples.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A variation that was refused, of every organisation, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into member_variation (id, member_id, org_id, org_code, kind, state, effective_on, reason)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 'other', 'refused', '2020-01-01', '试')`.execute(t.db);
  }
};
