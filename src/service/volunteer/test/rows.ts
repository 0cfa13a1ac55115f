import { sql } from 'kysely';
import { sbdOf } from '#service/dualReport/test/samples.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { serviceOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // An activity that was taken back, and somebody at it who had given the place up.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    await sql`insert into service_activity (id, org_id, org_code, kind, state, title, post, place, starts_at, ends_at, closes_at, quota, hours,
                                            audience, content, contact, phone, secret)
      values (${serviceOf(id)}, ${id}, ${code}, 1, 4, '试', '1', '试', '2020-05-01 09:00+08', '2020-05-01 11:00+08', '2020-05-01 08:00+08', 5, 2,
              1, '试', '试', '13900000000', '\\x01')`.execute(t.db);
    await sql`insert into service_signup (id, activity_id, member_id, org_code, state, source)
      values (${serviceOf(id)}, ${serviceOf(id)}, ${t.fixture.members[key]?.[0] ?? sbdOf(id)}, ${code}, 4, 1)`.execute(
      t.db,
    );
    const memberId = t.fixture.members[key]?.[0] ?? sbdOf(id);
    await sql`insert into content_group (id, org_id, org_code, type, name, name_grams)
      values (${serviceOf(id)}, ${id}, ${code}, 6, '试', '{}')`.execute(t.db);
    await sql`insert into content_group_member (group_id, member_id, sort) values (${serviceOf(id)}, ${memberId}, 1)`.execute(
      t.db,
    );
    await sql`insert into service_keeper (id, org_id, org_code, member_id, from_on, to_on, note)
      values (${serviceOf(id)}, ${id}, ${code}, ${memberId}, '2020-01-01', '2020-02-01', '试')`.execute(t.db);
    await sql`insert into service_quarter (id, org_id, org_code, name, households)
      values (${serviceOf(id)}, ${id}, ${code}, '试', 1)`.execute(t.db);
    // A call that is over.
    await sql`insert into service_call (id, org_id, org_code, called, title, content, place, is_drill, state, ended_at)
      values (${serviceOf(id)}, ${id}, ${code}, '应急队', '试', '试', '试', true, 2, '2020-05-02')`.execute(t.db);
    await sql`insert into service_call_person (id, call_id, member_id, sms_state)
      values (${serviceOf(id)}, ${serviceOf(id)}, ${memberId}, 2)`.execute(t.db);
    // A slip of the organisation itself that it has received.
    await sql`insert into service_feedback (id, org_id, org_code, unit_id, year, quarter, state, drafted_on, signed_on, received_on)
      values (${serviceOf(id)}, ${id}, ${code}, ${id}, 2020, 1, 2, '2020-04-16', '2020-04-17', '2020-04-18')`.execute(
      t.db,
    );
    await sql`insert into service_feedback_person (id, feedback_id, member_id, minutes, times, absences)
      values (${serviceOf(id)}, ${serviceOf(id)}, ${memberId}, 60, 1, 0)`.execute(t.db);
    // A need that was given back.
    await sql`insert into service_need (id, org_id, org_code, kind, source, state, title, content, post, place, by_on, follow_hash, reason, ended_at)
      values (${serviceOf(id)}, ${id}, ${code}, 2, 2, 6, '试', '试', '1', '试', '2020-05-01', ${`of ${id}`}, '试', '2020-05-02')`.execute(
      t.db,
    );
    // Both ends must differ: the other one is what nobody of the matrix stands at.
    await sql`insert into service_pair (id, org_id, org_code, other_id, kind, content, contact, contact_phone, from_on, to_on, state, ended_on)
      values (${serviceOf(id)}, ${id}, ${code}, ${id === ORGS.otherTree.id ? ORGS.deletedBranch.id : ORGS.otherTree.id}, 1, '试', '试', '13900000000', '2020-01-01', '2020-12-31', 3, '2020-12-01')`.execute(
      t.db,
    );
  }
};
