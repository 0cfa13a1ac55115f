import { urgedRecently } from '#house/urging.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { AuditDetail, Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, type Refusal, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { type Asked, askDecider, closeTodos, noteUrged } from '#platform/server/inbox/todos.ts';
import type * as contract from '../contract.above.ts';
import { lockWaiting } from './queries/above.ts';
import { type Decider, deciderOf } from './queries/request.ts';

/**
 * The process of what no drawn process decides: a worker of the organisation above decides, never whoever asked. One way to
 * ask, decide, return, urge and take back, for requests of accounts below the engine and for what stands on the engine alike.
 */

/** What everybody reads who comes after the one that won. */
const HANDLED = '已被处理';
/** Dictionary 0178: 系统, 提醒. */
const NOTICE_TYPE = '5';
const REMINDER = '6';

/** A row that was put before the organisation above, as its module reads it. */
export interface DecisionRequest {
  /** Subject of its to-do. */
  todo: string;
  /** Nobody has decided it, and it was not taken back. */
  isOpen: boolean;
  askedBy: string | null;
  /** What is thrown for whoever comes after somebody has decided; left out: 已被处理. */
  handled?: () => Refusal;
  /** Whom it is about: they decide it as little as whoever asked, and read this. */
  about?: { memberId: string | null; refusal: string };
  /** What whoever asked reads; left out: 不能审批本人提出的申请. */
  ownRefusal?: string;
  /** The session stands above the asking organisation, or at the top where nothing is above. */
  superior: boolean;
  /** What is read by who does not stand above; left out: 应由上级党组织 with the organisation that was asked. */
  superiorRefusal?: string;
  /** The organisation that was asked; empty where the page names it. */
  deciderName: string;
  /** What somebody must hold who may decide. */
  right: string;
  verb: '审批' | '审核';
}

/** Why the session may not decide a row; the empty text where it may. */
export function obstacleToDecide(ctx: Ctx, row: Omit<DecisionRequest, 'todo' | 'isOpen'>): string {
  const { about, verb, deciderName } = row;
  if (row.askedBy === ctx.session.accountId) return row.ownRefusal ?? `不能${verb}本人提出的申请`;
  if (about && about.memberId !== null && about.memberId === ctx.session.memberId) return about.refusal;
  if (!row.superior) return row.superiorRefusal ?? `应由上级党组织${deciderName && `（${deciderName}）`}${verb}`;
  return ctx.may(row.right) ? '' : `当前角色不能${verb}`;
}

/** How a row is put before the organisation above. */
interface Asking<Row> {
  /** Above this one, and above whoever asks from there. */
  orgId: string;
  /** What somebody must hold who may decide. */
  right: string;
  /** The organisation itself is asked first, before those above it. */
  isFromHere?: boolean;
  /** Writes that the row waits for this decider; it throws what cannot wait twice. */
  write: (decider: Decider) => Promise<Row>;
  asked: (row: Row) => Asked;
}

/** Puts a row before the workers above in the caller's transaction, never before whoever asks. */
export async function askAbove<Row>(
  ctx: Ctx,
  { orgId, right, isFromHere, write, asked }: Asking<Row>,
): Promise<{ row: Row; decider: Decider }> {
  const decider = await deciderOf(ctx.db, orgId, ctx.session.accountId, right, isFromHere);
  const row = await write(decider);
  await askDecider(ctx, decider, asked(row));
  return { row, decider };
}

/** What a decision does, besides closing the to-do and telling whoever asked. */
interface Decision<Done> {
  /** Refuses what cannot be decided so: no reason to a return, a row that has changed since it was read. */
  check?: () => void | Promise<void>;
  carryOut: () => Promise<Done>;
  /** What whoever asked is told, and by which organisation; left out: the session's. */
  told: (done: Done) => { title: string; remark: string; orgId?: string };
}

/**
 * Agrees to a row or returns it, in the caller's transaction, which holds it: of parallel deciders one wins, the others read
 * 已被处理. What follows is the module's.
 */
export async function decideAbove<Done>(ctx: Ctx, row: DecisionRequest, decision: Decision<Done>): Promise<Done> {
  if (!row.isOpen) throw row.handled?.() ?? refuse(HANDLED);
  const why = obstacleToDecide(ctx, row);
  if (why) throw refuse(why);
  await decision.check?.();
  const done = await decision.carryOut();
  await closeTodos(ctx.db, [row.todo]);
  if (row.askedBy !== null) {
    const { orgId, accountName } = ctx.session;
    await sendNotice(ctx.db, {
      orgId,
      ...decision.told(done),
      type: NOTICE_TYPE,
      createdBy: accountName,
      accountIds: [row.askedBy],
    });
  }
  return done;
}

