import { BROKEN, Refused } from '#platform/server/spreadsheet/limits.ts';
import type { Family } from './kinds.ts';

/** The library's reader of old files, as far as it is used here. */
interface Container {
  FullPaths: string[];
  FileIndex: { name: string; content?: Uint8Array }[];
}

/** Streams in which the formats keep their document. */
const STREAMS: ReadonlyMap<string, Family> = new Map([
  ['worddocument', 'doc'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['powerpoint document', 'ppt'],
]);
const FIELD = /\x13[\s\x01]*(INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|LINK|DDEAUTO|DDE|DATABASE|RD)(?![A-Za-z])/i;
const SUPBOOK = 0x01ae;
const OLE_LINK = 0x0fce;

/**
 * Checks an office file of the old formats by its streams: its content must be what its ending promises, and it must link nothing
 * from elsewhere, as far as these formats show it (fields of Word, other workbooks, linked objects). What they hide is stopped by
 * the sandbox, which has no network and no other files.
 * @param family the expected kind; null: any, for an object inside a document
 * @throws Refused
 */
export async function inspectOle(bytes: Buffer, family: Family | null): Promise<void> {
  const { CFB } = (await import('@e965/xlsx')) as unknown as {
    CFB: { read(bytes: Buffer, how: { type: 'buffer' }): Container };
  };
  let container: Container;
  try {
    container = CFB.read(bytes, { type: 'buffer' });
  } catch {
    throw new Refused(BROKEN);
  }
  const kinds = new Set<Family>();
  for (const [at, path] of container.FullPaths.entries()) {
    const steps = path.replace(/\/$/, '').split('/').slice(1);
    const name = (steps.at(-1) ?? '').toLowerCase();
    const content = Buffer.from(container.FileIndex[at]?.content ?? []);
    const kind = STREAMS.get(name);
    if (kind && steps.length === 1) kinds.add(kind);
    if (name === 'encryptedpackage') throw new Refused('文件有密码');
    inspectStream(name, kind, content);
  }
  const [own] = kinds;
  if (family !== null && (kinds.size !== 1 || own !== family))
    throw new Refused(`文件内容不是 ${family.toUpperCase()}${own ? `，而是 ${own.toUpperCase()}` : ''}`);
}

function inspectStream(name: string, kind: Family | undefined, content: Buffer): void {
  // A link to an object elsewhere says so in the first bit of its flags ([MS-OLEDS] 2.3.3).
  if (name === '\x01ole' && content.length >= 8 && (content.readUInt32LE(4) & 1) === 1)
    throw new Refused('文件引用了外部的链接对象');
  if (kind === 'doc') {
    const field = FIELD.exec(content.toString('latin1')) ?? FIELD.exec(content.toString('utf16le'));
    if (field) throw new Refused(`文件有引用外部内容的域（${field[1]?.toUpperCase()}）`);
  }
  if (kind === 'xls') for (const { type, body } of biff(content)) if (type === SUPBOOK) inspectBook(body);
  if (kind === 'ppt' && hasLink(content, 0, content.length, 0)) throw new Refused('文件引用了外部的链接对象');
}

function* biff(content: Buffer): Generator<{ type: number; body: Buffer }> {
  for (let at = 0; at + 4 <= content.length; ) {
    const length = content.readUInt16LE(at + 2);
    yield { type: content.readUInt16LE(at), body: content.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

/** A workbook that formulas take from: this one and the functions of add-ins say so by a number ([MS-XLS] 2.4.271). */
function inspectBook(body: Buffer): void {
  const own = body.length >= 4 ? body.readUInt16LE(2) : 0;
  if (own !== 0x0401 && own !== 0x3a01) throw new Refused('文件引用了外部的工作簿');
}

/** Whether among the records of slides there is a linked object ([MS-PPT] 2.10.30). */
function hasLink(content: Buffer, from: number, to: number, depth: number): boolean {
  for (let at = from; at + 8 <= to; ) {
    const [head, type, length] = [content.readUInt16LE(at), content.readUInt16LE(at + 2), content.readUInt32LE(at + 4)];
    const end = Math.min(to, at + 8 + length);
    if (type === OLE_LINK) return true;
    if ((head & 0xf) === 0xf && depth < 20 && hasLink(content, at + 8, end, depth + 1)) return true;
    at = end;
  }
  return false;
}
