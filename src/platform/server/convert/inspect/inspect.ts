import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { extensionOf } from '#platform/files/fileRules.ts';
import { createLane } from '#platform/server/outside/lane.ts';
import { READS_CODE } from '#platform/server/outside/reader.ts';
import { FAMILIES } from './kinds.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const SECONDS = 60;
const turns = createLane(2, 40);

/** Whether a file of this name is an office file that can be judged, and laid out where LibreOffice is installed. */
export const isOffice = (name: string): boolean => FAMILIES.has(extensionOf(name));

/**
 * Why an office file must not be opened by a program: its content is not what its ending promises, or it loads something from
 * elsewhere. The phrase names the part and the kind of the target and quotes nothing. Empty where the file may be opened.
 * @param bytes pieces of the file, or all of it
 */
export const officeFault = (bytes: Readable | Uint8Array, name: string): Promise<string> =>
  judged(bytes, FAMILIES.get(extensionOf(name)) ?? 'docx');

/** `officeFault` for outside references only, of a docx, xlsx or pptx. */
export const referenceFault = (bytes: Uint8Array): Promise<string> => judged(bytes, 'references');

const judged = (bytes: Readable | Uint8Array, wanted: string) => turns.run(() => judge(bytes, wanted));

async function judge(bytes: Readable | Uint8Array, wanted: string): Promise<string> {
  const args = ['--max-old-space-size=256', '--max-semi-space-size=4', ...READS_CODE, CHILD, wanted];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'], env: {} });
  const timer = setTimeout(() => child.kill('SIGKILL'), SECONDS * 1000);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < 500) complaint += chunk.toString();
  });
  // A child that has refused already does not read on.
  child.stdin.on('error', () => {});
  if (bytes instanceof Uint8Array) child.stdin.end(bytes);
  else bytes.once('error', () => child.kill('SIGKILL')).pipe(child.stdin);
  const code = await exited;
  clearTimeout(timer);
  if (code === 0) return '';
  return code === 3 && complaint !== '' ? complaint : '文件太大或太复杂';
}
