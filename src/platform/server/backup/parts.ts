import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Opening, Sealing } from './container.ts';
import { BackupFault, Damaged } from './faults.ts';
import type { BackupKey } from './key.ts';

/** What went through a stream: bytes and their SHA-256, known when it has ended. */
export class Measured extends Transform {
  bytes = 0;
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** A part as the manifest has it. */
export interface Part {
  bytes: number;
  sha256: string;
  /** Of its file, encrypted. */
  stored: number;
}

/**
 * Writes a part: compressed unless told otherwise, encrypted, flushed to the disk, and under its name only when it is whole.
 * @param name by which it is read again
 */
export async function writePart(
  path: string,
  key: BackupKey,
  name: string,
  source: Readable,
  compressed = true,
): Promise<Part> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const measured = new Measured();
  const beside = `${path}.part`;
  const sealing = new Sealing(key, name);
  const file = createWriteStream(beside, { mode: 0o600, flush: true });
  try {
    if (compressed) await pipeline(source, measured, createZstdCompress(), sealing, file);
    else await pipeline(source, measured, sealing, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await rename(beside, path);
  const { size } = await stat(path);
  return { bytes: measured.bytes, sha256: measured.sha256(), stored: size };
}

/** Reads a part into `into`. @throws `Damaged`, `WrongKey`, or a sentence where there is none; what came before is in `into` already */
export async function readPart(
  path: string,
  key: BackupKey,
  name: string,
  into: Writable,
  expected: Pick<Part, 'bytes' | 'sha256'> | null = null,
  compressed = true,
): Promise<void> {
  const measured = new Measured();
  const check = new Transform({
    transform: (chunk, _encoding, done) => done(null, chunk),
    flush(done) {
      const isWhole = !expected || (measured.bytes === expected.bytes && measured.sha256() === expected.sha256);
      done(isWhole ? null : new Damaged(name));
    },
  });
  const source = await opened(path, name);
  if (compressed)
    await pipeline(source, new Opening(key, name), createZstdDecompress(), measured, check, into).catch(
      unreadable(name),
    );
  else await pipeline(source, new Opening(key, name), measured, check, into);
}

/** What the decompression says of bytes that are none of its own. */
const unreadable = (name: string) => (error: unknown) => {
  throw /ZSTD/.test(String((error as { code?: unknown }).code)) ? new Damaged(name) : error;
};

function opened(path: string, name: string): Promise<ReadStream> {
  const source = createReadStream(path);
  return new Promise((resolve, reject) => {
    source.once('open', () => resolve(source));
    source.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(
        isMissing
          ? new BackupFault(`备份里缺少“${name}”，不能恢复，请换一份备份。(The part ${name} is missing.)`)
          : error,
      );
    });
  });
}

/** The lines of a part, one after the other. */
export async function* linesOf(path: string, key: BackupKey, name: string): AsyncGenerator<string> {
  const out = new PassThrough();
  const reading = readPart(path, key, name, out);
  // Told by the stream as well; awaited at the end.
  reading.catch((error: Error) => out.destroy(error));
  let rest = '';
  for await (const chunk of out.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
  await reading;
}
