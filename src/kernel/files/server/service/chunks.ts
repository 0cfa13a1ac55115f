import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import * as calls from '#platform/files/fileCalls.ts';
import {
  CHUNK,
  chunkBytes,
  chunksOf,
  cleanName,
  type FormatName,
  fileFault,
  MD5_BYTES,
  signedText,
} from '#platform/files/fileRules.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { badInput, notFound, Refusal, refuse } from '#platform/server/errors.ts';
import { fileStore } from '#platform/server/files/fileStore.ts';
import { type Received, readStored, receiveBytes } from '#platform/server/files/files.ts';
import { lockQuota, refuseOverQuota } from '#platform/server/files/quota.ts';
import { bytesOf, partsOf, textOf } from '#platform/server/http/multipart.ts';
import { acceptFile, TryLater, toUploaded } from '../accept.ts';
import * as queries from '../queries.ts';
import { receiveWithin } from './upload.ts';

const GONE = '上传已失效，请重新上传';

/** The key of one upload's signatures: it follows from the deployment's key and the upload, and is stored nowhere. */
const keyOf = (ctx: Ctx, uploadId: string) => ctx.vault.sign('upload', `${ctx.session.accountId} ${uploadId}`);

/** Begins an upload in chunks, or goes on with the account's own unfinished one of the same file. */
export async function startUpload(
  ctx: Ctx,
  input: ParsedOf<typeof calls.startUpload>,
): Promise<ReplyOf<typeof calls.startUpload>> {
  const name = cleanName(input.fileName);
  const fault = fileFault(name, input.size, input.format);
  if (fault) throw badInput({ fileName: fault });
  const { accountId, orgCode } = ctx.session;
  const wanted = { accountId, name, size: input.size, md5: input.fileMd5.toLowerCase(), formats: input.format };
  const same = await queries.findSame(ctx.db, wanted);
  const id = same?.id ?? randomBytes(16).toString('hex');
  if (!same) {
    await transact(ctx.services.db, async (tx) => {
      await lockQuota(tx, accountId);
      await refuseOverQuota(tx, accountId, input.size);
      await queries.insertUpload(tx, id, orgCode, CHUNK, wanted);
    });
  }
  const received = same ? (await queries.partsOf(ctx.db, id)).map(({ no }) => no) : [];
  return { appId: id, author: accountId, key: keyOf(ctx, id), chunkSize: CHUNK, received };
}

type Signed = ParsedOf<typeof calls.checkChunk> | ParsedOf<typeof calls.mergeChunks>;

/** The own upload that a signed call speaks of; everything that it repeats must be as it was begun. */
async function ownUpload(ctx: Ctx, input: Signed): Promise<queries.UploadRow> {
  const upload = await queries.findUpload(ctx.db, ctx.session.accountId, input.appId);
  if (!upload || input.author !== upload.account_id) throw notFound(GONE);
  const expected = createHmac('sha1', keyOf(ctx, upload.id)).update(signedText(input)).digest();
  const given = Buffer.from(input.sign, 'base64');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badInput({ sign: '签名不正确' });
  const fields: Record<string, string> = {};
  if (input.size !== upload.size) fields.size = '文件大小与开始上传时不同';
  if (input.fileMd5.toLowerCase() !== upload.file_md5) fields.fileMd5 = '文件内容与开始上传时不同';
  if (input.chunkSize !== CHUNK) fields.chunkSize = `分片大小应为${CHUNK}字节`;
  if (Object.keys(fields).length > 0) throw badInput(fields);
  return upload;
}

async function uploaded(ctx: Ctx, fileId: string) {
  const row = await queries.fileFacts(ctx.db, fileId);
  return row ? toUploaded(row) : null;
}

/**
 * Whether the file is there already: only among the account's own, and only where the MD5 is made of all of it, since
 * two long recordings may begin alike.
 */
