import { sql } from 'kysely';
import type { Db } from './db.ts';
import { personPinyin, textPinyin } from './nameSearch.ts';

const AT_ONCE = 500;

/** The column with the text, how it is read, and what stands for no pinyin. */
const SOURCES = {
  unit: { text: 'name', read: textPinyin, none: sql`t.pinyin is null` },
  notice: { text: 'title', read: textPinyin, none: sql`t.pinyin is null` },
  organisation: { text: 'name', read: textPinyin, none: sql`t.pinyin = ''` },
  member: { text: 'name', read: personPinyin, none: sql`t.pinyin = ''` },
} as const;

/** Writes pinyin and initials of rows that have none: those from before the columns came, those copied in, and those mended. */
export async function fillPinyin(db: Db, table: keyof typeof SOURCES): Promise<void> {
  const { text, read, none } = SOURCES[table];
  let after = '0';
  for (let taken = AT_ONCE; taken === AT_ONCE; ) {
    const { rows } = await sql<{ id: string; text: string }>`
      select id, ${sql.ref(text)} as text from ${sql.table(table)} as t
       where ${none} and id > ${after} order by id limit ${AT_ONCE}`.execute(db);
    taken = rows.length;
    after = rows.at(-1)?.id ?? after;
    const made = rows.map((row) => read(row.text));
    // A text that was changed meanwhile has had its own written; what somebody holds has its turn later, so that nobody waits for this.
    await sql`
      with free as (
        select t.id from ${sql.table(table)} as t
         where t.id = any(${rows.map(({ id }) => id)}::bigint[]) and ${none} for no key update skip locked)
      update ${sql.table(table)} as t set pinyin = made.pinyin, initials = made.initials
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${made.map(({ full }) => full)}::text[],
          ${made.map(({ initials }) => initials)}::text[]) as made (id, pinyin, initials)
       where t.id = made.id and t.id in (select id from free)`.execute(db);
  }
}
