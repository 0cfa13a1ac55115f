import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  ECDH,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/** Bytes of a coordinate, and of a hash by SM3. */
const LENGTH = 32;
/** The curve sm2p256v1 (GM/T 0003.5): prime of its field, coefficients, order. */
const CURVE = {
  p: 'fffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff',
  a: 'fffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffc',
  b: '28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93',
  n: 'fffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123',
};

const hex = (text: string) => Buffer.from(text, 'hex');

/** A value of DER (X.690) of at most 65,535 bytes: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const octets = (bytes: Buffer) => der(0x04, bytes);
/** A whole number that is not negative: one whose first bit is set gets a zero byte before it. */
const integer = (bytes: Buffer) => der(0x02, bytes[0] && bytes[0] >= 128 ? Buffer.from([0]) : Buffer.alloc(0), bytes);
const ONE = integer(Buffer.from([1]));

/**
 * The curve by its numbers, with twice its base point in the place of that. OpenSSL multiplies on any curve in constant time, but
 * lets nobody exchange keys on what it takes for SM2's own, which it tells by these very numbers. An exchange does not use the base
 * point: what it yields is the same.
 */
function curve(): Buffer {
  const two = createECDH('SM2');
  two.setPrivateKey('02', 'hex');
  return sequence(
    der(0x06, hex('2a8648ce3d0201')),
    sequence(
      ONE,
      sequence(der(0x06, hex('2a8648ce3d0101')), integer(hex(CURVE.p))),
      sequence(octets(hex(CURVE.a)), octets(hex(CURVE.b))),
      octets(two.getPublicKey()),
      integer(hex(CURVE.n)),
      ONE,
    ),
  );
}
const ALGORITHM = curve();

/** The private key of these 32 bytes, to open with. */
export function openingKey(bytes: Buffer): KeyObject {
  const own = octets(sequence(ONE, octets(bytes)));
  const key = sequence(integer(Buffer.from([0])), ALGORITHM, own);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

const sm3 = (...parts: Buffer[]) => {
  const hash = createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** As many bytes as are asked for, made of a shared secret (GM/T 0003.4, 5.4.3). */
function derive(secret: Buffer, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / LENGTH) }, (_none, at) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(at + 1);
    return sm3(secret, counter);
  });
  return Buffer.concat(blocks).subarray(0, length);
}

/**
 * What stands in an SM2 ciphertext in the order C1C3C2, without the leading 04 (GM/T 0003.4, 7.1). Null where it is too short, its
 * point is none of the curve's, or it was made for another key or changed on its way.
 *
 * The library that the browser encrypts with multiplies in JavaScript: 3.3 ms in which the server answers nobody, and in a time that
 * depends on the key. Here OpenSSL does; it tells of a shared point x alone, so that both points with this x are tried.
 */
export function decryptSm2(ciphertext: Buffer, key: KeyObject): Buffer | null {
  if (ciphertext.length <= 3 * LENGTH) return null;
  const point = ciphertext.subarray(0, 2 * LENGTH);
  const check = ciphertext.subarray(2 * LENGTH, 3 * LENGTH);
  const hidden = ciphertext.subarray(3 * LENGTH);
  const x = sharedX(point, key);
  if (!x) return null;
  for (const sign of [2, 3]) {
    const compressed = Buffer.concat([Buffer.from([sign]), x]);
    const shared = (ECDH.convertKey(compressed, 'SM2', undefined, undefined, 'uncompressed') as Buffer).subarray(1);
    const mask = derive(shared, hidden.length);
    const plain = hidden.map((byte, at) => byte ^ (mask[at] ?? 0)) as Buffer;
    if (timingSafeEqual(sm3(x, plain, shared.subarray(LENGTH)), check)) return plain;
  }
  return null;
}

/** Where the sender's point is multiplied with the key; null for a point that is none of the curve's. */
function sharedX(point: Buffer, privateKey: KeyObject): Buffer | null {
  const bits = der(0x03, Buffer.from([0, 4]), point);
  try {
    const publicKey = createPublicKey({ key: sequence(ALGORITHM, bits), format: 'der', type: 'spki' });
    return diffieHellman({ privateKey, publicKey });
  } catch {
    return null;
  }
}
