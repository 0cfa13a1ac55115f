import { sql } from 'kysely';
import { OWNERS } from '../../../../test/http/owners.ts';
import { makeProcess } from '../../../../test/http/placedRows.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, PRINCIPALS } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  const process = await makeProcess(t, 'city');
  const { twinWorker, volunteer } = t.fixture.principals;
  const raise = async (accountId: string, roleId: number, orgId: string, orgCode: string) => {
    const { rows: made } = await sql<{ id: string }>`
      with m as (
        insert into matter (org_id, org_code, account_id, title, category, body)
        values (${orgId}, ${orgCode}, ${accountId}, '试', 'other', '试') returning id
      )
      insert into workflow_instance (process_id, number, kind, subject_id, title, org_id, org_code, account_id, role_id,
                                     facts, same_signer, node_id, round)
      select ${process}, 1, 'matter', m.id, '试', ${orgId}, ${orgCode}, ${accountId}, ${roleId}, '{}', false, 'n1', 1
        from m returning id`.execute(t.db);
    return made[0]?.id ?? '';
  };
  for (const owner of OWNERS) {
    const { accountId, orgId, orgCode, grantId } = t.fixture.principals[owner];
    const { roleId } = PRINCIPALS[owner];
    const own = await raise(accountId, roleId, orgId, orgCode);
    const foreign = await raise(twinWorker.accountId, 3, ORGS.twin.id, ORGS.twin.code);
    const task = await sql<{ id: string }>`
      insert into workflow_task (instance_id, node_id, node_name, round, place, account_id, role_id, org_id, state, opened_at)
      values (${foreign}, 'n1', '试', 1, 0, ${accountId}, ${roleId}, ${orgId}, 'open', now()) returning id`.execute(
      t.db,
    );
    const delegation = await sql<{ id: string }>`
      insert into workflow_delegation (from_account_id, grant_id, to_account_id, reason, until)
      values (${accountId}, ${grantId}, ${volunteer.accountId}, '试', '2100-01-01') returning id`.execute(t.db);
    rows.instance = Object.assign(rows.instance ?? {}, { [owner]: own });
    rows.task = Object.assign(rows.task ?? {}, { [owner]: task.rows[0]?.id ?? '' });
    rows.delegation = Object.assign(rows.delegation ?? {}, { [owner]: delegation.rows[0]?.id ?? '' });
  }
};
