/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/**
 * The size that a PNG, JPEG or WebP states in its head; nothing is decoded. Null where the head states none. Check it before
 * drawing: a small file may state a size that takes gigabytes.
 */
export function pictureSize(bytes: Buffer): PictureSize | null {
  try {
    if (bytes.readUInt32BE(0) === 0x89504e47) {
      const head = bytes.toString('latin1', 12, 16) === 'IHDR';
      return head ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : null;
    }
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
    if (bytes.toString('latin1', 8, 12) === 'WEBP') return webpSize(bytes);
    return null;
  } catch {
    // The head ends before its size.
    return null;
  }
}

function jpegSize(bytes: Buffer): PictureSize | null {
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(bytes: Buffer): PictureSize | null {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  return null;
}

/** The longest side that a page is asked to draw. */
const MOST_PIXELS = 4096;

/** What is wrong with a picture, as a sentence; empty where it can be drawn. */
export function pictureFault(bytes: Buffer): string {
  const size = pictureSize(bytes);
  if (!size || size.width === 0 || size.height === 0) return '图片已损坏，请重新选择';
  return Math.max(size.width, size.height) > MOST_PIXELS ? `图片的宽和高不能超过${MOST_PIXELS}像素` : '';
}
