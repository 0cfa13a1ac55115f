import { sql } from 'kysely';
import { makeBatches } from '../../../../test/http/owners.ts';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  const type = await sql<{ id: string }>`
    insert into user_type (code, name, role_id) values ('own', '试', 3) returning id`.execute(t.db);
  await makeBatches(t, rows, 'accountBatch', 'accountSheet.account');
  rows.userType = { admin: type.rows[0]?.id ?? '' };
};
