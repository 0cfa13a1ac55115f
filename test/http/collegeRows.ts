import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { collegeOf } from './collegeSamples.ts';
import { examOf } from './examSamples.ts';

const EVERYBODY = JSON.stringify({
  jobTypes: [],
  grades: [],
  classes: [],
  jobClasses: [],
  titleLevels: [],
  identities: [],
  suspended: false,
});

/** Everybody on the roster; a course, a test and a promotion of every organisation, found by its number. Papers stand already. */
export async function makeCollegeRows(t: TestApp): Promise<void> {
  await sql`insert into college_person (member_id, job_type, grade, class_name)
    select id, 2, 1, '试' from member`.execute(t.db);
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into course (id, org_id, org_code, title, audience, audience_college)
      values (${collegeOf(id)}, ${id}, ${code}, '试', 'college', ${EVERYBODY}::jsonb)`.execute(t.db);
    await sql`insert into exam (id, org_id, org_code, title, paper_id, opens_at, closes_at, minutes, audience, audience_college)
      values (${collegeOf(id)}, ${id}, ${code}, '试', ${examOf(id)}, now(), now() + interval '1 day', 60, 'college',
              ${EVERYBODY}::jsonb)`.execute(t.db);
    await sql`insert into college_promotion (id, org_id, org_code, year) values (${collegeOf(id)}, ${id}, ${code}, 2026)`.execute(
      t.db,
    );
  }
}
