import { createHash, createHmac } from 'node:crypto';
import sharp from 'sharp';
import { CHUNK, MD5_BYTES, signedText } from '#platform/files/fileRules.ts';
import type { Answer, Caller, TestApp } from '../../../../test/support/app.ts';

/** A form with one file and fields before it, as a browser sends it. */
export function form(fileName: string, bytes: Buffer, fields: Record<string, string> = {}, mime = 'text/html') {
  const boundary = 'x-test-boundary-7d1';
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${mime}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** Sends a form; answers the envelope. */
export async function send(t: TestApp, caller: Caller, path: string, body: ReturnType<typeof form>): Promise<Answer> {
  const response = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: caller.token, ...body.headers },
    payload: body.payload,
  });
  const parsed = response.json();
  return { ...parsed, status: response.statusCode, headers: response.headers, text: response.payload, body: parsed };
}

export const upload = (t: TestApp, caller: Caller, name: string, bytes: Buffer, format = 'common') =>
  send(t, caller, `/api/sys/oss/upload?format=${format}`, form(name, bytes));

/** Reads a file's bytes as the page does. */
export async function fetchBytes(t: TestApp, caller: Caller, url: string, headers: Record<string, string> = {}) {
  const response = await t.app.inject({ method: 'GET', url, headers: { authorization: caller.token, ...headers } });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload, text: response.payload };
}

export const picture = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: '#c7000b' } });

export const md5Of = (bytes: Buffer) => createHash('md5').update(bytes.subarray(0, MD5_BYTES)).digest('hex');
export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Bytes that are a PDF to their first bytes and differ from one another after. */
export function pdf(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0, value = seed; at < size; at += 1) {
    value = (value * 1_103_515_245 + 12_345) & 0x7fffffff;
    bytes[at] = value >> 16;
  }
  bytes.write('%PDF-1.7\n', 0, 'latin1');
  return bytes;
}

export interface Started {
  appId: string;
  author: string;
  key: string;
  received: number[];
}

const sign = (key: string, fields: Record<string, string | number>) =>
  createHmac('sha1', key).update(signedText(fields)).digest('base64');

/** One account's side of an upload in chunks. */
export function client(t: TestApp, caller: Caller, bytes: Buffer, name = '会议.pdf') {
  const fileMd5 = md5Of(bytes);
  const common = (started: Started) => ({
    author: started.author,
    fileMd5,
    chunkSize: CHUNK,
    size: bytes.length,
    timestamp: '1700000000',
    appId: started.appId,
  });
  return {
    fileMd5,
    start: (over: Record<string, unknown> = {}) =>
      caller.post('/api/common/upload/start', { fileName: name, size: bytes.length, fileMd5, ...over }),
    check(started: Started, over: Record<string, string | number> = {}) {
      const fields = { ...common(started), action: 'checkChunk', ...over };
      return caller.get('/interaction/video/checkChunk.action', { sign: sign(started.key, fields), ...fields });
    },
    chunk(started: Started, no: number, over: Record<string, string> = {}, piece?: Buffer) {
      const body = piece ?? bytes.subarray(no * CHUNK, (no + 1) * CHUNK);
      const fields = {
        action: 'checkChunk',
        author: started.author,
        fileMd5,
        fileName: name,
        jindutiao: '0',
        chunk: String(no),
        chunkSize: String(body.length),
        appId: started.appId,
        ...over,
      };
      return send(t, caller, '/interaction/video/mergeVideo.action', form('blob', body, fields));
    },
    merge(started: Started, over: Record<string, string | number> = {}) {
      const fields = { ...common(started), action: 'mergeChunks', fileName: name, ...over };
      return caller.post('/interaction/video/mergeChunks.action', { sign: sign(started.key, fields), ...fields });
    },
  };
}
