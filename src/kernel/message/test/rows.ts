import { sql } from 'kysely';
import { makeForOwners } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeForOwners(
    t,
    rows,
    'notice',
    ({ accountId }) => sql<{
      id: string;
    }>`with n as (insert into notice (type, title, org_id) values ('1', '试', ${ORGS.city.id}) returning id)
        insert into notice_recipient (notice_id, account_id) select id, ${accountId} from n returning id`,
  );
  await makeForOwners(
    t,
    rows,
    'deletedNotice',
    ({ accountId }) => sql<{
      id: string;
    }>`with n as (insert into notice (type, title, org_id) values ('1', '试', ${ORGS.city.id}) returning id)
        insert into notice_recipient (notice_id, account_id, deleted_at) select id, ${accountId}, now() from n returning id`,
  );
};
