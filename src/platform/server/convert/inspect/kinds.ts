/** What an office file may be, by its ending. */
export type Family = 'docx' | 'xlsx' | 'pptx' | 'doc' | 'xls' | 'ppt';

/** By ending: what the file must be in truth. WPS Office writes the formats of old Office under its own endings. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['docx', 'docx'],
  ['xlsx', 'xlsx'],
  ['pptx', 'pptx'],
  ['doc', 'doc'],
  ['xls', 'xls'],
  ['ppt', 'ppt'],
  ['wps', 'doc'],
  ['et', 'xls'],
  ['dps', 'ppt'],
]);

/** Content types of the part that a document begins with. */
export const MAIN_TYPES: ReadonlyMap<string, Family> = new Map([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', 'pptx'],
]);

const OPEN_DOCUMENT: ReadonlyMap<string, string> = new Map([
  ['text', 'ODT 文档'],
  ['spreadsheet', 'ODS 表格'],
  ['presentation', 'ODP 演示文稿'],
  ['graphics', 'ODG 绘图'],
]);
/** What an archive with this `mimetype` is called. */
export const openDocumentName = (mime: string) =>
  OPEN_DOCUMENT.get(/^application\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(mime)?.[1] ?? '') ?? 'OpenDocument 文件';

const starts = (head: Buffer, bytes: string, at = 0) =>
  head.subarray(at, at + bytes.length).toString('latin1') === bytes;
export const isZip = (head: Buffer) => starts(head, 'PK\x03\x04');
export const isOle = (head: Buffer) => starts(head, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

/** The first characters of a file that programs read as text, whatever its ending: markup, a playlist, RTF. */
export function textOf(head: Buffer): string {
  return head
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart();
}
export const isMarkup = (head: Buffer) => /^(<|#EXT|\[playlist\]|\{\\rtf|%!PS)/i.test(textOf(head));

/** The kind of a file by its bytes, in a word for users; empty where it is unknown. */
export function nameOfBytes(head: Buffer): string {
  const text = textOf(head);
  if (isZip(head)) return '压缩包';
  if (isOle(head)) return '旧版 Office 文件';
  if (starts(head, '%PDF-')) return 'PDF';
  if (/^\{\\rtf/i.test(text)) return 'RTF 文档';
  if (/^(<svg|<\?xml[\s\S]*<svg)/i.test(text)) return 'SVG 图形';
  if (text.startsWith('<')) return '网页';
  if (/^#EXT/i.test(text)) return '播放列表';
  return '';
}

const PICTURES: readonly ((head: Buffer) => boolean)[] = [
  (head) => starts(head, '\x89PNG\r\n\x1a\n'),
  (head) => starts(head, '\xff\xd8\xff'),
  (head) => starts(head, 'GIF8'),
  (head) => starts(head, 'BM'),
  (head) => starts(head, 'II*\0') || starts(head, 'MM\0*') || starts(head, 'II\xbc'),
  (head) => starts(head, '\xd7\xcd\xc6\x9a') || starts(head, '\x01\0\x09\0') || starts(head, '\x02\0\x09\0'),
  (head) => starts(head, '\x01\0\0\0') && starts(head, ' EMF', 40),
  (head) => starts(head, '\0\0\x01\0'),
  (head) => starts(head, 'RIFF') && starts(head, 'WEBP', 8),
];
/** Whether bytes are a picture of pixels or of Windows' strokes, neither of which names another file. */
export const isPicture = (head: Buffer) => PICTURES.some((is) => is(head));
