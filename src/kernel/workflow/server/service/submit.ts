import type { Decider } from '#kernel/permission/server/index.ts';
import type { Facts } from '#kernel/workflow/contract.definition.ts';
import type { InstanceState } from '#kernel/workflow/contract.ts';
import { path } from '#kernel/workflow/rules.definition.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { type Asked, askDecider } from '#platform/server/inbox/todos.ts';
import { type UsableProcess, usableProcesses } from '../queries/process.ts';
import { factsOf, placeFacts, subjectOf } from '../subjects.ts';
import { startInstance } from './start.ts';

/** A row that is put up for approval. */
interface Submission {
  /** Announced by `workflowSubject`. */
  kind: string;
  subjectId: string;
  /** How the approvers' lists name it. */
  title: string;
  /** What the conditions of processes ask. */
  facts: Facts;
  /** What a process whose initiator names the approvers is no good for: 三务公开. */
  what: string;
  /** Writes that the row waits, before anybody is asked: a process without approvers ends at once. */
  waits: () => Promise<unknown>;
  /** Where no process is published: who decides instead, and what they read. Null: then nobody is asked. */
  above: { decider: () => Promise<Decider>; asked: Asked } | null;
}

/** How it was put up: on a process, which may have ended at once, or before the decider above. */
export type Submitted =
  | { instanceId: string; state: InstanceState; decider: null }
  | { instanceId: null; state: 'running'; decider: Decider };

/** The nearest published process for the session's place. @throws Refusal for one whose initiator would have to name people */
async function nearest(ctx: Ctx, { kind, facts, what }: Submission): Promise<UsableProcess | undefined> {
  const subject = subjectOf(kind);
  if (!subject) throw notFound('没有这类事项');
  const [process] = await usableProcesses(ctx.db, kind, ctx.session.orgCode);
  if (!process) return undefined;
  const { steps } = path(process.definition, factsOf(subject, facts, placeFacts(ctx.session)));
  if (steps.some((step) => step.kind === 'approver' && step.who.kind === 'chosen'))
    throw refuse(`审批流程“${process.name}”要由发起人自选审批人，${what}不能用，请联系流程管理员改为固定审批人`);
  return process;
}

/**
 * Puts a row up for approval in the caller's transaction: on the nearest published process of its kind, else before a worker of an
 * organisation above, never whoever asks. Its outcome reaches the module by `onEnd` of its kind, or by the module's own act. Null:
 * nobody is to be asked, and nothing was written.
 */
export function submitForApproval(
  ctx: Ctx,
  submission: Submission & { above: NonNullable<Submission['above']> },
): Promise<Submitted>;
export function submitForApproval(ctx: Ctx, submission: Submission): Promise<Submitted | null>;
export async function submitForApproval(ctx: Ctx, submission: Submission): Promise<Submitted | null> {
  const process = await nearest(ctx, submission);
  const { kind, subjectId, title, facts, waits, above } = submission;
  if (!process) {
    if (!above) return null;
    const decider = await above.decider();
    await waits();
    await askDecider(ctx, decider, above.asked);
    return { instanceId: null, state: 'running', decider };
  }
  await waits();
  const { id, state } = await startInstance(ctx, { kind, processId: process.id, subjectId, title, facts, chosen: {} });
  return { instanceId: id, state, decider: null };
}
