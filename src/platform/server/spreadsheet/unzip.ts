import { createInflateRaw } from 'node:zlib';
import { BROKEN, LIMITS, Refused, TOO_MUCH } from './limits.ts';

const CENTRAL = 0x02014b50;
const END = Buffer.from([0x50, 0x4b, 5, 6]);
const DEFLATED = 8;
const STORED = 0;
const ENCRYPTED = 1;

/** A part of an archive, still packed. */
export interface Part {
  /** As the archive writes it. */
  name: string;
  packed: Buffer;
  method: number;
  encrypted: boolean;
  /** Bytes that it says to have unpacked. */
  size: number;
}

/**
 * The parts of an archive by their names in small letters, none of them unpacked. Throws a refusal where the archive is broken, or
 * states more than may be read.
 */
export function partsOf(bytes: Buffer): Map<string, Part> {
  const end = bytes.lastIndexOf(END);
  if (end === -1 || end + 22 > bytes.length) throw new Refused(BROKEN);
  const count = bytes.readUInt16LE(end + 10);
  if (count > LIMITS.parts) throw new Refused('文件内容过多，不能导入');
  const parts = new Map<string, Part>();
  let at = bytes.readUInt32LE(end + 16);
  let left: number = LIMITS.unpacked;
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw new Refused(BROKEN);
    const size = bytes.readUInt32LE(at + 24);
    left -= size;
    if (left < 0) throw new Refused(TOO_MUCH);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/');
    parts.set(name.toLowerCase(), {
      name,
      packed: packedAt(bytes, bytes.readUInt32LE(at + 42), bytes.readUInt32LE(at + 20)),
      method: bytes.readUInt16LE(at + 10),
      encrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      size,
    });
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

function packedAt(bytes: Buffer, local: number, length: number): Buffer {
  if (local + 30 > bytes.length) throw new Refused(BROKEN);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + length > bytes.length) throw new Refused(BROKEN);
  return bytes.subarray(start, start + length);
}

/** The contents of a part, piece by piece. Throws a refusal as soon as they are longer than the part states, or broken. */
export async function* unpack(part: Part): AsyncGenerator<Buffer> {
  if (part.encrypted || (part.method !== DEFLATED && part.method !== STORED)) throw new Refused(BROKEN);
  if (part.method === STORED) {
    yield part.packed;
    return;
  }
  let left = part.size;
  const inflate = createInflateRaw();
  inflate.end(part.packed);
  try {
    for await (const piece of inflate as AsyncIterable<Buffer>) {
      left -= piece.length;
      if (left < 0) throw new Refused(TOO_MUCH);
      yield piece;
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(BROKEN);
  }
  if (left > 0) throw new Refused(BROKEN);
}
