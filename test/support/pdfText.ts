import { inflateSync } from 'node:zlib';

/** A page of a paper: its size in points and what is written on it, one run of text after the other. */
export interface PdfPage {
  width: number;
  height: number;
  text: string;
  /** How many pictures are placed on it. */
  pictures: number;
}

interface PdfObject {
  head: string;
  stream: Buffer | null;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The objects of a PDF as the compiler of papers writes it: each in the clear, streams deflated at most. */
function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const start = /(?:^|\n)(\d+) 0 obj\s/g;
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const from = match.index + match[0].length;
    const [end = source.length, stream = -1] = [source.indexOf('endobj', from), source.indexOf('stream\n', from)];
    if (stream < 0 || stream > end) {
      objects.set(match[1] ?? '', { head: source.slice(from, end), stream: null });
      continue;
    }
    const head = source.slice(from, stream);
    const bytes = pdf.subarray(stream + 7, stream + 7 + Number(/\/Length (\d+)/.exec(head)?.[1]));
    objects.set(match[1] ?? '', { head, stream: head.includes('/FlateDecode') ? inflateSync(bytes) : bytes });
    start.lastIndex = stream + 7 + bytes.length;
  }
  return objects;
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** What each glyph of a font stands for, by the font's `ToUnicode`. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, block = ''] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)>/gi)) {
      letters.set(Number.parseInt(glyph, 16), fromHex(text));
    }
  }
  return letters;
}

/** A literal string from behind its bracket: its bytes, and where it ends. Brackets in pairs stand in it as they are. */
function literalAt(content: string, from: number): { bytes: number[]; end: number } {
  let plain = '';
  let depth = 1;
  let at = from;
  for (; at < content.length; at++) {
    const sign = content.charAt(at);
    if (sign === '\\') {
      const [code = ''] = /^([0-7]{3}|[\s\S])/.exec(content.slice(at + 1, at + 4)) ?? [];
      plain += code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code);
      at += code.length;
      continue;
    }
    if (sign === '(') depth++;
    if (sign === ')' && --depth === 0) break;
    plain += sign;
  }
  return { bytes: [...Buffer.from(plain, 'latin1')], end: at + 1 };
}

/** The runs of text of a page: the font, and the bytes that are shown in it. */
function runsOf(content: string): { font: string; bytes: number[] }[] {
  const runs: { font: string; bytes: number[] }[] = [];
  const token = /\/(f\d+) [\d.]+ Tf|\(|<([0-9a-f]*)>|T[Jj]\b/gi;
  let font = '';
  let bytes: number[] = [];
  for (let match = token.exec(content); match; match = token.exec(content)) {
    const [found, name, hex] = match;
    if (name !== undefined) font = name;
    else if (hex !== undefined) bytes.push(...Buffer.from(hex, 'hex'));
    else if (found === '(') {
      const literal = literalAt(content, token.lastIndex);
      bytes.push(...literal.bytes);
      token.lastIndex = literal.end;
    } else {
      runs.push({ font, bytes });
      bytes = [];
    }
  }
  return runs;
}

/** The pages of a paper with their text, so that a test reads what will be printed. */
export function pdfPages(pdf: Buffer): PdfPage[] {
  const objects = objectsOf(pdf);
  const at = (reference: string | undefined) => objects.get(reference ?? '');
  const pages: PdfPage[] = [];
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\b/.test(head)) continue;
    const fonts = new Map(
      [...head.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name = '', reference]) => {
        const cmap = at(/\/ToUnicode (\d+)/.exec(at(reference)?.head ?? '')?.[1])?.stream;
        return [name, lettersOf(cmap?.toString('latin1') ?? '')] as const;
      }),
    );
    const content = at(/\/Contents (\d+)/.exec(head)?.[1])?.stream?.toString('latin1') ?? '';
    const lines = runsOf(content).map(({ font, bytes }) => {
      const glyphs = Array.from(
        { length: bytes.length / 2 },
        (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0),
      );
      return glyphs.map((glyph) => fonts.get(font)?.get(glyph) ?? '\ufffd').join('');
    });
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head) ?? [];
    const pictures = [...content.matchAll(/\/x\d+ Do/g)].length;
    pages.push({ width: Number(width), height: Number(height), text: lines.join(''), pictures });
  }
  return pages;
}
