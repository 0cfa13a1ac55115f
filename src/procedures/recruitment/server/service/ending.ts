import { ROLE } from '#kernel/session/contract.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import { lockReturned, resubmit, startInstance } from '#kernel/workflow/server/service/start.ts';
import { workflowSubject } from '#kernel/workflow/server/subjects.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.steps.ts';
import { endingsFor } from '#procedures/recruitment/rules/path.ts';
import { PROCESSES } from '#procedures/recruitment/rules/processes.ts';
import { type CorrectionRecord, insertCorrection, pendingEnding } from '../queries/correction.ts';
import { type FileRecord, findFile } from '../queries/file.ts';
import { endedFacts, openInstance } from '../queries/process.ts';
import * as writes from '../queries/write.ts';
import { dueSubject, endingSubject, MODULE, subjectsOf, workPath } from '../todos.ts';
import { canOf } from './correctionRead.ts';
import { openBranchTodo } from './effects.ts';
import { requireUsableProcess, withWholeScope } from './process.ts';
import { approverFor } from './send.ts';
import { isWorker } from './steps.ts';
import { lockFile, logFile, MISSING } from './wholeFile.ts';

const KIND = 'development.ending';

async function close(
  ctx: Ctx,
  file: FileRecord,
  ending: 'stopped' | 'withdrawn' | 'died',
  day: string,
  reason: string,
) {
  await writes.endFile(ctx.db, file.id, ending, day, reason);
  await closeTodos(ctx.db, subjectsOf(file.id));
  logFile(ctx, file, { ending: [null, ending] }, reason);
}

/** A to-do of the branch: the superior did not agree. */
const goOn = (ctx: Ctx, file: FileRecord, opinion = '') =>
  openBranchTodo(ctx, file, `终止培养没有同意：${file.name}`, opinion || '请按流程继续办理', '查看');

/** Announces 终止培养 as what runs on approval processes; day and reason are facts of the matter. */
export function announceEndings(): void {
  workflowSubject(KIND, {
    label: PROCESSES[KIND],
    fields: [
      { key: 'name', label: '姓名', kind: 'text' },
      { key: 'day', label: '终止日期', kind: 'text' },
      { key: 'reason', label: '终止原因', kind: 'text' },
    ],
    url: (id) => `/affairs/recruitment/detailInfo?id=${id}`,
    async view(ctx, id) {
      const file = await findFile(ctx.db, wholeScope, id);
      if (!file) throw notFound(MISSING);
      const facts = await endedFacts(ctx.db, KIND, id);
      const lines = [
        { label: '姓名', value: file.name },
        { label: '党支部', value: file.orgName },
        { label: '终止日期', value: String(facts?.day ?? '') },
      ];
      return { lines, text: String(facts?.reason ?? ''), files: [], checks: [] };
    },
    async onEnd(given, id, outcome) {
      const ctx = withWholeScope(given);
      const file = await findFile(ctx.db, wholeScope, id, true);
      if (!file || file.endedOn !== null || outcome === 'withdrawn') return;
      const facts = await endedFacts(ctx.db, KIND, id);
      if (outcome === 'rejected') await goOn(ctx, file);
      else await close(ctx, file, 'stopped', String(facts?.day ?? file.today), String(facts?.reason ?? ''));
    },
  });
}

const CHANGED = '预备党员取消资格须经支部大会讨论、上级党委审批';
const SENT = '有一步正在上级审批，请先撤回';

/** 终止培养 that somebody has to decide about, with whom it waits; null: none was asked for. */
export async function endingAsked(ctx: Ctx, file: FileRecord) {
  if (file.endedOn !== null) return null;
  const row = await pendingEnding(ctx.db, file);
  if (row) {
    const { id, after: day, reason, askedByName: askedBy, approverName: waitsFor } = row;
    return { id, day, reason, askedBy, waitsFor, can: canOf(ctx, row) };
  }
  const open = await openInstance(ctx.db, [KIND], file.id);
  if (!open) return null;
  const facts = await endedFacts(ctx.db, KIND, file.id);
  return {
    id: null,
    day: String(facts?.day ?? ''),
    reason: String(facts?.reason ?? ''),
    askedBy: '',
    waitsFor: open.state === 'running' ? '审批流程' : `${file.orgName}补正`,
    can: { decide: false, withdraw: false },
  };
}