export async function checkChunk(
  ctx: Ctx,
  input: ParsedOf<typeof calls.checkChunk>,
): Promise<ReplyOf<typeof calls.checkChunk>> {
  const upload = await ownUpload(ctx, input);
  const known =
    upload.state === 'done' ? upload.file_id : upload.size <= MD5_BYTES ? await queries.findDone(ctx.db, upload) : null;
  const file = known ? await uploaded(ctx, known) : null;
  if (file && (await queries.endAsKnown(ctx.db, upload.id, file.id))) await dropParts(ctx.services, upload.id);
  if (file) return { ifExist: true, path: file.url, fileType: file.fileType, chunks: [], file };
  const chunks = (await queries.partsOf(ctx.db, upload.id)).map(({ no }) => no);
  return { ifExist: false, path: '', fileType: '', chunks, file: null };
}

/** One chunk with its bytes in `file`, or without them the question whether it is there. */
export async function receiveChunk(
  ctx: Ctx,
  query: Record<string, unknown>,
): Promise<ReplyOf<typeof calls.mergeVideo>> {
  const { fields, received } = await readChunk(ctx, query);
  try {
    const parsed = calls.chunkFields.safeParse(fields);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw badInput({ [String(issue?.path[0] ?? 'file')]: issue?.message ?? '参数错误' });
    }
    const input = parsed.data;
    const { accountId } = ctx.session;
    const upload = input.appId
      ? await queries.findUpload(ctx.db, accountId, input.appId)
      : await queries.findByMd5(ctx.db, accountId, input.fileMd5.toLowerCase());
    if (!upload || input.author !== accountId || input.fileMd5.toLowerCase() !== upload.file_md5) throw notFound(GONE);
    if (input.chunk >= chunksOf(upload.size)) throw badInput({ chunk: '分片序号超出文件' });
    const bytes = chunkBytes(upload.size, input.chunk);
    if (input.chunkSize !== bytes) throw badInput({ chunkSize: `这个分片应为${bytes}字节` });
    if (!received) {
      const parts = await queries.partsOf(ctx.db, upload.id);
      return { ifExist: upload.state === 'done' || parts.some(({ no }) => no === input.chunk) };
    }
    if (received.size !== bytes) throw badInput({ file: `这个分片应为${bytes}字节` });
    await keepPart(ctx, upload.id, input.chunk, received);
    return { ifExist: true };
  } finally {
    if (received) await rm(received.path, { force: true });
  }
}

/**
 * The bytes move in under a key of their own before the row names them, so that a merging sees all of a chunk or nothing
 * of it, and nobody waits for the store with the upload's row in hand.
 */
async function keepPart(ctx: Ctx, uploadId: string, chunk: number, { path, size, sha256 }: Received) {
  const store = fileStore(ctx.services);
  const key = `p-${uploadId}-${chunk}-${randomBytes(8).toString('hex')}`;
  await store.keep(key, path);
  let unused: string | null = key;
  try {
    unused = await transact(ctx.services.db, async (tx) => {
      if (!(await queries.lockOpen(tx, uploadId))) throw refuse(GONE);
      return queries.savePart(tx, uploadId, { no: chunk, size, sha256, key });
    });
  } finally {
    if (unused) await store.remove(unused);
  }
}

async function readChunk(ctx: Ctx, query: Record<string, unknown>) {
  // A question may come as JSON as well.
  const { body } = ctx.request;
  const fields: Record<string, unknown> = { ...query, ...(typeof body === 'object' ? body : {}) };
  let received: Received | null = null;
  if (!ctx.request.isMultipart()) return { fields, received };
  const tooLarge = () => badInput({ file: `分片不能超过${CHUNK}字节` });
  try {
    for await (const part of partsOf(ctx.request, { limits: { fileSize: CHUNK + 1, fields: 20 } })) {
      if (part.type === 'field') fields[part.fieldname] = textOf(part);
      else if (received || part.fieldname !== 'file') part.file.resume();
      else received = await receiveWithin(ctx, bytesOf(part), CHUNK, tooLarge);
    }
  } catch (error) {
    if (received) await rm(received.path, { force: true });
    throw error;
  }
  return { fields, received };
}

/**
 * Makes the file out of its chunks: all there, each as it arrived, the beginning with the MD5 that was said, then
 * judged as every uploaded file. A fault is an answer (`success: false` with its sentence), since the specification's
 * page shows it behind 上传失败，原因：. Asked again after success, it answers the same file.
 */
