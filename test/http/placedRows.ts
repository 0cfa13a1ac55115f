import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS, type OrgKey } from '../support/fixture.ts';

/** Where `makePlacedRows` makes a request for an account and a user group each. */
export const ASKED_AT = ['countyA', 'branchA11', 'branchB11'] as const;

/** A published process of an organisation, with one node: the worker above the initiator. */
export async function makeProcess(t: TestApp, org: OrgKey): Promise<string> {
  const who = { kind: 'role', roleId: 3, place: 'superior' };
  const steps = [{ kind: 'approver', id: 'n1', name: '试', who, mode: 'any', timeout: null }];
  const definition = JSON.stringify({ steps, sameSigner: false });
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into workflow_process (kind, name, org_id, org_code, state, number, draft)
      values ('matter', '试', ${ORGS[org].id}, ${ORGS[org].code}, 'published', 1, ${definition}) returning id
    ), version as (
      insert into workflow_version (process_id, number, definition) select id, 1, ${definition} from made
      returning process_id
    )
    select process_id as id from version`.execute(t.db);
  return rows[0]?.id ?? '';
}

/** A request for an account, a user group and a process at some organisations, by the organisation. */
export async function makePlacedRows(t: TestApp) {
  const made = { request: {}, userGroup: {}, process: {} } as Record<
    'request' | 'userGroup' | 'process',
    Record<(typeof ASKED_AT)[number], string>
  >;
  for (const key of ASKED_AT) {
    const request = await sql<{ id: string }>`
      insert into account_request (member_id, role_id, org_id, reason, requested_by, requested_by_name, requested_org_id)
      values (${t.fixture.members[key === 'branchB11' ? key : 'branchA11']?.[0] ?? '0'}, 3, ${ORGS[key].id}, '试',
              ${t.fixture.principals.cityWorker.accountId}, '试', ${ORGS[key].id}) returning id`.execute(t.db);
    const group = await sql<{ id: string }>`
      insert into user_group (name, org_id) values ('试', ${ORGS[key].id}) returning id`.execute(t.db);
    made.request[key] = request.rows[0]?.id ?? '';
    made.userGroup[key] = group.rows[0]?.id ?? '';
    made.process[key] = await makeProcess(t, key);
  }
  return made;
}
