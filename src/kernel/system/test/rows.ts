import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // Carousel pictures are the administrator's alone.
  const swiper = await sql<{ id: string }>`
    insert into swiper (org_id, org_code, title, alt, file_id)
    values (${ORGS.city.id}, ${ORGS.city.code}, '试', '试', 'none') returning id`.execute(t.db);
  rows.swiper = { admin: swiper.rows[0]?.id ?? '' };
};
