import { inflateSync } from 'node:zlib';
import { textsBetween } from '#platform/text/edges.ts';

/** Bytes that one stream may unpack to. */
const MOST = 48 * 1024 * 1024;

interface Found {
  head: string;
  stream: Buffer | null;
}
type Decode = (bytes: Buffer) => string;

/** Every object of a PDF, those within object streams too; the later of two with one number stands. */
function objectsOf(bytes: Buffer): Map<string, Found> {
  const source = bytes.toString('latin1');
  const objects = new Map<string, Found>();
  const start = /(?:^|[\s>])(\d{1,8}) \d{1,5} obj\b/g;
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const from = match.index + match[0].length;
    const end = source.indexOf('endobj', from);
    const opened = source.indexOf('stream', from);
    const isStream = opened >= 0 && (end < 0 || opened < end) && source[opened - 1] !== 'd';
    const head = source.slice(from, isStream ? opened : end < 0 ? source.length : end);
    if (!isStream) {
      objects.set(match[1] ?? '', { head, stream: null });
      continue;
    }
    const at = opened + (source.startsWith('\r\n', opened + 6) ? 8 : 7);
    const close = source.indexOf('endstream', at);
    const stop = close < 0 ? bytes.length : close;
    objects.set(match[1] ?? '', { head, stream: bytes.subarray(at, stop) });
    start.lastIndex = stop;
  }
  for (const { head, stream } of [...objects.values()]) {
    if (!stream || !/\/Type\s*\/ObjStm\b/.test(head)) continue;
    const inner = plainOf({ head, stream }).toString('latin1');
    const first = Number(/\/First\s+(\d+)/.exec(head)?.[1] ?? 0);
    const numbers = inner.slice(0, first).trim().split(/\s+/).map(Number);
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const [key, at, next] = [String(numbers[i]), numbers[i + 1] ?? 0, numbers[i + 3]];
      const text = inner.slice(first + at, next === undefined ? inner.length : first + next);
      if (!objects.has(key)) objects.set(key, { head: text, stream: null });
    }
  }
  return objects;
}

/** What a stream holds; empty where it is packed in a way that holds no text. */
function plainOf({ head, stream }: Found): Buffer {
  if (!stream) return Buffer.alloc(0);
  const filters = /\/Filter\s*(\[[^[\]]*\]|\/\w+)/.exec(head)?.[1] ?? '';
  if (filters === '') return stream;
  if (!/^\[?\s*\/(FlateDecode|Fl)\s*\]?$/.test(filters)) return Buffer.alloc(0);
  try {
    return inflateSync(stream, { maxOutputLength: MOST, finishFlush: 2 });
  } catch {
    return Buffer.alloc(0);
  }
}

const utf16 = (hex: string) =>
  Buffer.from(hex.length % 4 === 0 ? hex : hex.padStart(4, '0'), 'hex')
    .swap16()
    .toString('utf16le');

/** How the codes of a font read, by its map to Unicode. */
function mapped(cmap: string): Decode {
  const width = (/begincodespacerange\s*<([0-9A-Fa-f]+)>/.exec(cmap)?.[1]?.length ?? 4) / 2;
  const signs = new Map<number, string>();
  for (const body of textsBetween(cmap, 'beginbfchar', 'endbfchar'))
    for (const [, from = '', to = ''] of body.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f ]+)>/g))
      signs.set(Number.parseInt(from, 16), utf16(to.replaceAll(' ', '')));
  for (const body of textsBetween(cmap, 'beginbfrange', 'endbfrange'))
    for (const [, from = '', until = '', to = '', list = ''] of body.matchAll(
      /<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^[\]]*)\])/g,
    )) {
      const [low, high] = [Number.parseInt(from, 16), Math.min(Number.parseInt(until, 16), 0xffff)];
      const each = [...list.matchAll(/<([0-9A-Fa-f]+)>/g)].map(([, one = '']) => utf16(one));
      const head = to.slice(0, -4);
      const last = Number.parseInt(to.slice(-4) || '0', 16);
      for (let code = low; code <= high; code++)
        signs.set(code, each[code - low] ?? utf16(head + (last + code - low).toString(16).padStart(4, '0')));
    }
  return (bytes) => {
    let decoded = '';
    for (let at = 0; at + width <= bytes.length; at += width) decoded += signs.get(bytes.readUIntBE(at, width)) ?? '';
    return decoded;
  };
}

function decodeOf(objects: ReadonlyMap<string, Found>, font: string): Decode {
  const map = /\/ToUnicode\s+(\d+)\s+\d+\s+R/.exec(font)?.[1];
  const unicodeMap = map === undefined ? undefined : objects.get(map);
  if (unicodeMap) return mapped(plainOf(unicodeMap).toString('latin1'));
  const encoding = /\/Encoding\s*\/([\w-]+)/.exec(font)?.[1] ?? '';
  if (/UCS2|UTF16/.test(encoding)) return (bytes) => Buffer.from(bytes).swap16().toString('utf16le');
  if (/^GB/.test(encoding)) return (bytes) => new TextDecoder('gb18030').decode(bytes);
  // Glyphs of an embedded font without a map say nothing.
  if (/\/Subtype\s*\/Type0/.test(font)) return () => '';
  return (bytes) => bytes.toString('latin1');
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const literal = (text: string) =>
  Buffer.from(
    text.replace(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_all, octal?: string, sign?: string) =>
      octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : sign ? (ESCAPED[sign] ?? sign) : '',
    ),
    'latin1',
  );

