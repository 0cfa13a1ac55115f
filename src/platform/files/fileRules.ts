import { trimSigns } from '../text/edges.ts';

/** Bytes of a chunk (specification 9); the last one of a file may be shorter. */
export const CHUNK = 1_048_576;
/** How many bytes of a file's beginning its MD5 is made of (specification 9). */
export const MD5_BYTES = 10_485_760;
/** The largest file, in bytes, where a format has no smaller limit (specification 9). */
export const DEFAULT_LIMIT = 2 * 1024 ** 3;
/** Files up to this size, in bytes, travel in one request instead of chunks. */
export const ONE_REQUEST_LIMIT = 20 * 1024 ** 2;
/** The cookie in which the paste plug-in shows its permit, and the port of the own machine on which it listens. */
export const PASTE_COOKIE = 'paste_permit';
export const PASTE_PORT = 17092;
/** Pictures above this are compressed by the page, to JPEG of quality 0.6 (specification 5 and 9). */
export const COMPRESS_ABOVE = 1024 ** 2;
/** Pixels of a picture; 8192 by 6144 of a phone's camera are 50.3 million. */
export const MAX_PIXELS = 51_000_000;

const DOCUMENTS = [
  'pdf',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'ppt',
  'pptx',
  'wps',
  'et',
  'dps',
  'ofd',
  'txt',
  'csv',
] as const;
const IMAGES = ['jpg', 'jpeg', 'png', 'gif', 'webp'] as const;
const ARCHIVES = ['zip', 'rar', '7z'] as const;
const COMMON = [...DOCUMENTS, ...IMAGES, ...ARCHIVES] as const;

export interface Format {
  /** As the hint and the fault name it. */
  label: string;
  extensions: readonly string[];
  /** Bytes. */
  limit: number;
}

/** The groups of specification 5, with their limits. */
export const FORMATS = {
  common: { label: '文档、图片或压缩包', extensions: COMMON, limit: DEFAULT_LIMIT },
  image: { label: '图片', extensions: IMAGES, limit: ONE_REQUEST_LIMIT },
  avatar: { label: 'JPG 或 PNG 图片', extensions: ['jpg', 'jpeg', 'png'], limit: 10 * 1024 ** 2 },
  video: { label: 'MP4 视频', extensions: ['mp4'], limit: 1024 ** 3 },
  pdf: { label: 'PDF', extensions: ['pdf'], limit: ONE_REQUEST_LIMIT },
  excel: { label: 'Excel', extensions: ['xls', 'xlsx'], limit: ONE_REQUEST_LIMIT },
  meeting: { label: '文档、图片、压缩包、MP4 或 MP3', extensions: [...COMMON, 'mp4', 'mp3'], limit: DEFAULT_LIMIT },
  /** What a page shows without a download. */
  onPage: { label: 'PDF 或图片', extensions: ['pdf', 'jpg', 'jpeg', 'png', 'webp'], limit: DEFAULT_LIMIT },
  standard: {
    label: 'JPG、PNG、PDF、MP4、AVI 或 MP3',
    extensions: ['jpg', 'jpeg', 'png', 'pdf', 'mp4', 'avi', 'mp3'],
    limit: DEFAULT_LIMIT,
  },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as [FormatName, ...FormatName[]];

const MIMES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  mp3: 'audio/mpeg',
  avi: 'video/x-msvideo',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
};
/** Types that browsers show without running anything in them; all others are downloads. */
const SHOWN = /^(image\/(jpeg|png|gif|webp)|application\/pdf|video\/mp4|audio\/mpeg)$/;

export const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
export const mimeOf = (extension: string) => MIMES[extension] ?? 'application/octet-stream';
export const isImage = (extension: string) => (IMAGES as readonly string[]).includes(extension);
export const isShown = (mime: string) => SHOWN.test(mime);

const MB = 1024 ** 2;

/** Why a file may not be uploaded, in the words of specification 5; empty where it may. */
export function fileFault(
  name: string,
  size: number,
  format: FormatName,
  limit: number = FORMATS[format].limit,
): string {
  const { label, extensions, limit: own } = FORMATS[format];
  if (!(extensions as readonly string[]).includes(extensionOf(name))) return `文件格式错误，请选择${label}文件`;
  if (size > Math.min(limit, own)) return `文件超过${Math.floor(Math.min(limit, own) / MB)}M`;
  if (size === 0) return '文件是空的，请重新选择';
  return '';
}

const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A file's name as it is kept: no folder, no control, direction or reserved characters, at most 100 characters with its ending. */
export function cleanName(name: string): string {
  const written = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*%;]/gu, '');
  const bare = trimSigns(written, /[.\s]/).replace(RESERVED, '_$1');
  const extension = extensionOf(bare);
  if (extension === '') return [...bare].slice(0, 100).join('');
  const stem = [...bare.slice(0, -extension.length - 1)].slice(0, 99 - extension.length).join('');
  return `${stem || '文件'}.${extension}`;
}

/** How many chunks a file of so many bytes has. */
export const chunksOf = (size: number) => Math.ceil(size / CHUNK);
/** Bytes of the chunk with this number, from 0. */
export const chunkBytes = (size: number, chunk: number) => Math.min(CHUNK, size - chunk * CHUNK);

/**
 * The text that the signature of a call covers (HMAC-SHA1, base64): its fields except `sign`, ordered by name, as `name=value`
 * joined by `&`.
 */
export function signedText(fields: Readonly<Record<string, string | number>>): string {
  return Object.keys(fields)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}
