import { deciderOf } from '#kernel/permission/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#publishing/news/contract.circle.ts';
import { HIDING_REPORTS, UNANSWERED_DAYS } from '#publishing/news/rules.circle.ts';
import * as queries from '../queries/circleCare.ts';
import { givePointsForHelp } from '../queries/points.ts';
import { loadPost, lockOwnPost, logPost, MISSING, mayDecideOn, mayModerate } from './circle.ts';
import {
  careSubjects,
  decisionSubjects,
  helpSubject,
  objectSubject,
  openModeratorTodo,
  reportSubject,
  viewPath,
} from './circleTodos.ts';

/** Dictionary 0178: 系统. */
const TOLD = '5';
/** Requests that one step of the job looks at. */
const BATCH = 200;

const notify = (ctx: Ctx, postId: string, title: string, remark: string, accountId: string) =>
  sendNotice(ctx.db, {
    type: TOLD,
    title,
    remark,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds: [accountId],
    jumpUrl: viewPath(postId),
  });

/** The author of a request chooses an offer, says that it is solved, or closes it. */
export async function help(
  ctx: Ctx,
  input: ParsedOf<typeof contract.stepHelp>,
): Promise<ReplyOf<typeof contract.stepHelp>> {
  const row = await lockOwnPost(ctx, input.id);
  if (row.kind !== 'help') throw refuse('只有求助可以这样办理');
  if (row.helpState > 1) throw refuse('这件求助已经结束');
  if (input.step === 'choose') {
    const helper = input.replyId && (await queries.choose(ctx.db, row.id, input.replyId));
    if (!helper) throw badInput({ replyId: '请选择一条帮办' });
    await notify(ctx, row.id, `${row.name}请您帮办一件求助`, '您提出的帮办已被选定，请与求助人联系', helper.id);
  }
  const state = input.step === 'choose' ? 1 : input.step === 'solve' ? 2 : 3;
  await queries.setHelp(ctx.db, row.id, state, input.step === 'solve' ? input.thanks : '');
  if (input.step === 'solve' && row.helperId !== null) {
    const remark = input.thanks ? `${row.name}说：${input.thanks}` : `${row.name}说已经解决了`;
    await notify(ctx, row.id, '您帮办的求助已解决，谢谢您', remark, row.helperId);
    await givePointsForHelp(ctx.db, row.id);
  }
  await closeTodos(ctx.db, [helpSubject(row.id)]);
  logPost(ctx, row.id, row, { helpState: [row.helpState, state] });
  return { helpState: state };
}

/** Reports a post: its moderators have a to-do at once, three reporters hide it until they decide. */
export async function report(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reportPost>,
): Promise<ReplyOf<typeof contract.reportPost>> {
  const row = await loadPost(ctx, input.id, true);
  if (row.accountId === ctx.session.accountId) throw refuse('不能举报自己发布的');
  const open = await queries.report(ctx.db, row.id, ctx.session.accountId, input.reason);
  const isHidden = open >= HIDING_REPORTS || row.isHidden;
  if (isHidden && !row.isHidden) await queries.setHidden(ctx.db, row.id, true, '多人举报，等待处理', '');
  await openModeratorTodo(
    ctx.db,
    { id: row.orgId, code: row.orgCode },
    {
      subject: reportSubject(row.id),
      postId: row.id,
      title: `处理对${row.name}所发动态的举报`,
      detail: `举报原因：${input.reason}`,
      act: '处理',
    },
  );
  logPost(ctx, row.id, row, { reported: [null, true] }, input.reason);
  return { isHidden };
}

