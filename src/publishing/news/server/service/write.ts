import { randomBytes } from 'node:crypto';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import { cleanHtml, isEmptyHtml, plainText } from '#platform/text/richText.ts';
import { decodeHtml, fileIdsIn } from '#platform/text/richTextRules.ts';
import type * as contract from '#publishing/news/contract.ts';
import { NO_REACH, type Reach, reachOf } from '#publishing/news/rules.notice.ts';
import type { Kind } from '#publishing/news/rules.ts';
import * as queries from '../queries/article.ts';
import { findColumn } from '../queries/columns.ts';
import { versionsOf } from '../queries/versions.ts';
import { canOf, FILES, fixSubject, lockArticle, logArticle, MISSING } from './common.ts';
import { readAttachments } from './fileTexts.ts';

/** What a form holds, of an article or of an announcement. */
export type Form = Omit<ParsedOf<typeof contract.createArticle>, 'orgId' | 'kind' | 'columnId' | 'audience'> & {
  kind: Kind;
  columnId: string | null;
  audience: queries.ArticleFields['audience'];
  mustConfirm?: string;
  readBy?: string | null;
  noticeType?: string;
  reach?: Reach;
};

/** What is stored of a text as it came over the wire. */
function written(wire: string): string {
  const raw = decodeHtml(wire);
  const html = cleanHtml(raw);
  if (isEmptyHtml(raw) || isEmptyHtml(html)) throw badInput({ content: '请输入正文' });
  return html;
}

/** What a form says, as it is stored. A column takes its own kind alone, from the types of organisations that may write there. */
export async function fieldsOf(ctx: Ctx, input: Form, org: { type: number }): Promise<queries.ArticleFields> {
  if (input.columnId !== null) {
    const column = await findColumn(ctx.db, input.columnId);
    if (!column) throw badInput({ columnId: '栏目不存在，请重新选择' });
    if (column.kind !== input.kind)
      throw badInput({ columnId: `“${column.name}”是${column.kind === 'video' ? '视频' : '文章'}栏目` });
    if (!(await queries.mayWriteIn(ctx.db, column.id, org.type)))
      throw badInput({ columnId: `“${column.name}”不由这类组织投稿` });
  }
  if (input.kind === 'video' && input.video === '') throw badInput({ video: '请上传视频' });
  const chosen = input.audience === 'chosen';
  const orgs = input.orgIds.length > 0 ? await orgsById(ctx.db, ctx.scope, input.orgIds) : [];
  if (orgs.length < new Set(input.orgIds).size) throw notFound('组织不存在');
  if (chosen && orgs.length === 0) throw badInput({ orgIds: '请选择组织' });
  const publishAt = input.publishAt === null ? null : new Date(`${input.publishAt.replace(' ', 'T')}:00+08:00`);
  if (publishAt !== null && (await queries.isPast(ctx.db, publishAt)))
    throw badInput({ publishAt: '发布时间不能早于现在' });
  const from = publishAt?.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' }) ?? (await todayOf(ctx.db));
  if (input.shownUntil !== null && input.shownUntil < from)
    throw badInput({ shownUntil: '展示截止日期不能早于发布日期' });
  const content = written(input.content);
  return {
    columnId: input.columnId,
    kind: input.kind,
    title: input.title,
    summary: input.summary,
    content,
    words: plainText(content),
    cover: input.cover,
    video: input.kind === 'video' ? input.video : '',
    subtitles: input.kind === 'video' ? input.subtitles.trim() : '',
    genre: input.genre,
    files: input.files,
    labels: [...new Set(input.labels)],
    source: input.source,
    author: input.author,
    editor: input.editor,
    audience: input.audience,
    audienceOrgs: chosen ? [...new Set(input.orgIds)] : [],
    publishAt,
    shownUntil: input.shownUntil,
    mustConfirm: input.mustConfirm ?? '',
    readBy: input.readBy ?? null,
    noticeType: input.noticeType ?? '1',
    reach: input.reach ?? NO_REACH,
    note: input.note,
  };
}

/** Gives uploaded files to their article; answers text, cover, video and attachments with the ids that they have now. */
async function takeFiles(
  ctx: Ctx,
  owner: { rowId: string; orgCode: string },
  of: Pick<queries.ArticleFields, 'content' | 'cover' | 'video' | 'files'>,
): Promise<queries.OwnFiles> {
  const place = { kind: FILES, ...owner };
  const named = fileIdsIn(of.content);
  const inText = await attachFiles(ctx, 'content', named, place);
  const cover = await attachFiles(ctx, 'cover', of.cover ? [of.cover] : [], place, { format: 'image' });
  const video = await attachFiles(ctx, 'video', of.video ? [of.video] : [], place, { format: 'video' });
  const files = await attachFiles(ctx, 'files', of.files, place, { format: 'common' });
  const kept = (await versionsOf(ctx.db, owner.rowId)).flatMap((one) => [
    one.cover,
    one.video,
    ...one.files,
    ...fileIdsIn(one.content),
  ]);
  await detachFiles(ctx, place, [...inText, ...cover, ...video, ...files, ...kept.filter(Boolean)]);
  return {
    content: named.reduce((html, from, at) => html.replaceAll(from, inText[at] ?? from), of.content),
    cover: cover[0] ?? '',
    video: video[0] ?? '',
    files,
  };
}

