import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  // Entries of dictionaries belong to nobody; the administrator alone may change them.
  const dict = await sql<{ id: string }>`
    insert into dict_item (dictionary_code, name, value) values ('0004', '试', 'own') returning id`.execute(t.db);
  rows.dict = { admin: dict.rows[0]?.id ?? '' };
};
