import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { archiveOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A draft of an article of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into archive_article (id, org_id, org_code, column_id, kind, title, content, words, token)
      values (${archiveOf(id)}, ${id}, ${code}, 1, 'article', '试', '<p>试</p>', '试', ${`own${id}`})`.execute(t.db);
  }
  // A post of every organisation, before itself, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into circle_post (id, org_id, org_code, audience_id, account_id, name, org_name, kind, content)
      values (${archiveOf(id)}, ${id}, ${code}, ${id}, ${t.fixture.principals.volunteer.accountId}, '试', '试', 'news', '试')`.execute(
      t.db,
    );
  }
};
