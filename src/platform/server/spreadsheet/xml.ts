import { Parser } from 'htmlparser2';
import { BROKEN, Refused } from './limits.ts';
import { type Part, unpack } from './unzip.ts';

/** The events of a part of a workbook while it is read. Names are without their prefix. */
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  /** A piece of text; long ones come in several. */
  text?(piece: string): void;
  close?(name: string): void;
}

/** How deep the parts of a workbook nest at most; a handful in truth. */
const DEEPEST = 64;

const bare = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Reads a part of a workbook while it is unpacked and calls the reader for each event; yields after each piece and keeps nothing.
 * Entities that a document declares are unknown here, so they cannot multiply.
 */
export async function* readXml(part: Part, reader: XmlReader): AsyncGenerator<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST) throw new Refused(BROKEN);
        reader.open?.(bare(name), attributes);
      },
      ontext: (piece) => reader.text?.(piece),
      onclosetag(name) {
        depth--;
        reader.close?.(bare(name));
      },
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder();
  for await (const piece of unpack(part)) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
  }
  parser.end(decoder.decode());
  yield;
}

/** The same for a part that is small. */
export async function readWholeXml(part: Part | undefined, reader: XmlReader): Promise<void> {
  if (part) for await (const _ of readXml(part, reader));
}
