import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { Services } from '../context.ts';
import type { Config } from '../start/config.ts';
import { noteFile } from '../watch/metrics.ts';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where bytes lie, by a key of letters, digits and hyphens: the data folder, or a bucket that several servers share. */
export interface FileStore {
  /** Takes a complete local file in; it is gone from its path afterwards. */
  keep(key: string, path: string): Promise<void>;
  /** The bytes, or a range of them; rejects where there are none. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}

const KEY = /^[\w-]{1,100}$/;

function checked(key: string): string {
  if (!KEY.test(key)) throw new Error('not a key of the file store');
  return key;
}

/** The folder of bytes that are being received; nothing in it outlives its call. */
export const receivingFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'receiving');
/** The folder of the disk store. */
export const storeFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'files');

const stores = new WeakMap<Config, FileStore>();

/** The deployment's store: the bucket where one is configured, else the data folder. */
export function fileStore({ config }: Pick<Services, 'config'>): FileStore {
  let store = stores.get(config);
  if (!store) {
    store = counted(storeAt(config));
    stores.set(config, store);
  }
  return store;
}

/** The store of a bucket, or of a data folder. */
export const storeAt = ({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): FileStore =>
  bucket ? bucketStore(bucket) : diskStore(storeFolder({ dataDir }));

/** The store with its acts counted. */
function counted(store: FileStore): FileStore {
  const note = <T>(act: 'keep' | 'read' | 'remove', work: Promise<T>): Promise<T> => {
    work.then(
      () => noteFile(act, 'done'),
      () => noteFile(act, 'failed'),
    );
    return work;
  };
  return {
    keep: (key, path) => note('keep', store.keep(key, path)),
    read: (key, range) => note('read', store.read(key, range)),
    has: (key) => store.has(key),
    remove: (key) => note('remove', store.remove(key)),
  };
}

function diskStore(folder: string): FileStore {
  const at = (key: string) => join(folder, checked(key));
  return {
    async keep(key, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(path, at(key));
    },
    async read(key, range) {
      const handle = await open(at(key));
      return handle.createReadStream(range ?? {});
    },
    has: async (key) => (await stat(at(key)).catch(() => null)) !== null,
    remove: (key) => rm(at(key), { force: true }),
  };
}

/** How a bucket is reached; the secret comes from a file, never from the environment's text. */
export interface Bucket {
  /** `https://host/bucket`: the bucket is part of the path. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
}

/** Milliseconds within which the store has to answer, or to go on with an answer. */
const WAIT_MS = 30_000;
/** Bytes a millisecond below which a transfer to the store is given up. */
const SLOWEST = 250;

/** A bucket of an S3-compatible store. No call of it waits for longer than `waitMs`, beside the time that bytes take. */
export function bucketStore({ url, keyId, secret, region }: Bucket, waitMs = WAIT_MS): FileStore {
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, region, service: 's3', retries: 2 });
  const ask = async (key: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const signal = AbortSignal.timeout(waitMs);
    const response = await client.fetch(`${url}/${checked(key)}`, { redirect: 'manual', signal, ...init });
    if (response.ok || (response.status === 404 && init.method !== 'PUT')) return response;
    await response.body?.cancel();
    throw new Error(`file store answered HTTP ${response.status}`);
  };
  return {
    async keep(key, path) {
      const { size } = await stat(path);
      await ask(key, {
        method: 'PUT',
        duplex: 'half',
        signal: AbortSignal.timeout(waitMs + Math.ceil(size / SLOWEST)),
        headers: { 'content-length': String(size), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        body: size === 0 ? '' : (Readable.toWeb(createReadStream(path)) as BodyInit),
      });
      await rm(path, { force: true });
    },
    async read(key, range) {
      // A reader may take as long as they like over a video; the store may not.
      const stop = new AbortController();
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await within(waitMs, stop, ask(key, { headers, signal: stop.signal }));
      if (!response.ok || !response.body) throw new Error('the file store does not have it');
      return Readable.from(piecesOf(response.body as ReadableStream<Uint8Array>, waitMs, stop), { objectMode: false });
    },
    async has(key) {
      return (await ask(key, { method: 'HEAD' })).ok;
    },
    async remove(key) {
      await ask(key, { method: 'DELETE' });
    },
  };
}

/** Aborts what is waited for once it takes too long. */
async function within<T>(waitMs: number, stop: AbortController, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => stop.abort(new Error('the file store does not answer')), waitMs);
  return work.finally(() => clearTimeout(timer));
}

/** The pieces of a body; the clock runs only while the store is waited for. */
async function* piecesOf(body: ReadableStream<Uint8Array>, waitMs: number, stop: AbortController) {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(waitMs, stop, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const ORPHAN_MS = 24 * 3600 * 1000;

/**
 * Files in the two local folders that were not touched for a day: uploads that a killed server was receiving, or bytes whose
 * transaction never finished.
 */
export async function oldNames({ config }: Services): Promise<{ path: string; name: string; receiving: boolean }[]> {
  const files: { path: string; name: string; receiving: boolean }[] = [];
  for (const folder of [receivingFolder(config), storeFolder(config)]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => null);
      const old = facts !== null && Date.now() - facts.mtimeMs >= ORPHAN_MS;
      if (old) files.push({ path, name, receiving: folder === receivingFolder(config) });
    }
  }
  return files;
}
