import { inflateSync } from 'node:zlib';

/** What one compressed part may grow to; more is no index of pages. */
const MOST = 16 * 1024 * 1024;

/**
 * How many pages a PDF has, by its page objects, also those in compressed object streams. 0 where it is no PDF, is encrypted, or was
 * changed after it was made so that its pages cannot be told: such a file stays beside the paper.
 */
export function pdfPageCount(pdf: Buffer): number {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') return 0;
  const source = pdf.toString('latin1');
  if (/\/Encrypt\s+\d+ \d+ R/.test(source)) return 0;
  const parts = [source];
  const start = /\/Type\s*\/ObjStm[\s\S]{0,400}?stream\r?\n/g;
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const from = match.index + match[0].length;
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
  const said = Math.max(0, ...counts);
  return said > 0 && pages > 0 ? Math.min(said, pages) : 0;
}
