import { sql } from 'kysely';
import { firstPeople } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { graduationOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  // A transfer of each of them that was taken back, in the same way.
  for (const memberId of firstPeople(t)) {
    await sql`insert into relation_transfer (id, member_id, kind, from_org_id, outside_name, status)
      select id, id, 'inProvince', org_id, '试', 9 from member where id = ${memberId}`.execute(t.db);
    await sql`insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides)
      select id, 1, org_id, org_code, '试', 'send', false from member where id = ${memberId}`.execute(t.db);
  }
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into relation_graduation (id, org_id, org_code, file_name, reason, graduated_on)
      values (${graduationOf(id)}, ${id}, ${code}, '试.xlsx', '试', '2026-01-01')`.execute(t.db);
  }
};
