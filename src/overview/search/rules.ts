import { searchText } from '#platform/reading/signs.ts';
/** What typed words can be: a whole number of a person, letters without an input method, or signs of a name. */
export type Asked = { by: 'idCard' | 'phone' | 'letters' | 'signs'; words: string };

/** Reads what was typed: gaps left out, letters small. Null where nothing is left to look for. */
export function readAsked(typed: string): Asked | null {
  const words = searchText(typed);
  if (words === '') return null;
  if (/^(\d{15}|\d{17}[\dx])$/.test(words)) return { by: 'idCard', words: words.toUpperCase() };
  if (/^((\+|00)?86)?1[3-9]\d{9}$/.test(words)) return { by: 'phone', words: words.slice(-11) };
  if (/^[a-z'’]+$/.test(words)) {
    const letters = words.replace(/['’]/g, '');
    return letters === '' ? null : { by: 'letters', words: letters };
  }
  return { by: 'signs', words };
}