/** A moderator hides a post with its reason, which the author reads, or shows it; both settle reports, review and objection. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decidePost>): Promise<null> {
  const row = await loadPost(ctx, input.id, true);
  if (!inScope(ctx.scope, row.orgCode)) throw notFound(MISSING);
  if (!mayDecideOn(ctx, row))
    throw refuse(row.objectionOpen ? '作者已提出异议，由上级党组织处理' : '自己发布的，由别人处理');
  if (input.hide && input.reason === '') throw badInput({ reason: '请写明隐藏的原因，作者会看到' });
  await queries.setHidden(ctx.db, row.id, input.hide, input.hide ? input.reason : '', ctx.session.accountName);
  await queries.decideReports(ctx.db, row.id);
  await closeTodos(ctx.db, input.hide ? careSubjects(row.id) : decisionSubjects(row.id));
  const mutes = input.hide && input.muteDays > 0;
  if (mutes) await queries.mute(ctx.db, row.accountId, input.muteDays, input.reason, ctx.session.accountName);
  const muted = mutes ? `，禁言${input.muteDays}天` : '';
  const may = input.hide && row.objection === '' ? '。认为不妥的可以提出一次异议' : '';
  if (input.hide !== row.isHidden || muted || row.objectionOpen || row.isWaiting)
    await notify(
      ctx,
      row.id,
      input.hide ? (row.objectionOpen ? '您的异议未被采纳' : '您的动态已被隐藏') : '您的动态已显示',
      input.hide ? `${input.reason}${muted}${may}` : '经核实没有问题',
      row.accountId,
    );
  logPost(ctx, row.id, row, { hidden: [row.isHidden, input.hide] }, input.reason);
  return null;
}

/** The author objects to the hiding, once; an organisation above decides, at the top another worker. */
export async function object(ctx: Ctx, input: ParsedOf<typeof contract.objectPost>): Promise<null> {
  const row = await lockOwnPost(ctx, input.id);
  if (!row.isHidden) throw refuse('这条动态没有被隐藏');
  if (row.objection !== '') throw refuse('已经提出过异议，每条只能提出一次');
  await queries.object(ctx.db, row.id, input.reason);
  const above = await deciderOf(ctx.db, row.orgId, ctx.session.accountId, 'circle:moderate');
  await openModeratorTodo(ctx.db, above, {
    subject: objectSubject(row.id),
    postId: row.id,
    title: `处理${row.name}的异议`,
    detail: `被隐藏的动态，作者认为不妥：${input.reason}`,
    act: '处理',
  });
  logPost(ctx, row.id, row, { objection: [null, input.reason] });
  return null;
}

/** Takes an answer away: its author, or a moderator of the post; a chosen offer stays. */
export async function removeAnswer(ctx: Ctx, id: string): Promise<null> {
  const row = await queries.lockAnswer(ctx.db, id);
  const decides = row !== undefined && mayModerate(ctx) && inScope(ctx.scope, row.orgCode);
  if (!row || !(decides || row.accountId === ctx.session.accountId)) throw notFound('没有找到这条回应');
  if (row.isChosen) throw refuse('已选定由其帮办，不能删除');
  await queries.dropAnswer(ctx.db, id, ctx.session.accountName);
  logPost(ctx, row.postId, row, { reply: [row.content, null] });
  return null;
}

/** The rule that holds at the session's place, and whose it is. */
export async function rule(ctx: Ctx): Promise<ReplyOf<typeof contract.circleRule>> {
  const found = await queries.findCircleRule(ctx.db, ctx.session.orgCode);
  return {
    reviewFirst: found?.reviewFirst ?? false,
    own: found?.orgId === ctx.session.orgId,
    from: found?.orgName ?? '',
  };
}

/** Sets the rule of the session's organisation for itself and what is below, or leaves it to what is above. */
export async function setRule(ctx: Ctx, input: ParsedOf<typeof contract.setCircleRule>): Promise<null> {
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  const before = await queries.findCircleRule(ctx.db, orgCode);
  if (input.rule === '') await queries.dropRule(ctx.db, orgId);
  else await queries.writeRule(ctx.db, { id: orgId, code: orgCode }, input.rule === 'first', accountName);
  const now = await queries.findCircleRule(ctx.db, orgCode);
  ctx.audit({
    type: 'circlePost',
    id: '0',
    name: `${orgName}党员圈`,
    orgCode,
    changes: { reviewFirst: [before?.reviewFirst ?? false, now?.reviewFirst ?? false] },
  });
  return null;
}

/** Requests that nobody answered for three days become to-dos of their authors' branches, each once. */
export async function remindUnanswered({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (trx) => {
      const due = await queries.takeUnanswered(trx, BATCH);
      for (const one of due)
        await openModeratorTodo(
          trx,
          { id: one.orgId, code: one.orgCode },
          {
            subject: helpSubject(one.id),
            postId: one.id,
            title: `${one.name}的求助没有人回应`,
            detail: `发布已超过${UNANSWERED_DAYS}天，请支部联系本人，帮助解决`,
            act: '回应',
          },
        );
      return due.length === BATCH;
    });
  }
}
