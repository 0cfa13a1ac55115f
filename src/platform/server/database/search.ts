import { type RawBuilder, sql } from 'kysely';
import { keptName, searchText } from '../../reading/signs.ts';

/**
 * Whether a text of a row holds what was typed, letter by letter: case, width, gaps and the dots of names do not count (`search_text`
 * of the database does to the row what `searchText` does to the words), and `%`, `_`, `\` and `'` are what they are. The one way in
 * which lists are searched.
 * @param typed empty or null: everything is found
 */
export function textHolds(text: RawBuilder<unknown>, typed: string | null | undefined): RawBuilder<boolean> {
  if (!typed) return sql<boolean>`true`;
  const sought = searchText(typed);
  // Dots and gaps alone are looked for as they are.
  if (sought === '') return sql<boolean>`position(${typed} in ${text}) > 0`;
  // A full stop typed for the dot of a name.
  const dotted = searchText(keptName(typed));
  const either = dotted === sought ? sql`` : sql`or position(${dotted} in search_text(${text})) > 0`;
  return sql<boolean>`(position(${sought} in search_text(${text})) > 0 ${either})`;
}

const literal = (typed: string) => typed.replace(/[\\%_]/g, '\\$&');

/** Whether a text begins with the letters as they are; `text_pattern_ops` indexes serve it. */
export const beginsWith = (text: RawBuilder<unknown>, letters: string): RawBuilder<boolean> =>
  sql<boolean>`${text} like ${`${literal(letters)}%`}`;

/** Whether a text of letters, as pinyin, holds the letters as they are. */
export const holdsLetters = (text: RawBuilder<unknown>, letters: string): RawBuilder<boolean> =>
  sql<boolean>`${text} like ${`%${literal(letters)}%`}`;
