import { signedAddress } from '#modules/files/server/service/download.ts';
import { insertNotice } from '#modules/message/server/queries.ts';
import { closeTodos, openTodo } from '#modules/message/server/todos.ts';
import type * as contract from '#modules/openAffairs/contract.feedback.ts';
import { ROLE } from '#modules/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { cleanHtml } from '#platform/richText.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import { findAffair } from '../queries/affair.ts';
import * as queries from '../queries/feedback.ts';
import { fileFacts, findPublic } from '../queries/shown.ts';
import { answerSubject, detailPath, MODULE } from '../todos.ts';
import { MISSING } from './read.ts';
import { filesIn, isWriter } from './rights.ts';

/** Dictionary 0178: 公示. */
const PUBLICITY = '2';

/** An affair that the session may read. */
async function readable(ctx: Ctx, id: string) {
  const row = await findAffair(ctx.db, ctx.scope, id);
  if (!row || !(isWriter(ctx) || row.shownNumber !== null)) throw notFound(MISSING);
  return row;
}

/** What was said about an affair: to who works on it everything, to everybody else the own words. */
export async function feedback(ctx: Ctx, id: string): Promise<contract.Feedback[]> {
  await readable(ctx, id);
  const mine = ctx.session.accountId;
  const rows = await queries.listFeedback(ctx.db, id, isWriter(ctx) ? null : mine);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    content: row.content,
    createDate: row.createdAt.toISOString(),
    reply: row.reply,
    replyName: row.repliedBy,
    replyDate: row.repliedAt?.toISOString() ?? null,
    version: row.version,
    isMine: row.accountId === mine,
  }));
}

/** Says something about what is published; the organisation's workers are asked to answer. */
export async function say(
  ctx: Ctx,
  input: ParsedOf<typeof contract.giveFeedback>,
): Promise<ReplyOf<typeof contract.giveFeedback>> {
  const row = await readable(ctx, input.id);
  if (row.shownNumber === null) throw refuse('该事项没有公开，不能提意见');
  const { accountId, accountName: name } = ctx.session;
  const id = await queries.insertFeedback(ctx.db, { affairId: row.id, accountId, name, content: input.content });
  await openTodo(ctx.db, {
    roleId: ROLE.worker,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `答复意见：${row.title}`,
    detail: '有党员对公开事项提出意见',
    act: '答复',
    jumpUrl: detailPath(row.id),
    dueOn: null,
    subject: answerSubject(row.id),
  });
  ctx.audit({ type: 'openAffair', id: row.id, name: row.title, orgCode: row.orgCode });
  return { id };
}

/** Answers an opinion, or corrects the answer; whoever said it is told. */
export async function answer(
  ctx: Ctx,
  input: ParsedOf<typeof contract.replyFeedback>,
): Promise<ReplyOf<typeof contract.replyFeedback>> {
  const row = await queries.lockFeedback(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound('该意见不存在');
  if (row.version !== input.version)
    throw conflict('该意见已被他人答复，请刷新后再试', { current: { version: row.version } });
  const { version, waiting } = await queries.writeReply(ctx.db, row.id, input.reply, ctx.session.accountName);
  if (!waiting) await closeTodos(ctx.db, [answerSubject(row.affairId)]);
  if (row.accountId !== ctx.session.accountId) {
    await insertNotice(ctx.db, {
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
    changes: { reply: [row.reply, input.reply] },
  });
  return { version };
}

/** The public page: what is published and within its public days, with addresses of its files that are good for an hour. */
export async function publicPage(ctx: Ctx, token: string): Promise<ReplyOf<typeof contract.publicAffair>> {
  const row = await findPublic(ctx.db, token);
  if (!row) throw notFound('没有这个公开事项，或它已撤下');
  if (row.isOver) throw notFound(`公开期已于${row.shownUntil}结束，需要查阅请联系${row.orgName}`);
  const content = cleanHtml(row.content);
  const attached = await fileFacts(ctx.db, row.files);
  const files = await Promise.all(
    attached.map(async ({ id, name, size }) => ({ name, size, url: await signedAddress(ctx, id) })),
  );
  const pictures = await Promise.all(filesIn(content).map(async (id) => [id, await signedAddress(ctx, id)] as const));
  const { orgName, kind, itemName, period, title, shownFrom, shownUntil, note } = row;
  return {
    ...{ orgName, kind, itemName, period, title, shownFrom, shownUntil, note, files },
    content: encodeURIComponent(content),
    pictures: Object.fromEntries(pictures),
  };
}
