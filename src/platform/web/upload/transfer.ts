import * as calls from '../../files/fileCalls.ts';
import { CHUNK, chunksOf, type FormatName, signedText } from '../../files/fileRules.ts';
import { call } from '../call/api.ts';
import { ApiError, isUnanswered } from '../call/request.ts';
import { md5Of } from './fingerprint.ts';
import { hmacSha1 } from './hmacSha1.ts';

export interface TransferOptions {
  format: FormatName;
  signal: AbortSignal;
  /** Bytes of the file that the server has. */
  onSent: (bytes: number) => void;
  /** The MD5 of a file that was begun before: another one is refused. */
  expectedMd5?: string | undefined;
}

const RETRIES = 1;
/** No answer, a fault of the server, or too many calls: what another try may fix. */
const isPassing = (error: unknown) => isUnanswered(error) || (error instanceof ApiError && error.status === 429);

async function withRetry<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || signal.aborted || !isPassing(error)) throw error;
    }
  }
}

/** Sends a file in one request, as editors do with pictures. */
export function sendWhole(file: File, format: FormatName, signal?: AbortSignal): Promise<calls.UploadedFile> {
  const body = new FormData();
  body.set('file', file, file.name);
  return call(calls.ossUpload, { format }, { body, quiet: true, ...(signal ? { signal } : {}) });
}

/**
 * Sends a file: in one request where it fits into one chunk, else chunk after chunk, continuing where an earlier try ended. Rejects
 * with the sentence to show, or with the signal's reason where it was stopped.
 */
export async function uploadFile(file: File, options: TransferOptions): Promise<calls.UploadedFile> {
  const { format, signal, onSent, expectedMd5 } = options;
  if (file.size <= CHUNK && !expectedMd5) return withRetry(signal, () => sendWhole(file, format, signal));
  const fileMd5 = await md5Of(file, signal);
  if (expectedMd5 && fileMd5 !== expectedMd5) throw new Error('所选文件与上次的不同，请选择原文件');
  const quiet = { signal, quiet: true };
  const started = await withRetry(signal, () =>
    call(calls.startUpload, { fileName: file.name, size: file.size, fileMd5, format }, quiet),
  );
  const { appId, author, key } = started;
  const common = { author, fileMd5, chunkSize: CHUNK, size: file.size, timestamp: String(Date.now()), appId };
  const signed = <T extends Record<string, string | number>>(fields: T) => ({
    ...fields,
    sign: hmacSha1(key, signedText(fields)),
  });
  const known = await withRetry(signal, () =>
    call(calls.checkChunk, signed({ ...common, action: 'checkChunk' as const }), quiet),
  ).catch((error: unknown) => {
    if (error instanceof ApiError && !isPassing(error)) throw new Error(`上传失败，${error.message}`);
    throw error;
  });
  if (known.ifExist && known.file) return known.file;
  const there = new Set(known.chunks);
  let sent = 0;
  for (let chunk = 0; chunk < chunksOf(file.size); chunk++) {
    const piece = file.slice(chunk * CHUNK, (chunk + 1) * CHUNK);
    if (!there.has(chunk)) {
      const jindutiao = String(Math.floor((sent / file.size) * 100));
      const fields = {
        action: 'checkChunk',
        author,
        fileMd5,
        fileName: file.name,
        jindutiao,
        chunk,
        chunkSize: piece.size,
        appId,
      };
      await withRetry(signal, () => call(calls.mergeVideo, {}, { ...quiet, body: chunkForm(fields, piece) }));
    }
    sent += piece.size;
    onSent(sent);
  }
  const merge = signed({ ...common, action: 'mergeChunks' as const, fileName: file.name });
  const merged = await withRetry(signal, () => call(calls.mergeChunks, merge, quiet));
  if (!merged.success || !merged.file) throw new Error(`上传失败，原因：${merged.responseMsg}`);
  return merged.file;
}

/** The fields come before the bytes, and none of them in the address. */
function chunkForm(fields: Record<string, string | number>, piece: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('file', piece, 'chunk');
  return form;
}
