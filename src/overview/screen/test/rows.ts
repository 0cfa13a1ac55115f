import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  await sql`insert into screen (id, name, type, jump_url) values (900, '试', 1, '/map')`.execute(t.db);
  rows.screen = { admin: '900' };
};
