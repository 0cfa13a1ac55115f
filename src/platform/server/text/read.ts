import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { extensionOf } from '#platform/files/fileRules.ts';
import { createLane } from '#platform/server/outside/lane.ts';
import { READS_CODE } from '#platform/server/outside/reader.ts';
import { readWhole } from '#platform/server/spreadsheet/read.ts';
import { MOST_WORDS } from './limits.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const SECONDS = 30;
/** How the reading process is started: it may read the code (`reader.ts`), nothing else, and its memory is bounded. */
const READER = ['--max-old-space-size=256', '--max-semi-space-size=4', ...READS_CODE, CHILD] as const;
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
  const child = spawn(process.execPath, [...READER, kind, String(most)], { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  const timer = setTimeout(() => child.kill('SIGKILL'), SECONDS * 1000);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  let complaint = '';
  const pieces: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < 500) complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk));
  // A child that has refused already does not read on.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  const code = await exited;
  clearTimeout(timer);
  if (code === 3) return { words: '', note: complaint || '文件没有读出来' };
  if (code !== 0) return { words: '', note: '文件太大或太复杂，文字没有读出来' };
  const words = Buffer.concat(pieces).toString('utf8');
  return { words, note: words === '' ? '文件里没有文字，可能是扫描件' : '' };
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
