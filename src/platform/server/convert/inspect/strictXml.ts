import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import { Refused } from '#platform/server/spreadsheet/limits.ts';
import { type Part, unpack } from '#platform/server/spreadsheet/unzip.ts';

/** How deep the parts of a document nest at most. */
const DEEPEST = 500;

/** The events of a part while it is read. */
export interface StrictReader {
  open?(tag: SaxesTagNS): void;
  text?(piece: string): void;
  close?(tag: SaxesTagNS): void;
}
export type { SaxesAttributeNS, SaxesTagNS };

/** What an XML part is written in, by its first bytes; null: in nothing that is read here. */
function encodingOf(head: Buffer): string | null {
  const [a = 0, b = 0] = head;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  const declared = /^(?:\ufeff|\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(
    head.toString('latin1', 0, 200),
  )?.[1];
  return declared === undefined || /^(utf-?8|us-ascii)$/i.test(declared) ? 'utf-8' : null;
}

/**
 * Reads a part of an office document as strictly as XML is written: namespaces resolved, entities as XML has them, UTF-8 or UTF-16.
 * Throws a refusal at anything else: what is not well formed, another encoding, a declaration of a document's type (entities of its
 * own), nesting without end. What a lenient reader would see otherwise than the program that opens the document does not pass.
 */
export async function readStrict(part: Part, name: string, reader: StrictReader): Promise<void> {
  const stop = (why: string) => new Refused(`“${name}”${why}`);
  const parser = new SaxesParser({ xmlns: true, position: false });
  let depth = 0;
  parser.on('error', () => {
    throw stop('不是规范的 XML');
  });
  parser.on('doctype', () => {
    throw stop('带有文档类型声明');
  });
  parser.on('opentag', (tag) => {
    if (++depth > DEEPEST) throw stop('嵌套过深');
    reader.open?.(tag);
  });
  parser.on('text', (piece) => reader.text?.(piece));
  parser.on('cdata', (piece) => reader.text?.(piece));
  parser.on('closetag', (tag) => {
    depth--;
    reader.close?.(tag);
  });
  let decoder: TextDecoder | undefined;
  try {
    for await (const piece of unpack(part)) {
      if (!decoder) {
        const encoding = encodingOf(piece);
        if (encoding === null) throw stop('的编码不能识别');
        decoder = new TextDecoder(encoding, { fatal: true });
      }
      parser.write(decoder.decode(piece, { stream: true }));
    }
    parser.write(decoder?.decode() ?? '').close();
  } catch (error) {
    // Bytes that are no text of their encoding.
    throw error instanceof TypeError ? stop('的编码不能识别') : error;
  }
}
