import { fileURLToPath } from 'node:url';
import { extensionOf } from '#platform/files/fileRules.ts';
import { createLane } from '#platform/server/outside/lane.ts';
import { readInProcess } from '#platform/server/outside/reader.ts';
import { readWhole } from '#platform/server/spreadsheet/read.ts';
import { MOST_WORDS } from './limits.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
/** What the reading process may have. */
const READER = { seconds: 30, megabytes: 256 };
const KINDS: Readonly<Record<string, string>> = {
  pdf: 'pdf',
  docx: 'office',
  pptx: 'office',
  txt: 'text',
  csv: 'text',
};
const SHEETS = new Set(['xlsx', 'xls']);

/** What a document says, or why nothing of it was read. */
export interface DocumentText {
  words: string;
  note: string;
}

/** The text of a document, with single spaces between its parts. A child process without rights reads it, within 30 seconds. */
export async function documentText(bytes: Uint8Array, fileName: string): Promise<DocumentText> {
  if (SHEETS.has(extensionOf(fileName))) return sheetText(bytes);
  const { words, note } = await documentLines(bytes, fileName, MOST_WORDS);
  return { words: words.replaceAll('\n', ' '), note };
}

const turns = createLane(2, 100);

/**
 * The same of everything but sheets, each line apart.
 * @param most characters that are wanted
 */
export async function documentLines(bytes: Uint8Array, fileName: string, most: number): Promise<DocumentText> {
  const kind = KINDS[extensionOf(fileName)];
  if (!kind) return { words: '', note: '这种格式的文字不能查找' };
  return turns.run(() => readLines(bytes, kind, most));
}

async function readLines(bytes: Uint8Array, kind: string, most: number): Promise<DocumentText> {
  const { code, output, complaint } = await readInProcess(CHILD, [kind, String(most)], [bytes], READER);
  if (code === 3) return { words: '', note: complaint || '文件没有读出来' };
  if (code !== 0) return { words: '', note: '文件太大或太复杂，文字没有读出来' };
  const words = output.toString('utf8');
  return { words, note: words === '' ? '文件里没有文字，可能是扫描件' : '' };
}

/**
 * How many pages a PDF has (`pdfPages.ts`), counted in such a process; 0 as well where it takes more than it may have: such a file
 * stays beside the paper.
 */
export async function pdfPageCount(pdf: Uint8Array): Promise<number> {
  const { code, output } = await turns.run(() => readInProcess(CHILD, ['pages', '0'], [pdf], READER));
  return code === 0 ? Number(output.toString('utf8')) : 0;
}

async function sheetText(bytes: Uint8Array): Promise<DocumentText> {
  let words = '';
  try {
    for await (const row of readWhole(bytes)) {
      words += `${row.filter((cell) => cell !== '').join(' ')} `;
      if (words.length > MOST_WORDS) break;
    }
  } catch (error) {
    if (words === '') return { words, note: error instanceof Error ? error.message : '文件没有读出来' };
  }
  return { words: words.replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS), note: '' };
}
