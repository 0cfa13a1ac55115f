import type { Facts } from '#kernel/workflow/contract.definition.ts';
import { path as wayOf } from '#kernel/workflow/rules.definition.ts';
import { usableProcesses } from '#kernel/workflow/server/index.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import { lockReturned, resubmit, startInstance } from '#kernel/workflow/server/service/start.ts';
import { factsOf, placeFacts, type Subject, subjectOf, workflowSubject } from '#kernel/workflow/server/subjects.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { findingsAt } from '#procedures/recruitment/rules/findings.ts';
import type { Path } from '#procedures/recruitment/rules/path.ts';
import { PROCESSES, type ProcessKind, processOf, STEP_PROCESSES } from '#procedures/recruitment/rules/processes.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/file.ts';
import { openInstance } from '../queries/process.ts';
import * as writes from '../queries/write.ts';
import { openBranchTodo } from './effects.ts';
import { factText } from './facts.ts';
import { approverFor, DISCUSSED, sendToGeneral, sendUp } from './send.ts';
import { loadWholeFile, logFile, MISSING, saveFileState, stateChange, stepOf } from './wholeFile.ts';

export const ON_PROCESS = '正在按审批流程办理，流程办完后由党委集体讨论决定';

/** Whoever takes part in a process reads and ends its matter, wherever they work: the engine has seen to it. */
export const withWholeScope = (ctx: Ctx): Ctx =>
  new Proxy(ctx, {
    get(target, key) {
      if (key === 'scope') return wholeScope;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const subjectId = (fileId: string, no: number) => `${fileId}.${no}`;
function readId(id: string): { fileId: string; no: number } {
  const [fileId = '', no = ''] = id.split('.');
  return { fileId, no: Number(no) };
}

/** Refuses a process that asks the initiator to name people: a form of ours has no place for it. */
export async function requireUsableProcess(ctx: Ctx, kind: ProcessKind, facts: Facts): Promise<string | null> {
  const subject = subjectOf(kind);
  const [process] = await usableProcesses(ctx.db, kind, ctx.session.orgCode);
  if (!process || !subject) return null;
  const { steps } = wayOf(process.definition, factsOf(subject, facts, placeFacts(ctx.session)));
  if (steps.some((step) => step.kind === 'approver' && step.who.kind === 'chosen'))
    throw refuse(`审批流程“${process.name}”要由发起人自选审批人，发展党员不能用，请联系流程管理员改为固定审批人`);
  return process.id;
}

/**
 * Puts a step that was handed in on its process, or sends it on there where it came back; false: none is published, and the
 * superior's desk decides at once. What the process says is no decision yet: that is the committee's.
 */
export async function runProcess(
  ctx: Ctx,
  file: queries.FileRecord,
  step: queries.StepRecord,
  path: Path,
): Promise<boolean> {
  const kind = processOf(step.no, path.votes[9]?.proposal);
  if (!kind) return false;
  const id = subjectId(file.id, step.no);
  const title = `${PROCESSES[kind]}：${file.name}`;
  const facts = { name: file.name, category: String(file.category) };
  const open = await openInstance(ctx.db, STEP_PROCESSES, id);
  if (open?.state === 'returned') {
    const instance = await lockReturned(ctx, open.id, open.version);
    await resubmit(ctx, instance, { title, facts, chosen: {} });
    return true;
  }
  const processId = await requireUsableProcess(ctx, kind, facts);
  if (processId === null) return false;
  await startInstance(ctx, { kind, processId, subjectId: id, title, facts, chosen: {} });
  return true;
}

/** Takes a step's process back, by whoever began it; false: it runs on none. */
export async function withdrawProcess(ctx: Ctx, fileId: string, no: number): Promise<boolean> {
  const open = await openInstance(ctx.db, STEP_PROCESSES, subjectId(fileId, no));
  if (!open) return false;
  await withdrawInstance(ctx, { id: open.id, reason: '撤回报送' });
  return true;
}

async function findStep(ctx: Ctx, id: string, lock: boolean) {
  const { fileId, no } = readId(id);
  const file = await queries.findFile(ctx.db, wholeScope, fileId, lock);
  if (!file) throw notFound(MISSING);
  const all = await loadWholeFile(ctx, file);
  return { ...all, step: stepOf(all, no) };
}

const FIELDS: Subject['fields'] = [
  { key: 'name', label: '姓名', kind: 'text' },
  {
    key: 'category',
    label: '人员类别',
    kind: 'choice',
    options: [
      { value: '4', label: '入党积极分子' },
      { value: '3', label: '发展对象' },
      { value: '2', label: '预备党员' },
    ],
  },
];

const stepSubject = (label: string): Subject => ({
  label,
  fields: FIELDS,
  url: (id) => `/affairs/recruitment/detailInfo?id=${readId(id).fileId}`,
  async view(ctx, id) {
    const { file, step, papers, path } = await findStep(ctx, id, false);
    const def = stepDefinition(step.no);
    const lines = [
      { label: '姓名', value: file.name },
      { label: '党支部', value: file.orgName },
      { label: '事项', value: `${label}，${stepName(step.no)}` },
      { label: def.dayLabel, value: step.handledOn ?? '' },
      ...def.fields.map((field) => ({ label: field.label, value: factText(field, step.facts[field.name]) })),
    ].filter(({ value }) => value !== '');
    return {
      lines,
      text: step.opinion,
      files: papers.filter(({ no }) => no === step.no).flatMap(({ files }) => files),
      checks: findingsAt(path, step.no).map(({ ok, title, evidence, clause }) => ({
        ok,
        title,
        detail: evidence,
        basis: clause,
      })),
    };
  },
  async onEnd(given, id, outcome) {
    const ctx = withWholeScope(given);
    const { file, step } = await findStep(ctx, id, true);
    if (step.state !== 'submitted') return;
    if (outcome === 'approved') {
      const approver = await approverFor(ctx, file);
      const general = DISCUSSED.includes(step.no)
        ? await queries.generalBranchOf(ctx.db, file.orgCode, approver.code)
        : undefined;
      if (general) await sendToGeneral(ctx, file, stepDefinition(step.no), general, approver);
      else await sendUp(ctx, file, stepDefinition(step.no), approver);
      return;
    }
    const state = outcome === 'rejected' ? 'returned' : 'ready';
    const note = '审批流程不同意，请核对后重新报送';
    await writes.writeStep(ctx.db, file.id, step.no, { state, ...(state === 'returned' ? { returnNote: note } : {}) });
    if (state === 'returned')
      await openBranchTodo(ctx, file, `补正${file.name}的发展党员材料（第${step.no}步）`, note, '补正');
    logFile(ctx, file, stateChange(step.no, 'submitted', state), state === 'returned' ? note : '撤回');
    await saveFileState(ctx, file.id);
  },
});

/** Announces the steps that the superior decides as what runs on approval processes. */
export function announceProcesses(): void {
  for (const kind of STEP_PROCESSES) workflowSubject(kind, stepSubject(PROCESSES[kind]));
}
