import { sql } from 'kysely';
import { makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { examOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeBatches(t, rows, 'examBatch', 'examScore.score');
  for (const { id, code } of Object.values(ORGS)) {
    const row = examOf(id);
    await sql`insert into question_lib (id, org_id, org_code, name) values (${row}, ${id}, ${code}, '试')`.execute(
      t.db,
    );
    await sql`insert into question (id, lib_id, kind, difficulty, stem) values (${row}, ${row}, 3, 3, '试')`.execute(
      t.db,
    );
    await sql`insert into question_version (question_id, number, kind, stem, key, difficulty)
      values (${row}, 1, 3, '试', array['1'], 3)`.execute(t.db);
    await sql`insert into exam_paper (id, org_id, org_code, name, type, total, questions)
      values (${row}, ${id}, ${code}, '试', 0, 4, 1)`.execute(t.db);
    await sql`insert into exam (id, org_id, org_code, title, paper_id, opens_at, closes_at, minutes)
      values (${row}, ${id}, ${code}, '试', ${row}, '2099-01-01', '2099-01-02', 60)`.execute(t.db);
  }
};
