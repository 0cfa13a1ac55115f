import { fieldsIn } from '../../fieldText.ts';
import { badInput } from '../errors.ts';
import { Refused } from '../spreadsheet/limits.ts';
import { type Part, partsOf, unpack } from '../spreadsheet/unzip.ts';
import { type ZipEntry, zip } from '../spreadsheet/zip.ts';

const MIB = 1024 * 1024;
/** What a document may be that is filled: it is held whole while it is. */
export const WORD_LIMITS = { bytes: 5 * MIB, unpacked: 40 * MIB, text: 4 * MIB } as const;
export const TOO_LARGE = '文档太大，请删减图片，文件不超过5MB、展开后不超过40MB';
const BROKEN = '文件已损坏，或不是 Word 文档（docx）';

/** The parts whose text a reader sees. */
const TEXTS = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i;
const DOCUMENT = /^word\/document\.xml$/i;

/** A part of a document, unpacked, under the name that the archive gives it. */
interface WordPart {
  name: string;
  bytes: Buffer;
}
export type Word = readonly WordPart[];

/**
 * Reads a Word document (docx) part by part; no more is unpacked than a part says to hold, and no more altogether than may be.
 * @param field where a refusal is told. @throws badInput: broken, too large, macros, or something taken from elsewhere
 */