/**
 * Ends a file whose person goes no further, by death or as the person took the application back; 取消预备党员资格 has its own way
 * through the branch meeting. 终止培养 is the superior's to decide: on its process where one is published, else at the desk of
 * the organisation that approves.
 */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endFile>) {
  if (!isWorker(ctx)) throw forbidden();
  const { file } = await lockFile(ctx, input.fileId, input.version);
  if (!endingsFor(file.category).includes(input.ending)) throw refuse(CHANGED);
  if (file.stepState === 'submitted') throw refuse(SENT);
  if (input.day > file.today) throw badInput({ day: '日期不能晚于今天' });
  const open = await openInstance(ctx.db, [KIND], file.id);
  if (input.ending === 'stopped') {
    await askToEnd(ctx, file, input, open);
    return { version: file.version, step: file.step, stepState: file.stepState };
  }
  // Whoever died or withdrew is no longer asked about.
  if (open) await withdrawInstance(ctx, { id: open.id, reason: input.reason });
  await close(ctx, file, input.ending, input.day, input.reason);
  return { version: file.version + 1, step: file.step, stepState: file.stepState };
}

async function askToEnd(
  ctx: Ctx,
  file: FileRecord,
  { day, reason }: { day: string; reason: string },
  open: Awaited<ReturnType<typeof openInstance>>,
): Promise<void> {
  if (open?.state === 'running') throw refuse('终止培养正在审批，请到“我发起的”查看');
  const pending = await pendingEnding(ctx.db, file);
  if (pending) throw refuse(`终止培养已由${pending.askedByName}申请，等待${pending.approverName}决定`);
  const facts = { name: file.name, day, reason };
  const title = `${PROCESSES[KIND]}：${file.name}`;
  if (open) {
    await resubmit(ctx, await lockReturned(ctx, open.id, open.version), { title, facts, chosen: {} });
    logFile(ctx, file, { ending: [null, '终止培养重新报批'] }, reason);
    return;
  }
  // Its terms rest until that is decided.
  await closeTodos(ctx.db, [dueSubject(file.id)]);
  const processId = await requireUsableProcess(ctx, KIND, facts);
  logFile(ctx, file, { ending: [null, '终止培养报批'] }, reason);
  if (processId !== null) {
    await startInstance(ctx, { kind: KIND, processId, subjectId: file.id, title, facts, chosen: {} });
    return;
  }
  const approver = await approverFor(ctx, file);
  const { accountId: askedBy, accountName: askedByName } = ctx.session;
  await insertCorrection(ctx.db, {
    memberId: file.memberId,
    fileId: file.id,
    stepNo: null,
    field: 'ending',
    before: '',
    after: day,
    reason,
    approverOrgId: approver.id,
    askedBy,
    askedByName,
  });
  await askDecider(
    ctx,
    { ...approver, roleId: ROLE.worker },
    {
      module: MODULE,
      title,
      detail: `${file.orgName}，${askedByName}申请：${reason}`,
      act: '审批',
      jumpUrl: workPath(file.id, file.category),
      subject: endingSubject(file.id),
    },
  );
}

/** Carries out what the superior said about 终止培养: agreed, the file ends on the day that was asked for. */
export async function decideEnding(
  ctx: Ctx,
  row: CorrectionRecord,
  { agree, opinion }: { agree: boolean; opinion: string },
): Promise<void> {
  const { file } = await lockFile(ctx, row.fileId ?? '');
  if (!agree) {
    await goOn(ctx, file, opinion);
    logFile(ctx, file, { ending: ['终止培养报批', '未同意终止培养'] }, opinion);
    return;
  }
  if (!endingsFor(file.category).includes('stopped')) throw refuse(CHANGED);
  if (file.stepState === 'submitted') throw refuse(SENT);
  await close(ctx, file, 'stopped', row.after, row.reason);
}
