import { createECDH, createHash } from 'node:crypto';

/** The curve of SM2 (GB/T 32918.5): y² = x³ + ax + b modulo p, with a = p − 3. */
const P = BigInt('0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffff');
const A = P - 3n;
const B = BigInt('0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93');
/** Bytes of a coordinate, of a point without its leading 04, and of a digest of SM3. */
const COORDINATE = 32;
const POINT = 2 * COORDINATE;
const DIGEST = 32;

/**
 * Opens an SM2 ciphertext in the order C1C3C2, without a leading 04 (GB/T 32918.4). The multiplication of the point, all that
 * costs, is OpenSSL's, which answers the x of the shared point alone: both its y are tried, and C3 says which is right. The
 * library in JavaScript takes three times as long.
 * @returns null for what is no ciphertext for this key
 */
export function openSm2(hex: string, privateHex: string): Buffer | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return null;
  const bytes = Buffer.from(hex, 'hex');
  if (bytes.length <= POINT + DIGEST) return null;
  const [point, digest, masked] = [
    bytes.subarray(0, POINT),
    bytes.subarray(POINT, POINT + DIGEST),
    bytes.subarray(POINT + DIGEST),
  ];
  const x = sharedX(point, privateHex);
  if (x === null) return null;
  const n = BigInt(`0x${x.toString('hex')}`);
  const root = power((n * n * n + A * n + B) % P, (P + 1n) / 4n);
  for (const candidate of [root, P - root]) {
    const y = Buffer.from(candidate.toString(16).padStart(2 * COORDINATE, '0'), 'hex');
    const plain = unmasked(masked, x, y);
    if (sm3(x, plain, y).equals(digest)) return plain;
  }
  return null;
}

/** The x of the point that both sides know; null for a point that is not on the curve. */
function sharedX(point: Buffer, privateHex: string): Buffer | null {
  const own = createECDH('SM2');
  own.setPrivateKey(privateHex, 'hex');
  try {
    return own.computeSecret(Buffer.concat([Buffer.from([4]), point]));
  } catch {
    return null;
  }
}

/** A root modulo p, which is 3 modulo 4: the power of a quarter of p + 1. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let left = exponent, square = base; left > 0n; left >>= 1n, square = (square * square) % P)
    if (left & 1n) result = (result * square) % P;
  return result;
}

const sm3 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sm3');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The text with the key stream of the shared point taken off: digests of the point and a counter, one after another. */
function unmasked(masked: Buffer, x: Buffer, y: Buffer): Buffer {
  const plain = Buffer.alloc(masked.length);
  const counter = Buffer.alloc(4);
  for (let from = 0, n = 1; from < masked.length; from += DIGEST, n++) {
    counter.writeUInt32BE(n);
    const stream = sm3(x, y, counter);
    for (let at = from; at < Math.min(from + DIGEST, masked.length); at++)
      plain[at] = (masked[at] ?? 0) ^ (stream[at - from] ?? 0);
  }
  return plain;
}
