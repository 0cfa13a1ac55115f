import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { sbdOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A report of somebody of every organisation to that organisation itself, so that both ends are one; who is nowhere else stands there.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    if (!t.fixture.members[key]) {
      await sql`insert into member (id, org_id, org_code, name, name_grams, person_category)
        values (${sbdOf(id)}, ${id}, ${code}, '试', '{试}', 5)`.execute(t.db);
    }
    await sql`insert into sbd_report (id, member_id, org_id, org_code, status, residence, posts, times, source, decided_on, ended_on)
      values (${sbdOf(id)}, ${t.fixture.members[key]?.[0] ?? sbdOf(id)}, ${id}, ${code}, 3, '试', '{1}', '{3}', 2, '2020-01-01',
              '2020-12-01')`.execute(t.db);
  }
  // What the person did there.
  for (const { id } of Object.values(ORGS)) {
    await sql`insert into sbd_job (id, report_id, kind, post, from_on, to_on, end_note)
      values (${sbdOf(id)}, ${sbdOf(id)}, 1, '1', '2020-02-01', '2020-12-01', '试')`.execute(t.db);
  }
  // An organisation's report to itself, for the same reason.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into sbd_pair (id, org_id, org_code, community_id, status, contact, phone, posts, offers, decided_on, ended_on)
      values (${sbdOf(id)}, ${id}, ${code}, ${id}, 3, '试', '13900000000', '{1}', '试', '2020-01-01', '2020-12-01')`.execute(
      t.db,
    );
  }
};
