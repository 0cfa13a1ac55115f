import Docxtemplater from 'docxtemplater';
import PizZip from 'pizzip';
import { badInput, Refusal } from '../errors.ts';
import { Refused } from '../spreadsheet/limits.ts';
import { type Part, partsOf, unpack } from '../spreadsheet/unzip.ts';
import { type ZipEntry, zip } from '../spreadsheet/zip.ts';
import { TOO_LARGE, WORD_LIMITS } from './limits.ts';

const TOO_LONG = '文档的文字太多';
const BROKEN = '文件已损坏，或不是 Word 文档（docx）';

/** The parts whose text a reader sees. */
const TEXTS = /^word\/(document|header\d*|footer\d*|footnotes|endnotes)\.xml$/i;
const DOCUMENT = /^word\/document\.xml$/i;

/** A part of a document, unpacked, under the name that the archive gives it. */
interface WordPart {
  name: string;
  bytes: Buffer;
}
/** An unpacked document, and the field of the form at which its faults are reported. */
export interface Word {
  parts: readonly WordPart[];
  field: string;
}

/**
 * Reads a Word document (docx) part by part. It unpacks no more than a part states and no more in all than is allowed.
 * @param field the field of the form at which a refusal is reported
 * @param outside what it loads from elsewhere (`referenceFault`, which starts a process and so is asked beside); empty: nothing
 * @throws badInput: broken, too large, macros, or something loaded from elsewhere
 */
export async function readWord(bytes: Buffer, field: string, outside: string): Promise<Word> {
  const stop = (text: string) => badInput({ [field]: text });
  if (bytes.length > WORD_LIMITS.bytes) throw stop(TOO_LARGE);
  try {
    const parts = [...partsOf(bytes).values()].filter(({ name }) => !name.endsWith('/'));
    if (parts.reduce((sum, { size }) => sum + size, 0) > WORD_LIMITS.unpacked) throw stop(TOO_LARGE);
    const texts = parts.filter(({ name }) => TEXTS.test(name));
    if (texts.reduce((sum, { size }) => sum + size, 0) > WORD_LIMITS.text) throw stop(TOO_LONG);
    if (!parts.some(({ name }) => DOCUMENT.test(name))) throw stop(BROKEN);
    if (parts.some(({ name }) => /vbaProject\.bin$/i.test(name)))
      throw stop('文档里有宏，请另存为不带宏的 docx 后再上传');
    const word: WordPart[] = [];
    for (const part of parts) word.push({ name: part.name, bytes: await wholeOf(part) });
    // The library holds each tag as an object, and looks through the rest of a text for each brace.
    const held = word.filter(({ name }) => TEXTS.test(name)).map(({ bytes: text }) => text);
    if (countOf(held, '<') > WORD_LIMITS.tags) throw stop(TOO_LONG);
    if (countOf(held, '{') + countOf(held, '}') > WORD_LIMITS.braces) throw stop('文档里的花括号太多');
    // A link is followed by whoever clicks it; anything else would be fetched as soon as the paper is opened.
    if (outside !== '')
      throw stop(`文档${outside.replace(/^文件/, '')}，请用 Word 打开，去掉它或改为嵌入，另存后再上传`);
    return { parts: word, field };
  } catch (error) {
    throw error instanceof Refused ? stop(BROKEN) : error;
  }
}

