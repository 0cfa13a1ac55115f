import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { educationOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into video_unit (id, org_id, org_code, name) values (${educationOf(id)}, ${id}, ${code}, '试单元')`.execute(
      t.db,
    );
    await sql`insert into video (id, org_id, org_code, unit_id, title, file_id, seconds)
      values (${educationOf(id)}, ${id}, ${code}, ${educationOf(id)}, '试', '', 60)`.execute(t.db);
    await sql`with f as (insert into knowledge_folder (id, org_id, org_code, name)
                         values (${educationOf(id)}, ${id}, ${code}, '试') returning id)
      insert into knowledge_document (id, org_id, org_code, folder_id, title, file_id)
      select id, ${id}, ${code}, id, '试', '' from f`.execute(t.db);
    await sql`insert into tv_session (id, org_id, org_code, title, videos, secret)
      values (${educationOf(id)}, ${id}, ${code}, '试', '{1}', '')`.execute(t.db);
  }
};