export async function readWord(bytes: Buffer, field: string): Promise<Word> {
  const stop = (text: string) => badInput({ [field]: text });
  if (bytes.length > WORD_LIMITS.bytes) throw stop(TOO_LARGE);
  try {
    const parts = [...partsOf(bytes).values()].filter(({ name }) => !name.endsWith('/'));
    if (parts.reduce((sum, { size }) => sum + size, 0) > WORD_LIMITS.unpacked) throw stop(TOO_LARGE);
    if (parts.some(({ name, size }) => TEXTS.test(name) && size > WORD_LIMITS.text)) throw stop('文档的文字太多');
    if (!parts.some(({ name }) => DOCUMENT.test(name))) throw stop(BROKEN);
    if (parts.some(({ name }) => /vbaProject\.bin$/i.test(name)))
      throw stop('文档里有宏，请另存为不带宏的 docx 后再上传');
    const word: WordPart[] = [];
    for (const part of parts) word.push({ name: part.name, bytes: await wholeOf(part) });
    // A link is followed by whoever clicks it; anything else would be fetched as soon as the paper is opened.
    const fetched = word.some(
      ({ name, bytes: found }) =>
        /\.rels$/i.test(name) &&
        [...found.toString('utf8').matchAll(/<Relationship\b[^>]*>/gi)].some(
          ([tag]) => /TargetMode\s*=\s*["']External/i.test(tag) && !/\/hyperlink["']/i.test(tag),
        ),
    );
    if (fetched) throw stop('文档引用了外部的模板或图片，请改为嵌入文档后再上传');
    return word;
  } catch (error) {
    throw error instanceof Refused ? stop(BROKEN) : error;
  }
}

async function wholeOf(part: Part): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of unpack(part)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, ten?: string, name?: string) => {
    if (name) return ENTITIES[name] ?? whole;
    const code = Number.parseInt(hex ?? ten ?? '0', hex ? 16 : 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
/** As XML holds it: what it cannot hold is left out. */
const escaped = (text: string) =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');

/** A text of a run, and where it stands in the part. */
interface Run {
  from: number;
  to: number;
  text: string;
}

/** The texts of a part that a field may be spread over: those between two ends of a line or paragraph. */
function linesOf(xml: string): Run[][] {
  const lines: Run[][] = [];
  let line: Run[] = [];
  for (const match of xml.matchAll(/<w:t(?:\s[^<>]*[^<>/]|\s)?>([^<]*)<\/w:t>|<\/?w:p[\s>/]|<w:(?:br|cr|tab)[\s/>]/g)) {
    const [whole, text] = match;
    if (text !== undefined) line.push({ from: match.index, to: match.index + whole.length, text: plain(text) });
    else if (line.length > 0) {
      lines.push(line);
      line = [];
    }
  }
  return line.length > 0 ? [...lines, line] : lines;
}

const said = (line: readonly Run[]) => line.map(({ text }) => text).join('');

/** The names of the fields of a document, each once: {姓名}, in whatever pieces its program keeps them. */
export const wordFields = (word: Word): string[] => [
  ...new Set(
    word
      .filter(({ name }) => TEXTS.test(name))
      .flatMap(({ bytes }) => linesOf(bytes.toString('utf8')).flatMap((line) => fieldsIn(said(line)))),
  ),
];

const FIELD = /\{([^{}<>\s]{1,20})\}/g;

/** The texts of one line with the values in place of its fields; a value is not looked at again, and looks like its opening brace. */
function filled(line: readonly Run[], values: Readonly<Record<string, string>>): string[] {
  const whole = said(line);
  const texts = line.map(() => '');
  let at = 0;
  let run = 0;
  let left = line[0]?.text.length ?? 0;
  /** Goes on by a piece of the line: it stays in the runs that it stands in, or the first of them holds what takes its place. */
  const pass = (piece: string, instead?: string) => {
    let value = instead;
    for (let rest = piece; rest !== ''; ) {
      while (left === 0 && run < line.length - 1) left = line[++run]?.text.length ?? 0;
      const own = rest.slice(0, left);
      texts[run] += value ?? own;
      if (value !== undefined) value = '';
      left -= own.length;
      rest = rest.slice(own.length);
    }
  };
  for (const match of whole.matchAll(FIELD)) {
    const value = values[match[1] ?? ''];
    if (value === undefined) continue;
    pass(whole.slice(at, match.index));
    pass(match[0], value);
    at = match.index + match[0].length;
  }
  pass(whole.slice(at));
  return texts;
}

/** A text as a run holds it, its lines one below the other. */
const runText = (text: string) =>
  text
    .split('\n')
    .map((part) => `<w:t xml:space="preserve">${escaped(part)}</w:t>`)
    .join('<w:br/>');

function filledPart(xml: string, values: Readonly<Record<string, string>>): string {
  let out = '';
  let at = 0;
  for (const line of linesOf(xml)) {
    if (!fieldsIn(said(line)).some((name) => values[name] !== undefined)) continue;
    const texts = filled(line, values);
    for (const [n, { from, to }] of line.entries()) {
      out += xml.slice(at, from) + runText(texts[n] ?? '');
      at = to;
    }
  }
  return out + xml.slice(at);
}

/** A small grey line at the end of a document's text. */
function withLine(xml: string, text: string): string {
  const line = `<w:p><w:r><w:rPr><w:color w:val="595959"/><w:sz w:val="14"/></w:rPr>${runText(text)}</w:r></w:p>`;
  const end = xml.lastIndexOf('</w:body>');
  // What stands last in a body may be the look of its pages, and must stay there.
  const look = xml.lastIndexOf('<w:sectPr', end);
  const at = look > xml.lastIndexOf('</w:p>', end) && look > xml.lastIndexOf('</w:tbl>', end) ? look : end;
  return at < 0 ? xml : xml.slice(0, at) + line + xml.slice(at);
}

/**
 * A document with the values in place of its fields; everything else of it stays as it is, and so does a field without a value.
 * @param line stands below the text, where given
 */
export async function fillWord(word: Word, values: Readonly<Record<string, string>>, line = ''): Promise<Buffer> {
  const entries = word.map(({ name, bytes }): ZipEntry => {
    if (!TEXTS.test(name)) return { name, content: [bytes] };
    const xml = filledPart(bytes.toString('utf8'), values);
    return { name, content: [line !== '' && DOCUMENT.test(name) ? withLine(xml, line) : xml] };
  });
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}
