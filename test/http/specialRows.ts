import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';
import { specialOf } from './specialSamples.ts';

/** A published activity of every organisation for itself, with one item, its material and a certificate, found by the same number. */
export async function makeSpecialRows(t: TestApp): Promise<void> {
  for (const { id, code } of Object.values(ORGS)) {
    const row = specialOf(id);
    await sql`insert into special_activity (id, org_id, org_code, title, kind, starts_on, ends_on, content, state, published_at)
      values (${row}, ${id}, ${code}, '试', 'other', '2026-01-01', '2099-12-31', '<p>试</p>', 'published', now())`.execute(
      t.db,
    );
    await sql`insert into special_item (id, activity_id, name, due_on, required)
      values (${row}, ${row}, '试', '2099-12-31', true)`.execute(t.db);
    await sql`insert into special_part (id, activity_id, org_id, org_code) values (${row}, ${row}, ${id}, ${code})`.execute(
      t.db,
    );
    await sql`insert into special_material (id, part_id, item_id) values (${row}, ${row}, ${row})`.execute(t.db);
    await sql`insert into special_certificate (id, activity_id, org_id, org_code, name, title, issuer, number, issued_by)
      values (${row}, ${row}, ${id}, ${code}, '试', '试', '试', ${`ZX${row}`}, '试')`.execute(t.db);
  }
}
