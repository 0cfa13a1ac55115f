import type * as contract from '#modules/recruitment/contract.steps.ts';
import { endingsFor } from '#modules/recruitment/rules/path.ts';
import { PROCESSES } from '#modules/recruitment/rules/processes.ts';
import { withdraw as withdrawInstance } from '#modules/workflow/server/service/act.ts';
import { lockReturned, resubmit, startInstance } from '#modules/workflow/server/service/start.ts';
import { workflowSubject } from '#modules/workflow/server/subjects.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { everything } from '#platform/server/scope.ts';
import { closeTodos } from '#platform/server/todos.ts';
import { type FileRecord, findFile } from '../queries/file.ts';
import { endedFacts, openInstance } from '../queries/process.ts';
import * as writes from '../queries/write.ts';
import { subjectsOf } from '../todos.ts';
import { askBranch } from './effects.ts';
import { hold, log, MISSING } from './hold.ts';
import { usableFor, widely } from './process.ts';
import { isWorker } from './steps.ts';

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
  log(ctx, file, { ending: [null, ending] }, reason);
}

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
      const file = await findFile(ctx.db, everything, id);
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
      const ctx = widely(given);
      const file = await findFile(ctx.db, everything, id, true);
      if (!file || file.endedOn !== null || outcome === 'withdrawn') return;
      const facts = await endedFacts(ctx.db, KIND, id);
      if (outcome === 'rejected')
        await askBranch(ctx, file, `终止培养没有同意：${file.name}`, '请按流程继续办理', '查看');
      else await close(ctx, file, 'stopped', String(facts?.day ?? file.today), String(facts?.reason ?? ''));
    },
  });
}

/**
 * Ends a file whose person goes no further; 取消预备党员资格 has its own way through the branch meeting. 终止培养 runs on its
 * process where one is published.
 */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endFile>) {
  if (!isWorker(ctx)) throw forbidden();
  const { file } = await hold(ctx, input.fileId, input.version);
  if (!endingsFor(file.category).includes(input.ending)) throw refuse('预备党员取消资格须经支部大会讨论、上级党委审批');
  if (file.stepState === 'submitted') throw refuse('有一步正在上级审批，请先撤回');
  if (input.day > file.today) throw badInput({ day: '日期不能晚于今天' });
  const open = await openInstance(ctx.db, [KIND], file.id);
  const isStopped = input.ending === 'stopped';
  if (open?.state === 'running' && isStopped) throw refuse('终止培养正在审批，请到“我的审批”查看');
  // Whoever died or withdrew is no longer asked about.
  if (open && !isStopped) await withdrawInstance(ctx, { id: open.id, reason: input.reason });
  const facts = { name: file.name, day: input.day, reason: input.reason };
  const title = `${PROCESSES[KIND]}：${file.name}`;
  if (open && isStopped) {
    await resubmit(ctx, await lockReturned(ctx, open.id, open.version), { title, facts, chosen: {} });
    log(ctx, file, { ending: [null, '终止培养重新报批'] }, input.reason);
    return { version: file.version, step: file.step, stepState: file.stepState };
  }
  const processId = isStopped ? await usableFor(ctx, KIND, facts) : null;
  if (processId === null) {
    await close(ctx, file, input.ending, input.day, input.reason);
    return { version: file.version + 1, step: file.step, stepState: file.stepState };
  }
  await startInstance(ctx, { kind: KIND, processId, subjectId: file.id, title, facts, chosen: {} });
  log(ctx, file, { ending: [null, '终止培养报批'] }, input.reason);
  return { version: file.version, step: file.step, stepState: file.stepState };
}
