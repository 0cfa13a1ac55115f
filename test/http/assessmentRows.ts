import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { colourOf } from './colourSamples.ts';
import { integralOf } from './integralSamples.ts';
import { pointOf } from './pointSamples.ts';

/** Rows of 积分, 党员考核, 组织考核 and 四色管理 for every organisation, found by its id. */
export async function makeAssessmentRows(t: TestApp): Promise<void> {
  // A rectification of every organisation.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into colour_rectification (id, org_id, org_code, year, quarter, level, problems, person, due_on)
      values (${colourOf(id)}, ${id}, ${code}, 2026, 1, 4, '试', '试', '2026-05-01')`.execute(t.db);
    await sql`insert into colour_hand (id, org_id, org_code, year, quarter, computed, level, reason, asked_org_id)
      values (${colourOf(id)}, ${id}, ${code}, 2026, 1, 2, 1, '试', ${id})`.execute(t.db);
    await sql`insert into weak_org (id, org_id, org_code, year, criteria, problems)
      values (${colourOf(id)}, ${id}, ${code}, 2026, '{other}', '试')`.execute(t.db);
  }
  // A type, an item and a running plan of every organisation for itself, with its one score.
  for (const { id, code } of Object.values(ORGS)) {
    const row = integralOf(id);
    await sql`insert into integral_type (id, org_id, org_code, name) values (${row}, ${id}, ${code}, '试')`.execute(
      t.db,
    );
    await sql`insert into integral_project (id, org_id, org_code, name, standard, kind, points, method, submit, inspection)
      values (${row}, ${id}, ${code}, '试', '试', 1, 10000, 2, 1, 5)`.execute(t.db);
    await sql`insert into integral_plan (id, org_id, org_code, year, name, starts_on, ends_on, bands, state)
      values (${row}, ${id}, ${code}, 2026, '试', '2026-01-01', '2026-12-31', '{9000,7500,6000}', 2)`.execute(t.db);
    await sql`insert into integral_item (id, plan_id, project_id, number, type_name, name, standard, kind, points, method, check_code,
                                         breach, cap, submit, inspection, department, sort)
      values (${row}, ${row}, ${row}, 1, '', '试', '试', 1, 10000, 2, '', 0, 0, 1, 5, '', 1)`.execute(t.db);
    await sql`insert into integral_target (id, plan_id, org_id, org_code) values (${row}, ${row}, ${id}, ${code})`.execute(
      t.db,
    );
    await sql`insert into integral_score (id, plan_id, item_id, org_id, org_code, due_on)
      values (${row}, ${row}, ${row}, ${id}, ${code}, '2026-12-31')`.execute(t.db);
    await sql`insert into integral_exemption (id, org_id, org_code, plan_id, item_id, from_on, to_on, reason, asked_by)
      values (${row}, ${id}, ${code}, ${row}, ${row}, '2026-01-01', '2026-01-02', '试', '试')`.execute(t.db);
  }
  // A draft of 积分办法, an entry by hand and an appeal of every organisation.
  for (const { id, code } of Object.values(ORGS)) {
    const memberId = t.fixture.members.branchA11?.[0] ?? '0';
    const row = pointOf(id);
    await sql`insert into point_set (id, org_id, org_code, name, from_on) values (${row}, ${id}, ${code}, '试', '2026-01-01')`.execute(
      t.db,
    );
    await sql`insert into point_hand (id, member_id, org_id, org_code, item_code, item_name, day, quantity, reason, entered_by, entered_name)
      select ${row}, ${memberId}, ${id}, ${code}, '试', '试', '2026-01-02', 100, '试', min(id), '试' from account`.execute(
      t.db,
    );
    await sql`insert into point_appeal (id, member_id, org_id, org_code, code, item_name, day, points, text, handler_id)
      values (${row}, ${memberId}, ${id}, ${code}, '试', '试', '2026-01-02', 100, '试', ${id})`.execute(t.db);
    // Of years that nobody plans: a draft, somebody's month and a result.
    await sql`insert into assess_plan (id, org_id, org_code, year, name) values (${row}, ${id}, ${code}, 2019, '试')`.execute(
      t.db,
    );
    // Months and results are those of a published one.
    const published = String(50_000_000 + Number(row));
    await sql`insert into assess_plan (id, org_id, org_code, year, name, state)
      values (${published}, ${id}, ${code}, 2018, '试', 1)`.execute(t.db);
    await sql`insert into assess_month (id, member_id, year, month, plan_id, org_id, org_code)
      values (${row}, ${memberId}, ${2018 + (Number(id) % 80)}, 1, ${published}, ${id}, ${code}) on conflict do nothing`.execute(
      t.db,
    );
    await sql`insert into assess_exemption (id, member_id, org_id, org_code, from_on, to_on, reason, asked_by)
      values (${row}, ${memberId}, ${id}, ${code}, '2018-01-01', '2018-12-31', '试', '试')`.execute(t.db);
    await sql`insert into assess_result (id, org_id, org_code, year, plan_id, made_by) values (${row}, ${id}, ${code}, 2019, ${published}, '试')`.execute(
      t.db,
    );
  }
}
