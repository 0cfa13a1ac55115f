import type {
  addHelp,
  getHelpVersion,
  HelpDetail,
  HelpItem,
  HelpVersion,
  listHelp,
  updateHelp,
} from '#kernel/help/contract.ts';
import { findPersonalNumbers, MAX_DOCUMENTS, passageOf } from '#kernel/help/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { textPinyin } from '#platform/server/database/nameSearch.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { cleanHtml, isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { decodeHtml, fileIdsIn } from '#platform/text/richTextRules.ts';
import * as queries from './queries.ts';

const MISSING = '帮助文档不存在';
const FULL = `帮助文档最多${MAX_DOCUMENTS}篇，请先删除不用的`;
const FILES = 'help.content';
/** Help belongs to the whole deployment. */
const TOP = '0001';

function itemOf(ctx: Ctx, row: Omit<queries.HelpRecord, 'content'>): HelpItem {
  const may = ctx.may('help:write');
  return {
    id: row.id,
    pid: row.parent_id ?? '',
    title: row.title,
    pinyin: row.pinyin,
    initials: row.initials,
    routes: row.routes,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    sort: row.sort,
    published: row.published,
    version: row.version,
    can: { edit: may, remove: may },
  };
}

/** The documents without their content; those that are not published only for whoever maintains them. */
export async function listDocuments(ctx: Ctx, input: ParsedOf<typeof listHelp>): Promise<ReplyOf<typeof listHelp>> {
  const rows = await queries.listDocuments(ctx.db, {
    words: input.title?.toLowerCase() || null,
    drafts: input.drafts && ctx.may('help:write'),
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  const passage = (text: string) => (input.title ? passageOf(text, input.title) : null);
  return { rows: rows.map((row) => ({ ...itemOf(ctx, row), passage: passage(row.text) })), total: rows[0]?.total ?? 0 };
}

/** One document with its content, cleaned once more: the profile may have become narrower since it was written. */
export async function getDocument(ctx: Ctx, id: string): Promise<HelpDetail> {
  const row = await queries.findDocument(ctx.db, id);
  if (!row || !(row.published || ctx.may('help:write'))) throw notFound(MISSING);
  return { ...itemOf(ctx, row), content: encodeURIComponent(cleanHtml(row.content)) };
}

/** What is stored of a content as it came over the wire. */
function written(wire: string): string {
  const raw = decodeHtml(wire);
  const html = cleanHtml(raw);
  if (isEmptyHtml(raw) || isEmptyHtml(html)) throw badInput({ content: '请输入内容' });
  return html;
}

const fieldsOf = (given: {
  pid: string | null;
  title: string;
  content: string;
  routes: readonly string[];
  published: boolean;
}): queries.HelpFields => {
  const { full, initials } = textPinyin(given.title);
  return {
    parentId: given.pid,
    title: given.title,
    pinyin: full,
    initials,
    content: given.content,
    words: plainText(given.content),
    routes: [...new Set(given.routes)],
    published: given.published,
  };
};

async function checkParent(ctx: Ctx, pid: string | null, id?: string): Promise<void> {
  if (pid === null) return;
  if (!(await queries.findDocument(ctx.db, pid))) throw badInput({ pid: '上级文档不存在' });
  if (id && (await queries.branchOf(ctx.db, id)).includes(pid)) throw badInput({ pid: '不能放在自己或下级文档之下' });
}

/**
 * Gives the uploaded files of a content to its document; answers the content with the ids that they have now. Files that
 * only earlier texts show stay as long as those.
 */
async function takeFiles(ctx: Ctx, id: string, content: string): Promise<string> {
  const owner = { kind: FILES, rowId: id, orgCode: TOP };
  const fileIds = fileIdsIn(content);
  const kept = await attachFiles(ctx, 'content', fileIds, owner);
  await detachFiles(ctx, owner, [...kept, ...(await queries.filesInTexts(ctx.db, id))]);
  return fileIds.reduce((html, from, at) => html.replaceAll(from, kept[at] ?? from), content);
}

/** Refuses what tells everybody a personal number, unless whoever publishes says why it is published all the same. */
function stopNumbers(fields: queries.HelpFields, despite: string): boolean {
  const found = fields.published ? findPersonalNumbers(fields) : [];
  if (found.length > 0 && despite === '') {
    throw refuse(found[0] ?? '', { personal: found, fields: { despite: '请删除或遮盖，或写明仍要发布的原因' } });
  }
  return found.length > 0;
}

/** Adds a document behind its siblings. */
export async function addDocument(ctx: Ctx, input: ParsedOf<typeof addHelp>): Promise<{ id: string }> {
  await queries.lockTree(ctx.db);
  if ((await queries.countDocuments(ctx.db)) >= MAX_DOCUMENTS) throw refuse(FULL);
  const fields = fieldsOf({ ...input, content: written(input.content) });
  await checkParent(ctx, fields.parentId);
  const stopped = stopNumbers(fields, input.despite);
  const id = await queries.insertDocument(ctx.db, fields, ctx.session.accountName);
  await queries.setContent(ctx.db, id, await takeFiles(ctx, id, fields.content));
  const changes = diff<Record<string, unknown>>({}, { ...shown(fields) });
  if (stopped) changes.despite = [null, input.despite];
  ctx.audit({ type: 'help', id, name: fields.title, changes });
  return { id };
}

/** What the log shows of a document: words instead of HTML. */
const shown = (fields: queries.HelpFields) => ({
  pid: fields.parentId,
  title: fields.title,
  content: fields.words,
  routes: fields.routes.join('、'),
  published: fields.published,
});

/** Writes what is given, and puts the document behind another one of its parent where `after` is given. */
export async function changeDocument(ctx: Ctx, input: ParsedOf<typeof updateHelp>): Promise<{ version: number }> {
  const { id, version, after } = input;
  await queries.lockTree(ctx.db);
  const row = await found(ctx, id);
  if (row.version !== version) throw conflict('该文档已被他人修改，请刷新后再试', { current: itemOf(ctx, row) });
  const before = {
    pid: row.parent_id,
    title: row.title,
    content: row.content,
    routes: row.routes,
    published: row.published,
  };
  const given = {
    pid: input.pid === undefined ? before.pid : input.pid,
    title: input.title ?? before.title,
    content: input.content === undefined ? before.content : written(input.content),
    routes: input.routes ?? before.routes,
    published: input.published ?? before.published,
  };
  if (given.pid !== before.pid) await checkParent(ctx, given.pid, id);
  const isOtherText = given.content !== before.content || given.title !== before.title;
  // What stands published already is not asked about again for another place.
  const asks = isOtherText || (given.published && !before.published);
  const stopped = asks && stopNumbers(fieldsOf(given), input.despite);
  if (isOtherText) await queries.keepFirstText(ctx.db, id);
  if (given.content !== before.content) given.content = await takeFiles(ctx, id, given.content);
  const fields = fieldsOf(given);
  const changes = diff<Record<string, unknown>>(shown(fieldsOf(before)), shown(fields));
  const moved = after === undefined ? null : await place(ctx, row.id, given.pid, after);
  if (moved) changes.place = moved;
  if (stopped) changes.despite = [null, input.despite];
  const changed = Object.keys(changes).length > 0 || isOtherText;
  const by = ctx.session.accountName;
  const next = changed ? await queries.updateDocument(ctx.db, id, fields, { by, isOtherText }) : version;
  if (isOtherText) await queries.keepText(ctx.db, id, by);
  ctx.audit({ type: 'help', id, name: fields.title, changes });
  return { version: next };
}

async function place(ctx: Ctx, id: string, pid: string | null, after: string | null) {
  const order = await queries.siblingsBelow(ctx.db, pid);
  const others = order.filter((one) => one !== id);
  const to = after === null ? 0 : others.indexOf(after) + 1;
  if (after !== null && to === 0) throw badInput({ after: '只能在同一上级的文档之间调整' });
  others.splice(to, 0, id);
  await queries.numberDocuments(ctx.db, others);
  const from = order.indexOf(id);
  return from === to ? null : ([from + 1, to + 1] as [unknown, unknown]);
}

/** Takes a document out; those below it must be moved or deleted first. */
export async function dropDocument(ctx: Ctx, input: { id: string; deleteReason: string }): Promise<null> {
  await queries.lockTree(ctx.db);
  const row = await found(ctx, input.id);
  if ((await queries.branchOf(ctx.db, row.id)).length > 1) throw refuse('请先移走或删除它的下级文档');
  await queries.deleteDocument(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  ctx.audit({ type: 'help', id: row.id, name: row.title, reason: input.deleteReason });
  return null;
}

async function found(ctx: Ctx, id: string): Promise<queries.HelpRecord> {
  const row = await queries.findDocument(ctx.db, id, true);
  if (!row) throw notFound(MISSING);
  return row;
}

const versionOf = (text: Omit<queries.SavedText, 'content'>): HelpVersion => ({
  version: text.version,
  title: text.title,
  saveTime: text.saved_at.toISOString(),
  saveName: text.saved_by,
});

/** The texts that a document has had, the newest, which stands now, first. */
export async function listVersions(ctx: Ctx, id: string): Promise<HelpVersion[]> {
  if (!(await queries.findDocument(ctx.db, id))) throw notFound(MISSING);
  return (await queries.listTexts(ctx.db, id)).map(versionOf);
}

/** One of them, cleaned once more. */
export async function getVersion(
  ctx: Ctx,
  input: ParsedOf<typeof getHelpVersion>,
): Promise<ReplyOf<typeof getHelpVersion>> {
  const document = await queries.findDocument(ctx.db, input.id);
  const text = document && (await queries.findText(ctx.db, input.id, input.version));
  if (!text) throw notFound('没有这个历史版本');
  return { ...versionOf(text), content: encodeURIComponent(cleanHtml(text.content)) };
}

/** Deleted documents in the recycle bin. */
export const recycledHelp: RecycleKind = {
  kind: 'help',
  label: '帮助文档',
  right: 'help:write',
  list: (ctx, _scope, filter) => queries.listDeleted(ctx.db, filter),
  count: (ctx, _scope, filter, limit) => queries.countDeleted(ctx.db, filter, limit),
  lock: (ctx, _scope, id) => queries.lockDeleted(ctx.db, id),
  async restore(ctx, id) {
    await queries.lockTree(ctx.db);
    if ((await queries.countDocuments(ctx.db)) >= MAX_DOCUMENTS) throw refuse(FULL);
    await queries.restoreDocument(ctx.db, id);
  },
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: FILES, rowId: id }, []);
    await queries.eraseDocument(ctx.db, id);
  },
};

/** Tells the registries of the house what of this belongs to them. */
export function announceService(): void {
  describeFields('help', {
    pid: { label: '上级文档' },
    title: { label: '标题' },
    content: { label: '内容' },
    routes: { label: '对应页面' },
    published: { label: '发布', yesNo: true },
    despite: { label: '仍要发布的原因' },
    place: { label: '顺序' },
  });
  // Whoever may read the document sees its pictures.
  canReadFile(FILES, async (ctx, { rowId }) => {
    const document = rowId === null ? undefined : await queries.findDocument(ctx.db, rowId);
    return document !== undefined && (document.published || ctx.may('help:write'));
  });
}