/** What was handed in of work that was given to an organisation, and how its module decides on it. */
interface GivenDecision {
  /** Of the row, as it is held. */
  version: number;
  /** As sentences begin with it: 该填报. */
  noun: string;
  verb: '审核' | '验收';
  /** As whoever handed it in reads it. */
  title: string;
  /** What they read without an opinion: 附件资料已审核。 */
  accepted: string;
  /** Writes the decision; answers the new version. */
  carryOut: (
    state: 'done' | 'returned',
    decision: 'accepted' | 'returned',
    decided: { by: string; opinion: string },
  ) => Promise<number>;
}

/**
 * `decideAbove` for work that was given below, by `decisionInput` of `house/givenCalls.ts`; a return wants a reason. Without a version it
 * is decided as it stands, as one of several.
 */
export function decideGiven(
  ctx: Ctx,
  row: DecisionRequest,
  { version, decision, opinion }: { version?: number; decision: 'agree' | 'return'; opinion: string },
  given: GivenDecision,
): Promise<number> {
  const agreed = decision === 'agree';
  const { noun, verb, title, accepted } = given;
  return decideAbove(ctx, row, {
    check: () => {
      if (version !== undefined && given.version !== version)
        throw conflict(`${noun}已有变化，请核对后再${verb}`, { current: { version: given.version } });
      if (!agreed && opinion === '') throw badInput({ opinion: '请写明退回的原因' });
    },
    carryOut: () =>
      given.carryOut(agreed ? 'done' : 'returned', agreed ? 'accepted' : 'returned', {
        by: ctx.session.accountName,
        opinion,
      }),
    told: () => ({
      title: `${agreed ? `${verb}通过` : '已退回'}：${title}`,
      remark: opinion === '' ? accepted : `意见：${opinion}`,
    }),
  });
}

/**
 * Takes the own row back while nobody has decided it; `write` writes that it no longer waits.
 * @param own what others read who try
 */
export async function takeBackAbove(
  ctx: Ctx,
  row: Pick<DecisionRequest, 'todo' | 'isOpen' | 'askedBy'>,
  write: () => Promise<unknown>,
  own = '只能撤回本人提出的申请',
): Promise<void> {
  if (row.askedBy !== ctx.session.accountId) throw refuse(own);
  if (!row.isOpen) throw refuse(HANDLED);
  await write();
  await closeTodos(ctx.db, [row.todo]);
}

/** Reads a row of a kind, locked, with what the log calls it. @throws notFound where the session does not see it */
type FindWaiting = (
  ctx: Ctx,
  id: string,
) => Promise<{ row: Pick<DecisionRequest, 'todo' | 'isOpen' | 'askedBy'>; detail: AuditDetail }>;

const waiting = new Map<string, FindWaiting>();

/** A module says once how rows of a kind are found that whoever asked may urge. @param kind short and in letters; it stands in the call */
export const registerUrgeable = (kind: string, find: FindWaiting): void => void waiting.set(kind, find);

/** Reminds whoever may decide of what oneself has asked for, by their to-do; once in two hours. */
export async function urgeAbove(
  ctx: Ctx,
  { kind, id }: ParsedOf<typeof contract.urgeAbove>,
): Promise<ReplyOf<typeof contract.urgeAbove>> {
  const found = await waiting.get(kind)?.(ctx, id);
  if (!found) throw notFound('没有这种申请');
  const { row, detail } = found;
  const { accountId, accountName, orgId, orgName } = ctx.session;
  if (row.askedBy !== accountId) throw refuse('只能催办本人提出的申请');
  const todo = row.isOpen ? await lockWaiting(ctx.db, row.todo, accountId) : undefined;
  if (!todo) throw refuse(HANDLED);
  if (todo.recently && todo.urgedAt) throw refuse(urgedRecently(todo.urgedAt));
  if (todo.accountIds.length === 0) throw refuse(`${todo.orgName}现在没有可以办理的人员，请电话联系`);
  await noteUrged(ctx.db, todo.id);
  await sendNotice(ctx.db, {
    type: REMINDER,
    title: `催办：${todo.title}`,
    remark: `${orgName}${accountName}请您尽快办理，可从待办进入。`,
    orgId,
    createdBy: accountName,
    accountIds: todo.accountIds,
    jumpUrl: todo.jumpUrl,
  });
  ctx.audit({ ...detail, reason: `催办${todo.orgName}` });
  return { reached: todo.accountIds.length, orgName: todo.orgName };
}
