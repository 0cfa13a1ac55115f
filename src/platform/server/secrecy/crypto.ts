import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { curveSecret, deriveKey, type KeyRing, type MasterKey } from './keys.ts';

/**
 * Field encryption and keyed hashes. SM4-CTR with HMAC-SM3 (encrypt, then authenticate over
 * the place of the value), both from OpenSSL. One instance per process, from the key file.
 */
export interface Vault {
  /** Encrypts a value for one place (table, column, row) with the newest key; the ciphertext is worthless elsewhere. */
  encrypt(place: string, plain: string): Buffer;
  /** Decrypts with the key that encrypted it; throws where the bytes were changed or moved to another place, or the key is gone. */
  decrypt(place: string, encrypted: Uint8Array): string;
  /** 16 bytes for equality look-ups of a personal value, per kind of value. */
  index(kind: string, value: string): Buffer;
  /** A signature (hex) over text for cookies and links, per purpose. */
  sign(purpose: string, value: string): string;
  verify(purpose: string, value: string, signature: string): boolean;
  /** The deployment's SM2 key for seals that others may check; it follows from the first master key. */
  readonly sealKey: SealKey;
  /** The deployment's SM2 key for what it says to other installations; the key of the log's seals signs nothing else. */
  readonly letterKey: SealKey;
  /** The keys that open, oldest first, and what the values of each begin with. */
  keys(): readonly VaultKey[];
  /** The one that encrypts now. */
  encryptionKey(): VaultKey;
  /** Takes up what the key file says now. */
  reread(): void;
}

/** A master key as the rest of the server may know it. */
export interface VaultKey {
  id: string;
  /** Epoch milliseconds from which it encrypts. */
  from: number;
  /** The first bytes of what it encrypted, one or two of them. */
  heads: readonly Buffer[];
}

/** Signatures over bytes: SM2 with SM3 (GB/T 32918), user id empty, DER. */
export interface SealKey {
  /** The public point, 04 and 64 bytes, hex. */
  readonly publicHex: string;
  sign(bytes: Buffer): Buffer;
  verify(bytes: Buffer, signature: Buffer): boolean;
}

/** A value without the id of its key: what the first key encrypted before there could be others. */
const NAMELESS = 1;
/** After the version four bytes of key id. */
const NAMED = 2;
const HEAD_BYTES = 5;
const IV_BYTES = 16;
const TAG_BYTES = 16;

const BLOCK_BYTES = 64;

/**
 * HMAC-SM3 (RFC 2104) with the two key blocks hashed once. `createHmac` looks SM3 up anew at every
 * call, which takes six times the hash itself; a person's record takes four.
 */
function makeMac(key: Buffer): (...parts: (string | Buffer)[]) => Buffer {
  const padded = (byte: number) =>
    createHash('sm3').update(Buffer.alloc(BLOCK_BYTES, byte).map((b, i) => b ^ (key[i] ?? 0)));
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (...parts) => {
    const message = inner.copy();
    for (const part of parts) message.update(part);
    return outer.copy().update(message.digest()).digest();
  };
}

interface FieldKey extends VaultKey {
  head: Buffer;
  /** As a KeyObject: with the bare bytes OpenSSL takes four times as long to begin. */
  cipher: KeyObject;
  mac: ReturnType<typeof makeMac>;
}

function fieldKey({ id, from, bytes }: MasterKey, position: number): FieldKey {
  const head = Buffer.concat([Buffer.of(NAMED), Buffer.from(id, 'hex')]);
  return {
    id,
    from,
    head,
    heads: position === 0 ? [head, Buffer.of(NAMELESS)] : [head],
    cipher: createSecretKey(deriveKey(bytes, 'field-cipher', 16)),
    mac: makeMac(deriveKey(bytes, 'field-mac', 32)),
  };
}

/**
 * Builds the vault.
 * @param source answers the keys; asked again at `reread`, and where a value names a key that is not known yet
 */
