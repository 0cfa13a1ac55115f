import { sql } from 'kysely';
import { firstPeople, makeBatches, makeForOwners } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { GOOD_RECORDS, recordOf } from './records.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // Each living person and the next one of the branch are a pair that bears the first one's id.
  await sql`insert into member_pair (id, a_id, b_id)
    select id, least(id, next), greatest(id, next) from (
      select id, coalesce(lead(id) over w, first_value(id) over w) as next from member where deleted_at is null
      window w as (partition by org_id order by id)) as beside
     where id <> next on conflict do nothing`.execute(t.db);
  await makeBatches(t, rows, 'batch', 'member', 'fixing');
  await makeBatches(t, rows, 'recordBatch', 'record.family');
  await makeForOwners(
    t,
    rows,
    'bulk',
    ({ accountId, orgId }) => sql<{ id: string }>`insert into member_bulk (account_id, org_id, kind, title, change)
        values (${accountId}, ${orgId}, 'field', '试', '{"kind":"field","field":"remark","value":"试"}') returning id`,
  );
  // Whoever works for an organisation may use its queries: of the owners, this one has no colleague.
  await makeForOwners(
    t,
    rows,
    'query',
    ({ accountId, orgId }) => sql<{ id: string }>`
      insert into member_query (account_id, org_id, query)
      values (${accountId}, ${orgId}, '{"v":1,"join":"and","items":[{"field":"isFloating","op":"no","values":[]}]}')
      returning id`,
    ['branchWorker'],
  );
  // A row of every tab of the first person of every organisation and of the deleted one, found by the person's id.
  for (const memberId of firstPeople(t)) {
    for (const [kind, given] of Object.entries(GOOD_RECORDS)) {
      // An entry waits for its review from the moment when it is registered.
      const fields = kind === 'entering' ? { ...given, state: '0' } : given;
      await sql`insert into sub_record (id, kind, member_id, title, fields)
        values (${recordOf(kind, memberId)}, ${kind}, ${memberId}, '试', ${JSON.stringify(fields)}::jsonb)`.execute(
        t.db,
      );
    }
  }
  // An earlier state of each of them, under the person's id.
  for (const memberId of firstPeople(t)) {
    await sql`insert into member_history (id, member_id, version, written_at, written_by, row)
      select id, id, 0, now(), '试', jsonb_build_object('name', name, 'org_id', org_id) from member where id = ${memberId}`.execute(
      t.db,
    );
  }
  // A request for another id card and a proposal about each of them, under the person's id.
  for (const memberId of firstPeople(t)) {
    const { cityWorker } = t.fixture.principals;
    await sql`insert into id_card_change (id, member_id, old_mask, new_mask, reason, requested_by, requested_by_name,
                                          requested_org_id, decider_org_id)
      values (${memberId}, ${memberId}, '试', '试', '试', ${cityWorker.accountId}, '试', ${ORGS.city.id}, ${ORGS.city.id})`.execute(
      t.db,
    );
    await sql`insert into self_edit (id, member_id, account_id, fields, reviewer_org_id)
      values (${memberId}, ${memberId}, ${cityWorker.accountId}, '{}', ${ORGS.city.id})`.execute(t.db);
  }
};
