import { sql } from 'kysely';
import type { MakeRows } from '../../../../test/http/sampleIds.ts';

/** The rows of this room for the walks over all calls. */
export const makeRows: MakeRows = async (t, rows) => {
  const help = await sql<{ id: string }>`
    insert into help_document (title, pinyin, initials, content, words)
    values ('试', 'shi', 's', '<p>试</p>', '试') returning id`.execute(t.db);
  rows.help = { admin: help.rows[0]?.id ?? '' };
};
