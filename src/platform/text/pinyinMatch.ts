import { GAPS } from '../reading/signs.ts';

/** From one letter of a text up to another, the latter not included; counted in characters (`[...text]`). */
export type Span = [from: number, to: number];

/** What is left out where names are compared. */
const GAP = new RegExp(`[${GAPS}]`);

/** Where the typed characters are found in a text, ignoring case and spaces. */
export function textSpan(text: string, typed: string): Span | null {
  const letters = [...text.toLowerCase()];
  const wanted = [...typed.toLowerCase()].filter((letter) => !GAP.test(letter));
  if (wanted.length === 0) return null;
  for (let from = 0; from < letters.length; from++) {
    let at = from;
    let met = 0;
    while (at < letters.length && met < wanted.length) {
      const letter = letters[at] ?? '';
      if (letter === wanted[met]) met++;
      else if (!(met > 0 && GAP.test(letter))) break;
      at++;
    }
    if (met === wanted.length) return [from, at];
  }
  return null;
}

/**
 * Where letters typed without an input method match: full pinyin, initials, or both mixed (`zsan`, `zhangs`); the last syllable may
 * be incomplete.
 * @param readings the readings of each character of the text, one or several; a space has the empty reading
 * @param typed small letters and digits without spaces
 */
export function pinyinSpan(readings: readonly (readonly string[])[], typed: string): Span | null {
  if (typed === '') return null;
  for (let from = 0; from < readings.length; from++) {
    // What is met begins at a letter that is read, not at a gap before it.
    if (readings[from]?.every((reading) => reading.trim() === '')) continue;
    const to = end(readings, from, typed);
    if (to !== null) return [from, to];
  }
  return null;
}

/** Behind which letter the typed rest is used up; whole syllables before initials. */
function end(readings: readonly (readonly string[])[], at: number, rest: string): number | null {
  const here = readings[at];
  if (here === undefined) return null;
  for (const reading of here) {
    if (reading.trim() === '') {
      const to = end(readings, at + 1, rest);
      if (to !== null) return to;
    } else if (reading.startsWith(rest)) {
      return at + 1;
    } else if (rest.startsWith(reading)) {
      const to = end(readings, at + 1, rest.slice(reading.length));
      if (to !== null) return to;
    }
  }
  for (const reading of here) {
    if (reading.charAt(0) !== rest.charAt(0) || reading.length < 2) continue;
    const to = end(readings, at + 1, rest.slice(1));
    if (to !== null) return to;
  }
  return null;
}
