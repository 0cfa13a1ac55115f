import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { siteMatcher } from '#people/groups/server/service/words.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';
import { findWords } from '#platform/text/textWords.ts';
import type * as contract from '#publishing/news/contract.read.ts';
import { summaryOf } from '#publishing/news/rules.ts';
import { publicPath } from '../openPage.ts';
import { columnNames } from '../queries/columns.ts';
import * as comments from '../queries/comments.ts';
import * as queries from '../queries/news.ts';

const NO_NEWS = '没有找到这篇资讯，或不是发给您所在组织的';
const WITHDRAWN = '该内容已撤下';
const HOME_ROWS = 6;
const HOME_VIDEOS = 4;
const COLUMN_ROWS = 5;
const RELATED = 4;

/** The sentence of a text that holds the words, cut to what a list shows. */
function sentenceWith(text: string, words: string): string {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return '';
  const start =
    Math.max(text.lastIndexOf('。', at), text.lastIndexOf('！', at), text.lastIndexOf('？', at), at - 40) + 1;
  return text.slice(Math.max(0, start), at + words.length + 50).trim();
}

const row = (of: queries.NewsRecord, words: string | null) => ({
  id: of.id,
  kind: of.kind,
  title: of.title,
  summary: summaryOf(of.summary, of.words),
  cover: of.cover,
  columnName: of.columnName,
  orgName: of.orgName,
  publishedAt: of.publishedAt.toISOString(),
  isTop: of.isTop,
  isRead: of.isRead,
  readers: of.readers,
  found: words ? sentenceWith(of.words, words) : '',
});

/** A page of what the session may read. */
export async function news(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listNews>,
): Promise<ReplyOf<typeof contract.listNews>> {
  const words = input.keyWords || null;
  const filter = { columnId: input.columnId ?? null, kind: input.kind ?? null, label: input.label || null, words };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfNews(ctx.db, ctx.session, filter, input.pageSize, offset);
  return { ...found, rows: found.rows.map((one) => row(one, words)) };
}

/** What the session may read of one; what was withdrawn says so. */
export async function loadNews(ctx: Ctx, id: string): Promise<queries.NewsText> {
  const found = await queries.findNews(ctx.db, ctx.session, id);
  if (found) return found;
  throw (await queries.isWithdrawn(ctx.db, ctx.session, id)) ? refuse(WITHDRAWN) : notFound(NO_NEWS);
}

const short = (of: queries.ShortNews) => ({
  id: of.id,
  kind: of.kind,
  title: of.title,
  cover: of.cover,
  columnName: of.columnName,
  publishedAt: of.publishedAt.toISOString(),
});