/** What the log shows of an article: words instead of HTML. */
const shown = (of: queries.ArticleFields) => ({
  title: of.title,
  summary: of.summary,
  content: of.words,
  subtitles: of.subtitles !== '',
  genre: of.genre,
  files: of.files.length,
  labels: of.labels.join('、'),
  source: of.source,
  audience: of.audience,
  publishAt: of.publishAt?.toISOString() ?? null,
  shownUntil: of.shownUntil,
  note: of.note,
});

/** Drafts something for an organisation of the scope; answers its id. */
export async function draftArticle(ctx: Ctx, orgId: string, form: Form): Promise<string> {
  const org = await queries.findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  const fields = { ...(await fieldsOf(ctx, form, org)), note: '' };
  const { accountId, accountName } = ctx.session;
  const token = randomBytes(16).toString('hex');
  const id = await queries.insertArticle(ctx.db, org, fields, token, { id: accountId, name: accountName });
  const taken = await takeFiles(ctx, { rowId: id, orgCode: org.code }, fields);
  await queries.setFiles(ctx.db, id, taken);
  await readAttachments(ctx, taken.files);
  const changes = diff<Record<string, unknown>>({}, shown(fields));
  ctx.audit({ type: 'archiveArticle', id, name: fields.title, orgCode: org.code, changes });
  return id;
}

export async function createArticle(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createArticle>,
): Promise<ReplyOf<typeof contract.createArticle>> {
  return { id: await draftArticle(ctx, input.orgId, input), info: true };
}

/** Writes a draft anew. What is published stays as it is for its readers until the correction is approved. */
export async function rewriteDraft(ctx: Ctx, id: string, version: number, form: Form): Promise<number> {
  const before = await queries.findArticle(ctx.db, ctx.scope, id);
  if (!before) throw notFound(MISSING);
  const org = await queries.findPlace(ctx.db, ctx.scope, before.orgId);
  if (!org) throw notFound(MISSING);
  const fields = await fieldsOf(ctx, form, org);
  const row = await lockArticle(ctx, id, version);
  if (!canOf(ctx, row).edit) {
    throw refuse(row.state === 3 ? '已定时发布，请先取消定时再修改' : '正在审核，请先撤回送审再修改');
  }
  if (row.kind !== fields.kind) throw badInput({ kind: '不能改变类型' });
  // Readers have the version before it under its column, which may be open to everybody.
  if (row.shownNumber !== null && row.columnId !== fields.columnId)
    throw badInput({ columnId: '读者正在看的，请用“移动”改栏目' });
  if (row.versions > 0 && fields.note === '') throw badInput({ note: '请写明更正了什么、为什么更正' });
  const own = { ...fields, note: row.versions > 0 ? fields.note : '' };
  const taken = await takeFiles(ctx, { rowId: row.id, orgCode: row.orgCode }, own);
  await readAttachments(ctx, taken.files);
  const next = { ...own, ...taken, words: plainText(taken.content) };
  const written = await queries.writeArticle(ctx.db, row.id, next, ctx.session.accountName);
  await closeTodos(ctx.db, row.state === 2 ? [] : [fixSubject(row.id)]);
  const was = { ...row, reach: reachOf(row.reach), words: plainText(row.content) };
  logArticle(ctx, { ...row, title: next.title }, diff<Record<string, unknown>>(shown(was), shown(next)));
  return written;
}

export async function updateArticle(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateArticle>,
): Promise<ReplyOf<typeof contract.updateArticle>> {
  return { version: await rewriteDraft(ctx, input.id, input.version, input), info: true };
}

/** Puts a draft that was never published into the recycle bin. */
export async function removeDraft(ctx: Ctx, input: ParsedOf<typeof contract.removeArticle>): Promise<null> {
  const row = await lockArticle(ctx, input.id);
  if (row.versions > 0) throw refuse('发布过的资讯不能删除，可以撤下');
  if (!canOf(ctx, row).remove) throw refuse('正在审核或待发布的不能删除，请先撤回');
  await queries.binArticle(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  await closeTodos(ctx.db, [fixSubject(row.id)]);
  logArticle(ctx, row, {}, input.deleteReason);
  return null;
}
