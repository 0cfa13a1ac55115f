import { type RawBuilder, sql } from 'kysely';
import { keptName, searchText } from '../../reading/signs.ts';

/**
 * Whether a text of a row contains the typed words. Case, width, spaces and the dots of names are ignored (`search_text` of the
 * database treats the row as `searchText` treats the words); `%`, `_`, `\` and `'` have no special meaning. Lists are searched only
 * by this function.
 * @param typed empty or null: everything matches
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
