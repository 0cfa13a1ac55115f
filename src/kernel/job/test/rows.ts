import { sql } from 'kysely';
import { makeForOwners } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeForOwners(
    t,
    rows,
    'job',
    ({ accountId, orgId, orgCode }) => sql<{
      id: string;
    }>`insert into job (kind, title, state, account_id, org_id, org_code)
        values ('member.export', '试', 'queued', ${accountId}, ${orgId}, ${orgCode}) returning id`,
  );
};
