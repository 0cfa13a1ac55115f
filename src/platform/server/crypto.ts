import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/**
 * Field encryption and keyed hashes. SM4-CTR with HMAC-SM3 (encrypt, then authenticate over
 * the place of the value), both from OpenSSL. One instance per process, from the master key.
 */
export interface Vault {
  /** Encrypts a value for one place (table, column, row); the ciphertext is worthless elsewhere. */
  seal(place: string, plain: string): Buffer;
  /** Decrypts; throws where the bytes were changed or moved to another place. */
  open(place: string, sealed: Uint8Array): string;
  /** 16 bytes for equality look-ups of a personal value, per kind of value. */
  index(kind: string, value: string): Buffer;
  /** A signature (hex) over text for cookies and links, per purpose. */
  sign(purpose: string, value: string): string;
  verify(purpose: string, value: string, signature: string): boolean;
  /** The deployment's SM2 key for seals that others may check; it follows from the master key and is stored nowhere. */
  readonly sealKey: SealKey;
}

/** Signatures over bytes: SM2 with SM3 (GB/T 32918), user id empty, DER. */
export interface SealKey {
  /** The public point, 04 and 64 bytes, hex. */
  readonly publicHex: string;
  sign(bytes: Buffer): Buffer;
  verify(bytes: Buffer, signature: Buffer): boolean;
}

const VERSION = 1;
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

/** Builds the vault from 32 bytes of key material. */
export function makeVault(masterKey: Buffer): Vault {
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sm3', masterKey, Buffer.alloc(0), `party-platform:${label}`, bytes));
  const cipherKey = derive('field-cipher', 16);
  const fieldMac = makeMac(derive('field-mac', 32));
  const indexMac = makeMac(derive('blind-index', 32));
  const signMac = makeMac(derive('signature', 32));

  let sealKey: SealKey | undefined;
  const tag = (place: string, body: Buffer) => fieldMac(place, '\0', body).subarray(0, TAG_BYTES);

  return {
    seal(place, plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('sm4-ctr', cipherKey, iv);
      const body = Buffer.concat([Buffer.of(VERSION), iv, cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([body, tag(place, body)]);
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed);
      const body = bytes.subarray(0, -TAG_BYTES);
      if (bytes.length <= 1 + IV_BYTES + TAG_BYTES - 1 || body[0] !== VERSION) throw new Error('unknown ciphertext');
      if (!timingSafeEqual(tag(place, body), bytes.subarray(-TAG_BYTES))) throw new Error('ciphertext was altered');
      const cipher = createDecipheriv('sm4-ctr', cipherKey, body.subarray(1, 1 + IV_BYTES));
      return cipher.update(body.subarray(1 + IV_BYTES), undefined, 'utf8') + cipher.final('utf8');
    },
    index: (kind, value) => indexMac(kind, '\0', value).subarray(0, 16),
    sign: (purpose, value) => signMac(purpose, '\0', value).toString('hex'),
    verify(purpose, value, signature) {
      const expected = Buffer.from(this.sign(purpose, value), 'hex');
      const given = Buffer.from(signature, 'hex');
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    get sealKey() {
      sealKey ??= makeSealKey((label) => derive(label, 32));
      return sealKey;
    },
  };
}

/** SEC 1 (RFC 5915) around an SM2 key; the curve's object identifier is 1.2.156.10197.1.301. */
const SEC1 = { head: '30770201010420', curve: 'a00a06082a811ccf5501822da144034200' };

/** A number at or above the curve's order is no key; chances are one in four thousand million. */
function sm2Pair(derive: (label: string) => Buffer) {
  for (let attempt = 0; ; attempt++) {
    const secret = derive(`seal-key-${attempt}`);
    const pair = createECDH('SM2');
    try {
      pair.setPrivateKey(secret);
      return { secret, point: pair.getPublicKey() };
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

function makeSealKey(derive: (label: string) => Buffer): SealKey {
  const { secret, point } = sm2Pair(derive);
  const der = Buffer.concat([Buffer.from(SEC1.head, 'hex'), secret, Buffer.from(SEC1.curve, 'hex'), point]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'sec1' });
  const publicKey = createPublicKey(privateKey);
  return {
    publicHex: point.toString('hex'),
    sign: (bytes) => sign('sm3', bytes, privateKey),
    verify: (bytes, signature) => verify('sm3', bytes, publicKey, signature),
  };
}

/** A fresh opaque secret of 256 bits, URL-safe. */
export const makeToken = () => randomBytes(32).toString('base64url');
/** What is stored of an opaque secret. */
export const hashToken = (token: string) => hash('sha256', token, 'buffer');
