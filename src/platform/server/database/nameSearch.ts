import { pinyin } from 'pinyin-pro';
import { COMPOUND_SURNAMES } from '#platform/text/names.ts';
import { atFullStops, searchText } from '../../reading/signs.ts';

const clean = (name: string) => [...searchText(name)];
const windows = (letters: string[]) => letters.slice(1).map((letter, index) => letters[index] + letter);

/** What the column name_grams holds: every single character and every pair of neighbours, each once. */
export function nameGrams(name: string): string[] {
  const letters = clean(name);
  return [...new Set([...letters, ...windows(letters)])];
}

/**
 * What to look for in name_grams for a typed part of a name (`name_grams @> $1`): its pairs, or the single character. From three
 * characters on the pairs may lie apart in the name, so compare the name too.
 */
export function queryGrams(part: string): string[] {
  // A full stop may be typed for the dot of a name, of which rows hold nothing: what it parts is looked for apart.
  const found = atFullStops(part).flatMap((words) => {
    const letters = clean(words);
    return letters.length < 2 ? letters : windows(letters);
  });
  return [...new Set(found)];
}

const SETTINGS = { toneType: 'none', type: 'array', v: true } as const;

const syllables = new Map<string, string>();
const surnames = new Map<string, string[]>();

function syllable(letter: string): string {
  let known = syllables.get(letter);
  if (known === undefined) {
    known = (pinyin(letter, SETTINGS)[0] ?? '').toLowerCase();
    syllables.set(letter, known);
  }
  return known;
}

function surnameSyllables(surname: string): string[] {
  let known = surnames.get(surname);
  if (known === undefined) {
    // The library reads this one by its letters.
    known = surname === '单于' ? ['chan', 'yu'] : pinyin(surname, { ...SETTINGS, surname: 'all' });
    surnames.set(surname, known);
  }
  return known;
}

/** Full pinyin and initials without tones or gaps: `tanzhiyuan`, `tzy`; ü is v. */
export interface Pinyin {
  full: string;
  initials: string;
}

const join = (parts: string[]): Pinyin => ({
  full: parts.join(''),
  initials: parts.map((part) => part.charAt(0)).join(''),
});

/** How each letter of a person's name is read, without tones: the surname by its reading as a surname, the rest by character. */
export function personReadings(name: string): string[] {
  const letters = [...name.toLowerCase()];
  const two = letters.slice(0, 2).join('');
  const length = COMPOUND_SURNAMES.has(two) && letters.length > 2 ? 2 : 1;
  return [
    ...surnameSyllables(letters.slice(0, length).join('')),
    ...letters.slice(length).map((letter) => syllable(letter)),
  ];
}

/**
 * The reading of each character of a text that is no person's name, by words (重庆 is chongqing). A character that is not Chinese is
 * returned as it is.
 */
export const textReadings = (text: string): string[] => pinyin(text, SETTINGS).map((part) => part.toLowerCase());

/** Pinyin of a person's name. */
export const personPinyin = (name: string): Pinyin => join(personReadings(clean(name).join('')));

/** Pinyin of any other text; for names of organisations. */
export const textPinyin = (text: string): Pinyin => join(textReadings(clean(text).join('')));
