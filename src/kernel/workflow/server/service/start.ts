import type { ApproverStep, Facts } from '#kernel/workflow/contract.definition.ts';
import type { WayStep } from '#kernel/workflow/contract.process.ts';
import type { InstanceState } from '#kernel/workflow/contract.ts';
import { path } from '#kernel/workflow/rules.definition.ts';
import { nodeToResumeAfter, undoneNodes } from '#kernel/workflow/rules.engine.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { type InstanceRecord, insertInstance, lockInstance, updateReturned } from '../queries/instance.ts';
import { chainOf, type Holder, officesOf } from '../queries/people.ts';
import { type UsableProcess, usableProcesses } from '../queries/process.ts';
import { insertEvent, tasksOf, undoTasks } from '../queries/task.ts';
import { factsOf, placeFacts, placeOf, subjectOf } from '../subjects.ts';
import { closeReturned } from './notify.ts';
import { findCopyHolders, type Origin, seatsOf } from './resolve.ts';
import { continueInstance } from './run.ts';

/** A published process for the session's organisation, or another one that a kind names. */
export async function processFor(
  ctx: Ctx,
  kind: string,
  id: string,
  orgCode = ctx.session.orgCode,
): Promise<UsableProcess> {
  const process = (await usableProcesses(ctx.db, kind, orgCode)).find((one) => one.id === id);
  if (!process) throw notFound('没有这个流程，或它已停用');
  return process;
}

/** Whether somebody may be asked by the session: at work in its scope or on the line above it. */
export const isNear = (ctx: Ctx, office: Holder) =>
  inScope(ctx.scope, office.orgCode) || chainOf(ctx.session.orgCode).includes(office.orgCode);

/** The way of a matter with the people of each step as they stand today. @param initiator nobody decides on the own request, nor do `others` */
export async function wayPreview(
  db: Db,
  definition: UsableProcess['definition'],
  facts: Facts,
  origin: Origin,
  initiator: string,
  others: readonly string[] = [],
): Promise<{ lit: string[]; steps: WayStep[] }> {
  const { lit, steps } = path(definition, facts);
  const barred = new Set([initiator, ...others]);
  const shown: WayStep[] = [];
  for (const step of steps) {
    const { id: nodeId, kind, name } = step;
    if (step.kind === 'copy') {
      const people = (await findCopyHolders(db, step, origin.orgCode)).map(({ accountId, name: who, orgName }) => ({
        accountId,
        name: who,
        orgName,
      }));
      const remark = people.length > 0 ? '' : '没有可以抄送的人';
      shown.push({ nodeId, kind, name, mode: 'any', people, choose: 0, remark });
      continue;
    }
    const open = step.who.kind === 'chosen' && (origin.chosen[nodeId] ?? []).length === 0;
    const { seats, remark } = open ? { seats: [], remark: '' } : await seatsOf(db, step, origin, barred);
    const people = seats.map(({ accountId, name: who, orgName }) => ({ accountId, name: who, orgName }));
    const choose = step.who.kind === 'chosen' ? step.who.most : 0;
    shown.push({ nodeId, kind, name, mode: step.mode, people, choose, remark });
    // Who certainly signs here has no seat further on.
    if (!definition.sameSigner && (step.mode !== 'any' || seats.length === 1)) {
      for (const { accountId } of seats) if (accountId !== null) barred.add(accountId);
    }
  }
  return { lit, steps: shown };
}

