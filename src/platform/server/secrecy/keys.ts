import { createECDH, createHash, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { logFault } from '../log/log.ts';

/** A key from which the encryption of fields follows. */
export interface MasterKey {
  /** Eight hex digits that follow from the key; they stand in every value that it encrypted. */
  id: string;
  bytes: Buffer;
  /** Epoch milliseconds from which it encrypts; before, it opens alone, so that every process knows it in time. */
  from: number;
}

/** What the key file holds. */
export interface KeyRing {
  /** Oldest first: all of them open, the newest whose time has come encrypts. Never empty. */
  keys: readonly MasterKey[];
  /** Of blind indexes, of cookies and links, and of the log's seals: these stay when master keys come and go (0011). */
  fixed: { index: Buffer; signature: Buffer; seals: Buffer };
}

/** HKDF-SM3 of a master key, for one use. */
export const deriveKey = (master: Buffer, label: string, bytes: number) =>
  Buffer.from(hkdfSync('sm3', master, Buffer.alloc(0), `party-platform:${label}`, bytes));

const masterKey = (bytes: Buffer, from: number): MasterKey => ({
  id: deriveKey(bytes, 'key-id', 4).toString('hex'),
  bytes,
  from,
});

/** The ring of one key, as the first start makes it; everything follows from it. */
export const ringOf = (bytes: Buffer): KeyRing => ({
  keys: [masterKey(bytes, 0)],
  fixed: {
    index: deriveKey(bytes, 'blind-index', 32),
    signature: deriveKey(bytes, 'signature', 32),
    seals: curveSecret(bytes, 'seal-key'),
  },
});

/**
 * The secret of an SM2 key, derived from another secret for one use. Where the number is at or above the curve's order (once in four
 * thousand million), the next one is derived.
 */
export function curveSecret(from: Buffer, use: string): Buffer {
  for (let attempt = 0; ; attempt++) {
    const secret = deriveKey(from, `${use}-${attempt}`, 32);
    try {
      createECDH('SM2').setPrivateKey(secret);
      return secret;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** How often a running server reads the key file again. */
export const KEYS_READ_MS = 5000;
const KEY_BYTES = 32;
const TITLE = '# 智慧党建平台的密钥。只由 npm run keys:rotate 和 keys:retire 改写，须与数据分开备份。';
const LINE = /^(?:(index|signature|seals) ([0-9a-f]{64})|key ([0-9a-f]{64}) from (\S+))$/;
const isWeak = (bytes: Buffer) => new Set(bytes).size < 8;

/** Reads a key file's bytes: 32 random ones, or the lines that `keyText` writes. Throws for anything else. */
export function parseKeys(bytes: Buffer, path: string): KeyRing {
  const fault = () => new Error(`${path} must hold 32 random bytes, or what npm run keys:rotate has made of them`);
  if (bytes.length === KEY_BYTES) {
    if (isWeak(bytes)) throw fault();
    return ringOf(bytes);
  }
  const keys: MasterKey[] = [];
  const fixed: Partial<KeyRing['fixed']> = {};
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [, name, value, key, from] = LINE.exec(line) ?? [];
    if (name) fixed[name as keyof KeyRing['fixed']] = Buffer.from(value ?? '', 'hex');
    else keys.push(masterKey(Buffer.from(key ?? '', 'hex'), Date.parse(from ?? '')));
  }
  const { index, signature, seals } = fixed;
  if (!index || !signature || !seals || keys.length === 0) throw fault();
  if (keys.some(({ bytes: own, from }) => own.length !== KEY_BYTES || isWeak(own) || Number.isNaN(from))) throw fault();
  return { keys, fixed: { index, signature, seals } };
}

/** A ring as its file holds it. */
export const keyText = ({ keys, fixed }: KeyRing) =>
  [
    TITLE,
    ...Object.entries(fixed).map(([name, bytes]) => `${name} ${bytes.toString('hex')}`),
    ...keys.map(({ bytes, from }) => `key ${bytes.toString('hex')} from ${new Date(from).toISOString()}`),
    '',
  ].join('\n');

/** The ring with one more key, which encrypts from `from` (epoch milliseconds) on. */
export function withNewKey({ keys, fixed }: KeyRing, from: number): KeyRing {
  for (;;) {
    const made = masterKey(randomBytes(KEY_BYTES), from);
    if (!isWeak(made.bytes) && keys.every(({ id }) => id !== made.id)) return { keys: [...keys, made], fixed };
  }
}

/**
 * Replaces a key file in one step and flushes it; the owner of the file stays. A process that reads meanwhile gets the old file or
 * the new one, never a part.
 */
export function writeKeyFile(named: string, ring: KeyRing): void {
  const path = realpathSync(named);
  const { uid, gid } = statSync(path);
  const beside = `${path}.${randomBytes(4).toString('hex')}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    fchownSync(file, uid, gid);
    writeSync(file, keyText(ring));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

export const readKeyFile = (path: string): KeyRing => parseKeys(readFileSync(path), path);

/**
 * Reads a key file at each call and answers the same ring as long as the content is the same. If a file that was good cannot be
 * read, the last ring stays and the fault is logged.
 */
export function keySource(path: string): () => KeyRing {
  let read: { digest: string; ring: KeyRing } | null = null;
  return () => {
    try {
      const bytes = readFileSync(path);
      const digest = createHash('sm3').update(bytes).digest('hex');
      if (read?.digest !== digest) read = { digest, ring: parseKeys(bytes, path) };
    } catch (error) {
      if (read === null) throw error;
      logFault('the key file', error);
    }
    return read.ring;
  };
}
