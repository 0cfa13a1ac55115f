import type { Services } from '../context.ts';
import { refuse } from '../errors.ts';
import { readStored } from '../files/files.ts';
import { SAMPLE_START, WATERMARK_START } from './write.ts';

/** A line of the sheet by its number there, from 1. */
export interface Line {
  rowNo: number;
  cells: string[];
}

/** Days that an uploaded sheet waits to be imported; then its bytes are removed with other expired files. */
export const SHEET_DAYS = 1;

const HEAD_WITHIN = 20;
/** Few enough that checking and encrypting them holds up no other request for long. */
const LINES_A_FRAME = 200;

/** How the head of a sheet is known, and the columns that it has in any case. */
export interface HeadRule {
  isHead(cells: readonly string[]): boolean;
  heads: readonly string[];
}

/**
 * Reads a table up to its head and passes the rows below it to the work; lines above the head (a title) are skipped. Throws a
 * refusal where there is no head. If the work ends before the last line, the turn to read (read.ts) is given back as well.
 */
export async function openSheet<T>(
  lines: AsyncGenerator<string[]>,
  { isHead, heads }: HeadRule,
  work: (sheet: { head: string[]; rows: AsyncGenerator<Line> }) => Promise<T>,
): Promise<T> {
  try {
    for (let rowNo = 1; rowNo <= HEAD_WITHIN; rowNo++) {
      const next = await lines.next();
      if (next.done) break;
      if (isHead(next.value)) return await work({ head: next.value, rows: bodyOf(lines, rowNo) });
    }
    throw refuse(`没有找到表头：前${HEAD_WITHIN}行里应有一行写着“${heads.join('”“')}”等列名，可下载模板对照`);
  } finally {
    await lines.return(undefined);
  }
}

/** The sample of a template that somebody left standing, whichever colon it has by now. */
const isSample = (cells: readonly string[]) =>
  cells
    .find((text) => text !== '')
    ?.replace(':', '：')
    .startsWith(SAMPLE_START) === true;

/** Filled lines after the head; neither the watermark of an export nor the sample of a template is one. */
async function* bodyOf(lines: AsyncGenerator<string[]>, headNo: number): AsyncGenerator<Line> {
  let rowNo = headNo;
  for await (const cells of lines) {
    rowNo++;
    if (cells.length === 0 || (cells.length === 1 && cells[0]?.startsWith(WATERMARK_START)) || isSample(cells))
      continue;
    yield { rowNo, cells };
  }
}

/** The name stands in sheets that rest already. */
const framePlace = (fileHash: string, index: number) => `member.import.${fileHash}.${index}`;

/**
 * Lines as encrypted frames of some hundred each, so that the disk holds no id card in the clear and the memory no whole sheet.
 * `count` gets the number of lines that were passed.
 */
export async function* encryptLines(
  services: Services,
  fileHash: string,
  rows: AsyncIterable<Line> | Iterable<Line>,
  count: (lines: number) => void,
): AsyncGenerator<Buffer> {
  let total = 0;
  let index = 0;
  let frame: Line[] = [];
  const encryptFrame = () => {
    const encrypted = services.vault.encrypt(framePlace(fileHash, index++), JSON.stringify(frame));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(encrypted.length);
    frame = [];
    return Buffer.concat([length, encrypted]);
  };
  for await (const line of rows) {
    total++;
    frame.push(line);
    if (frame.length === LINES_A_FRAME) yield encryptFrame();
  }
  if (frame.length > 0) yield encryptFrame();
  count(total);
}

/** The lines of a encrypted sheet, frame by frame. */
export async function* decryptLines(services: Services, fileId: string, fileHash: string): AsyncGenerator<Line[]> {
  let rest: Buffer = Buffer.alloc(0);
  let index = 0;
  for await (const chunk of readStored(services, fileId)) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const end = 4 + rest.readUInt32LE(0);
      yield JSON.parse(services.vault.decrypt(framePlace(fileHash, index++), rest.subarray(4, end))) as Line[];
      rest = rest.subarray(end);
    }
  }
}
