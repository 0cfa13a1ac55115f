import type { FileReply } from '#platform/contract.ts';
import { CODE, type ParsedOf, type ReplyOf } from '#platform/contract.ts';
import type { downloadFile, mediaAddress } from '#platform/files/fileCalls.ts';
import { isShown } from '#platform/files/fileRules.ts';
import { Ctx } from '#platform/server/context.ts';
import { notFound, Refusal, refuse } from '#platform/server/errors.ts';
import {
  findFile,
  isPageOnly,
  mayReadFile,
  mayReadOpenly,
  type StoredFile,
} from '#platform/server/files/fileRights.ts';
import { type ByteRange, fileStore } from '#platform/server/files/fileStore.ts';
import { readStored, removeStored } from '#platform/server/files/files.ts';
import { authenticateHash, tokenOf } from '#platform/server/http/authenticate.ts';
import { auditAct } from '#platform/server/log/audit.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import * as queries from '../queries.ts';

const MISSING = '文件不存在或已过期';
/** How long a temporary address is good: a meeting's recording is watched within it. */
const ADDRESS_SECONDS = 3600;

const idOf = (key: string) => key.slice(0, 32);

/** A file that the session may read. The own temporary one (an export) needs no module to answer for it. */
async function readable(ctx: Ctx, key: string) {
  const file = await findFile(ctx, idOf(key));
  if (!file) throw notFound(MISSING);
  const mine = await queries.isOwnTemporary(ctx.db, ctx.session.accountId, file.id);
  if (!mine && !(await mayReadFile(ctx, file))) throw notFound(MISSING);
  return { ...file, mine };
}

/** The bytes of a file, whole or in part, or of one of a picture's sizes. The caller has asked whether they may be read. */
export async function sendFile(
  ctx: Ctx,
  fileId: string,
  { name, mime, size, bytesOf }: StoredFile,
): Promise<FileReply> {
  const key = bytesOf + fileId.slice(32);
  if (!(await fileStore(ctx.services).has(key))) throw notFound(MISSING);
  const inline = isShown(mime);
  // Of the other sizes the length is not known.
  if (key.length > 32) return { name, mime, inline, body: readStored(ctx.services, key) };
  const range = rangeOf(ctx.request.headers.range, size);
  const part = range ?? undefined;
  return {
    name,
    mime,
    inline,
    size: part ? part.end - part.start + 1 : size,
    ranges: { total: size, range },
    body: readStored(ctx.services, key, part),
  };
}

/** The one range that a request asks for; null where it asks for none, or for several, which get the whole file. */
function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end || start >= size) throw new Refusal(CODE.parameter, '没有这一段内容', null, 416);
  return { start, end };
}

/** A file by its opaque id. `delete=true` removes it afterwards where it is the session's own temporary one. */
export async function download(ctx: Ctx, input: ParsedOf<typeof downloadFile>): Promise<FileReply> {
  const file = await readable(ctx, input.fileName);
  if (!file.mine && (await isPageOnly(ctx, file))) throw refuse('这份文件只能在页面里查看，不能下载');
  const reply = await sendFile(ctx, input.fileName, file);
  if (input.delete) {
    if (!file.mine) throw notFound(MISSING);
    await auditAct(ctx, ctx.session, '下载后删除文件', { type: 'file', id: file.id, name: file.name });
    // What is being sent is sent to its end.
    const remove = () => void removeStored(ctx.services, file.id).catch(() => {});
    ctx.response.raw.once('close', remove);
  }
  return reply;
}

/** An address for what a browser itself must fetch (a video, a document in its viewer), good for an hour. */
export async function addressOf(ctx: Ctx, input: ParsedOf<typeof mediaAddress>): Promise<ReplyOf<typeof mediaAddress>> {
  await readable(ctx, input.fileName);
  const hash = hashToken(tokenOf(ctx.request.headers.authorization) ?? '');
  const text = `${input.fileName}.${await until(ctx)}.${await queries.sessionId(ctx.db, hash)}`;
  return { url: address(text, ctx.vault.sign('media', ofSession(text, hash))), seconds: ADDRESS_SECONDS };
}

const until = async (ctx: Ctx) => (await queries.nowSeconds(ctx.db)) + ADDRESS_SECONDS;
const address = (text: string, signature: string) => `/api/common/media/${text}.${signature}`;
/** A session keeps its number when it goes on in another role, but not its token: the signature is over both. */
const ofSession = (text: string, hash: Buffer) => `${text} ${hash.toString('hex')}`;

/** What an address of an open page begins with: whether it may be read is asked anew at every reading. */
const OPEN = 'open.';

/** An address of a file of an open page, good for an hour and no longer than the file stands there (`canReadOpenly`). */
export async function openAddress(ctx: Ctx, key: string): Promise<string> {
  const text = `${OPEN}${key}.${await until(ctx)}`;
  return address(text, ctx.vault.sign('media', text));
}

const TICKET = /^((open\.)?([0-9a-f]{32}(?:-[tz])?)\.(\d{10})(?:\.(\d{1,18}))?)\.([0-9a-f]{64})$/;

/**
 * A file by a temporary address. One that was made for a session ends with it, and whether the session may read the file is
 * asked again at every reading; so is whether an open page still shows it.
 */
export async function readMedia(ctx: Ctx, ticket: string): Promise<FileReply> {
  const [, text = '', open, key = '', end = '', sessionId = '0', signature = ''] = TICKET.exec(ticket) ?? [];
  const hash = open ? null : await queries.tokenHash(ctx.db, sessionId);
  const signed = open ? text : hash && ofSession(text, hash);
  if (key === '' || !signed || !ctx.vault.verify('media', signed, signature)) throw notFound(MISSING);
  if ((await queries.nowSeconds(ctx.db)) > Number(end)) throw notFound('地址已过期，请刷新页面');
  return sendFile(ctx, key, hash ? await readable(await standing(ctx, hash), key) : await openFile(ctx, key));
}

async function openFile(ctx: Ctx, key: string): Promise<StoredFile> {
  const file = await findFile(ctx, idOf(key));
  if (!file || !(await mayReadOpenly(ctx, file))) throw notFound(MISSING);
  return file;
}

/** The call as the session of this token would make it; not found where that is over. */
async function standing(ctx: Ctx, hash: Buffer): Promise<Ctx> {
  const found = await authenticateHash(ctx.services, hash);
  if (!found) throw notFound(MISSING);
  const { db, services, request, response } = ctx;
  return new Ctx({ db, services, session: found.session, request, response });
}
