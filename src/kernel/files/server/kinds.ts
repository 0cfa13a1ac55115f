import { type FileHandle, open } from 'node:fs/promises';

const HEAD = 4096;
const TAIL = 66_000;
const MAX_ENTRIES = 20_000;
const MAX_DIRECTORY = 4 * 1024 * 1024;

const starts = (head: Buffer, bytes: string, at = 0) =>
  head.subarray(at, at + bytes.length).toString('latin1') === bytes;
const isZip = (head: Buffer) => starts(head, 'PK\x03\x04');
const isOle = (head: Buffer) => starts(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isJpeg = (head: Buffer) => starts(head, '\xff\xd8\xff');
const isRiff = (head: Buffer, type: string) => starts(head, 'RIFF') && starts(head, type, 8);

/** By extension: whether the first bytes are those of its format. */
const HEADS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  jpg: isJpeg,
  jpeg: isJpeg,
  png: (head) => starts(head, '\x89PNG\r\n\x1a\n'),
  gif: (head) => starts(head, 'GIF87a') || starts(head, 'GIF89a'),
  webp: (head) => isRiff(head, 'WEBP'),
  avi: (head) => isRiff(head, 'AVI '),
  pdf: (head) => starts(head, '%PDF-'),
  mp4: (head) =>
    starts(head, 'ftyp', 4) &&
    /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|qt {2}|f4v )/.test(head.subarray(8, 12).toString('latin1')),
  mp3: (head) => starts(head, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  rar: (head) => starts(head, 'Rar!\x1a\x07'),
  '7z': (head) => starts(head, "7z\xbc\xaf'\x1c"),
  doc: isOle,
  xls: isOle,
  ppt: isOle,
  wps: isOle,
  et: isOle,
  dps: isOle,
  zip: isZip,
  docx: isZip,
  xlsx: isZip,
  pptx: isZip,
  ofd: isZip,
};

/** By extension: the entries that an archive of this format has. */
const ENTRIES: Readonly<Record<string, readonly RegExp[]>> = {
  docx: [/^\[Content_Types\]\.xml$/, /^word\//],
  xlsx: [/^\[Content_Types\]\.xml$/, /^xl\//],
  pptx: [/^\[Content_Types\]\.xml$/, /^ppt\//],
  ofd: [/^OFD\.xml$/],
};
/** By extension: what makes of its archive a document of another format as well, which a program may take it for. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  docx: /^(mimetype$|META-INF\/|content\.xml$|xl\/|ppt\/|OFD\.xml$)/i,
  xlsx: /^(mimetype$|META-INF\/|content\.xml$|word\/|ppt\/|OFD\.xml$)/i,
  pptx: /^(mimetype$|META-INF\/|content\.xml$|word\/|xl\/|OFD\.xml$)/i,
};
/** What no office document holds by itself. */
const FOREIGN = /\.(exe|dll|scr|com|bat|cmd|ps1|vbs|js|jse|wsf|hta|jar|lnk|msi|sh|html?|svg)$|vbaProject\.bin$/i;

/**
 * Whether a local file is what its extension says, by its first bytes, for text by all of its beginning, for office
 * formats by all entries of the archive, none of which may be another format's, nor stand twice.
 */
export async function isWhatItSays(path: string, extension: string): Promise<boolean> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const head = await readAt(handle, 0, Math.min(HEAD, size));
    if (extension === 'txt' || extension === 'csv') return isText(head);
    if (!HEADS[extension]?.(head)) return false;
    const wanted = ENTRIES[extension];
    if (!wanted) return true;
    const names = await entryNames(handle, size);
    return (
      names !== null &&
      wanted.every((entry) => names.some((name) => entry.test(name))) &&
      !names.some((name) => OTHERS[extension]?.test(name)) &&
      new Set(names.map((name) => name.toLowerCase())).size === names.length &&
      !names.some((name) => FOREIGN.test(name))
    );
  } finally {
    await handle.close();
  }
}

/** No binary, and nothing that a browser could take for a page. */
function isText(head: Buffer): boolean {
  const wide = starts(head, '\xff\xfe') || starts(head, '\xfe\xff');
  if (!wide && head.includes(0)) return false;
  return !/^\W*<(!doctype|html|script|svg|\?xml|body|iframe)/i.test(head.subarray(0, 512).toString('latin1'));
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The names in a zip's central directory; null where it has none that can be read. */
async function entryNames(handle: FileHandle, size: number): Promise<string[] | null> {
  const tailStart = Math.max(0, size - TAIL);
  const tail = await readAt(handle, tailStart, size - tailStart);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + 22 > tail.length) return null;
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES || length > MAX_DIRECTORY || offset + length > size) return null;
  const directory = await readAt(handle, offset, length);
  const names: string[] = [];
  for (let at = 0; names.length < count && at + 46 <= directory.length; ) {
    if (!starts(directory.subarray(at), 'PK\x01\x02')) return null;
    const nameLength = directory.readUInt16LE(at + 28);
    names.push(directory.subarray(at + 46, at + 46 + nameLength).toString('utf8'));
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return names.length === count ? names : null;
}
