import type { Ctx } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { canReadFile, readOnPageOnly } from '#platform/server/files/fileRights.ts';
import { documentsOf, findForReader } from '../queries/document.ts';
import { findUnit } from '../queries/unit.ts';
import { findVideo } from '../queries/video.ts';
import { isShownFile, isShownUnit } from '../queries/watch.ts';

export const VIDEO_FILES = 'education.video';
export const UNIT_FILES = 'education.videoUnit';
export const DOCUMENT_FILES = 'education.document';
export const NO_VIDEO = '没有找到这个视频，或不在管理范围内';
export const NO_UNIT = '没有找到这个视频单元，或不在管理范围内';

export const NO_FOLDER = '没有找到这个文件夹，或不在管理范围内';
export const NO_DOCUMENT = '没有找到这份文档，或不在管理范围内';

/** Whether the session works on what its scope holds. */
export const mayWrite = (ctx: Ctx): boolean => ctx.may('edu:write') && ctx.scope.memberId === null;

/** Refuses a change of something that has changed since it was read. */
export function sameVersion(
  row: { version: number; updatedBy: string; updatedAt: Date },
  version: number,
  name: string,
): void {
  if (row.version === version) return;
  throw conflict(`${name}已有变化，请核对后再操作`, {
    current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
  });
}

/** Announces who reads the files of videos, units and documents: who works on them, and those for whom they are. */
export function announceFiles(): void {
  canReadFile(VIDEO_FILES, async (ctx, { id, rowId }) => {
    if (rowId === null) return false;
    if (mayWrite(ctx) && (await findVideo(ctx.db, ctx.scope, rowId))) return true;
    return ctx.may('dj:zhjy') && isShownFile(ctx.db, ctx.session, rowId, id);
  });
  canReadFile(UNIT_FILES, async (ctx, { rowId }) => {
    if (rowId === null) return false;
    if (mayWrite(ctx) && (await findUnit(ctx.db, ctx.scope, rowId))) return true;
    return ctx.may('dj:zhjy') && isShownUnit(ctx.db, ctx.session, rowId);
  });
  // All versions of a document are read by those for whom it is.
  canReadFile(DOCUMENT_FILES, async (ctx, { rowId }) => {
    if (rowId === null) return false;
    if (mayWrite(ctx) && (await documentsOf(ctx.db, ctx.session, ctx.scope, [rowId], false)).length > 0) return true;
    return ctx.may('dj:zhjy') && (await findForReader(ctx.db, ctx.session, rowId)) !== undefined;
  });
  // A folder without downloads: its documents are read in the page, but by those who work on them.
  readOnPageOnly(DOCUMENT_FILES, async (ctx, { rowId }) => {
    if (rowId === null) return true;
    if (mayWrite(ctx) && (await documentsOf(ctx.db, ctx.session, ctx.scope, [rowId], false)).length > 0) return false;
    return (await findForReader(ctx.db, ctx.session, rowId))?.maySave !== true;
  });
}
