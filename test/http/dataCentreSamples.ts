import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS } from '../support/fixture.ts';

/** The round and the filling that the own rows give to an organisation. */
export const dataCentreOf = (orgId: string) => String(770_000 + Number(orgId));
/** The table of it that is a noun of the kit, and a draft. */
const tableOf = (orgId: string) => String(700_000 + Number(orgId));

interface Ids {
  orgId: string;
}
const table = ({ orgId }: Ids) => ({ id: tableOf(orgId), version: 1 });
const fill = ({ orgId }: Ids) => ({ id: dataCentreOf(orgId), version: 1 });
const field = {
  id: 'f1',
  name: '试',
  kind: 'whole',
  decimals: 0,
  unit: '',
  choices: [],
  dict: '',
  required: false,
  min: '',
  max: '',
  hint: '',
  sum: 'sum',
  source: '',
};
const rows = [{ id: '1', cells: { f1: '1' } }];

/** Good inputs for the calls of 数据中心, beside those of its noun. */
export const dataCentreSamples: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'GET /api/sjzx/table/design': ({ orgId }) => ({ id: tableOf(orgId) }),
  'PUT /api/sjzx/table/design': (ids) => ({ ...table(ids), design: { several: false, fields: [field], checks: [] } }),
  'PUT /api/sjzx/table/orgs': (ids) => ({ ...table(ids), orgIds: [ids.orgId] }),
  'POST /api/sjzx/table/publish': table,
  'POST /api/sjzx/table/stop': (ids) => ({ ...table(ids), reason: '试' }),
  'POST /api/sjzx/table/copy': ({ orgId }) => ({ id: tableOf(orgId) }),
  'GET /api/sjzx/round/list': ({ orgId }) => ({ id: tableOf(orgId) }),
  'POST /api/sjzx/round/extend': ({ orgId }) => ({ id: dataCentreOf(orgId), dueOn: '2099-12-31', reason: '试' }),
  'POST /api/sjzx/round/urge': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'GET /api/sjzx/fill/listPage': () => ({}),
  'GET /api/sjzx/fill/mine/listPage': () => ({}),
  'GET /api/sjzx/fill/{id}': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'PUT /api/sjzx/fill': (ids) => ({ ...fill(ids), rows }),
  'POST /api/sjzx/fill/handIn': (ids) => ({ ...fill(ids), rows }),
  'POST /api/sjzx/fill/template': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'POST /api/sjzx/fill/faults': ({ orgId }) => ({ id: dataCentreOf(orgId), rows }),
  'POST /api/sjzx/fill/recall': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'POST /api/sjzx/fill/decide': (ids) => ({ ...fill(ids), decision: 'agree' }),
  'POST /api/sjzx/fill/print': ({ orgId }) => ({ id: dataCentreOf(orgId) }),
  'GET /api/sjzx/sum': ({ orgId }) => ({ id: tableOf(orgId) }),
  'POST /api/sjzx/sum/export': ({ orgId }) => ({ id: tableOf(orgId), purpose: '试' }),
  'POST /api/sjzx/sum/print': ({ orgId }) => ({ id: tableOf(orgId) }),
};

/**
 * Of every organisation, found by the same number: a round of its draft, and its filling of a table that runs and that it has given
 * itself.
 */
export async function makeDataCentreRows(t: TestApp): Promise<void> {
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
      values (${row}, ${running}, ${running}, ${id}, ${code}, ${JSON.stringify(rows)}::jsonb, now(), '试')`.execute(
      t.db,
    );
  }
}
