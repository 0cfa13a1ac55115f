import { sql } from 'kysely';
import { educationOf } from '#learning/education/test/samples.ts';
import { makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { trainingOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeBatches(t, rows, 'hoursBatch', 'hours.training');
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into course (id, org_id, org_code, title) values (${educationOf(id)}, ${id}, ${code}, '试')`.execute(
      t.db,
    );
    await sql`insert into learning_training (id, org_id, org_code, title, starts_on, ends_on, minutes)
      values (${trainingOf(id)}, ${id}, ${code}, '试', '2026-01-05', '2026-01-06', 720)`.execute(t.db);
  }
};