async function wholeOf(part: Part): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of unpack(part)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function countOf(texts: readonly Buffer[], sign: string): number {
  let count = 0;
  for (const text of texts) for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

/** A piece of a part as the library has taken it apart. */
interface Token {
  type: string;
  position?: string;
  tag?: string;
  value?: string;
}

/** Makes text of a brace again. */
const asText = (token: Token, value: string) => Object.assign(token, { type: 'content', position: 'insidetag', value });

/** What is made of a line break in a value, apart from the look of its run, in signs. */
const BREAK = 100;

/**
 * Prepares pieces for values: the braces of a field that has none are text again, so that nothing there changes.
 * @returns counts the signs that the values bring with them, over all pieces: each line repeats the look of its run
 */
function toFill(values: ReadonlyMap<string, string>): (tokens: readonly Token[]) => number {
  let grown = 0;
  let look = 0;
  let inLook = false;
  return (tokens) => {
    let open: Token | undefined;
    let name = '';
    for (const token of tokens) {
      // As the library records a look, which it carries on from piece to piece.
      if (token.tag === 'w:r') look = 0;
      else if (token.tag === 'w:rPr' || inLook) look += token.value?.length ?? 0;
      if (token.tag === 'w:rPr') inLook = token.position === 'start';
      if (token.type === 'delimiter' && token.position === 'start') {
        open = token;
        name = '';
      } else if (token.type === 'delimiter' && open) {
        const value = values.get(name);
        if (value === undefined) {
          asText(open, '{');
          asText(token, '}');
        } else grown += value.length + (value.split('\n').length - 1) * (look + BREAK);
        open = undefined;
      } else if (open && token.position === 'insidetag') name += token.value ?? '';
    }
    return grown;
  };
}

/** What the library tells of a template that it cannot read: one thing, or several. */
interface Fault {
  properties?: { id?: string; xtag?: string; errors?: Fault[] };
}

/**
 * A text in pieces that hold no more than one paragraph: a field ends where its paragraph does, else a brace that somebody
 * forgot takes all as far as the next one with it.
 */
const piecesOf = (text: Buffer) => text.toString('utf8').split(/(?=<\/?w:p[\s>])/);
const hasBrace = (piece: string) => /[{}]/.test(piece);

/** Of a document the pieces that may hold fields. */
const bracedOf = ({ parts }: Word) =>
  parts.filter(({ name }) => TEXTS.test(name)).flatMap(({ bytes }) => piecesOf(bytes).filter(hasBrace));

/**
 * Has the library take pieces of a document apart, with nothing of its language but plain fields (decision 0018). It gets their
 * XML alone, in an archive that was never packed: it would unpack without bounds, and write settings and contents anew.
 * @param pieces become the files of the archive, named by their numbers
 * @param field where a refusal is told
 * @param values by the names of the fields, to be filled with them; what has none stays as it is written
 * @param strict throws where braces are no pair; else they stay as they are written
 */
function templateOf(
  pieces: readonly string[],
  field: string,
  { strict = false, values }: { strict?: boolean; values?: ReadonlyMap<string, string> } = {},
) {
  const archive = new PizZip();
  archive.file('[Content_Types].xml', '<Types/>');
  for (const [n, piece] of pieces.entries()) archive.file(`${n}`, piece);
  const fields = new Set<string>();
  const fill = values && toFill(values);
  const doc = new Docxtemplater(archive, {
    modules: [
      {
        name: 'PlainFields',
        // Which files are filled is said here, not by what an uploaded document says of itself.
        getFileType(given: { doc: Docxtemplater }) {
          given.doc.targets = [...pieces.keys()].map(String);
          return 'docx';
        },
        optionsTransformer(options) {
          // Text of drawings and formulas holds no line breaks as this library writes them.
          this.fileTypeConfig.tagsXmlTextArray = ['w:t'];
          // What it need not know to fill a field is neither taken apart nor mended.
          this.fileTypeConfig.tagsXmlLexedArray = ['w:r', 'w:rPr'];
          this.fileTypeConfig.tagShouldContain = [];
          return options;
        },
        // Goes before loops, conditions and raw XML: {#x} is a field of the name “#x”.
        matchers: () => [['', '', { priority: 1 }]],
        preparse(tokens: Token[]) {
          if (fill && fill(tokens) > WORD_LIMITS.text) throw badInput({ [field]: TOO_LONG });
          return tokens;
        },
      },
    ],
    parser(name) {
      fields.add(name);
      return { get: () => values?.get(name) };
    },
    nullGetter: ({ raw }) => `{${raw}}`,
    linebreaks: true,
    stripInvalidXMLChars: true,
    errorLogging: false,
    syntax: { changeDelimiterPrefix: null, allowUnopenedTag: !strict, allowUnclosedTag: !strict },
  });
  return { doc, fields: [...fields] };
}

/** Whatever goes wrong within the library goes wrong by the document that it was given. */
function orBroken<T>(field: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal ? error : badInput({ [field]: BROKEN });
  }
}

