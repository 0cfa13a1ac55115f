import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';

/** Keys that the storage counterpart agreed with the platform. */
export const STORAGE_KEYS = {
  keyId: 'storage-counterpart',
  secret: 'storage-secret-of-the-counterpart',
  region: 'us-east-1',
};

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const hex = (text: string) => createHash('sha256').update(text).digest('hex');

/** AWS signature version 4, checked as a store checks it. */
function signatureHolds(request: IncomingMessage): boolean {
  const given =
    /Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})/.exec(
      request.headers.authorization ?? '',
    );
  if (!given) return false;
  const [, keyId = '', day = '', region = '', signed = '', signature = ''] = given;
  const url = new URL(request.url ?? '/', 'http://store');
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  const canonical = [request.method, url.pathname, url.search.slice(1), headers.join(''), signed, payload].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hex(canonical)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${STORAGE_KEYS.secret}`);
  const expected = hmac(key, text);
  return keyId === STORAGE_KEYS.keyId && timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

/**
 * Plays an S3-compatible store with one bucket: put, get with ranges, head, delete; keeps objects in memory. `hold`
 * makes it wait with every answer until it is released; `held` counts who waits. `halfway`: a body stops in its middle.
 */
export async function startStorage() {
  const objects = new Map<string, Buffer>();
  const state = { held: 0, halfway: false };
  let gate: PromiseWithResolvers<void> | null = null;
  let refusals = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (!signatureHolds(request)) {
      refusals++;
      return response.writeHead(403).end();
    }
    const key = request.url ?? '';
    if (gate) {
      state.held++;
      await gate.promise;
      state.held--;
    }
    if (request.method === 'PUT') {
      const body = Buffer.concat(chunks);
      // A store takes no body of unknown length.
      if (Number(request.headers['content-length']) !== body.length) return response.writeHead(411).end();
      objects.set(key, body);
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object) return response.writeHead(404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length });
    if (state.halfway) return response.write(part.subarray(0, Math.ceil(part.length / 2)));
    response.end(request.method === 'HEAD' ? undefined : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/party`,
    objects,
    refusals: () => refusals,
    state,
    hold() {
      gate = Promise.withResolvers<void>();
    },
    release() {
      gate?.resolve();
      gate = null;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The harmless file that every scanner calls a virus. */
export const EICAR = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** Plays clamd's INSTREAM command; knows one virus. `mood`: how it answers. */
export async function startScanner() {
  const state = { mood: 'well' as 'well' | 'garbage' | 'hangUp' | 'tooLarge', scanned: 0 };
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    void serve(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, state, close: () => void server.close() };
}

async function serve(socket: Socket, state: { mood: string; scanned: number }) {
  const HEAD = 'zINSTREAM\0';
  let bytes = Buffer.alloc(0);
  for await (const piece of socket) {
    bytes = Buffer.concat([bytes, piece as Buffer]);
    if (state.mood === 'hangUp') return socket.destroy();
    // As clamd does: it answers and hangs up without having read the rest.
    if (state.mood === 'tooLarge' && bytes.length > 100_000) {
      await new Promise<void>((resolve) => socket.end('INSTREAM size limit exceeded. ERROR\0', resolve));
      return socket.destroy();
    }
    const text = contentOf(bytes.subarray(HEAD.length));
    if (text === null) continue;
    state.scanned++;
    if (state.mood === 'garbage') return socket.end('HTTP/1.1 400\0');
    return socket.end(text.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }
}

/** The pieces put together, once the empty one has come. */
function contentOf(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
