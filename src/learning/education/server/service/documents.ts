import type * as contract from '#learning/education/contract.document.ts';
import { SHEET_COLUMNS, SHEET_ROWS, showingOf } from '#learning/education/rules.knowledge.ts';
import { STATES } from '#learning/education/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, findFile } from '#platform/server/files/fileRights.ts';
import { readStored } from '#platform/server/files/files.ts';
import { diff } from '#platform/server/log/audit.ts';
import { readTable } from '#platform/server/spreadsheet/read.ts';
import * as queries from '../queries/document.ts';
import { findFolder } from '../queries/folder.ts';
import { DOCUMENT_FILES, NO_DOCUMENT, NO_FOLDER, sameVersion } from './common.ts';
import { layoutNote } from './layouts.ts';

const TOPIC = 'knowledgeDocument';
const NOT_FOR_ME = '没有找到这份文档，或已下架';

const rowOf = (row: queries.DocumentRecord & { excerpt?: string }) => ({
  id: row.id,
  title: row.title,
  summary: row.summary,
  labels: row.labels,
  isRequired: row.isRequired,
  folderId: row.folderId,
  folderName: row.folderName,
  orgName: row.orgName,
  fileId: row.fileId,
  fileName: row.fileName,
  fileSize: row.fileSize,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  seconds: row.seconds,
  readAt: row.readAt?.toISOString() ?? null,
  isFavourite: row.isFavourite,
  excerpt: row.excerpt ?? '',
});

const canOf = (row: queries.DocumentRecord) => ({
  publish: row.state !== 1,
  withdraw: row.state === 1,
  remove: row.state === 0 && row.publishedAt === null,
});

const deskOf = (row: queries.DocumentRecord & { excerpt?: string }) => ({
  ...rowOf(row),
  state: row.state,
  stateName: STATES[row.state],
  withdrawnFor: row.withdrawnFor,
  readers: row.readers,
  updateName: row.updatedBy,
  updateDate: row.updatedAt.toISOString(),
  version: row.version,
  can: canOf(row),
});

