import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { lifeOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A draft of a meeting and an exemption of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into life_meeting (id, org_id, org_code, type, title, starts_at, ends_at)
      values (${lifeOf(id)}, ${id}, ${code}, 1, '试', '2026-01-02 09:00+08', '2026-01-02 10:00+08')`.execute(t.db);
    await sql`insert into life_exemption (id, org_id, org_code, type, period, reason, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, 1, '2025Q1', '试', '试')`.execute(t.db);
    await sql`insert into life_lock (id, org_id, org_code, quarter, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, '2019Q1', '试')`.execute(t.db);
    await sql`insert into life_contest (id, org_id, org_code, year, title, items, bands)
      values (${lifeOf(id)}, ${id}, ${code}, 2020, '试', '[{"name":"试","max":100}]', '[90,80,70,60]')`.execute(t.db);
    await sql`insert into life_contest_entry (contest_id, org_id, org_code)
      select ${lifeOf(id)}, id, code from organisation`.execute(t.db);
    const [from, to] = Object.values(t.fixture.members).flat();
    await sql`insert into life_talk (id, org_id, org_code, from_id, to_id, held_on, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, ${from}, ${to}, '2026-01-02', '试')`.execute(t.db);
  }
};
