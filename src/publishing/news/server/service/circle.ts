import { siteMatcher } from '#people/groups/server/service/words.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { videoFacts } from '#platform/server/files/video.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';
import { findWords } from '#platform/text/textWords.ts';
import type * as contract from '#publishing/news/contract.circle.ts';
import { POSTS_A_DAY, VIDEO_SECONDS } from '#publishing/news/rules.circle.ts';
import * as queries from '../queries/circle.ts';
import { findCircleRule, reportsOf } from '../queries/circleCare.ts';
import { careSubjects, helpSubject, openReviewTodo } from './circleTodos.ts';

export const MISSING = '没有找到这条动态，或不是发给您所在组织的';
const FILES = 'circle.post';

export const mayModerate = (ctx: Ctx) => ctx.may('circle:moderate') && ctx.scope.memberId === null;

/** Announces who reads the pictures of a post: whoever reads the post. */
export function announcePictures(): void {
  canReadFile(FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('dj:djhd')) return false;
    return (await queries.findPost(ctx.db, ctx.session, rowId, mayModerate(ctx) ? ctx.scope : null)) !== undefined;
  });
}

/**
 * Whether the session decides about a post of this place: in its scope, and where its author has objected to a decision, of an
 * organisation above it.
 */
export const mayDecideOn = (ctx: Ctx, row: queries.PostRecord): boolean =>
  mayModerate(ctx) &&
  inScope(ctx.scope, row.orgCode) &&
  row.accountId !== ctx.session.accountId &&
  (!row.objectionOpen || row.isTop || ctx.session.orgCode !== row.orgCode);

function postOf(ctx: Ctx, row: queries.PostRecord): contract.Post {
  const own = row.accountId === ctx.session.accountId;
  const posts = ctx.may('circle:post');
  const moderates = mayModerate(ctx) && inScope(ctx.scope, row.orgCode);
  const { id, kind, content, pictures, topics, name, orgName, audienceName, helpState, likes, replies } = row;
  return {
    ...{
      id,
      kind,
      content,
      pictures,
      video: row.video,
      topics,
      name,
      orgName,
      audienceName,
      helpState,
      likes,
      replies,
    },
    isLiked: row.isLiked,
    isHidden: row.isHidden,
    hiddenFor: own || moderates ? row.hiddenFor : '',
    isWaiting: row.isWaiting,
    objection: own || moderates ? row.objection : '',
    objectionOpen: row.objectionOpen,
    helperName: row.helperName,
    thanks: row.thanks,
    reports: moderates ? row.reports : 0,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    can: {
      edit: own && posts && !row.isHidden,
      remove: own && posts,
      report: !own && !row.isHidden && !row.isWaiting,
      moderate: mayDecideOn(ctx, row),
      object: own && posts && row.isHidden && row.objection === '',
      choose: own && kind === 'help' && helpState < 2,
      close: own && kind === 'help' && helpState < 2,
    },
  };
}

/** A post that the session may read or decide about. */
export async function loadPost(ctx: Ctx, id: string, lock = false): Promise<queries.PostRecord> {
  const row = await queries.findPost(ctx.db, ctx.session, id, mayModerate(ctx) ? ctx.scope : null, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

/** What the session may read, before a post. */
export async function listOlderPosts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.morePosts>,
): Promise<ReplyOf<typeof contract.morePosts>> {
  const filter = filterOf(input, input.beforeId ?? null, false);
  const found = await queries.pageOfPosts(ctx.db, ctx.session, filter, input.pageSize, 0);
  return { ...found, rows: found.rows.map((row) => postOf(ctx, row)) };
}

const filterOf = (
  input: { kind?: queries.PostRecord['kind'] | undefined; helpState?: number | undefined; topic?: string | undefined },
  beforeId: string | null,
  open: boolean,
): queries.PostFilter => ({
  kind: input.kind ?? null,
  helpState: input.helpState ?? null,
  topic: input.topic || null,
  beforeId,
  open,
});

/** A page of what the session may read. */
export async function posts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.postsOfOrg>,
): Promise<ReplyOf<typeof contract.postsOfOrg>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPosts(ctx.db, ctx.session, filterOf(input, null, false), input.pageSize, offset);
  return { ...found, rows: found.rows.map((row) => postOf(ctx, row)) };
}

