import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pointOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
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
  }
};
