import type * as contract from '#modules/archive/contract.circle.ts';
import { HIDING_REPORTS, POSTS_A_DAY } from '#modules/archive/rules.circle.ts';
import { siteMatcher } from '#modules/content/server/service/words.ts';
import { insertNotice } from '#modules/message/server/queries.ts';
import { closeTodos, openTodo } from '#modules/message/server/todos.ts';
import { ROLE } from '#modules/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/fileRights.ts';
import { inScope } from '#platform/server/scope.ts';
import { personalNumbers } from '#platform/textCheck.ts';
import { wordsIn } from '#platform/textWords.ts';
import * as queries from '../queries/circle.ts';

const MISSING = '没有找到这条动态，或不是发给您所在组织的';
const FILES = 'circle.post';
/** Dictionary 0178: 系统. */
const TOLD = '5';
const reportSubject = (id: string) => `circleReport:${id}`;
const viewPath = (id: string) => `/archive/circleFriendsView/${id}`;

const mayModerate = (ctx: Ctx) => ctx.may('circle:moderate') && ctx.scope.memberId === null;

/** Announces who reads the pictures of a post: whoever reads the post. */
export function announcePictures(): void {
  canReadFile(FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('dj:djhd')) return false;
    return (await queries.findPost(ctx.db, ctx.session, rowId, mayModerate(ctx) ? ctx.scope : null)) !== undefined;
  });
}

function postOf(ctx: Ctx, row: queries.PostRecord): contract.Post {
  const own = row.accountId === ctx.session.accountId;
  const posts = ctx.may('circle:post');
  const moderates = mayModerate(ctx) && inScope(ctx.scope, row.orgCode);
  const { id, kind, content, pictures, topics, name, orgName, audienceName, helpState, likes, replies } = row;
  return {
    ...{ id, kind, content, pictures, topics, name, orgName, audienceName, helpState, likes, replies },
    isLiked: row.isLiked,
    isHidden: row.isHidden,
    hiddenFor: own || moderates ? row.hiddenFor : '',
    reports: moderates ? row.reports : 0,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    can: {
      edit: own && posts && !row.isHidden,
      remove: own && posts,
      report: !own && !row.isHidden,
      moderate: moderates,
      choose: own && kind === 'help' && helpState < 2,
      close: own && kind === 'help' && helpState < 2,
    },
  };
}

async function see(ctx: Ctx, id: string, lock = false): Promise<queries.PostRecord> {
  const row = await queries.findPost(ctx.db, ctx.session, id, mayModerate(ctx) ? ctx.scope : null, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

/** What the session may read, before a post. */
export async function more(
  ctx: Ctx,
  input: ParsedOf<typeof contract.morePosts>,
): Promise<ReplyOf<typeof contract.morePosts>> {
  const filter = filterOf(input, input.beforeId ?? null, false);
  const found = await queries.pageOfPosts(ctx.db, ctx.session, filter, input.pageSize, 0);
  return { rows: found.rows.map((row) => postOf(ctx, row)), total: found.total };
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
  return { rows: found.rows.map((row) => postOf(ctx, row)), total: found.total };
}

/** Requests that are not solved. */
export async function openHelp(
  ctx: Ctx,
  input: ParsedOf<typeof contract.homeHelp>,
): Promise<ReplyOf<typeof contract.homeHelp>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPosts(ctx.db, ctx.session, filterOf({}, null, true), input.pageSize, offset);
  return { rows: found.rows.map((row) => postOf(ctx, row)), total: found.total };
}

/** The moderators' list. */
export async function moderated(
  ctx: Ctx,
  input: ParsedOf<typeof contract.moderated>,
): Promise<ReplyOf<typeof contract.moderated>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfModerated(ctx.db, ctx.scope, ctx.session, input.view, input.pageSize, offset);
  return { rows: found.rows.map((row) => postOf(ctx, row)), total: found.total };
}