/** One article to be read: the approved version. */
export async function getNews(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getNews>> {
  const found = await loadNews(ctx, id);
  const [files, related] = await Promise.all([
    uploadedFiles(ctx.db, found.files),
    queries.relatedTo(ctx.db, ctx.session.orgCode, found, RELATED),
  ]);
  return {
    ...row(found, null),
    columnId: found.columnId,
    content: encodeURIComponent(cleanHtml(found.content)),
    video: found.video,
    subtitles: found.subtitles,
    genre: found.genre,
    files,
    labels: found.labels,
    source: found.source,
    author: found.author,
    editor: found.editor,
    correction: found.number > 1 ? found.note : '',
    correctedAt: found.number > 1 ? found.correctedAt.toISOString() : null,
    comments: found.comments,
    related: related.map(short),
    publicPath: publicPath({ isOpen: found.columnIsOpen && found.audience === 'all', token: found.token }),
  };
}

/** Counts the session's person as a reader, once. */
export async function read(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.readNews>> {
  await loadNews(ctx, id);
  return { readers: await queries.markRead(ctx.db, id, ctx.session.accountId) };
}

/** Each column that holds something for the reader, with its newest. */
export async function byColumn(ctx: Ctx): Promise<ReplyOf<typeof contract.latestByColumn>> {
  const [columns, found] = await Promise.all([
    columnNames(ctx.db),
    queries.newestByColumn(ctx.db, ctx.session.orgCode, COLUMN_ROWS),
  ]);
  return columns.flatMap(({ id, name, kind }) => {
    const own = found.filter(({ columnId }) => columnId === id);
    return own.length > 0 ? [{ id, name, kind, total: own[0]?.total ?? 0, rows: own.map(short) }] : [];
  });
}

export const homeArticles = async (ctx: Ctx) =>
  (await queries.newest(ctx.db, ctx.session.orgCode, 'article', HOME_ROWS)).map(short);
export const homeVideos = async (ctx: Ctx) =>
  (await queries.newest(ctx.db, ctx.session.orgCode, 'video', HOME_VIDEOS)).map(short);

const NO_COMMENT = '没有找到这条评论';

/** Whether the session decides about the comments of an article of this place. */
const decides = (ctx: Ctx, orgCode: string) =>
  ctx.may('archive:audit') && ctx.scope.memberId === null && inScope(ctx.scope, orgCode);

/** The comments of an article that the session may read. */
export async function commentsOf(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listComments>,
): Promise<ReplyOf<typeof contract.listComments>> {
  const article = await loadNews(ctx, input.id);
  const of = { accountId: ctx.session.accountId, decides: decides(ctx, article.orgCode) };
  const found = await comments.pageOfComments(
    ctx.db,
    input.id,
    of,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return {
    rows: found.rows.map((comment) => ({
      id: comment.id,
      parentId: comment.parentId,
      name: comment.name,
      orgName: comment.orgName,
      content: comment.content,
      createdAt: comment.createdAt.toISOString(),
      isWaiting: comment.state === 'waiting',
      can: {
        remove: of.decides || comment.accountId === of.accountId,
        show: of.decides && comment.state === 'waiting',
      },
    })),
    total: found.total,
  };
}

/** Says something below an article; answers stand one level deep. */
export async function comment(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addComment>,
): Promise<ReplyOf<typeof contract.addComment>> {
  const article = await loadNews(ctx, input.id);
  if (article.comments === 'off') throw refuse('这个栏目不开放评论');
  const parts = [{ label: '评论', text: input.content }];
  const [wrong] = [...personalNumbers(parts), ...findWords(parts, await siteMatcher(ctx)).stops];
  if (wrong) throw badInput({ content: wrong });
  let parentId: string | null = null;
  if (input.parentId) {
    const parent = await comments.findComment(ctx.db, input.parentId);
    if (!parent || parent.articleId !== input.id || parent.state !== 'shown') throw notFound(NO_COMMENT);
    parentId = parent.parentId ?? parent.id;
  }
  const { accountId, accountName, orgName } = ctx.session;
  const state = article.comments === 'reviewed' ? 'waiting' : 'shown';
  const id = await comments.insertComment(ctx.db, {
    articleId: input.id,
    parentId,
    accountId,
    name: accountName,
    orgName,
    content: input.content,
    state,
  });
  ctx.audit({
    type: 'archiveComment',
    id,
    name: article.title,
    orgCode: article.orgCode,
    changes: { content: [null, input.content] },
  });
  if (state === 'waiting') await askComments(ctx);
  return { id, isWaiting: state === 'waiting' };
}

/** Comments that wait are put before whoever decides, one to-do an article. */
const askComments = (ctx: Ctx) => syncWaitingTodos(ctx.db, ctx.services.modules, ['archiveComment']);

async function lock(ctx: Ctx, id: string, may: (comment: comments.CommentRecord) => boolean) {
  const found = await comments.findComment(ctx.db, id);
  if (!found || !may(found)) throw notFound(NO_COMMENT);
  return found;
}

export async function removeComment(ctx: Ctx, id: string): Promise<null> {
  const found = await lock(ctx, id, (of) => of.accountId === ctx.session.accountId || decides(ctx, of.orgCode));
  await comments.dropComment(ctx.db, id);
  if (found.state === 'waiting') await askComments(ctx);
  ctx.audit({ type: 'archiveComment', id, orgCode: found.orgCode, changes: { content: [found.content, null] } });
  return null;
}

export async function showComment(ctx: Ctx, id: string): Promise<null> {
  const found = await lock(ctx, id, (of) => decides(ctx, of.orgCode));
  if (found.state !== 'waiting') throw refuse('这条评论已经显示');
  await comments.showComment(ctx.db, id);
  await askComments(ctx);
  ctx.audit({ type: 'archiveComment', id, orgCode: found.orgCode, changes: { state: ['waiting', 'shown'] } });
  return null;
}
