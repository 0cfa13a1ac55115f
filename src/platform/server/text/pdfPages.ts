import { inflateSync } from 'node:zlib';

/** What one compressed part may grow to; more is no index of pages. */
const MOST = 16 * 1024 * 1024;
/** How the head of a stream says that objects stand in it. */
const OBJECTS = '/ObjStm';

/**
 * How many pages a PDF has, by its page objects, also those in compressed object streams. 0 where it is no PDF, is encrypted, or was
 * changed after it was made so that its pages cannot be told: such a file stays beside the paper.
 */
export function countPages(pdf: Buffer): number {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') return 0;
  const source = pdf.toString('latin1');
  if (/\/Encrypt\s+\d+ \d+ R/.test(source)) return 0;
  const parts = [source];
  for (let at = source.indexOf(OBJECTS); at >= 0; at = source.indexOf(OBJECTS, at + OBJECTS.length)) {
    if (!/\/Type\s{0,9}$/.test(source.slice(at - 20, at))) continue;
    const [head] = /stream\r?\n/.exec(source.slice(at, at + 400)) ?? [];
    if (!head) continue;
    const from = source.indexOf(head, at) + head.length;
    const to = source.indexOf('endstream', from);
    if (to < 0) break;
    try {
      parts.push(inflateSync(pdf.subarray(from, to), { maxOutputLength: MOST }).toString('latin1'));
    } catch {
      return 0;
    }
  }
  const text = parts.join('\n');
  const pages = (text.match(/\/Type\s*\/Page(?![a-zA-Z])/g) ?? []).length;
  const counts = [...text.matchAll(/\/Count\s+(\d+)/g)].map(([, count]) => Number(count));
  const mostPages = Math.max(0, ...counts);
  return mostPages > 0 && pages > 0 ? Math.min(mostPages, pages) : 0;
}
