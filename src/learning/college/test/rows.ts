import { sql } from 'kysely';
import { examOf } from '#learning/exam/test/samples.ts';
import { makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { collegeOf, schoolOf } from './samples.ts';

const EVERYBODY = JSON.stringify({
  jobTypes: [],
  grades: [],
  classes: [],
  jobClasses: [],
  titleLevels: [],
  identities: [],
  suspended: false,
});

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeBatches(t, rows, 'collegeBatch', 'college.student');
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into school_class (id, org_id, org_code, title, quota, starts_on, ends_on)
      values (${schoolOf(id)}, ${id}, ${code}, '试', 5, '2020-01-05', '2020-01-06')`.execute(t.db);
  }
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
};
