import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import type * as contract from '#procedures/recruitment/contract.steps.ts';
import { rulesVersionOn } from '#procedures/recruitment/rules/days.ts';
import { blockedText, blockingFindings, findingsAt } from '#procedures/recruitment/rules/findings.ts';
import type { Path } from '#procedures/recruitment/rules/path.ts';
import { type StepDef, stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import { pendingEnding } from '../queries/correction.ts';
import * as queries from '../queries/file.ts';
import { openInstance } from '../queries/process.ts';
import * as writes from '../queries/write.ts';
import { decideSubject, generalSubject } from '../todos.ts';
import { afterDone } from './effects.ts';
import { factFaults, readFacts, refuseFaults } from './facts.ts';
import { assignFormNumber } from './forms.ts';
import { runProcess, withdrawProcess } from './process.ts';
import { approverFor, DISCUSSED, sendToGeneral, sendUp } from './send.ts';
import {
  deskOf,
  failedFindings,
  lockFile,
  logFile,
  PAPERS,
  saveFileState,
  stateChange,
  stepOf,
  type WholeFile,
  withStep,
} from './wholeFile.ts';

/** Whether the session works on files: the person reads the own one alone. */
export const isWorker = (ctx: Ctx): boolean => ctx.scope.memberId === null && ctx.may('recruit:write');

/** 2026 asks for consent, 公示, then listing; consent was given, the listing is the branch's. */
export const isConsented = (step: queries.StepRecord): boolean =>
  step.no === 8 && step.decision.decision === 'agree' && step.state === 'ready';

function refuseOrder(held: WholeFile, step: queries.StepRecord): void {
  const { file } = held;
  // What a process gave back is fixed and sent again.
  if (step.state === 'submitted' && step.process !== 'returned')
    throw conflict('该步骤已送上级审批，请等待决定或先撤回');
  if (step.state === 'done') throw refuse(`${stepName(step.no)}已经完成，日期登记有误请申请更正`);
  if (step.no > file.step || step.state === 'none') {
    const waits = file.stepState === 'submitted';
    throw refuse(
      waits ? `${stepName(file.step)}正在等待${deskOf(held)(file.step)}决定` : `请先办理${stepName(file.step)}`,
    );
  }
}

/** While the superior is asked whether the file ends, nothing goes on. */
async function refuseWhileEnding(ctx: Ctx, file: queries.FileRecord): Promise<void> {
  const pending = await pendingEnding(ctx.db, file);
  if (pending) throw refuse(`终止培养正在等待${pending.approverName}决定，继续培养的请先撤回终止申请`);
  if (await openInstance(ctx.db, ['development.ending'], file.id))
    throw refuse('终止培养正在按审批流程办理，继续培养的请先到“我发起的”撤回');
}

/** Hands in papers of a step; each waits for its own review. */
export async function handInPapers(
  ctx: Ctx,
  { file }: WholeFile,
  def: StepDef,
  papers: readonly { kind: string; files: string[] }[],
): Promise<void> {
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  for (const { kind, files } of papers) {
    if (!def.papers.some((one) => one.kind === kind)) throw badInput({ papers: '没有这种材料' });
    const rowId = await writes.putPaper(ctx.db, file.id, def.no, kind, by);
    const owner = { kind: PAPERS, rowId, orgCode: file.orgCode };
    const kept = await attachFiles(ctx, `paper.${kind}`, files, owner, { format: 'common' });
    await detachFiles(ctx, owner, kept);
    await writes.setPaperFiles(ctx.db, rowId, kept);
  }
  if (papers.length > 0) await syncWaitingTodos(ctx.db, ctx.services.modules, ['developmentPaper']);
}

/** Required papers that were not handed in, at their fields. */
function paperFaults({ papers }: WholeFile, def: StepDef, given: readonly { kind: string }[]): Record<string, string> {
  const lacking = def.papers.filter(({ kind, required }) => {
    if (!required || given.some((one) => one.kind === kind)) return false;
    const stored = papers.find((one) => one.no === def.no && one.kind === kind);
    return !stored || stored.state === 'returned';
  });
  return Object.fromEntries(lacking.map(({ kind, label }) => [`paper.${kind}`, `请上传${label}`]));
}

/** The day of a step: of a vote its meeting's, else as it was written. */
function dayOf(
  { file, votes }: WholeFile,
  def: StepDef,
  given: string | undefined,
  faults: Record<string, string>,
): string {
  const isPaper = def.no <= file.paperUntil;
  if (def.vote && !isPaper) {
    const vote = votes.find(({ stage }) => stage === def.vote);
    if (!vote) faults.vote = '请先登记支部大会和表决结果';
    return vote?.heldOn ?? file.today;
  }
  if (given === undefined) faults.handledOn = `请填写${def.dayLabel}`;
  else if (given > file.today) faults.handledOn = `${def.dayLabel}不能晚于今天`;
  return given ?? file.today;
}

/** Refuses what the rules block; answers what warns. `sends`: how late it is, is asked of the decision. */
function refuseBlocked(held: WholeFile, path: Path, no: number, sends = false) {
  const findings = findingsAt(path, no).filter(({ code }) => !sends || code !== 'APPROVAL_LATE');
  const stops = blockingFindings(findings);
  if (stops.length > 0) throw refuse(blockedText(stops, deskOf(held)), { findings: stops });
  return failedFindings(findings);
}

/** Does one step: the branch's own is done at once, one that the superior decides is sent there. */
export async function submit(ctx: Ctx, input: ParsedOf<typeof contract.submitStep>) {
  if (!isWorker(ctx)) throw forbidden();
  const held = await lockFile(ctx, input.fileId, input.version);
  const { file } = held;
  const def = stepDefinition(input.no);
  const step = stepOf(held, input.no);
  refuseOrder(held, step);
  await refuseWhileEnding(ctx, file);
  if (isConsented(step)) return list(ctx, held, input);

  const faults: Record<string, string> = {};
  const day = dayOf(held, def, input.handledOn, faults);
  const isPaper = def.no <= file.paperUntil;
  const facts = await readFacts(ctx.db, def, input.facts, {
    orgCode: file.orgCode,
    day,
    isPaper,
    today: file.today,
    self: file.memberId,
    faults,
  });
  const against = factFaults(def, facts, file.isMigrant && !isPaper);
  refuseFaults({ ...against, ...faults, ...paperFaults(held, def, input.papers) });
  const known = knownFault(file, def.no, day);
  if (known) throw badInput({ handledOn: known });
  const ended = def.no === 1 ? await queries.lastEnd(ctx.db, file) : null;
  if (ended !== null && day < ended) throw badInput({ handledOn: `不能早于上一份档案结束的 ${ended}` });
  refuseOldVote(held, def);
  if (!isPaper) refuseVotedDown(held, def);
  const path = withStep(held.path, def.no, { state: 'ready', day, decided: null, facts });
  const sends = def.decided === true && !isPaper;
  const warnings = refuseBlocked(held, path, def.no, sends);

  if (def.no === 14 && typeof facts.bookNo === 'string') await assignFormNumber(ctx, file, facts.bookNo, day);
  await handInPapers(ctx, held, def, input.papers);
  const approver = sends ? await approverFor(ctx, file) : null;
  const general =
    approver && DISCUSSED.includes(def.no)
      ? await queries.generalBranchOf(ctx.db, file.orgCode, approver.code)
      : undefined;
  await writes.writeStep(ctx.db, file.id, def.no, {
    state: sends ? 'submitted' : 'done',
    handledOn: day,
    handledBy: ctx.session.accountName,
    orgId: ctx.session.orgId,
    opinion: input.opinion,
    facts,
    ruleVersion: rulesVersionOn(day, path.settings),
    warnings,
    sent: {
      by: ctx.session.accountId,
      name: ctx.session.accountName,
      approverOrgId: approver?.id ?? null,
      generalOrgId: general?.id ?? null,
    },
    decided: null,
    returnNote: '',
  });
  logFile(ctx, file, stateChange(def.no, step.state, sends ? 'submitted' : 'done'));
  if (!approver) return afterDone(ctx, file.id, def.no);
  if (!(await runProcess(ctx, file, step, path))) {
    if (general) await sendToGeneral(ctx, file, def, general, approver);
    else await sendUp(ctx, file, def, approver);
  }
  return saveFileState(ctx, file.id, { step: def.no });
}

/** What the person's record says already must not be told otherwise by 补录: as a sentence; empty where it is not. */
export function knownFault(file: queries.FileRecord, no: number, day: string): string {
  if (no !== 15 || no > file.paperUntil || file.category !== 2 || file.probationUntil === null) return '';
  const accepted = `${Number(file.probationUntil.slice(0, 4)) - 1}${file.probationUntil.slice(4)}`;
  const isKept = file.extensionMonths !== null || accepted === day || accepted.endsWith('02-29');
  return isKept ? '' : `支部大会日期与登记的入党日期 ${accepted} 不一致，登记有误请申请更正`;
}

/** After a refusal the branch discusses it anew: the old vote does not serve a second time. */
function refuseOldVote(held: WholeFile, def: StepDef): void {
  if (!def.vote) return;
  const refused = stepOf(held, def.no + (def.no === 15 ? 2 : 1));
  const vote = held.votes.find(({ stage }) => stage === def.vote);
  if (refused.state === 'failed' && vote && refused.decidedOn !== null && vote.heldOn <= refused.decidedOn) {
    throw badInput({ vote: '上级未同意，须重新召开支部大会讨论，请登记新的会议和表决' });
  }
}

/** In a branch without a committee its general meeting decided; where the latest one did not agree, the step is not done. */
function refuseVotedDown({ votes }: WholeFile, def: StepDef): void {
  const last = votes.find(({ stage, body }) => body === 'general' && stage !== def.vote && def.stages?.includes(stage));
  if (last && !last.passed) {
    throw badInput({ handledOn: `${last.heldOn}支部大会没有通过，须重新召开支部大会讨论，请登记新的会议和表决` });
  }
}

/** Step 8 by 2026, after consent: the 公示 is over, the person is listed. */
async function list(ctx: Ctx, held: WholeFile, input: ParsedOf<typeof contract.submitStep>) {
  const { file, publicity } = held;
  const step = stepOf(held, 8);
  const faults: Record<string, string> = {};
  if (input.handledOn === undefined) faults.handledOn = '请填写列为发展对象日期';
  else if (input.handledOn > file.today) faults.handledOn = '列为发展对象日期不能晚于今天';
  else if (publicity && input.handledOn <= publicity.endsOn)
    faults.handledOn = `公示到 ${publicity.endsOn}，次日起才能列为发展对象`;
  else if (step.decidedOn !== null && input.handledOn < step.decidedOn)
    faults.handledOn = `不能早于上级同意的 ${step.decidedOn}`;
  refuseFaults(faults);
  const listedOn = input.handledOn ?? file.today;
  const facts = { ...step.facts, listedOn };
  const warnings = refuseBlocked(held, withStep(held.path, 8, { decided: listedOn, facts }), 8);
  await handInPapers(ctx, held, stepDefinition(8), input.papers);
  await writes.writeStep(ctx.db, file.id, 8, { state: 'done', facts, ruleVersion: '2026', warnings });
  logFile(ctx, file, stateChange(8, step.state, 'done'));
  return afterDone(ctx, file.id, 8);
}

/** Takes back what was sent to the superior, by whoever sent it, until somebody decided. */
export async function withdraw(ctx: Ctx, { fileId, no }: ParsedOf<typeof contract.withdrawStep>) {
  if (!isWorker(ctx)) throw forbidden();
  const held = await lockFile(ctx, fileId);
  const step = stepOf(held, no);
  if (step.state !== 'submitted') throw conflict('该步骤已被处理，不能撤回');
  if (step.submittedBy !== ctx.session.accountId) throw refuse(`由${step.submittedByName}报送，只能由本人撤回`);
  if (await withdrawProcess(ctx, fileId, no)) return saveFileState(ctx, fileId);
  await writes.writeStep(ctx.db, fileId, no, { state: 'ready' });
  await closeTodos(ctx.db, [decideSubject(fileId), generalSubject(fileId)]);
  logFile(ctx, held.file, stateChange(no, 'submitted', 'ready'), '撤回');
  return saveFileState(ctx, fileId);
}

/**
 * Hands in a paper anew, of whichever step. Where papers were what the superior asked for, the step goes straight back there
 * as soon as none is missing; the other steps stand.
 */
export async function handInPaper(ctx: Ctx, input: ParsedOf<typeof contract.handPaper>) {
  if (!isWorker(ctx)) throw forbidden();
  const held = await lockFile(ctx, input.fileId);
  const { file, papers } = held;
  const def = stepDefinition(input.no);
  const step = stepOf(held, input.no);
  const before = papers.find((paper) => paper.no === input.no && paper.kind === input.kind);
  if (step.state === 'none') throw refuse(`请先办理${stepName(file.step)}`);
  if (step.state === 'submitted' && before?.state !== 'returned') {
    throw conflict('该步骤已送上级审批，请等待决定或先撤回');
  }
  if (before?.state === 'passed') throw refuse('这份材料已经审核通过，不能替换');
  await refuseWhileEnding(ctx, file);
  await handInPapers(ctx, held, def, [{ kind: input.kind, files: input.files }]);
  const label = def.papers.find(({ kind }) => kind === input.kind)?.label ?? '';
  logFile(ctx, file, { step: [null, stepName(def.no)], paper: [before ? '已交' : '', label] });

  const current = stepOf(held, file.step);
  const others = papers.some((paper) => paper.state === 'returned' && paper !== before);
  const fixed = current.state === 'returned' && before?.state === 'returned' && current.approverOrgId !== null;
  if (!fixed || others) return saveFileState(ctx, file.id);
  await writes.writeStep(ctx.db, file.id, current.no, { state: 'submitted', decided: null, returnNote: '' });
  const { approver } = await queries.approverOf(ctx.db, file.orgCode);
  const general =
    approver && current.generalOrgId !== null && current.generalOn === null
      ? await queries.generalBranchOf(ctx.db, file.orgCode, approver.code)
      : undefined;
  if (general && approver) await sendToGeneral(ctx, file, stepDefinition(current.no), general, approver);
  else if (approver) await sendUp(ctx, file, stepDefinition(current.no), approver);
  logFile(ctx, file, stateChange(current.no, 'returned', 'submitted'), '补正后报送');
  return saveFileState(ctx, file.id);
}