export function makeVault(source: () => KeyRing): Vault {
  let ring = source();
  let keys = ring.keys.map(fieldKey);
  const indexMac = makeMac(ring.fixed.index);
  const signMac = makeMac(ring.fixed.signature);
  let sealKey: SealKey | undefined;
  let letterKey: SealKey | undefined;

  const reread = () => {
    const now = source();
    if (now === ring) return;
    ring = now;
    keys = ring.keys.map(fieldKey);
  };
  const encryptionKey = () => {
    const now = Date.now();
    return keys.findLast(({ from }) => from <= now) ?? firstKey();
  };
  const firstKey = () => {
    const [first] = keys;
    if (!first) throw new Error('no key');
    return first;
  };
  const named = (bytes: Buffer) => {
    const id = bytes.toString('hex', 1, HEAD_BYTES);
    const known = () => keys.find((key) => key.id === id);
    if (!known()) reread();
    const key = known();
    if (!key) throw new Error(`the value is encrypted with the key ${id}, which the key file does not hold`);
    return key;
  };
  const tag = (key: FieldKey, place: string, body: Buffer) => key.mac(place, '\0', body).subarray(0, TAG_BYTES);

  return {
    encrypt(place, plain) {
      const key = encryptionKey();
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('sm4-ctr', key.cipher, iv);
      const body = Buffer.concat([key.head, iv, cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([body, tag(key, place, body)]);
    },
    decrypt(place, encrypted) {
      const bytes = Buffer.from(encrypted);
      const head = bytes[0] === NAMED ? HEAD_BYTES : 1;
      if (bytes.length < head + IV_BYTES + TAG_BYTES || (head === 1 && bytes[0] !== NAMELESS)) {
        throw new Error('unknown ciphertext');
      }
      const key = head === 1 ? firstKey() : named(bytes);
      const body = bytes.subarray(0, -TAG_BYTES);
      if (!timingSafeEqual(tag(key, place, body), bytes.subarray(-TAG_BYTES)))
        throw new Error('ciphertext was altered');
      const cipher = createDecipheriv('sm4-ctr', key.cipher, body.subarray(head, head + IV_BYTES));
      return cipher.update(body.subarray(head + IV_BYTES), undefined, 'utf8') + cipher.final('utf8');
    },
    index: (kind, value) => indexMac(kind, '\0', value).subarray(0, 16),
    sign: (purpose, value) => signMac(purpose, '\0', value).toString('hex'),
    verify(purpose, value, signature) {
      const expected = Buffer.from(this.sign(purpose, value), 'hex');
      const given = Buffer.from(signature, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    get sealKey() {
      sealKey ??= makeSealKey(ring.fixed.seals);
      return sealKey;
    },
    get letterKey() {
      letterKey ??= makeSealKey(curveSecret(ring.fixed.seals, 'letter-key'));
      return letterKey;
    },
    keys: () => keys,
    encryptionKey,
    reread,
  };
}

/** SEC 1 (RFC 5915) around an SM2 key; the curve's object identifier is 1.2.156.10197.1.301. */
const SEC1 = { head: '30770201010420', curve: 'a00a06082a811ccf5501822da144034200' };

/** A key of 32 secret bytes. */
export function makeSealKey(secret: Buffer): SealKey {
  const pair = createECDH('SM2');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const der = Buffer.concat([Buffer.from(SEC1.head, 'hex'), secret, Buffer.from(SEC1.curve, 'hex'), point]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'sec1' });
  const publicKey = createPublicKey(privateKey);
  return {
    publicHex: point.toString('hex'),
    sign: (bytes) => sign('sm3', bytes, privateKey),
    verify: (bytes, signature) => verify('sm3', bytes, publicKey, signature),
  };
}

/** SubjectPublicKeyInfo before an SM2 point. */
const SPKI = '3059301306072a8648ce3d020106082a811ccf5501822d034200';

/** Whether a foreign key (an SM2 point, hex, as `publicHex`) signed these bytes. False also where it is no point of the curve. */
export function isSignedBy(publicHex: string, bytes: Buffer, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(SPKI + publicHex, 'hex'), format: 'der', type: 'spki' });
    return verify('sm3', bytes, key, signature);
  } catch {
    return false;
  }
}

/** A fresh opaque secret of 256 bits, URL-safe. */
export const makeToken = () => randomBytes(32).toString('base64url');
/** What is stored of an opaque secret. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer');
