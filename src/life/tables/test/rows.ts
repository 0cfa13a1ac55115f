import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { dataCentreOf, field, rows as given, tableOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  const design = JSON.stringify({ several: false, fields: [field], checks: [] });
  for (const { id, code } of Object.values(ORGS)) {
    const row = dataCentreOf(id);
    const running = String(Number(row) + 1000);
    await sql`insert into data_centre_table (id, org_id, org_code, title, period, starts_on, due_on, aim, state, design)
      values (${running}, ${id}, ${code}, '试', 'once', '2026-01-01', '2099-12-31', 'below', 'open', ${design}::jsonb)`.execute(
      t.db,
    );
    for (const [one, of] of [
      [row, tableOf(id)],
      [running, running],
    ] as const) {
      await sql`insert into data_centre_version (id, table_id, number, design, published_by) values (${one}, ${of}, 1, ${design}::jsonb, '试')`.execute(
        t.db,
      );
      await sql`insert into data_centre_round (id, table_id, version_id, label, starts_on, ends_on, due_on)
        values (${one}, ${of}, ${one}, '试', '2026-01-01', '2099-12-31', '2099-12-31')`.execute(t.db);
    }
    await sql`insert into data_centre_fill (id, round_id, table_id, org_id, org_code, rows, saved_at, saved_by)
      values (${row}, ${running}, ${running}, ${id}, ${code}, ${JSON.stringify(given)}::jsonb, now(), '试')`.execute(
      t.db,
    );
  }
};
