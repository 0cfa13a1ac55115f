import { BROKEN, Refused } from '#platform/server/spreadsheet/limits.ts';
import { type Part, partsOf, unpack } from '#platform/server/spreadsheet/unzip.ts';

const LOCAL = 0x04034b50;
const END = Buffer.from([0x50, 0x4b, 5, 6]);

/**
 * The parts of an archive that every program reads in the same way: it begins and ends as an archive, its directory is complete, no
 * name occurs twice, and each part has the name that the directory gives it. Throws a refusal otherwise, and whenever `partsOf`
 * does.
 */
export function wholeArchive(bytes: Buffer): Map<string, Part> {
  const end = bytes.lastIndexOf(END);
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(0) !== LOCAL) throw new Refused(BROKEN);
  const [here, count] = [bytes.readUInt16LE(end + 8), bytes.readUInt16LE(end + 10)];
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  if (here !== count || start + size !== end || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length)
    throw new Refused(BROKEN);
  const parts = partsOf(bytes);
  if (parts.size !== count) throw new Refused(BROKEN);
  for (let at = start; at < end; ) {
    const length = bytes.readUInt16LE(at + 28);
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.subarray(at + 46, at + 46 + length);
    const own = bytes.subarray(local + 30, local + 30 + bytes.readUInt16LE(local + 26));
    if (bytes.readUInt32LE(local) !== LOCAL || !own.equals(name)) throw new Refused(BROKEN);
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** A part, unpacked. */
export async function readPart(part: Part): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of unpack(part)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Its first bytes. */
export async function headOf(part: Part): Promise<Buffer> {
  for await (const piece of unpack(part)) return piece.subarray(0, 64);
  return Buffer.alloc(0);
}
