import { halfWidth } from '../reading/cells.ts';
import { isUnseenAt } from '../reading/signs.ts';
import type { CheckedPart } from './textCheck.ts';
import { placesOf } from './textCheck.ts';

/** What happens when a text contains a word of the site's list. */
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

/** Between the letters of a word gaps, and signs that nobody sees, do not make it another one. */
const GAP = /\s/;

/** A text as words are compared in it, each sign with its place. Letters are numbers here: a long text has many. */
function foldedSigns(text: string): { codes: number[]; places: number[] } {
  const codes: number[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const typed = text.charCodeAt(at);
    const code = typed >= 0xff01 && typed <= 0xff5e ? typed - 0xfee0 : typed;
    // Chinese letters and plain signs, most of every text.
    if ((code > 0x3000 && code <= 0x9fff && code !== 0x3164) || (code > 0x20 && code < 0x7f)) {
      codes.push(code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
      places.push(at);
      continue;
    }
    const sign = text.charAt(at);
    if (GAP.test(sign) || isUnseenAt(text, at)) continue;
    // A small letter may be two signs long.
    const small = halfWidth(sign).toLowerCase();
    for (let part = 0; part < small.length; part++) {
      codes.push(small.charCodeAt(part));
      places.push(at);
    }
  }
  return { codes, places };
}

/** So many letters become text in one call. */
const AT_ONCE = 8192;
function textOf(codes: readonly number[]): string {
  let text = '';
  for (let from = 0; from < codes.length; from += AT_ONCE)
    text += String.fromCharCode(...codes.slice(from, from + AT_ONCE));
  return text;
}

/** A word as it is compared: small letters, half width, without gaps and unseen signs. */
export const comparableWord = (word: string): string => textOf(foldedSigns(word).codes);

/** Finds words in a text, in its order; where two begin at the same place the longer one. */
export type WordMatcher = (text: string) => WordFinding[];

/** A word by its letters, one node a letter. */
interface Node {
  next: Map<number, Node> | null;
  /** The word that ends here. */
  word: (SiteWord & { folded: string; own: string }) | null;
}

/** Makes a matcher; it costs as much as the text is long, however many words there are. */
export function matcherOf(words: readonly SiteWord[]): WordMatcher {
  const root: Node = { next: new Map(), word: null };
  for (const word of words) {
    const folded = comparableWord(word.word);
    if (folded === '') continue;
    let node = root;
    for (let at = 0; at < folded.length; at++) {
      node.next ??= new Map();
      const letter = folded.charCodeAt(at);
      let below = node.next.get(letter);
      if (!below) {
        below = { next: null, word: null };
        node.next.set(letter, below);
      }
      node = below;
    }
    node.word ??= { ...word, folded, own: comparableWord(word.proper) };
  }
  return (text) => {
    const { codes, places } = foldedSigns(text);
    let whole: string | null = null;
    const folded = () => {
      whole ??= textOf(codes);
      return whole;
    };
    const findings: WordFinding[] = [];
    for (let at = 0; at < codes.length; ) {
      let hit: Node['word'] = null;
      let node = root.next?.get(codes[at] ?? 0);
      for (let to = at + 1; node; to++) {
        // What is written as it should be may contain the word that it takes the place of.
        if (node.word && (node.word.own === '' || !standsIn(folded(), at, node.word.folded, node.word.own)))
          hit = node.word;
        node = to < codes.length ? node.next?.get(codes[to] ?? 0) : undefined;
      }
      if (!hit) {
        at++;
        continue;
      }
      const start = places[at] ?? 0;
      const end = (places[at + hit.folded.length - 1] ?? start) + 1;
      findings.push({ kind: hit.kind, word: hit.word, proper: hit.proper, start, end });
      at += hit.folded.length;
    }
    return findings;
  };
}

/** Whether the word at a place is part of its own proper writing there. */
function standsIn(text: string, at: number, word: string, proper: string): boolean {
  for (let inside = proper.indexOf(word); inside >= 0; inside = proper.indexOf(word, inside + 1))
    if (at >= inside && text.startsWith(proper, at - inside)) return true;
  return false;
}

const SENTENCES: Readonly<Record<WordKind, (one: WordFinding) => string>> = {
  1: ({ word }) => `含禁用词“${word}”，请删除或改写`,
  2: ({ word }) => `含“${word}”，请核对是否妥当`,
  3: ({ word, proper }) => `“${word}”应写作“${proper}”`,
};

/** The site's words in the parts of a text, as sentences with their places: those that stop the text, and those that only remind. */
export function findWords(parts: readonly CheckedPart[], match: WordMatcher): { stops: string[]; reminds: string[] } {
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
