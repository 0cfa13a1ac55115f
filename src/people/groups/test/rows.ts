import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { groupOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // A group of people of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into content_group (id, org_id, org_code, type, name, name_grams)
      values (${groupOf(id)}, ${id}, ${code}, 1, '试', '{}')`.execute(t.db);
  }
  // Labels and classes belong to the deployment; the administrator alone may change them.
  await sql`insert into content_label (id, name) values (9001, '试'), (9002, '再试')`.execute(t.db);
  await sql`insert into content_class (id, name) values (9001, '试')`.execute(t.db);
  rows.label = { admin: '9001' };
  rows.classification = { admin: '9001' };
};
