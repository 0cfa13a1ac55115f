import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { educationOf } from './educationSamples.ts';

/** A unit, a draft of a video and of a course, a folder with a draft, a 远教 session: of every organisation, found by its number. */
export async function makeEducationRows(t: TestApp): Promise<void> {
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
    await sql`insert into course (id, org_id, org_code, title) values (${educationOf(id)}, ${id}, ${code}, '试')`.execute(
      t.db,
    );
  }
}
