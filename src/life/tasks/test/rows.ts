import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { officeOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A task of every organisation with its one part, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    const row = officeOf(id);
    await sql`insert into office_task (id, org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, audience,
                                       state, targets)
      values (${row}, ${id}, ${code}, '试', '试', 0, 1, '2026-01-01', '2026-01-31', 'end', '{"mode":"below","types":[],"orgIds":[]}',
              2, 1)`.execute(t.db);
    await sql`insert into office_circle (id, task_id, seq, label, starts_on, due_on)
      values (${row}, ${row}, 1, '', '2026-01-01', '2026-01-31')`.execute(t.db);
    await sql`insert into office_part (id, task_id, circle_id, org_id, org_code, due_on)
      values (${row}, ${row}, ${row}, ${id}, ${code}, '2026-01-31')`.execute(t.db);
    await sql`insert into office_meeting (id, org_id, org_code, title, starts_at, ends_at, place, audience, state, noticed_at)
      values (${row}, ${id}, ${code}, '试', '2026-01-02 09:00+08', '2026-01-02 10:00+08', '试',
              '{"mode":"chosen","types":[],"orgIds":[],"memberIds":[]}', 1, now())`.execute(t.db);
    await sql`insert into office_invitee (id, meeting_id, org_id, org_code)
      values (${row}, ${row}, ${id}, ${code})`.execute(t.db);
  }
};