export async function mergeChunks(
  ctx: Ctx,
  input: ParsedOf<typeof calls.mergeChunks>,
): Promise<ReplyOf<typeof calls.mergeChunks>> {
  try {
    const upload = await ownUpload(ctx, input);
    const file =
      upload.state === 'done' && upload.file_id ? await uploaded(ctx, upload.file_id) : await merge(ctx, upload);
    if (!file) throw notFound(GONE);
    return { success: true, path: file.url, fileType: file.fileType, responseMsg: '', file };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { success: false, path: '', fileType: '', responseMsg: error.message, file: null };
  }
}

async function merge(ctx: Ctx, upload: queries.UploadRow) {
  const { services } = ctx;
  if (upload.state === 'failed') throw notFound(GONE);
  if (!(await queries.beginMerge(services.db, upload.id))) throw refuse('文件正在合并，请稍候');
  let next: 'open' | 'failed' = 'open';
  try {
    const parts = await queries.partsOf(services.db, upload.id);
    const missing = chunksOf(upload.size) - parts.length;
    if (missing > 0) throw refuse(`还有${missing}个分片没有上传`);
    const beginning = createHash('md5');
    let hashed = 0;
    const received = await receiveBytes(services, chunksBytes(services, parts), (piece, size) => {
      const rest = Math.max(0, MD5_BYTES - hashed);
      beginning.update(piece.subarray(0, rest));
      hashed = size;
    });
    // From here on the same bytes would fail again.
    next = 'failed';
    if (beginning.digest('hex') !== upload.file_md5) {
      await rm(received.path, { force: true });
      throw refuse('文件内容与校验值不一致，请重新上传');
    }
    const file = await acceptFile(ctx, received, upload.name, upload.formats as FormatName);
    await queries.endMerge(services.db, upload.id, 'done', file.id);
    await dropParts(services, upload.id);
    return file;
  } catch (error) {
    // A scanner or a disk that was away says nothing against the chunks.
    const final = error instanceof Refusal && next === 'failed' && !(error instanceof TryLater);
    await queries.endMerge(services.db, upload.id, final ? 'failed' : 'open', null);
    if (final) await dropParts(services, upload.id);
    throw error;
  }
}

/** The chunks one after another; one that is not as it arrived ends it. */
async function* chunksBytes(services: Services, parts: readonly queries.PartRow[]) {
  for (const part of parts) {
    const hash = createHash('sha256');
    for await (const piece of readStored(services, part.key)) {
      hash.update(piece as Buffer);
      yield piece as Buffer;
    }
    if (!hash.digest().equals(part.sha256)) throw refuse(`第${part.no + 1}个分片已损坏，请重新上传`);
  }
}

async function dropParts(services: Services, uploadId: string) {
  for (const key of await queries.forgetParts(services.db, uploadId)) await fileStore(services).remove(key);
}

/** The account's unfinished uploads: the page asks for the file again and goes on. */
export async function listUnfinished(ctx: Ctx): Promise<ReplyOf<typeof calls.unfinishedUploads>> {
  const rows = await queries.unfinished(ctx.db, ctx.session.accountId);
  return {
    total: rows.length,
    rows: rows.map((row) => ({
      appId: row.id,
      fileName: row.name,
      size: row.size,
      fileMd5: row.file_md5,
      format: row.formats as FormatName,
      percentage: Math.min(99, Math.floor((row.received / row.size) * 100)),
      createTime: row.created_at.toISOString(),
    })),
  };
}

/** Gives up an unfinished upload of the own. */
export async function cancelUpload(ctx: Ctx, id: string): Promise<null> {
  if (!(await queries.closeUpload(ctx.db, ctx.session.accountId, id))) throw notFound(GONE);
  ctx.audit({ type: 'upload', id });
  return null;
}

/** Sweeps uploads that were never finished, with their chunks. */
export async function sweepUploads(services: Services): Promise<void> {
  for (const id of await queries.staleUploads(services.db)) {
    await dropParts(services, id);
    await queries.removeUpload(services.db, id);
  }
}
