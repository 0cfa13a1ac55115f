import SparkMD5 from 'spark-md5';
import { CHUNK, MD5_BYTES } from '../../files/fileRules.ts';

/** Answers the MD5 (hex) of a file's first 10 MiB, or null where it cannot be read. */
self.addEventListener('message', async ({ data: file }: MessageEvent<Blob>) => {
  try {
    const hash = new SparkMD5.ArrayBuffer();
    const end = Math.min(file.size, MD5_BYTES);
    for (let at = 0; at < end; at += CHUNK) hash.append(await file.slice(at, Math.min(at + CHUNK, end)).arrayBuffer());
    self.postMessage(hash.end());
  } catch {
    self.postMessage(null);
  }
});