/** A page of what is for the session. */
export async function documents(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listDocuments>,
): Promise<ReplyOf<typeof contract.listDocuments>> {
  const filter = { view: input.view, folderId: input.folderId ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageForReader(ctx.db, ctx.session, filter, input.pageSize, offset);
  return { rows: found.rows.map(rowOf), total: found.total };
}

/** The desk: documents of the scope in every state. */
export async function managed(
  ctx: Ctx,
  input: ParsedOf<typeof contract.manageDocuments>,
): Promise<ReplyOf<typeof contract.manageDocuments>> {
  const filter = { folderId: input.folderId ?? null, state: input.state ?? null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfDocuments(ctx.db, ctx.session, ctx.scope, filter, input.pageSize, offset);
  return { rows: found.rows.map(deskOf), total: found.total };
}

async function find(ctx: Ctx, ids: readonly string[], lock: boolean): Promise<queries.DocumentRecord[]> {
  const rows = await queries.documentsOf(ctx.db, ctx.session, ctx.scope, ids, lock);
  if (rows.length < ids.length) throw notFound(NO_DOCUMENT);
  return rows;
}

/** One document as it is worked on. */
export async function details(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getDocument>> {
  const [row] = await find(ctx, [id], false);
  if (!row) throw notFound(NO_DOCUMENT);
  return deskOf(row);
}

/** One document to be read, with its versions. */
export async function read(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.readDocument>> {
  const row = await queries.findForReader(ctx.db, ctx.session, id);
  if (!row) throw notFound(NOT_FOR_ME);
  const [versions, pages] = await Promise.all([
    queries.versionsOf(ctx.db, id),
    queries.pagesRead(ctx.db, ctx.session.accountId, id),
  ]);
  return {
    ...rowOf(row),
    maySave: row.maySave,
    pages,
    versions: versions.map(({ createdAt, shownNote, ...of }) => ({
      ...of,
      shownNote: layoutNote(ctx.services, of.fileName, shownNote),
      createdAt: createdAt.toISOString(),
    })),
  };
}

/** The first filled sheet of one of a document's files. */
export async function table(
  ctx: Ctx,
  { id, fileId }: ParsedOf<typeof contract.readTable>,
): Promise<ReplyOf<typeof contract.readTable>> {
  if (!(await queries.findForReader(ctx.db, ctx.session, id))) throw notFound(NOT_FOR_ME);
  const version = (await queries.versionsOf(ctx.db, id)).find((one) => one.fileId === fileId);
  if (!version || showingOf(version.fileName) !== 'sheet') throw notFound('没有找到这份表格');
  const file = await findFile(ctx, fileId);
  if (!file) throw notFound('文件已过期');
  const pieces: Uint8Array[] = [];
  for await (const piece of readStored(ctx.services, file.bytesOf)) pieces.push(piece as Uint8Array);
  const rows: string[][] = [];
  let isCut = false;
  for await (const row of readTable(Buffer.concat(pieces))) {
    if (rows.length === SHEET_ROWS) {
      isCut = true;
      break;
    }
    isCut ||= row.length > SHEET_COLUMNS;
    rows.push(row.slice(0, SHEET_COLUMNS));
  }
  return { rows, isCut };
}

const shown = (of: queries.DocumentFields, folderName: string, fileName: string) => ({
  folderName,
  title: of.title,
  summary: of.summary,
  labels: of.labels.join('、'),
  isRequired: of.isRequired,
  fileName,
});

async function folderOf(ctx: Ctx, id: string) {
  const folder = await findFolder(ctx.db, ctx.scope, id);
  if (!folder) throw notFound(NO_FOLDER);
  return folder;
}

/** Gives an uploaded file to a document as its newest version; the older ones stay readable. */
async function takeFile(ctx: Ctx, id: string, orgCode: string, of: { fileId: string; note: string }): Promise<void> {
  const place = { kind: DOCUMENT_FILES, rowId: id, orgCode };
  const [fileId = ''] = await attachFiles(ctx, 'fileId', [of.fileId], place, { format: 'common' });
  await queries.addVersion(ctx.db, id, fileId, of.note, ctx.session.accountName);
}

/** Drafts a document in a folder of the scope. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createDocument>,
): Promise<ReplyOf<typeof contract.createDocument>> {
  const folder = await folderOf(ctx, input.folderId);
  const fields = { ...input, labels: [...new Set(input.labels)] };
  const id = await queries.insertDocument(ctx.db, folder, fields, ctx.session.accountName);
  await takeFile(ctx, id, folder.orgCode, input);
  const [row] = await find(ctx, [id], false);
  const changes = diff<Record<string, unknown>>({}, shown(fields, folder.name, row?.fileName ?? ''));
  ctx.audit({ type: TOPIC, id, name: input.title, orgCode: folder.orgCode, changes });
  return { id };
}

/** Changes a document; another file is a new version, which says what changed. */
export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateDocument>,
): Promise<ReplyOf<typeof contract.updateDocument>> {
  const [row] = await find(ctx, [input.id], true);
  if (!row) throw notFound(NO_DOCUMENT);
  const folder = await folderOf(ctx, input.folderId);
  sameVersion(row, input.version, '这份文档');
  const isNewFile = input.fileId !== row.fileId;
  if (isNewFile && row.publishedAt && input.note === '') throw badInput({ note: '换了文件，请写明这次改了什么' });
  const fields = { ...input, labels: [...new Set(input.labels)] };
  const version = await queries.writeDocument(ctx.db, row.id, folder, fields, ctx.session.accountName);
  if (isNewFile) await takeFile(ctx, row.id, folder.orgCode, input);
  const [after] = await find(ctx, [row.id], false);
  const changes = diff<Record<string, unknown>>(
    shown(row, row.folderName, row.fileName),
    shown(fields, folder.name, after?.fileName ?? ''),
  );
  ctx.audit({ type: TOPIC, id: row.id, name: input.title, orgCode: folder.orgCode, changes });
  return { version };
}

/** Puts a draft that was never published into the recycle bin. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeDocument>): Promise<null> {
  const [row] = await find(ctx, [input.id], true);
  if (!row) throw notFound(NO_DOCUMENT);
  if (!canOf(row).remove) throw refuse('发布过的文档不能删除，可以下架');
  await queries.binDocument(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  ctx.audit({ type: TOPIC, id: row.id, name: row.title, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}

/** Publishes drafts, or what was taken down. */
export async function publish(
  ctx: Ctx,
  { ids }: ParsedOf<typeof contract.publishDocuments>,
): Promise<ReplyOf<typeof contract.publishDocuments>> {
  const rows = (await find(ctx, ids, true)).filter(({ state }) => state !== 1);
  if (rows.length === 0) throw refuse('所选文档都已发布');
  const which = rows.map(({ id }) => id);
  await queries.publishAll(ctx.db, which, ctx.session.accountName);
  for (const { id, title, orgCode, state } of rows) {
    ctx.audit({ type: TOPIC, id, name: title, orgCode, changes: { state: [state, 1] } });
  }
  return { count: rows.length };
}

/** Takes documents down at once; who has read them stays known. */
export async function withdraw(
  ctx: Ctx,
  { ids, reason }: ParsedOf<typeof contract.withdrawDocuments>,
): Promise<ReplyOf<typeof contract.withdrawDocuments>> {
  const rows = (await find(ctx, ids, true)).filter(({ state }) => state === 1);
  if (rows.length === 0) throw refuse('所选文档没有在发布的');
  const which = rows.map(({ id }) => id);
  await queries.withdrawAll(ctx.db, which, reason, ctx.session.accountName);
  for (const { id, title, orgCode } of rows) {
    ctx.audit({ type: TOPIC, id, name: title, orgCode, changes: { state: [1, 2] }, reason });
  }
  return { count: rows.length };
}

async function openable(ctx: Ctx, id: string): Promise<void> {
  if (!(await queries.findForReader(ctx.db, ctx.session, id))) throw notFound(NOT_FOR_ME);
}

export async function favourite(ctx: Ctx, input: ParsedOf<typeof contract.markFavourite>): Promise<null> {
  await openable(ctx, input.id);
  await queries.setFavourite(ctx.db, ctx.session.accountId, input.id, input.isFavourite);
  return null;
}

/**
 * Counts what was read; opening a document is a beat of no seconds.
 * @throws a fault at `pages` where the document has no such version
 */
export async function recordReadingBeat(
  ctx: Ctx,
  input: ParsedOf<typeof contract.beatReading>,
): Promise<ReplyOf<typeof contract.beatReading>> {
  await openable(ctx, input.id);
  const { pages } = input;
  if (pages && !(await queries.versionsOf(ctx.db, input.id)).some((one) => one.number === pages.version))
    throw badInput({ 'pages.version': '没有这个版本' });
  return queries.countReading(ctx.db, ctx.session.accountId, input.id, input.seconds, pages);
}
