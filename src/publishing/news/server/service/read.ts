import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { isPictured } from '#kernel/system/server/index.ts';
import { usableProcesses } from '#kernel/workflow/server/index.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import type * as desk from '#publishing/news/contract.desk.ts';
import type * as contract from '#publishing/news/contract.ts';
import { reachOf } from '#publishing/news/rules.notice.ts';
import { ARCHIVE } from '#publishing/news/rules.ts';
import { publicPath } from '../openPage.ts';
import { namesOf } from '../queries/announce.ts';
import * as queries from '../queries/article.ts';
import { labelsIn, trailOf, versionsOf } from '../queries/versions.ts';
import { placesOf } from '../withdrawal.ts';
import { MISSING, rowOf } from './common.ts';
import { checkAttachments } from './fileTexts.ts';

const NEWS = ['article', 'video'] as const;
/** Organisations that the choice of a writing place offers; more are found by the tree. */
const OFFERED = 200;

async function see(ctx: Ctx, id: string): Promise<queries.ArticleRecord> {
  const row = await queries.findArticle(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** The desk: articles and videos of the scope in every state. */
export async function articles(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listArticles>,
): Promise<ReplyOf<typeof contract.listArticles>> {
  const filter = {
    view: input.view,
    kinds: input.kind ? [input.kind] : NEWS,
    columnId: input.columnId ?? null,
    state: input.state ?? null,
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfArticles(ctx.db, ctx.scope, ctx.session, filter, input.pageSize, offset);
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

/** One article as it is worked on. */
export async function article(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getArticle>> {
  const row = await see(ctx, id);
  const sender = row.state === 1 ? row.submittedBy : ctx.session.accountId;
  const reach = reachOf(row.reach);
  const [files, orgs, superior, named, attached, carousel] = await Promise.all([
    uploadedFiles(ctx.db, row.files),
    orgsById(ctx.db, ctx.scope, row.audienceOrgs),
    queries.superiorOf(ctx.db, row.orgId, sender),
    row.kind === 'notice' ? namesOf(ctx.db, ctx.scope, reach) : null,
    checkAttachments(ctx, row.files),
    isPictured(ctx.db, id),
  ]);
  const { noticeType, mustConfirm, readBy, noticeId } = row;
  const announced = named && {
    ...{ noticeType, mustConfirm, readBy, types: reach.types, queryId: reach.queryId },
    ...named,
    isSent: noticeId !== null,
  };
  return {
    ...rowOf(ctx, row),
    summary: row.summary,
    content: encodeURIComponent(cleanHtml(row.content)),
    video: row.video,
    subtitles: row.subtitles,
    genre: row.genre,
    files,
    attached,
    source: row.source,
    author: row.author,
    editor: row.editor,
    audience: row.audience,
    announced,
    orgs: orgs.map(({ id, name }) => ({ id, name })),
    note: row.note,
    opinion: row.opinion,
    despite: row.despite,
    withdrawnFor: row.withdrawnFor,
    places: row.withdrawnFor !== '' && row.shownNumber === null ? await placesOf(ctx.db, row) : [],
    submitName: row.submitName,
    decidedBy: row.decidedBy,
    instanceId: row.state === 1 ? row.instanceId : null,
    superior: superior.name,
    versions: row.versions,
    inCarousel: carousel,
    publicPath: publicPath({
      isOpen: row.columnIsOpen && row.audience === 'all' && row.shownNumber !== null && !row.isOver,
      token: row.token,
    }),
  };
}

/** Every published version, the newest first. */
export async function versions(ctx: Ctx, id: string): Promise<ReplyOf<typeof desk.listVersions>> {
  const row = await see(ctx, id);
  return (await versionsOf(ctx.db, id)).map((one) => ({
    number: one.number,
    title: one.title,
    content: encodeURIComponent(cleanHtml(one.content)),
    note: one.note,
    publishedAt: one.publishedAt.toISOString(),
    writtenBy: one.writtenBy,
    approvedBy: one.approvedBy,
    isShown: one.number === row.shownNumber,
  }));
}

/** What happened to an article, the oldest first. */
export async function trail(ctx: Ctx, id: string): Promise<ReplyOf<typeof desk.approvalTrail>> {
  await see(ctx, id);
  return (await trailOf(ctx.db, id)).map((one) => ({ ...one, at: one.at.toISOString() }));
}

/** The processes on which the session could send in, and how many texts wait for it. */
export async function approvals(ctx: Ctx): Promise<ReplyOf<typeof desk.approvals>> {
  const [processes, waiting] = await Promise.all([
    usableProcesses(ctx.db, ARCHIVE, ctx.session.orgCode),
    ctx.may('archive:audit') ? queries.countWaiting(ctx.db, ctx.scope, ctx.session) : 0,
  ]);
  return { processes: processes.map(({ id, name }) => ({ id, name })), waiting };
}

/** For which organisations the session may write. */
export async function places(ctx: Ctx): Promise<ReplyOf<typeof desk.writingPlaces>> {
  return { orgId: ctx.session.orgId, orgs: await queries.places(ctx.db, ctx.scope, OFFERED) };
}

/** Labels that a text suggests. */
export const proposals = (ctx: Ctx, { text }: ParsedOf<typeof desk.proposeLabels>) => labelsIn(ctx.db, text, 8);
