import { cleanText } from './cellText.ts';
import { LIMITS, Refused, TOO_LONG } from './limits.ts';

const PIECE = 64 * 1024;
const SEPARATORS = [',', '\t', ';', '|'];

function* decoded(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length });
  }
}

/** The text of a file in pieces: UTF-8 where it is that, else the Chinese code page that spreadsheets write. */
export function decodeCsv(bytes: Buffer): Generator<string> {
  try {
    for (const _ of decoded(bytes, 'utf-8'));
    return decoded(bytes, 'utf-8');
  } catch {
    return decoded(bytes, 'gb18030');
  }
}

/** The separator that stands most often in the first line. */
function separatorOf(start: string): string {
  const line = /^[^\r\n]*/.exec(start.replace(/^[\r\n]+/, ''))?.[0] ?? '';
  const times = (separator: string) => line.split(separator).length;
  return SEPARATORS.reduce((best, one) => (times(one) > times(best) ? one : best));
}

/**
 * The rows of a text with separators (RFC 4180, also with tabs and the like), each as clean texts, while it is decoded: a row is
 * held at a time. Everything is text: as a number an id card would lose its last digits.
 */
export function* csvRows(pieces: Iterable<string>): Generator<string[]> {
  let separator = '';
  let row: string[] = [];
  let field = '';
  /** At a field's start, in a bare or a quoted one, or behind a quote within a quoted one. */
  let state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  let afterReturn = false;
  const endField = () => {
    if (row.length < LIMITS.allColumns) row.push(cleanText(field));
    field = '';
    state = 'start';
  };
  for (const piece of pieces) {
    separator ||= separatorOf(piece);
    for (const sign of piece) {
      const secondOfTwo = sign === '\n' && afterReturn;
      afterReturn = sign === '\r' && state !== 'quoted';
      if (secondOfTwo) continue;
      if (state === 'quoted') {
        if (sign === '"') state = 'quote';
        else field += sign;
      } else if (sign === '"' && state !== 'bare') {
        if (state === 'quote') field += sign;
        state = 'quoted';
      } else if (sign === separator) {
        endField();
      } else if (sign === '\n' || sign === '\r') {
        endField();
        yield row;
        row = [];
      } else {
        field += sign;
        state = 'bare';
      }
      if (field.length > LIMITS.cellSigns) throw new Refused(TOO_LONG);
    }
  }
  endField();
  yield row;
}
