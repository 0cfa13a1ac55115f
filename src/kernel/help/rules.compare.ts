import { plainText } from '#platform/text/richText.ts';

/** A line of a text beside another one: in both, only in the earlier (`gone`), only in the later (`new`). */
export interface ComparedLine {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

/** The lines of a rich text as a reader meets them; a picture or video is a mark, since it may be all that changed. */
export function linesOf(html: string): string[] {
  return html
    .replace(/<img\b[^<>]*>/gi, (tag) => {
      const alt = /\balt="([^"]*)"/i.exec(tag)?.[1];
      return alt === undefined ? '〔图片〕' : `〔图片：${alt}〕`;
    })
    .replace(/<video\b[^<>]*>/gi, '〔视频〕')
    .replace(/<\/t[dh]>\s*(?=<t[dh]\b)/gi, ' ｜ ')
    .split(/<\/(?:p|h\d|li|tr|div|blockquote|figure|pre)>|<[bh]r\b[^<>]*>/i)
    .map(plainText)
    .filter((line) => line !== '');
}

/** Lines beyond which two texts are not compared line by line: the table of a comparison has the square of it. */
const MAX_LINES = 2000;

/** The lines of both texts in one order, so that what is the same is as much as can be. */
export function compareLines(earlier: readonly string[], later: readonly string[]): ComparedLine[] {
  let start = 0;
  while (start < earlier.length && start < later.length && earlier[start] === later[start]) start++;
  let end = 0;
  while (
    end < earlier.length - start &&
    end < later.length - start &&
    earlier[earlier.length - 1 - end] === later[later.length - 1 - end]
  )
    end++;
  const [a, b] = [earlier.slice(start, earlier.length - end), later.slice(start, later.length - end)];
  const same = (lines: readonly string[]) => lines.map((text): ComparedLine => ({ kind: 'same', text }));
  const middle =
    a.length > MAX_LINES || b.length > MAX_LINES
      ? [
          ...a.map((text): ComparedLine => ({ kind: 'gone', text })),
          ...b.map((text): ComparedLine => ({ kind: 'new', text })),
        ]
      : alongLongest(a, b);
  return [...same(earlier.slice(0, start)), ...middle, ...same(earlier.slice(earlier.length - end))];
}

/** By the longest common subsequence; of equal ways the one that tells what is gone first. */
function alongLongest(a: readonly string[], b: readonly string[]): ComparedLine[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: ComparedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++] ?? '' });
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: 'gone', text: a[i++] ?? '' });
    } else lines.push({ kind: 'new', text: b[j++] ?? '' });
  }
  return lines;
}