/** The names of the fields in a document, each once: {姓名}, also where the word processor split it into pieces. @throws badInput: broken */
export const wordFields = (word: Word): string[] =>
  orBroken(word.field, () => templateOf(bracedOf(word), word.field).fields);

/** Signs of a text that are shown where something is amiss with it. */
const SHOWN = 12;
const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
const shownEnd = (text: string) => (text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text);

const AMISS: Readonly<Record<string, (tag: string) => string>> = {
  unclosed_tag: (tag) => `“{${shown(tag)}”没有右花括号`,
  unopened_tag: (tag) => `“${shownEnd(tag.replace(/^[{}]/, ''))}}”没有左花括号`,
  duplicate_open_tag: (tag) => `“${shown(tag)}”的左花括号多了`,
  duplicate_close_tag: (tag) => `“${shownEnd(tag)}”的右花括号多了`,
};
/** As many faults as a sentence names. */
const NAMED = 3;

/** Refuses a document with braces that are no pair, and names them. @throws badInput */
export function refuseBrokenFields(word: Word): void {
  try {
    templateOf(bracedOf(word), word.field, { strict: true });
  } catch (error) {
    const one = error as Fault;
    const faults = one.properties?.errors ?? [one];
    const sentences = faults.flatMap(({ properties: { id = '', xtag = '' } = {} }) => AMISS[id]?.(xtag) ?? []);
    const uniqueSentences = [...new Set(sentences)];
    if (uniqueSentences.length === 0) throw badInput({ [word.field]: BROKEN });
    const more = uniqueSentences.length > NAMED ? `等${uniqueSentences.length}处` : '';
    throw badInput({
      [word.field]: `${uniqueSentences.slice(0, NAMED).join('，')}${more}，请改成 {字段名} 后重新上传`,
    });
  }
}

/** The name of the field that stands for the line below the text; no document has it. */
const LINE = 'line below the text';

/** A small grey line at the end of a document's text. */
function withLine(xml: string): string {
  const look = '<w:rPr><w:color w:val="595959"/><w:sz w:val="14"/></w:rPr>';
  const line = `<w:p><w:r>${look}<w:t xml:space="preserve">{${LINE}}</w:t></w:r></w:p>`;
  const end = xml.lastIndexOf('</w:body>');
  // What stands last in a body may be the look of its pages, and must stay there.
  const pages = xml.lastIndexOf('<w:sectPr', end);
  const at = pages > xml.lastIndexOf('</w:p>', end) && pages > xml.lastIndexOf('</w:tbl>', end) ? pages : end;
  return at < 0 ? xml : xml.slice(0, at) + line + xml.slice(at);
}

/** Half a pair of surrogates, and what is no character: the library leaves out what else XML cannot hold. */
const NO_CHARACTER = /[\p{Cs}\ufffe\uffff]/gu;

/**
 * A document with values in place of its fields. Everything else stays, also fields without a value. Values are not searched for
 * fields, and have the look of the field's opening brace.
 * @param line a line below the text
 * @throws badInput: broken
 */
export async function fillWord(
  { parts, field }: Word,
  values: Readonly<Record<string, string>>,
  line = '',
): Promise<Buffer> {
  const lined = parts.map(({ name, bytes }) =>
    line !== '' && DOCUMENT.test(name)
      ? { name, bytes: Buffer.from(withLine(bytes.toString('utf8'))) }
      : { name, bytes },
  );
  const all = new Map(Object.entries(values).map(([name, value]) => [name, value.replace(NO_CHARACTER, '')]));
  const braced = bracedOf({ parts: lined, field });
  const render = () =>
    templateOf(braced, field, { values: all.set(LINE, line) })
      .doc.render()
      .getZip();
  const filled = braced.length > 0 ? orBroken(field, render).files : {};
  let next = 0;
  const filledPiece = (piece: string) =>
    hasBrace(piece) ? (filled[next++]?.asNodeBuffer().toString('utf8') ?? piece) : piece;
  const entries = lined.map(({ name, bytes }): ZipEntry => {
    const text = TEXTS.test(name) ? piecesOf(bytes).map(filledPiece).join('') : bytes;
    return { name, content: [text] };
  });
  const pieces: Buffer[] = [];
  for await (const piece of zip(entries)) pieces.push(piece);
  return Buffer.concat(pieces);
}
