/** What an MP4 says of itself. */
export interface Mp4 {
  /** Whole seconds, rounded down, at least one. */
  seconds: number;
  /** Four letters of the codec of the picture (`avc1`) and of the sound (`mp4a`); empty where there is none. */
  picture: string;
  sound: string;
}

/** The largest index that is read; films of ten hours stay far below. */
const MAX_INDEX = 64 * 1024 ** 2;
/** Boxes at the top of a file before something is amiss. */
const MAX_BOXES = 10_000;

interface Box {
  type: string;
  body: Buffer;
}

/** The boxes within a buffer; what is cut off is left out. */
function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    let size = bytes.readUInt32BE(at);
    let head = 8;
    if (size === 1 && at + 16 <= bytes.length) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      head = 16;
    } else if (size === 0) size = bytes.length - at;
    if (size < head || at + size > bytes.length) break;
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + head, at + size) });
    at += size;
  }
  return boxes;
}

/** The first box at the end of a path of types. */
function boxAt(bytes: Buffer, path: readonly string[]): Buffer | undefined {
  let body: Buffer | undefined = bytes;
  for (const type of path) body = body && boxesIn(body).find((box) => box.type === type)?.body;
  return body;
}

/** Scale and length, as `mvhd` and `mdhd` hold them in either version; seconds. */
function secondsOf(header: Buffer): number {
  const isLong = header[0] === 1;
  if (header.length < (isLong ? 32 : 20)) return 0;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale > 0 ? length / scale : 0;
}

function codecOf(track: Buffer): { kind: string; codec: string } {
  const handler = boxAt(track, ['mdia', 'hdlr']);
  const samples = boxAt(track, ['mdia', 'minf', 'stbl', 'stsd']);
  return {
    kind: handler && handler.length >= 12 ? handler.toString('latin1', 8, 12) : '',
    // Flags, a count, then the first entry with its size and type.
    codec: samples && samples.length >= 16 ? samples.toString('latin1', 12, 16) : '',
  };
}

/**
 * Reads length and codecs of an MP4 from its index (`moov`), wherever that lies in the file.
 * @param read answers so many bytes from a place in the file
 * @param size of the file, in bytes
 * @returns null where it has no index that can be read, or no picture
 */
export async function readMp4(
  read: (from: number, length: number) => Promise<Buffer>,
  size: number,
): Promise<Mp4 | null> {
  let at = 0;
  for (let boxes = 0; at + 8 <= size && boxes < MAX_BOXES; boxes += 1) {
    const head = await read(at, Math.min(16, size - at));
    if (head.length < 8) return null;
    let length = head.readUInt32BE(0);
    let own = 8;
    if (length === 1 && head.length >= 16) {
      length = Number(head.readBigUInt64BE(8));
      own = 16;
    } else if (length === 0) length = size - at;
    if (length < own || at + length > size) return null;
    if (head.toString('latin1', 4, 8) === 'moov') {
      return length - own > MAX_INDEX ? null : factsOf(await read(at + own, length - own));
    }
    at += length;
  }
  return null;
}

function factsOf(index: Buffer): Mp4 | null {
  const header = boxAt(index, ['mvhd']);
  const seconds = header ? secondsOf(header) : 0;
  const tracks = boxesIn(index)
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => codecOf(body));
  const picture = tracks.find(({ kind }) => kind === 'vide')?.codec ?? '';
  if (picture === '' || !(seconds > 0) || seconds > 86_400) return null;
  return {
    seconds: Math.max(1, Math.floor(seconds)),
    picture,
    sound: tracks.find(({ kind }) => kind === 'soun')?.codec ?? '',
  };
}
