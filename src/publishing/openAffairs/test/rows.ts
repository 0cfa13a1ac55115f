import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { affairOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // A published affair of every organisation with an opinion on it, found in the same way.
  for (const { id } of Object.values(ORGS)) {
    await sql`
      with made as (
        insert into open_affair (id, org_id, item_id, title, content, words, public_days, state, shown_number, first_shown,
                                 shown_from, shown_until, token)
        values (${affairOf(id)}, ${id}, 4, '试', '<p>试</p>', '试', 10, 'published', 1, '2026-01-01', '2026-01-01', '2026-01-10',
                ${`own${id}`}) returning id
      ), version as (
        insert into open_version (affair_id, number, title, content, words, public_days)
        select id, 1, '试', '<p>试</p>', '试', 10 from made
      )
      insert into open_feedback (id, affair_id, account_id, name, content)
      select id, id, ${t.fixture.principals.member.accountId}, '试', '试' from made`.execute(t.db);
  }
  rows.openItem = { admin: '1' };
};
