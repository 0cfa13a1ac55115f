import type * as contract from '#life/tasks/contract.proof.ts';
import type { ProofKind } from '#life/tasks/contract.proof.ts';
import { OFFERED } from '#life/tasks/contract.proof.ts';
import { isByMeeting, mayAct, PART_ARROWS } from '#life/tasks/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { listOfferedProofs, type ProofRecord } from '../proofs.ts';
import { withdrawPartEvidence } from '../queries/evidence.ts';
import * as queries from '../queries/parts.ts';
import { dropAnswer, writeAnswer } from '../queries/proofs.ts';
import { handIn, nameOf, savePart, syncPartTodos } from './parts.ts';

/** What the own organisation may name in a report. */
export const proofs = (
  ctx: Ctx,
  { keyWords }: ParsedOf<typeof contract.partProofs>,
): Promise<ReplyOf<typeof contract.partProofs>> => listOfferedProofs(ctx, keyWords || null, OFFERED);

/** Words of minutes that a report takes over. */
const MOST_WORDS = 4000;

/**
 * A meeting that answers a part of the own organisation was submitted: the part is reported with its words and names it.
 * What is reported or decided already stays as it is.
 * @returns the part, where it was reported
 */
export async function answerByMeeting(
  ctx: Ctx,
  partId: string,
  words: string,
  meeting: ProofRecord & { kind: ProofKind },
): Promise<string | undefined> {
  const part = await queries.findPart(ctx.db, ctx.scope, partId, true);
  if (!part || part.orgId !== ctx.session.orgId || part.taskState !== 2 || !mayAct('report', part.state)) return;
  const { kind, ...record } = meeting;
  await writeAnswer(ctx.db, partId, kind, record);
  await handIn(ctx, part, words.slice(0, MOST_WORDS), false, part.files);
  return part.id;
}

/**
 * A meeting of organisation life that was held for a task was submitted: the part of the cycle in which its day lies is
 * reported, else the open one that is due first.
 * @returns the part; undefined where the task is not answered by meetings or nothing of it is open
 */
export async function answerByLifeMeeting(
  ctx: Ctx,
  taskId: string,
  words: string,
  meeting: ProofRecord & { type: number },
): Promise<string | undefined> {
  const { type, ...record } = meeting;
  const partId = await queries.partOnDay(ctx.db, ctx.session.orgId, taskId, meeting.day);
  const found = partId && (await queries.findPart(ctx.db, ctx.scope, partId));
  if (!partId || !found || !isByMeeting(found.kind) || !answersKind(found.kind, type)) return;
  return answerByMeeting(ctx, partId, words, { kind: 'life', ...record });
}

/** 主题党日, type 4 of 组织生活. */
const THEME_DAY = 4;
/** Whether a meeting of organisation life of a type answers a kind of tasks. */
export const answersKind = (kind: number, type: number): boolean => kind === 1 || (kind === 2 && type === THEME_DAY);

/** The meeting was taken back by its own organisation: the part is open again. @throws where the giver has accepted it */
export async function reopenByMeeting(ctx: Ctx, partId: string, kind: ProofKind, meetingId: string): Promise<void> {
  const part = await queries.findPart(ctx.db, ctx.scope, partId, true);
  if (!part || part.orgId !== ctx.session.orgId || part.taskState !== 2) return;
  if (part.state === 4) throw refuse(`上级已经验收“${nameOf(part)}”，请联系上级退回后再办`);
  if (!mayAct('withdraw', part.state)) return;
  await dropAnswer(ctx.db, partId, kind, meetingId);
  await savePart(ctx, part, { act: '撤回', change: { state: PART_ARROWS.withdraw.to } });
  await syncPartTodos(ctx, part.taskId, [part.id]);
}

/**
 * A superior returned the minutes that had reported a part: it is open again, an accepted one with that reason. The
 * superior stands above the organisation, which is what makes the part reachable.
 */
export async function reopenByReturn(ctx: Ctx, partId: string, meetingId: string, reason: string): Promise<void> {
  const part = await queries.findPart(ctx.db, ctx.scope, partId, true);
  if (part?.taskState !== 2 || !(mayAct('withdraw', part.state) || mayAct('reopen', part.state))) return;
  await dropAnswer(ctx.db, partId, 'life', meetingId);
  const text = `会议记录被退回：${reason}`;
  const decided = { by: ctx.session.accountName, opinion: text };
  if (part.state === 4) await withdrawPartEvidence(ctx.db, [part.id]);
  await savePart(ctx, part, { act: '退回', text, change: { state: PART_ARROWS.reopen.to, decided } });
  await syncPartTodos(ctx, part.taskId, [part.id]);
}