/** Checks whom the initiator names at the steps that ask for it; answers those of the way alone. */
async function checkChosen(
  ctx: Ctx,
  steps: readonly ApproverStep[],
  given: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, string[]>> {
  const chosenSteps = steps.flatMap((step) =>
    step.who.kind === 'chosen' ? [{ id: step.id, name: step.name, most: step.who.most }] : [],
  );
  const offices = await officesOf(
    ctx.db,
    chosenSteps.flatMap(({ id }) => given[id] ?? []),
  );
  const chosen: Record<string, string[]> = {};
  for (const { id, name, most } of chosenSteps) {
    const people = [...new Set(given[id] ?? [])];
    const field = `chosen.${id}`;
    if (people.length === 0) throw badInput({ [field]: `请选择“${name}”的审批人` });
    if (people.length > most) throw badInput({ [field]: `“${name}”最多选择${most}人` });
    if (people.includes(ctx.session.accountId)) throw badInput({ [field]: '不能选择本人审批' });
    const unknown = people.some((one) => !offices.some((office) => office.accountId === one && isNear(ctx, office)));
    if (unknown) throw badInput({ [field]: '所选的人不能办理审批，请重新选择' });
    chosen[id] = people;
  }
  return chosen;
}

const approvers = (definition: UsableProcess['definition'], facts: Facts) =>
  path(definition, facts).steps.filter((step) => step.kind === 'approver');

export interface NewMatter {
  kind: string;
  processId: string;
  subjectId: string;
  title: string;
  facts: Facts;
  chosen: Readonly<Record<string, readonly string[]>>;
  /** Where it stands, as the places of its approvers are seen; left out: where the session works. */
  at?: { orgId: string; orgCode: string; orgType: number };
  /** Accounts that have a part in it and never decide. */
  barred?: readonly string[];
}

/**
 * Puts a subject on its way in the caller's transaction; the session is its initiator. Refuses, with the node's name,
 * where nobody could decide at one of its nodes.
 */
export async function startInstance(ctx: Ctx, matter: NewMatter): Promise<{ id: string; state: InstanceState }> {
  const subject = subjectOf(matter.kind);
  if (!subject) throw notFound('没有这类事项');
  const { db, session } = ctx;
  const place = matter.at ?? session;
  const barred = [...(matter.barred ?? [])];
  const process = await processFor(ctx, matter.kind, matter.processId, place.orgCode);
  const facts = factsOf(subject, matter.facts, placeFacts(place));
  const chosen = await checkChosen(ctx, approvers(process.definition, facts), matter.chosen);
  const { steps } = await wayPreview(
    db,
    process.definition,
    facts,
    { orgCode: place.orgCode, chosen },
    session.accountId,
    barred,
  );
  const empty = steps.find(({ kind, people }) => kind === 'approver' && people.length === 0);
  if (empty) throw refuse(`“${empty.name}”没有可以审批的人，请联系系统管理员`);
  const id = await insertInstance(db, session, place, {
    processId: process.id,
    number: process.number,
    kind: matter.kind,
    subjectId: matter.subjectId,
    title: matter.title,
    facts,
    chosen,
    sameSigner: process.definition.sameSigner,
    barred,
  });
  const instance = await lockInstance(db, id);
  if (!instance) throw notFound();
  await insertEvent(db, { instanceId: id, kind: 'started', by: session.accountId });
  return { id, state: await continueInstance(ctx, instance, '') };
}

/** A returned matter of the session's own, locked; any other reads as not found. */
export async function lockReturned(ctx: Ctx, id: string, version: number): Promise<InstanceRecord> {
  const instance = await lockInstance(ctx.db, id);
  if (!instance || instance.account_id !== ctx.session.accountId) throw notFound();
  if (instance.state !== 'returned') throw refuse('只有被退回的事项可以补正后重新提交');
  if (instance.version !== version) throw conflict('该事项已有变化，请刷新后再试');
  return instance;
}

/**
 * Sends a corrected matter on: straight back to the node that returned it, or from the start where its facts have
 * changed, since nobody has agreed to those.
 */
export async function resubmit(
  ctx: Ctx,
  instance: InstanceRecord,
  fixed: { title: string; facts: Facts; chosen: Readonly<Record<string, readonly string[]>> },
): Promise<InstanceState> {
  const subject = subjectOf(instance.kind);
  if (!subject) throw notFound('没有这类事项');
  const { db } = ctx;
  // The place is that of the raising, whatever office the initiator works in now.
  const facts = factsOf(subject, fixed.facts, placeOf(instance.facts));
  const chosen = await checkChosen(ctx, approvers(instance.definition, facts), fixed.chosen);
  const way = path(instance.definition, facts);
  const after = nodeToResumeAfter(way, instance.resume_at, instance.facts, facts);
  const tasks = await tasksOf(db, instance.id);
  const gone = after === '' ? new Set(tasks.map(({ node_id }) => node_id)) : undoneNodes(way, after);
  await undoTasks(db, instance.id, [...gone]);
  await updateReturned(db, instance.id, { title: fixed.title, facts, chosen });
  await closeReturned(db, instance.id);
  await insertEvent(db, {
    instanceId: instance.id,
    kind: 'resubmitted',
    by: ctx.session.accountId,
    detail: after === '' ? '从头审批' : '直接回到退回的节点',
  });
  return continueInstance(ctx, { ...instance, title: fixed.title, facts, chosen }, after);
}
