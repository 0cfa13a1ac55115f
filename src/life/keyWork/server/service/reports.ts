import { askAbove, decideGiven, registerUrgeable, takeBackAbove } from '#kernel/permission/server/above.ts';
import type * as contract from '#life/keyWork/contract.ts';
import { mayAct } from '#life/keyWork/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { badInput, conflict, refuse } from '#platform/server/errors.ts';
import { attachResubmitted } from '#platform/server/files/fileRights.ts';
import type { TodoAct } from '#platform/server/module.ts';
import * as queries from '../queries/parts.ts';
import {
  closeReport,
  insertReport,
  type NewReport,
  reportsOf,
  scheduleOf,
  setReportFiles,
} from '../queries/reports.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, finishPath, MODULE } from '../todos.ts';
import { REPORT_FILES } from './common.ts';
import { decisionRequestOf, partOf } from './parts.ts';

type Part = queries.PartRecord;

/** A part, locked. @throws conflict where it has changed since it was read */
async function lockPart(ctx: Ctx, id: string, version?: number): Promise<Part> {
  const part = await partOf(ctx, id, true);
  if (version !== undefined && part.version !== version)
    throw conflict('该重点工作已有变化，请核对后再操作', { current: { version: part.version } });
  return part;
}

/** The part of the own organisation, to be reported on. */
async function lockOpen(ctx: Ctx, id: string, version: number): Promise<Part> {
  const part = await lockPart(ctx, id, version);
  if (part.orgId !== ctx.session.orgId) throw refuse('由责任单位报送');
  if (part.itemState !== 'running') throw refuse('该重点工作不在进行中，不用再报送');
  if (!mayAct('report', part.state))
    throw refuse(part.state === 'asked' ? '完成情况正在验收，不能再报送；可以先撤回' : '已经办结，不用再报送');
  return part;
}

async function write(ctx: Ctx, part: Part, report: Omit<NewReport, 'partId' | 'by'>, files: readonly string[]) {
  const by = ctx.session.accountName;
  const id = await insertReport(ctx.db, { ...report, partId: part.id, by });
  const owner = { kind: REPORT_FILES, rowId: id, orgCode: part.orgCode };
  const before = new Set((await reportsOf(ctx.db, part.id)).flatMap((one) => one.files));
  const kept = await attachResubmitted(ctx, 'files', files, owner, before, { format: 'common' });
  if (kept.length > 0) await setReportFiles(ctx.db, id, kept);
  return id;
}

