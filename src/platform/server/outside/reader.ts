import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../../..');

/**
 * The options of a process that reads uploaded files: it may read the product's code, but not the data folder, and may neither write
 * nor start anything.
 */
export const READS_CODE = [
  '--permission',
  // Where a folder lies elsewhere by a link, the link and the place.
  ...['package.json', 'src', 'node_modules'].flatMap((name) =>
    [...new Set([join(ROOT, name), realpathSync(join(ROOT, name))])].map((path) => `--allow-fs-read=${path}`),
  ),
  '--no-warnings',
] as const;

/** What such a process left: its exit code (null: it was ended, or ended itself), its output, and what it complained of. */
export interface ReadResult {
  code: number | null;
  output: Buffer;
  complaint: string;
}

/** Bytes of a complaint that are kept. */
const MOST_COMPLAINT = 2000;

/**
 * Has a module read an uploaded document in a process of its own, without rights and environment.
 * @param module path of the module; it reads its standard input
 * @param seconds after which it is ended
 * @param megabytes of heap, beyond which it ends
 */
export async function readInProcess(
  module: string,
  args: readonly string[],
  input: readonly Uint8Array[],
  { seconds, megabytes }: { seconds: number; megabytes: number },
): Promise<ReadResult> {
  const heap = [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=4'];
  const child = spawn(process.execPath, [...heap, ...READS_CODE, module, ...args], { stdio: 'pipe', env: {} });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  let complaint = '';
  const pieces: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < MOST_COMPLAINT) complaint += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => pieces.push(chunk));
  // A child that has refused already does not read on.
  child.stdin.on('error', () => {});
  for (const piece of input) child.stdin.write(piece);
  child.stdin.end();
  const code = await exited;
  clearTimeout(timer);
  return { code, output: Buffer.concat(pieces), complaint };
}
