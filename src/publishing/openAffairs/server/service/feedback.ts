import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#publishing/openAffairs/contract.feedback.ts';
import { findAffair } from '../queries/affair.ts';
import * as queries from '../queries/feedback.ts';
import { answerSubject, detailPath, MODULE } from '../todos.ts';
import { MISSING } from './read.ts';
import { isWriter } from './rights.ts';

/** Dictionary 0178: 公示. */
const PUBLICITY = '2';

/** An affair that the session may read. */
async function readable(ctx: Ctx, id: string) {
  const row = await findAffair(ctx.db, ctx.scope, id);
  if (!row || !(isWriter(ctx) || row.shownNumber !== null)) throw notFound(MISSING);
  return row;
}

/** What was said about an affair: to who works on it everything, to everybody else the own words. */
export async function listFeedback(ctx: Ctx, id: string): Promise<contract.Feedback[]> {
  await readable(ctx, id);
  const mine = ctx.session.accountId;
  const rows = await queries.listFeedback(ctx.db, id, isWriter(ctx) ? null : mine);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isResident: row.accountId === null,
    phonenumber: row.phoneMask ?? '',
    content: row.content,
    createDate: row.createdAt.toISOString(),
    reply: row.reply,
    replyName: row.repliedBy,
    replyDate: row.repliedAt?.toISOString() ?? null,
    inPublic: row.inPublic,
    version: row.version,
    isMine: row.accountId === mine,
  }));
}

/** Says something about what is published; the organisation's workers are asked to answer. */
export async function giveFeedback(
  ctx: Ctx,
  input: ParsedOf<typeof contract.giveFeedback>,
): Promise<ReplyOf<typeof contract.giveFeedback>> {
  const row = await readable(ctx, input.id);
  if (row.shownNumber === null) throw refuse('该事项没有公开，不能提意见');
  const { accountId, accountName: name } = ctx.session;
  const id = await queries.insertFeedback(ctx.db, { affairId: row.id, accountId, name, content: input.content });
  await openAnswerTodo(ctx, row, '有党员对公开事项提出意见');
  ctx.audit({ type: 'openAffair', id: row.id, name: row.title, orgCode: row.orgCode });
  return { id };
}

/** Asks the organisation's workers to answer what was said. */
export async function openAnswerTodo(
  ctx: Ctx,
  affair: { id: string; orgId: string; orgCode: string; title: string },
  detail: string,
): Promise<void> {
  await openTodo(ctx.db, {
    roleId: ROLE.worker,
    orgId: affair.orgId,
    orgCode: affair.orgCode,
    accountId: null,
    module: MODULE,
    title: `答复意见：${affair.title}`,
    detail,
    act: '答复',
    jumpUrl: detailPath(affair.id),
    dueOn: null,
    subject: answerSubject(affair.id),
  });
}

/** Answers an opinion, or corrects the answer; a member who said it is told. Only residents' are put in public. */
export async function answerFeedback(
  ctx: Ctx,
  input: ParsedOf<typeof contract.replyFeedback>,
): Promise<ReplyOf<typeof contract.replyFeedback>> {
  const row = await queries.lockFeedback(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound('该意见不存在');
  if (row.version !== input.version)
    throw conflict('该意见已被他人答复，请刷新后再试', { current: { version: row.version } });
  if (input.inPublic && row.accountId !== null) throw refuse('党员的意见只有本人看得到，不在公开页公布');
  const by = ctx.session.accountName;
  const { version, waiting } = await queries.writeReply(ctx.db, row.id, input.reply, input.inPublic, by);
  if (!waiting) await closeTodos(ctx.db, [answerSubject(row.affairId)]);
  if (row.accountId !== null && row.accountId !== ctx.session.accountId) {
    await sendNotice(ctx.db, {
      type: PUBLICITY,
      title: `您的意见已答复：${row.title}`,
      remark: input.reply,
      orgId: row.orgId,
      createdBy: ctx.session.accountName,
      accountIds: [row.accountId],
    });
  }
  ctx.audit({
    type: 'openAffair',
    id: row.affairId,
    name: row.title,
    orgCode: row.orgCode,
    changes: { reply: [row.reply, input.reply], inPublic: [row.inPublic, input.inPublic] },
  });
  return { version };
}

/** Where a resident's phone lies, for its encryption. */
export const phonePlace = (id: string): string => `open_feedback.phone.${id}`;

/** The phone that a resident left, in full; the log keeps who read it and why. */
export async function revealPhone(
  ctx: Ctx,
  input: ParsedOf<typeof contract.revealFeedbackPhone>,
): Promise<ReplyOf<typeof contract.revealFeedbackPhone>> {
  const row = await queries.lockFeedback(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound('该意见不存在');
  if (row.phoneEnc === null) throw refuse('没有留下电话');
  ctx.audit({ type: 'openAffair', id: row.affairId, name: row.title, orgCode: row.orgCode, reason: input.reason });
  return { value: ctx.vault.decrypt(phonePlace(row.id), row.phoneEnc) };
}
