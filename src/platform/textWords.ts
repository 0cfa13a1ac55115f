import { halfWidth } from './sheetCells.ts';
import type { CheckedPart } from './textCheck.ts';
import { placesOf } from './textCheck.ts';

/** What is done about a word of the site. */
export const WORD_KINDS = { 1: '禁止', 2: '提醒', 3: '规范表述' } as const;
export type WordKind = keyof typeof WORD_KINDS;

export interface SiteWord {
  kind: WordKind;
  word: string;
  /** How it is to be written; of 规范表述 alone. */
  proper: string;
}

/** A word in a text: `start` and `end` are places in it. */
export interface WordFinding extends SiteWord {
  start: number;
  end: number;
}

/** Signs between the letters of a word that do not make it another one: gaps, and signs that nobody sees. */
const BETWEEN = /[\s\u00ad\u200b-\u200f\u2060\ufeff\u3000]/;

/** Chinese letters are compared as they stand: most of every text. */
const isPlain = (code: number) => code >= 0x3400 && code <= 0x9fff;

/** A text as words are compared in it, each sign with its place. */
function foldedSigns(text: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (isPlain(text.charCodeAt(at))) {
      folded += sign;
      places.push(at);
      continue;
    }
    if (BETWEEN.test(sign)) continue;
    // A small letter may be two signs long.
    for (const one of halfWidth(sign).toLowerCase()) {
      folded += one;
      places.push(at);
    }
  }
  return { folded, places };
}

/** A word as it is compared: small letters, half width, without gaps and unseen signs. */
export const foldWord = (word: string): string => foldedSigns(word).folded;

/** Finds words in a text, in its order; where two begin at the same place the longer one. */
export type WordMatcher = (text: string) => WordFinding[];

/** A word by its letters, one node a letter. */
interface Node {
  next: Map<string, Node> | null;
  /** The word that ends here. */
  word: (SiteWord & { folded: string; own: string }) | null;
}

/** Makes a matcher; it costs as much as the text is long, however many words there are. */
export function matcherOf(words: readonly SiteWord[]): WordMatcher {
  const root: Node = { next: new Map(), word: null };
  for (const word of words) {
    const folded = foldWord(word.word);
    if (folded === '') continue;
    let node = root;
    for (let at = 0; at < folded.length; at++) {
      node.next ??= new Map();
      const letter = folded.charAt(at);
      let below = node.next.get(letter);
      if (!below) {
        below = { next: null, word: null };
        node.next.set(letter, below);
      }
      node = below;
    }
    node.word ??= { ...word, folded, own: foldWord(word.proper) };
  }
  return (text) => {
    const { folded, places } = foldedSigns(text);
    const found: WordFinding[] = [];
    for (let at = 0; at < folded.length; ) {
      let hit: Node['word'] = null;
      let node = root.next?.get(folded.charAt(at));
      for (let to = at + 1; node; to++) {
        // What is written as it should be may contain the word that it takes the place of.
        if (node.word && !standsIn(folded, at, node.word.folded, node.word.own)) hit = node.word;
        node = to < folded.length ? node.next?.get(folded.charAt(to)) : undefined;
      }
      if (!hit) {
        at++;
        continue;
      }
      const start = places[at] ?? 0;
      const end = (places[at + hit.folded.length - 1] ?? start) + 1;
      found.push({ kind: hit.kind, word: hit.word, proper: hit.proper, start, end });
      at += hit.folded.length;
    }
    return found;
  };
}

/** Whether the word at a place is part of its own proper writing there. */
function standsIn(text: string, at: number, word: string, proper: string): boolean {
  if (proper === '') return false;
  for (let inside = proper.indexOf(word); inside >= 0; inside = proper.indexOf(word, inside + 1))
    if (at >= inside && text.startsWith(proper, at - inside)) return true;
  return false;
}

const SENTENCES: Readonly<Record<WordKind, (one: WordFinding) => string>> = {
  1: ({ word }) => `含禁用词“${word}”，请删除或改写`,
  2: ({ word }) => `含“${word}”，请核对是否妥当`,
  3: ({ word, proper }) => `“${word}”应写作“${proper}”`,
};

/** The words in the parts of a text, as sentences that name their places: those that stop it, and those that are only said. */
export function wordsIn(parts: readonly CheckedPart[], match: WordMatcher): { stops: string[]; reminds: string[] } {
  const stops: string[] = [];
  const reminds: string[] = [];
  for (const { label, text, html } of parts) {
    const places = html ? placesOf(label, text) : [{ place: label, paragraph: text }];
    for (const { place, paragraph } of places)
      for (const one of match(paragraph))
        (one.kind === 1 ? stops : reminds).push(`${place}${SENTENCES[one.kind](one)}`);
  }
  return { stops, reminds };
}