/** Requests that are not solved. */
export async function openHelp(
  ctx: Ctx,
  input: ParsedOf<typeof contract.homeHelp>,
): Promise<ReplyOf<typeof contract.homeHelp>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPosts(ctx.db, ctx.session, filterOf({}, null, true), input.pageSize, offset);
  return { ...found, rows: found.rows.map((row) => postOf(ctx, row)) };
}

/** The moderators' list. */
export async function moderated(
  ctx: Ctx,
  input: ParsedOf<typeof contract.moderated>,
): Promise<ReplyOf<typeof contract.moderated>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfModerated(ctx.db, ctx.scope, ctx.session, input.view, input.pageSize, offset);
  return { ...found, rows: found.rows.map((row) => postOf(ctx, row)) };
}

/** One post with its answers. */
export async function details(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getPost>> {
  const row = await loadPost(ctx, id);
  const shown = postOf(ctx, row);
  const decides = mayModerate(ctx) && inScope(ctx.scope, row.orgCode);
  const [answers, reported] = await Promise.all([
    queries.repliesOf(ctx.db, id),
    decides ? reportsOf(ctx.db, id) : Promise.resolve([]),
  ]);
  return {
    ...shown,
    answers: answers.map(({ accountId, createdAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
      can: { remove: !one.isChosen && (decides || accountId === ctx.session.accountId) },
    })),
    reported: reported.map(({ reason, at }) => ({ reason, at: at.toISOString() })),
  };
}

/** May one post at a place, how many are left today, muted until when. */
export async function check(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.checkPost>,
): Promise<ReplyOf<typeof contract.checkPost>> {
  const [places, standing] = await Promise.all([
    queries.placesAbove(ctx.db, ctx.session.orgCode),
    queries.standingOf(ctx.db, ctx.session.accountId),
  ]);
  const here = orgId === undefined || places.some(({ id }) => id === orgId);
  return {
    may: ctx.may('circle:post') && here && standing.left > 0 && standing.mutedUntil === null,
    left: standing.left,
    mutedUntil: standing.mutedUntil?.toISOString() ?? null,
    places,
  };
}

export const topics = (ctx: Ctx, { labelName, solved }: ParsedOf<typeof contract.proposeTopics>) =>
  queries.topicsLike(ctx.db, ctx.session, labelName, solved, 8);

/** Refuses what tells a personal number, and whoever is muted. */
async function stop(ctx: Ctx, content: string): Promise<{ left: number }> {
  const { left, mutedUntil } = await queries.standingOf(ctx.db, ctx.session.accountId);
  if (mutedUntil !== null) {
    const day = mutedUntil.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
    throw refuse(`您被禁言到${day}，到期后可以发布`);
  }
  const parts = [{ label: '内容', text: content }];
  const [wrong] = [...personalNumbers(parts), ...findWords(parts, await siteMatcher(ctx)).stops];
  if (wrong) throw badInput({ content: wrong });
  return { left };
}

export const logPost = (
  ctx: Ctx,
  id: string,
  row: { orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason = '',
) => ctx.audit({ type: 'circlePost', id, orgCode: row.orgCode, changes, ...(reason ? { reason } : {}) });

export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addPost>,
): Promise<ReplyOf<typeof contract.addPost>> {
  const { left } = await stop(ctx, input.content);
  if (left === 0) throw refuse(`每天最多发布${POSTS_A_DAY}条，请明天再发`);
  const places = await queries.placesAbove(ctx.db, ctx.session.orgCode);
  if (!places.some(({ id }) => id === input.audienceId)) throw badInput({ audienceId: '只能发给本组织或上级组织' });
  const isWaiting = await waitsFor(ctx);
  const id = await queries.insertPost(ctx.db, ctx.session, { ...input, isWaiting });
  const place = { kind: FILES, rowId: id, orgCode: ctx.session.orgCode };
  await queries.setPictures(ctx.db, id, await attachFiles(ctx, 'pictures', input.pictures, place, { format: 'image' }));
  if (input.video !== '') await takeVideo(ctx, id, input.video, place);
  logPost(ctx, id, ctx.session, { content: [null, input.content] });
  if (isWaiting) await openReviewTodo(ctx, { id, ...ctx.session, name: ctx.session.accountName });
  return { id, isWaiting };
}

/** Gives an uploaded video to a post, where it is short enough and browsers play it. */
async function takeVideo(ctx: Ctx, id: string, fileId: string, place: Parameters<typeof attachFiles>[3]) {
  const facts = await videoFacts(ctx, fileId);
  if (typeof facts === 'string') throw badInput({ video: facts });
  // The length is rounded down: 60.9 seconds are one minute.
  if (facts.seconds > VIDEO_SECONDS)
    throw badInput({ video: `视频最长${VIDEO_SECONDS}秒，这段有${facts.seconds}秒，请剪短后上传` });
  const [video = ''] = await attachFiles(ctx, 'video', [fileId], place, { format: 'video' });
  await queries.setVideo(ctx.db, id, video);
}

/** Whether what the session posts waits for a moderator: who decides about posts there needs nobody else. */
async function waitsFor(ctx: Ctx): Promise<boolean> {
  if (mayModerate(ctx)) return false;
  return (await findCircleRule(ctx.db, ctx.session.orgCode))?.reviewFirst ?? false;
}

/** A post of the session's own, locked. */
export async function lockOwnPost(ctx: Ctx, id: string): Promise<queries.PostRecord> {
  const row = await loadPost(ctx, id, true);
  if (row.accountId !== ctx.session.accountId) throw notFound(MISSING);
  return row;
}

export async function change(
  ctx: Ctx,
  input: ParsedOf<typeof contract.changePost>,
): Promise<ReplyOf<typeof contract.changePost>> {
  const row = await lockOwnPost(ctx, input.id);
  if (row.version !== input.version) throw conflict('这条动态已有变化，请核对后再操作');
  if (row.isHidden) throw refuse('已被隐藏，不能修改');
  await stop(ctx, input.content);
  const place = { kind: FILES, rowId: row.id, orgCode: row.orgCode };
  const pictures = await attachFiles(ctx, 'pictures', input.pictures, place, { format: 'image' });
  await detachFiles(ctx, place, row.video === '' ? pictures : [...pictures, row.video]);
  await queries.setPictures(ctx.db, row.id, pictures);
  const isWaiting = await waitsFor(ctx);
  const version = await queries.writePost(ctx.db, row.id, { ...input, isWaiting });
  if (isWaiting) await openReviewTodo(ctx, row);
  logPost(ctx, row.id, row, { content: [row.content, input.content] });
  return { version, isWaiting };
}

export async function remove(ctx: Ctx, id: string): Promise<null> {
  const row = await lockOwnPost(ctx, id);
  await queries.dropPost(ctx.db, id);
  await closeTodos(ctx.db, careSubjects(id));
  logPost(ctx, id, row, { content: [row.content, null] });
  return null;
}

/** Likes once a person, however often it is pressed at the same time. */
export async function like(
  ctx: Ctx,
  input: ParsedOf<typeof contract.likePost>,
): Promise<ReplyOf<typeof contract.likePost>> {
  await loadPost(ctx, input.id);
  return { likes: await queries.like(ctx.db, input.id, ctx.session.accountId, input.like) };
}

export async function answer(
  ctx: Ctx,
  input: ParsedOf<typeof contract.answerPost>,
): Promise<ReplyOf<typeof contract.answerPost>> {
  const row = await loadPost(ctx, input.id, true);
  if (row.isHidden) throw refuse('这条动态已被隐藏');
  if (row.isWaiting) throw refuse('这条动态正在审核，通过后才能回应');
  await stop(ctx, input.content);
  const isOffer = input.isOffer && row.kind === 'help';
  if (isOffer && row.accountId === ctx.session.accountId) throw refuse('不能帮办自己的求助');
  if (isOffer && row.helpState > 1) throw refuse('这件求助已经结束');
  const id = await queries.insertReply(ctx.db, row.id, ctx.session, input.content, isOffer);
  await closeTodos(ctx.db, [helpSubject(row.id)]);
  logPost(ctx, row.id, row, { reply: [null, input.content] });
  return { id };
}