const log = (ctx: Ctx, part: Part, changes: Record<string, [unknown, unknown]>, reason?: string) =>
  ctx.audit({
    type: 'keyWorkPart',
    id: part.id,
    name: part.title,
    orgCode: part.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** Reports progress: of a period, or between two. */
export async function reportProgress(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reportPart>,
): Promise<ReplyOf<typeof contract.reportPart>> {
  const part = await lockOpen(ctx, input.id, input.version);
  const { content, percent } = input;
  const periodId = input.periodId ?? null;
  const period = periodId === null ? null : (await scheduleOf(ctx.db, part.id)).find(({ id }) => id === periodId);
  if (period === undefined) throw badInput({ periodId: '没有这一期' });
  if (period?.isFinal) throw badInput({ periodId: '最后一期请报送完成情况' });
  if (period && period.startsOn > part.today) throw badInput({ periodId: `这一期从${period.startsOn}开始` });
  const isLate = period !== null && period.dueOn < part.today;
  const reportId = await write(ctx, part, { periodId, isFinal: false, content, percent, isLate }, input.files).catch(
    (error: unknown) => {
      throw errorCode(error) === '23505' ? refuse('这一期已经报送过') : error;
    },
  );
  const version = await queries.stepPart(ctx.db, part.id, { percent });
  await queries.updateNextDue(ctx.db, part.itemId, part.id);
  await syncTodos(ctx.db, part.itemId);
  log(ctx, part, { percent: [part.percent, percent] });
  return { version, reportId };
}

/** Reports the completion: it waits before the workers of whoever set the item. */
export async function reportCompletion(
  ctx: Ctx,
  input: ParsedOf<typeof contract.finishPart>,
): Promise<ReplyOf<typeof contract.finishPart>> {
  const part = await lockOpen(ctx, input.id, input.version);
  const { accountId: by, accountName: name } = ctx.session;
  const final = (await scheduleOf(ctx.db, part.id)).find(({ isFinal }) => isFinal);
  const { row: version, decider } = await askAbove(ctx, {
    orgId: part.setterId,
    right: 'keyWork:set',
    isFromHere: true,
    write: async ({ id: deciderOrgId }) => {
      const report = { periodId: final?.id ?? null, isFinal: true, percent: 100, isLate: part.endsOn < part.today };
      await write(ctx, part, { ...report, content: input.content }, input.files);
      return queries.stepPart(ctx.db, part.id, { state: 'asked', asked: { by, name, deciderOrgId } });
    },
    asked: () => ({
      module: MODULE,
      title: `验收重点工作：${part.title}`,
      detail: `${part.orgName}，${name}报送`,
      act: '验收',
      jumpUrl: finishPath(part.id),
      subject: decideSubject(part.id),
    }),
  });
  await queries.updateNextDue(ctx.db, part.itemId, part.id);
  await syncTodos(ctx.db, part.itemId);
  log(ctx, part, { state: [part.state, 'asked'] });
  return { version, decider: decider.name };
}

/** Takes the completion back while nobody has decided it, by whoever reported it. */
export async function recallCompletion(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.recallPart>,
): Promise<{ version: number }> {
  const part = await lockPart(ctx, id);
  let version = part.version;
  await takeBackAbove(
    ctx,
    decisionRequestOf(ctx, part),
    async () => {
      await closeReport(ctx.db, part.id, 'recalled');
      version = await queries.stepPart(ctx.db, part.id, { state: 'open' });
    },
    `由${part.askedByName || '责任单位'}报送，只能由本人撤回`,
  );
  await queries.updateNextDue(ctx.db, part.itemId, part.id);
  await syncTodos(ctx.db, part.itemId);
  log(ctx, part, { state: ['asked', 'open'] });
  return { version };
}

/** Accepts the completion or returns it with its reason; of two at once one wins. */
export async function decideCompletion(
  ctx: Ctx,
  input: Omit<ParsedOf<typeof contract.decidePart>, 'version'> & { version?: number },
): Promise<{ version: number }> {
  const part = await lockPart(ctx, input.id);
  const version = await decideGiven(ctx, decisionRequestOf(ctx, part), input, {
    version: part.version,
    noun: '该重点工作',
    verb: '验收',
    title: part.title,
    accepted: '完成情况已验收。',
    carryOut: async (state, decision, decided) => {
      await closeReport(ctx.db, part.id, decision, decided);
      return queries.stepPart(ctx.db, part.id, { state, decided, ...(state === 'done' ? { percent: 100 } : {}) });
    },
  });
  await queries.updateNextDue(ctx.db, part.itemId, part.id);
  await syncTodos(ctx.db, part.itemId);
  log(ctx, part, { state: ['asked', input.decision === 'agree' ? 'done' : 'returned'] }, input.opinion);
  return { version };
}

/** Accepts or returns one of several, as it stands (今日). */
export const decideTogether =
  (decision: 'agree' | 'return'): TodoAct =>
  (ctx, id, opinion) =>
    decideCompletion(ctx, { id, decision, opinion });

/** Announces that whoever reported a completion may urge its acceptance. */
export function announceUrging(): void {
  registerUrgeable('keyWork', async (ctx, id) => {
    const part = await partOf(ctx, id, true);
    return {
      row: decisionRequestOf(ctx, part),
      detail: { type: 'keyWorkPart', id, name: part.title, orgCode: part.orgCode },
    };
  });
}