/** Points within which two runs stand on one line. */
const ONE_LINE = 1;

/** What the drawing of a page shows, in the order in which it is drawn; runs beside each other stay one line. */
function shown(content: string, fonts: ReadonlyMap<string, Decode>): string {
  let decode: Decode = (bytes) => bytes.toString('latin1');
  let shownText = '';
  // The height of the present line and of what was said last, so that a number set group by group is not torn apart.
  let line = 0;
  let last: number | null = null;
  let moved = false;
  const say = (text: string) => {
    if (moved && last !== null) shownText += Math.abs(line - last) < ONE_LINE ? ' ' : '\n';
    shownText += text;
    last = line;
    moved = false;
  };
  const token =
    /\/([^\s/<>[\]()]+)\s+[\d.+-]+\s+Tf|\(((?:\\[\s\S]|[^\\()])*)(\)?)|<([0-9A-Fa-f\s]*)>(?!>)|(?<![\d.+-])([\d.+-]+)\s+(Td|TD|Tm)\b|\b(T\*|BT)|(?<=[)>\]\s])(['"])(?=\s)/g;
  for (const [, font, plain, closed, hex, height, move, other, quote] of content.matchAll(token)) {
    if (font !== undefined) decode = fonts.get(font) ?? decode;
    else if (plain !== undefined) {
      // What is never closed was walked over all the same, so that nothing is walked over twice.
      if (closed) say(decode(literal(plain)));
    } else if (hex !== undefined) {
      const digits = hex.replace(/\s/g, '');
      say(decode(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')));
    } else {
      moved = true;
      if (move === 'Tm') line = Number(height);
      else if (move !== undefined) line += Number(height);
      else if (other === 'BT') line = 0;
      // The next line, whose distance stands elsewhere.
      else if (other !== undefined || quote !== undefined) last = Number.POSITIVE_INFINITY;
    }
  }
  return shownText;
}

/**
 * The text of a PDF, page by page; empty where it holds pictures alone. Throws a sentence where it is locked.
 * Reads what office programs write: deflated streams, object streams, fonts with a map to Unicode or a Chinese encoding.
 */
export function pdfText(bytes: Buffer): string {
  if (/\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.subarray(-4096).toString('latin1')))
    throw new Error('文件有密码，不能查找其中的文字');
  const objects = objectsOf(bytes);
  const refs = (text: string) => [...text.matchAll(/(\d{1,10})\s{1,9}\d{1,5}\s{1,9}R/g)].map(([, key = '']) => key);
  /** The value of a name in a dictionary, a reference followed. */
  const entry = (head: string, name: string): string => {
    const at = new RegExp(`/${name}\\b\\s*`).exec(head);
    if (!at) return '';
    const rest = head.slice(at.index + at[0].length);
    const ref = /^(\d+)\s+\d+\s+R/.exec(rest)?.[1];
    return ref === undefined ? rest : (objects.get(ref)?.head ?? '');
  };
  const known = new Map<string, Decode>();
  const fontsOf = (head: string, depth = 0): Map<string, Decode> => {
    const resources = entry(head, 'Resources');
    const parent = /\/Parent\s+(\d+)/.exec(head)?.[1];
    if (resources === '' && parent !== undefined && depth < 20)
      return fontsOf(objects.get(parent)?.head ?? '', depth + 1);
    const fonts = new Map<string, Decode>();
    const block = /^\s*<<([\s\S]*?)>>/.exec(entry(resources, 'Font'))?.[1] ?? '';
    for (const [, name = '', key = ''] of block.matchAll(/\/([^\s/<>[\]()]+)\s+(\d+)\s+\d+\s+R/g)) {
      const decode = known.get(key) ?? decodeOf(objects, objects.get(key)?.head ?? '');
      known.set(key, decode);
      fonts.set(name, decode);
    }
    return fonts;
  };
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b(?!s)/.test(head));
  return pages
    .map(({ head }) => {
      const at = /\/Contents\s*(\[[^[\]]*\]|\d+\s+\d+\s+R)/.exec(head)?.[1] ?? '';
      const [only] = refs(at);
      const list = !at.startsWith('[') && only !== undefined && /^\s*\[/.test(objects.get(only)?.head ?? '');
      const keys = list ? refs(objects.get(only)?.head ?? '') : refs(at);
      const content = keys
        .map((key) => plainOf(objects.get(key) ?? { head: '', stream: null }).toString('latin1'))
        .join('\n');
      return shown(content, fontsOf(head));
    })
    .join('\n');
}
