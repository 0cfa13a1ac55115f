import { searchText } from '#platform/reading/signs.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';

/** More documents would be no help; the list is read whole by its pages. */
export const MAX_DOCUMENTS = 200;

/** Levels of the tree that are told apart by their indent. */
const DEEPEST = 4;

/** What the tree needs of a document. */
interface Placed {
  id: string;
  pid: string;
}

/** A document with its depth in the tree, from 1. */
export type Line<T> = T & { level: number; at: number; of: number };

/**
 * Documents in the order in which they are read: each before those below it. Where the one above is not among them (it
 * is not published, or deleted), those below it stand at the top.
 * @param documents siblings in their order
 */
export function inReadingOrder<T extends Placed>(documents: readonly T[]): Line<T>[] {
  const known = new Set(documents.map(({ id }) => id));
  const lines: Line<T>[] = [];
  const walk = (pid: string, level: number) => {
    const here = documents.filter((one) => (known.has(one.pid) ? one.pid : '') === pid);
    here.forEach((one, at) => {
      lines.push({ ...one, level, at: at + 1, of: here.length });
      walk(one.id, level + 1);
    });
  };
  walk('', 1);
  return lines;
}

/** The documents under which one may stand: neither itself nor what is below it, and no deeper than the tree is drawn. */
export function placesFor<T extends Placed>(lines: readonly Line<T>[], id: string | undefined): Line<T>[] {
  const branch = new Set<string>();
  return lines.filter((line) => {
    if (line.id === id || branch.has(line.pid)) {
      branch.add(line.id);
      return false;
    }
    return line.level < DEEPEST;
  });
}

/** Whether a typed word is in the title, its pinyin or its initials. */
export function matchesWords(words: string, one: { title: string; pinyin: string; initials: string }): boolean {
  const wanted = words.trim().toLowerCase().replace(/\s+/g, '');
  return (
    one.title.toLowerCase().replace(/\s+/g, '').includes(wanted) ||
    one.pinyin.includes(wanted) ||
    one.initials.includes(wanted)
  );
}

/** Signs of a text that are shown on either side of what was found in it. */
const AROUND = 24;

/** The place of a text at which words stand, with what is around them; case, width and gaps are ignored. Null: nowhere. */
export function passageOf(text: string, words: string): { before: string; words: string; after: string } | null {
  const wanted = searchText(words);
  if (wanted === '') return null;
  let start = text.indexOf(words.trim());
  let end = start + words.trim().length;
  if (start < 0) {
    const places: number[] = [];
    let folded = '';
    for (let at = 0; at < text.length; at++) {
      const sign = searchText(text.charAt(at));
      folded += sign;
      for (let part = 0; part < sign.length; part++) places.push(at);
    }
    const found = folded.indexOf(wanted);
    if (found < 0) return null;
    start = places[found] ?? 0;
    end = (places[found + wanted.length - 1] ?? start) + 1;
  }
  const [from, to] = [Math.max(0, start - AROUND), Math.min(text.length, end + AROUND)];
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, start)}`,
    words: text.slice(start, end),
    after: `${text.slice(end, to)}${to < text.length ? '…' : ''}`,
  };
}

/**
 * The document that is a page's help: the one bound to the very page, else to the nearest page above it.
 * @param path as in docs/routes.txt, e.g. `/affairs/member/editMember/:id`
 */
export function helpOf<T extends { routes: readonly string[] }>(path: string, documents: readonly T[]): T | undefined {
  let best: { one: T; length: number } | undefined;
  for (const one of documents) {
    for (const route of one.routes) {
      const above = path === route || path.startsWith(`${route}/`);
      if (above && route.length > (best?.length ?? 0)) best = { one, length: route.length };
    }
  }
  return best?.one;
}

/** The personal numbers in what everybody would read, each as a sentence that names its place; HTML as it stands in the editor. */
export const findPersonalNumbers = ({ title, content }: { title: string; content: string }): string[] =>
  personalNumbers([
    { label: '标题', text: title },
    { label: '正文', text: content, html: true },
  ]);
