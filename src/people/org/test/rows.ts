import { sql } from 'kysely';
import { makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { GOOD_ORG_RECORDS, orgRecordOf } from './records.ts';
import { floatingOf, orgChangeOf, termOf, unitOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // A unit of every organisation, found by the organisation's id.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into unit (id, org_id, org_code, name, nature) values (${unitOf(id)}, ${id}, ${code}, '试', '1')`.execute(
      t.db,
    );
  }
  // A term of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into org_term (id, org_id, org_code, number, elected_on, years, expires_on)
      values (${termOf(id)}, ${id}, ${code}, 1, '2020-01-01', 3, '2023-01-01')`.execute(t.db);
  }
  // A draft on every organisation that is there, of that organisation itself.
  for (const { id, code } of Object.values(ORGS).filter(({ id }) => id !== ORGS.deletedBranch.id)) {
    await sql`insert into org_change (id, kind, number, issued_on, reason, office_id, org_code, org_id, plan)
      values (${orgChangeOf(id)}, 'rename', '试', '2026-01-01', '试', ${id}, ${code}, ${id},
              '{"name":"试","shortName":"","type":null,"sourceIds":[],"parts":[]}')`.execute(t.db);
  }
  // An application for an organisation of floating members by every organisation that is there.
  for (const { id } of Object.values(ORGS).filter(({ id }) => id !== ORGS.deletedBranch.id)) {
    await sql`insert into floating_org (id, asking_org_id, parent_id, name, setting, region, contact, phone, secretary_id,
                                        member_count, reason, asked_by, asked_by_name, decider_org_id)
      values (${floatingOf(id)}, ${id}, ${id}, '试', 'park', '试', '试', '13900000000',
              ${t.fixture.members.branchA11?.[0] ?? '0'}, 3, '试', ${t.fixture.principals.cityWorker.accountId}, '试',
              ${ORGS.city.id})`.execute(t.db);
  }
  // A row of every tab of every organisation, found in the same way.
  for (const { id } of Object.values(ORGS)) {
    for (const [kind, fields] of Object.entries(GOOD_ORG_RECORDS)) {
      await sql`insert into sub_record (id, kind, org_id, title, fields)
        values (${orgRecordOf(kind, id)}, ${kind}, ${id}, '试', ${JSON.stringify(fields)}::jsonb)`.execute(t.db);
    }
  }
  await makeBatches(t, rows, 'orgRecordBatch', 'orgRecord.reward');
};
