import { sql } from 'kysely';
import type { Db } from './db.ts';
import { textPinyin } from './nameSearch.ts';

const AT_ONCE = 500;

/**
 * Writes pinyin and initials of rows that have none: those from before the columns came, and those that were copied in.
 * @param source the column with the text
 */
export async function fillPinyin(db: Db, table: 'unit' | 'notice', source: 'name' | 'title'): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const { rows } = await sql<{ id: string; text: string }>`
      select id, ${sql.ref(source)} as text from ${sql.table(table)} where pinyin is null order by id limit ${AT_ONCE}`.execute(
      db,
    );
    taken = rows.length;
    const made = rows.map(({ text }) => textPinyin(text));
    // A text that was changed meanwhile has had its own written.
    await sql`
      update ${sql.table(table)} as t set pinyin = made.pinyin, initials = made.initials
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${made.map(({ full }) => full)}::text[],
          ${made.map(({ initials }) => initials)}::text[]) as made (id, pinyin, initials)
       where t.id = made.id and t.pinyin is null`.execute(db);
  }
}
