import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { specialOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    const row = specialOf(id);
    const other = String(Number(row) + 10_000);
    for (const activity of [row, other])
      await sql`insert into special_activity (id, org_id, org_code, title, kind, starts_on, ends_on, content, state, published_at)
        values (${activity}, ${id}, ${code}, '试', 'other', '2026-01-01', '2099-12-31', '<p>试</p>', 'published', now())`.execute(
        t.db,
      );
    await sql`insert into special_item (id, activity_id, name, due_on, required)
      values (${row}, ${other}, '试', '2099-12-31', true)`.execute(t.db);
    await sql`insert into special_part (id, activity_id, org_id, org_code) values (${row}, ${other}, ${id}, ${code})`.execute(
      t.db,
    );
    await sql`insert into special_material (id, part_id, item_id) values (${row}, ${row}, ${row})`.execute(t.db);
    await sql`insert into special_certificate (id, activity_id, org_id, org_code, name, title, issuer, number, issued_by)
      values (${row}, ${other}, ${id}, ${code}, '试', '试', '试', ${`ZX${row}`}, '试')`.execute(t.db);
  }
  await sql`update activity_package set active = false`.execute(t.db);
};
