import { sql } from 'kysely';
import { makeForOwners } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeForOwners(
    t,
    rows,
    'view',
    ({ accountId }) =>
      sql<{
        id: string;
      }>`insert into saved_view (account_id, page, name, query) values (${accountId}, 'member', '试', '') returning id`,
  );
};
