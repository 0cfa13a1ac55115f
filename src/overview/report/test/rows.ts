import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { columnsOf, freezeIdOf, reportIdOf, roundIdOf, subscriptionIdOf } from './samples.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t) => {
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into own_report (id, org_id, org_code, title, people, columns, created_by, updated_by)
      overriding system value values (${reportIdOf(id)}, ${id}, ${code}, '试', 'members',
        ${JSON.stringify({ v: 1, columns: columnsOf })}::jsonb, '试', '试')`.execute(t.db);
    await sql`insert into report_subscription (id, org_id, org_code, grant_id, report_key, every, next_on, created_by)
      overriding system value select ${subscriptionIdOf(id)}, ${id}, ${code}, min(id), 'organizationList', 'month', '2999-01-01', '试'
        from account_role`.execute(t.db);
    await sql`insert into annual_round (id, org_id, org_code, year, opened_by)
      overriding system value values (${roundIdOf(id)}, ${id}, ${code}, 2001, '试')`.execute(t.db);
    await sql`insert into annual_freeze (id, round_id, number, closing, frozen_at, frozen_by)
      overriding system value values (${freezeIdOf(id)}, ${roundIdOf(id)}, 1, '2001-12-31', now(), '试')`.execute(t.db);
    await sql`insert into annual_head (freeze_id, table_key, words, columns)
      values (${freezeIdOf(id)}, 'statisic', '[]', '[{"key":"all","title":"党员","unit":"people"}]')`.execute(t.db);
    await sql`insert into annual_org (freeze_id, org_id, org_code, name, sort)
      select ${freezeIdOf(id)}, id, code, name, sort from organisation where starts_with(code, ${code})`.execute(t.db);
  }
};
