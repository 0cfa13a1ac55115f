import type { ParsedOf } from '#platform/contract.ts';
import type { addContent, ossUploadBase64, UploadedFile } from '#platform/files/fileCalls.ts';
import { FORMATS, type FormatName, ONE_REQUEST_LIMIT } from '#platform/files/fileRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput } from '#platform/server/errors.ts';
import { findFile, mayReadFile } from '#platform/server/files/fileRights.ts';
import { type Received, receiveBytes, removeStored } from '#platform/server/files/files.ts';
import { refuseOverQuota } from '#platform/server/files/quota.ts';
import { bytesOf, partsOf } from '#platform/server/http/multipart.ts';
import { acceptFile, toUploaded } from '../accept.ts';
import * as queries from '../queries.ts';

/** Receives bytes up to a limit. */
export function receiveWithin(
  ctx: Ctx,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  tooLarge: () => Error,
): Promise<Received> {
  return receiveBytes(ctx.services, bytes, (_piece, size) => {
    if (size > limit) throw tooLarge();
  });
}

const NO_FILE = () => badInput({ file: '请选择要上传的文件' });

/** One file in the form's field `file`. */
export async function uploadFile(ctx: Ctx, { format }: { format: FormatName }): Promise<UploadedFile> {
  if (!ctx.request.isMultipart()) throw NO_FILE();
  await refuseOverQuota(ctx.db, ctx.session.accountId, ONE_REQUEST_LIMIT);
  const limit = Math.min(ONE_REQUEST_LIMIT, FORMATS[format].limit);
  const tooLarge = () => badInput({ file: `文件超过${limit / 1024 ** 2}M` });
  let uploaded: { received: Received; name: string } | null = null;
  for await (const part of partsOf(ctx.request, { limits: { fileSize: limit + 1 } })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file' || uploaded) {
      part.file.resume();
      continue;
    }
    uploaded = { received: await receiveWithin(ctx, bytesOf(part), limit, tooLarge), name: part.filename };
  }
  if (!uploaded) throw NO_FILE();
  return acceptWithinQuota(ctx, uploaded.received, uploaded.name, format);
}

/** Of several that came at once, none may have passed the limit: it is asked again when the file is counted itself. */
async function acceptWithinQuota(
  ctx: Ctx,
  received: Received,
  name: string,
  format: FormatName,
): Promise<UploadedFile> {
  const file = await acceptFile(ctx, received, name, format);
  try {
    await refuseOverQuota(ctx.db, ctx.session.accountId, 0);
  } catch (error) {
    await removeStored(ctx.services, file.id);
    throw error;
  }
  return file;
}

/** The same, answered as `data.path` names it. */
export async function addContentFile(ctx: Ctx, input: ParsedOf<typeof addContent>) {
  const file = await uploadFile(ctx, input);
  return { ...file, path: file.url };
}

const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' };

/** A picture as base64, with or without the head of a data URL; what it is follows from its bytes. */
export async function uploadBase64(ctx: Ctx, input: ParsedOf<typeof ossUploadBase64>): Promise<UploadedFile> {
  const bytes = Buffer.from(input.base64.slice(input.base64.indexOf(',') + 1), 'base64');
  await refuseOverQuota(ctx.db, ctx.session.accountId, bytes.length);
  const ending = ENDINGS[typeOf(bytes)];
  if (!ending) throw badInput({ base64: '文件格式不合法，请检查文件' });
  const received = await receiveBytes(ctx.services, [bytes]);
  return acceptWithinQuota(ctx, received, `${input.fileName.replace(/\.[^.]*$/, '')}.${ending}`, 'image');
}

function typeOf(bytes: Buffer): string {
  const head = bytes.subarray(0, 12).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('GIF8')) return 'gif';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : '';
}

/** Pictures that the account has uploaded before. */
export async function listImages(ctx: Ctx, input: { pageNum: number; pageSize: number }) {
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.ownImages(ctx.db, ctx.session.accountId, input.pageSize, offset);
  return { total, rows: rows.map((row) => ({ ...toUploaded(row), createTime: row.createdAt.toISOString() })) };
}

/** Of files that a draft names those that are there and that the session may read, in the draft's order. */
export async function knownFiles(ctx: Ctx, ids: readonly string[]): Promise<UploadedFile[]> {
  const known: UploadedFile[] = [];
  for (const id of new Set(ids)) {
    const file = await findFile(ctx, id);
    const facts = file && (await mayReadFile(ctx, file)) ? await queries.fileFacts(ctx.db, id) : undefined;
    if (facts) known.push(toUploaded(facts));
  }
  return known;
}

const endings = (format: FormatName) => FORMATS[format].extensions.map((extension) => `.${extension}`);

/**
 * What editors of the old kind ask for. It names no way to have the server fetch an address (`catchimage`) and none
 * to list files.
 */
export function editorConfig() {
  return {
    imageActionName: 'uploadimage',
    imageFieldName: 'file',
    imageMaxSize: ONE_REQUEST_LIMIT,
    imageAllowFiles: endings('image'),
    imageCompressEnable: true,
    imageInsertAlign: 'none',
    imageUrlPrefix: '',
    videoActionName: 'uploadvideo',
    videoFieldName: 'file',
    videoMaxSize: FORMATS.video.limit,
    videoAllowFiles: endings('video'),
    videoUrlPrefix: '',
    fileActionName: 'uploadfile',
    fileFieldName: 'file',
    fileMaxSize: FORMATS.common.limit,
    fileAllowFiles: endings('common'),
    fileUrlPrefix: '',
  };
}
