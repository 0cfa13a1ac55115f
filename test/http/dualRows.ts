import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS, type OrgKey } from '../support/fixture.ts';
import { sbdOf } from './dualSamples.ts';
import { serviceOf } from './volunteerSamples.ts';

/** Rows of 双报到 that end where they begin: at every organisation a person's report and the organisation's own. */
export async function makeDualRows(t: TestApp): Promise<void> {
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
  // An organisation's report to itself, for the same reason.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into sbd_pair (id, org_id, org_code, community_id, status, contact, phone, posts, offers, decided_on, ended_on)
      values (${sbdOf(id)}, ${id}, ${code}, ${id}, 3, '试', '13900000000', '{1}', '试', '2020-01-01', '2020-12-01')`.execute(
      t.db,
    );
  }
  // An activity that was taken back, and somebody at it who had given the place up.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    await sql`insert into service_activity (id, org_id, org_code, kind, state, title, post, place, starts_at, ends_at, closes_at, quota, hours,
                                            audience, content, contact, phone, secret)
      values (${serviceOf(id)}, ${id}, ${code}, 1, 4, '试', '1', '试', '2020-05-01 09:00+08', '2020-05-01 11:00+08', '2020-05-01 08:00+08', 5, 2,
              1, '试', '试', '13900000000', '\\x01')`.execute(t.db);
    await sql`insert into service_signup (id, activity_id, member_id, org_code, state, source)
      values (${serviceOf(id)}, ${serviceOf(id)}, ${t.fixture.members[key]?.[0] ?? sbdOf(id)}, ${code}, 3, 1)`.execute(
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
    // Both ends must differ: the other one is what nobody of the matrix stands at.
    await sql`insert into service_pair (id, org_id, org_code, other_id, kind, content, contact, contact_phone, from_on, to_on, state, ended_on)
      values (${serviceOf(id)}, ${id}, ${code}, ${id === ORGS.otherTree.id ? ORGS.deletedBranch.id : ORGS.otherTree.id}, 1, '试', '试', '13900000000', '2020-01-01', '2020-12-31', 3, '2020-12-01')`.execute(
      t.db,
    );
    // What a check of the organisation found at itself.
    await sql`insert into data_check_run (id, org_id, org_code, state, rules, finished_at)
      values (${serviceOf(id)}, ${id}, ${code}, 1, '{incomplete}', now())`.execute(t.db);
    await sql`insert into data_check_row (id, checked_id, org_id, org_code, rule, row_key, title, first_run, last_run)
      values (${serviceOf(id)}, ${id}, ${id}, ${code}, 'incomplete', '1', '试', ${serviceOf(id)}, ${serviceOf(id)})`.execute(
      t.db,
    );
  }
}
