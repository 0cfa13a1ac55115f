import { rm } from 'node:fs/promises';
import { CODE } from '#platform/contract.ts';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { cleanName, extensionOf, type FormatName, fileFault, isImage, mimeOf } from '#platform/files/fileRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, Refusal } from '#platform/server/errors.ts';
import { LOOSE } from '#platform/server/files/fileRights.ts';
import { type Received, storeFile } from '#platform/server/files/files.ts';
import { auditAct } from '#platform/server/log/audit.ts';
import { logFault } from '#platform/server/log/log.ts';
import { isWhatItSays } from './kinds.ts';
import { redrawPicture } from './pictures.ts';
import { quarantine } from './quarantine.ts';
import { isReleased } from './queries/quarantine.ts';
import { filesById } from './queries.ts';
import { scanFile } from './scanner.ts';

/** Days that an uploaded file waits for the row that it is meant for. */
const DAYS = 30;

/** Where a file can be fetched; `-t` and `-z` after the id are its sizes. */
export const urlOf = (key: string) => `/api/common/download?fileName=${key}`;

/** A stored file as the calls answer it. */
export function toUploaded(file: {
  id: string;
  name: string;
  mime: string;
  size: number;
  hasSizes: boolean;
}): UploadedFile {
  const { id, name, mime, size, hasSizes } = file;
  return {
    id,
    name,
    url: urlOf(id),
    thumbnailUrl: hasSizes ? urlOf(`${id}-t`) : '',
    zoomUrl: hasSizes ? urlOf(`${id}-z`) : '',
    fileType: mime,
    size,
  };
}

/** The files of a row as uploader and lists show them, in the order of their ids. Who may read the row is asked before. */
export const uploadedFiles = async (db: Db, ids: readonly string[]): Promise<UploadedFile[]> =>
  (await filesById(db, ids)).map(toUploaded);

const refused = (sentence: string) => badInput({ file: sentence });

/**
 * Judges received bytes (name, size, content, viruses), draws pictures anew, and keeps them as a file of the session's
 * account that belongs to no row yet. The local file is gone afterwards, whatever the outcome.
 * @throws body code 600 with a sentence at `file`
 */
export async function acceptFile(
  ctx: Ctx,
  received: Received,
  fileName: string,
  format: FormatName,
): Promise<UploadedFile> {
  const name = cleanName(fileName);
  const extension = extensionOf(name);
  try {
    const fault = fileFault(name, received.size, format);
    if (fault) throw refused(fault);
    if (!(await isWhatItSays(received.path, extension))) throw refused('文件格式不合法，请检查文件');
    await refuseInfected(ctx, received, name);
    const picture = isImage(extension) ? await redrawPicture(ctx.services, received.path, extension) : null;
    if (isImage(extension) && !picture) throw refused('文件格式不合法，请检查文件');
    const kept = picture?.received ?? received;
    const { accountId, orgCode } = ctx.session;
    const mime = mimeOf(extension);
    const facts = { kind: LOOSE, rowId: null, orgCode, accountId, name, mime, days: DAYS };
    const id = await storeFile(ctx.services, ctx.services.db, facts, kept, picture?.sizes);
    await auditAct(ctx, ctx.session, '上传文件', { type: 'file', id, name });
    return toUploaded({ id, name, mime, size: kept.size, hasSizes: picture !== null });
  } finally {
    await rm(received.path, { force: true });
  }
}

/** The file may come in when it is tried again later: nothing was found against it. */
export class TryLater extends Refusal {}
const later = (sentence: string) => new TryLater(CODE.parameter, sentence, { fields: { file: sentence } });

/**
 * Infected bytes are kept aside for the administrator, who may find them harmless; while the scanner is away, the
 * deployment's setting decides.
 */
async function refuseInfected(ctx: Ctx, received: Received, name: string) {
  const { scanner } = ctx.services.config;
  if (!scanner) return;
  const result = await scanFile(scanner, received.path);
  if (result === 'clean') return;
  if (typeof result === 'object') {
    if (await isReleased(ctx.services.db, received.sha256)) return;
    const { threat } = result;
    const id = await quarantine(ctx, received, name, threat);
    await auditAct(ctx, ctx.session, '拦截带病毒的文件', { type: 'quarantine', id, name, reason: threat }, 'denied');
    throw refused('文件带有病毒，已拦截');
  }
  logFault('virus scanner', result === 'tooLarge' ? 'size limit exceeded: raise its StreamMaxLength' : 'no answer');
  if (!scanner.required) return;
  if (result === 'tooLarge') throw refused('文件太大，病毒检查服务不能检查，请联系管理员');
  throw later('病毒检查服务暂时没有响应，请稍后再上传');
}