/** One post with its answers. */
export async function details(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getPost>> {
  const row = await see(ctx, id);
  const answers = await queries.repliesOf(ctx.db, id);
  return {
    ...postOf(ctx, row),
    answers: answers.map(({ accountId: _accountId, createdAt, ...one }) => ({
      ...one,
      createdAt: createdAt.toISOString(),
      can: { remove: false },
    })),
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

export const topics = (ctx: Ctx, { labelName }: ParsedOf<typeof contract.proposeTopics>) =>
  queries.topicsLike(ctx.db, ctx.session, labelName, 8);

/** Refuses what tells a personal number, and whoever is muted. */
async function stop(ctx: Ctx, content: string): Promise<{ left: number }> {
  const { left, mutedUntil } = await queries.standingOf(ctx.db, ctx.session.accountId);
  if (mutedUntil !== null) {
    const day = mutedUntil.toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
    throw refuse(`您被禁言到${day}，到期后可以发布`);
  }
  const parts = [{ label: '内容', text: content }];
  const [wrong] = [...personalNumbers(parts), ...wordsIn(parts, await siteMatcher(ctx)).stops];
  if (wrong) throw badInput({ content: wrong });
  return { left };
}

const log = (
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
  const id = await queries.insertPost(ctx.db, ctx.session, input);
  const place = { kind: FILES, rowId: id, orgCode: ctx.session.orgCode };
  await queries.setPictures(ctx.db, id, await attachFiles(ctx, 'pictures', input.pictures, place, { format: 'image' }));
  log(ctx, id, ctx.session, { content: [null, input.content] });
  return { id };
}

async function own(ctx: Ctx, id: string): Promise<queries.PostRecord> {
  const row = await see(ctx, id, true);
  if (row.accountId !== ctx.session.accountId) throw notFound(MISSING);
  return row;
}

export async function change(
  ctx: Ctx,
  input: ParsedOf<typeof contract.changePost>,
): Promise<ReplyOf<typeof contract.changePost>> {
  const row = await own(ctx, input.id);
  if (row.version !== input.version) throw conflict('这条动态已有变化，请核对后再操作');
  if (row.isHidden) throw refuse('已被隐藏，不能修改');
  await stop(ctx, input.content);
  const place = { kind: FILES, rowId: row.id, orgCode: row.orgCode };
  const pictures = await attachFiles(ctx, 'pictures', input.pictures, place, { format: 'image' });
  await detachFiles(ctx, place, pictures);
  await queries.setPictures(ctx.db, row.id, pictures);
  const version = await queries.writePost(ctx.db, row.id, input);
  log(ctx, row.id, row, { content: [row.content, input.content] });
  return { version };
}

export async function remove(ctx: Ctx, id: string): Promise<null> {
  const row = await own(ctx, id);
  await queries.dropPost(ctx.db, id);
  await closeTodos(ctx.db, [reportSubject(id)]);
  log(ctx, id, row, { content: [row.content, null] });
  return null;
}

/** Likes once a person, however often it is pressed at the same time. */
export async function like(
  ctx: Ctx,
  input: ParsedOf<typeof contract.likePost>,
): Promise<ReplyOf<typeof contract.likePost>> {
  await see(ctx, input.id);
  return { likes: await queries.like(ctx.db, input.id, ctx.session.accountId, input.like) };
}

export async function answer(
  ctx: Ctx,
  input: ParsedOf<typeof contract.answerPost>,
): Promise<ReplyOf<typeof contract.answerPost>> {
  const row = await see(ctx, input.id, true);
  if (row.isHidden) throw refuse('这条动态已被隐藏');
  await stop(ctx, input.content);
  const isOffer = input.isOffer && row.kind === 'help';
  if (isOffer && row.accountId === ctx.session.accountId) throw refuse('不能帮办自己的求助');
  if (isOffer && row.helpState > 1) throw refuse('这件求助已经结束');
  const id = await queries.insertReply(ctx.db, row.id, ctx.session, input.content, isOffer);
  log(ctx, row.id, row, { reply: [null, input.content] });
  return { id };
}

/** The author of a request chooses an offer, says that it is solved, or closes it. */
export async function help(
  ctx: Ctx,
  input: ParsedOf<typeof contract.stepHelp>,
): Promise<ReplyOf<typeof contract.stepHelp>> {
  const row = await own(ctx, input.id);
  if (row.kind !== 'help') throw refuse('只有求助可以这样办理');
  if (row.helpState > 1) throw refuse('这件求助已经结束');
  if (input.step === 'choose') {
    const helper = input.replyId && (await queries.choose(ctx.db, row.id, input.replyId));
    if (!helper) throw badInput({ replyId: '请选择一条帮办' });
    await tell(ctx, `请您帮办：${row.content.slice(0, 20)}`, `${row.name}选定由您帮办`, helper);
  }
  const state = input.step === 'choose' ? 1 : input.step === 'solve' ? 2 : 3;
  await queries.setHelp(ctx.db, row.id, state);
  log(ctx, row.id, row, { helpState: [row.helpState, state] });
  return { helpState: state };
}

const tell = (ctx: Ctx, title: string, remark: string, accountId: string) =>
  insertNotice(ctx.db, {
    type: TOLD,
    title,
    remark,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [accountId],
  });

/** Reports a post: its moderators have a to-do at once, three reporters hide it until they decide. */
export async function report(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reportPost>,
): Promise<ReplyOf<typeof contract.reportPost>> {
  const row = await see(ctx, input.id, true);
  if (row.accountId === ctx.session.accountId) throw refuse('不能举报自己发布的');
  const open = await queries.report(ctx.db, row.id, ctx.session.accountId, input.reason);
  const isHidden = open >= HIDING_REPORTS || row.isHidden;
  if (isHidden && !row.isHidden) await queries.setHidden(ctx.db, row.id, true, '多人举报，等待处理', '');
  await openTodo(ctx.db, {
    roleId: ROLE.worker,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: '党员圈',
    title: `处理举报：${row.content.slice(0, 20)}`,
    detail: `${row.name}发布，举报原因：${input.reason}`,
    act: '处理',
    jumpUrl: viewPath(row.id),
    dueOn: null,
    subject: reportSubject(row.id),
  });
  log(ctx, row.id, row, { reported: [null, true] }, input.reason);
  return { isHidden };
}

/** A moderator hides a post with its reason, which the author reads, or shows it again; both settle the reports. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decidePost>): Promise<null> {
  const row = await see(ctx, input.id, true);
  if (!inScope(ctx.scope, row.orgCode)) throw notFound(MISSING);
  if (input.hide && input.reason === '') throw badInput({ reason: '请写明隐藏的原因，作者会看到' });
  await queries.setHidden(ctx.db, row.id, input.hide, input.hide ? input.reason : '', ctx.session.accountName);
  await queries.decideReports(ctx.db, row.id);
  await closeTodos(ctx.db, [reportSubject(row.id)]);
  if (input.hide && input.muteDays > 0)
    await queries.mute(ctx.db, row.accountId, input.muteDays, input.reason, ctx.session.accountName);
  const muted = input.hide && input.muteDays > 0 ? `，禁言${input.muteDays}天` : '';
  if (input.hide !== row.isHidden || muted)
    await tell(
      ctx,
      input.hide ? '您的动态已被隐藏' : '您的动态已恢复显示',
      `${input.reason || '经核实没有问题'}${muted}`,
      row.accountId,
    );
  log(ctx, row.id, row, { hidden: [row.isHidden, input.hide] }, input.reason);
  return null;
}
