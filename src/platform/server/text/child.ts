// A process of its own, with little memory and no right to write: reads a document from stdin and writes what it says to stdout.
// Why nothing was read is exit code 3 and a sentence on stderr.
import { type Part, partsOf, unpack } from '#platform/server/spreadsheet/unzip.ts';
import { pdfText } from './pdf.ts';
import { countPages } from './pdfPages.ts';

/** Bytes of XML of one document that are looked at. */
const MOST_XML = 64 * 1024 * 1024;

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function xmlOf(part: Part): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of unpack(part)) {
    size += piece.length;
    if (size > MOST_XML) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_all, hex?: string, ten?: string, name?: string) =>
    hex || ten
      ? String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex ?? ten ?? '0', hex ? 16 : 10)))
      : (ENTITIES[name ?? ''] ?? ' '),
  );

/** The runs of text of an office document, a line for each paragraph. */
const runs = (xml: string) =>
  [...xml.matchAll(/<(?:w|a):t(?:\s[^<>]*)?>([^<]*)<|<\/(?:w|a):p>|<w:(?:tab|br)\b/g)]
    .map(([, text]) => (text === undefined ? '\n' : plain(text)))
    .join('');

/** Word and PowerPoint: the parts that hold what is read, slides in their order. */
async function officeText(bytes: Buffer): Promise<string> {
  const parts = partsOf(bytes);
  const numberOf = (name: string) => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0);
  const names = [...parts.keys()]
    .filter((name) => /^(word\/(document|footnotes)\.xml|ppt\/slides\/slide\d+\.xml)$/.test(name))
    .sort((a, b) => numberOf(a) - numberOf(b));
  let content = '';
  for (const name of names) {
    const part = parts.get(name);
    if (part && content.length < most) content += `${runs(await xmlOf(part))}\n`;
  }
  return content;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

const bytes = await readAll();
/** Characters that are wanted at most. */
const most = Number(process.argv[3]);
try {
  const kind = process.argv[2];
  if (kind === 'pages') {
    process.stdout.write(String(countPages(bytes)));
    process.exit();
  }
  const content = kind === 'pdf' ? pdfText(bytes) : kind === 'office' ? await officeText(bytes) : decoded(bytes);
  const lines = content
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  process.stdout.write(lines.join('\n').slice(0, most));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : '');
  process.exitCode = 3;
}
