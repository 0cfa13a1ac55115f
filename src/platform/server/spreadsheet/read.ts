import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { normaliseText } from '../../reading/signs.ts';
import { refuse } from '../errors.ts';
import { createLane } from '../outside/lane.ts';
import { READS_CODE } from '../outside/reader.ts';
import { XLS_TOO_LARGE } from './limits.ts';

const CHILD = fileURLToPath(new URL('./readChild.ts', import.meta.url));
const SECONDS = 20;
/**
 * The options of the reading process: it may only read the code (`reader.ts`). Its heap is limited as a last guard after the limits
 * of contents (limits.ts): with a file of 20 MB it stays below 256 MiB, code included.
 */
export const READER = ['--max-old-space-size=128', '--max-semi-space-size=4', ...READS_CODE, CHILD] as const;
/** So many children at once in a process; further files wait their turn. */
const turns = createLane(2, 100);

/**
 * The rows of the first filled, visible sheet of an xlsx, xls or csv file, in order. Each row is a list of texts without trailing
 * empty cells, cleaned by `normaliseText`; an empty line is an empty list. A child process reads the file: below 256 MiB, within 20
 * seconds, without the right to write or to start others. Throws a refusal with a clear sentence where the file is broken, too large
 * or no table; that may happen after some rows.
 */
export async function* readTable(bytes: Uint8Array): AsyncGenerator<string[]> {
  for await (const line of read(bytes, [])) yield line.map(normaliseText);
}

/**
 * All texts of a workbook, line by line: names and properties first, then all sheets, then the names of styles and the footers.
 * Invisible marks are included.
 */
export const readWhole = (bytes: Uint8Array): AsyncGenerator<string[]> => read(bytes, ['whole']);

async function* read(bytes: Uint8Array, how: readonly string[]): AsyncGenerator<string[]> {
  const leave = await turns.enter();
  try {
    yield* readInChild(bytes, how);
  } finally {
    leave();
  }
}

async function* readInChild(bytes: Uint8Array, how: readonly string[]): AsyncGenerator<string[]> {
  const child = spawn(process.execPath, [...READER, ...how], { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, SECONDS * 1000);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < 2000) complaint += chunk.toString();
  });
  // A child that has refused already does not read on.
  child.stdin.on('error', () => {});
  child.stdin.end(bytes);
  try {
    for await (const line of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
      yield JSON.parse(line) as string[];
    }
    const code = await exited;
    if (code === 0) return;
    if (late) throw refuse('表格太复杂，20秒内没有读完，请分成几个文件导入');
    if (code === 3) throw refuse(complaint);
    throw refuse(bytes[0] === 0xd0 ? XLS_TOO_LARGE : '表格太大，请分成几个文件导入');
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}
