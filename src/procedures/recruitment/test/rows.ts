import { sql } from 'kysely';
import { firstPeople, makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { meetingOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await makeBatches(t, rows, 'developmentBatch', 'development.step');
  // A development file of each of them, and a correction of it, under the person's id; a meeting of every organisation.
  for (const memberId of firstPeople(t)) {
    await sql`insert into development_file (id, member_id, org_id, org_code, category, step)
      select id, id, org_id, org_code, 5, 1 from member where id = ${memberId}`.execute(t.db);
    await sql`insert into development_step (file_id, no, state)
      select ${memberId}, n, case when n = 1 then 'ready' else 'none' end from generate_series(1, 25) as n`.execute(
      t.db,
    );
    await sql`insert into development_correction (id, member_id, field, after, reason, approver_org_id, asked_by)
      values (${memberId}, ${memberId}, 'appliedOn', '2026-01-01', '试', ${ORGS.city.id},
              ${t.fixture.principals.cityWorker.accountId})`.execute(t.db);
  }
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into development_meeting (id, org_id, org_code, stage, held_on, due, present)
      values (${meetingOf(id)}, ${id}, ${code}, 1, '2026-01-01', 1, 1)`.execute(t.db);
    await sql`insert into development_printer (id, org_id, org_code, name, measured, changed_by) overriding system value
      values (${meetingOf(id)}, ${id}, ${code}, '试', '{"left":200,"top":200,"right":1900,"bottom":2770}', '试')`.execute(
      t.db,
    );
    await sql`insert into development_handover (id, file_id, from_id, to_id, papers)
      select ${meetingOf(id)}, f.id, ${id}, ${id}, '[]' from development_file f
        join member m on m.id = f.member_id and m.deleted_at is null order by f.id limit 1`.execute(t.db);
  }
};
