import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import type * as contract from '#procedures/recruitment/contract.steps.ts';
import { rulesVersionOn } from '#procedures/recruitment/rules/days.ts';
import { blockedText, blockingFindings, type Finding, findingsAt } from '#procedures/recruitment/rules/findings.ts';
import { endOf } from '#procedures/recruitment/rules/path.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import { committeeFaults } from '#procedures/recruitment/rules/votes.ts';
import type * as queries from '../queries/file.ts';
import * as writes from '../queries/write.ts';
import { decideSubject } from '../todos.ts';
import { afterDone, FALL_BACK, notifyPerson, openBranchTodo } from './effects.ts';
import { refuseFaults } from './facts.ts';
import { ON_PROCESS } from './process.ts';
import {
  deskOf,
  lockFile,
  logFile,
  saveFileState,
  stateChange,
  stepOf,
  type WholeFile,
  withStep,
} from './wholeFile.ts';

/** Whether the session decides about a step: it works for the approving organisation, neither sent it in nor is the person. */
export function mayDecide(ctx: Ctx, file: queries.FileRecord, step: queries.StepRecord): boolean {
  const { accountId, orgId, memberId } = ctx.session;
  return (
    step.state === 'submitted' &&
    step.process === null &&
    ctx.scope.memberId === null &&
    ctx.may('recruit:approve') &&
    step.approverOrgId === orgId &&
    (step.generalOrgId === null || step.generalOn !== null) &&
    step.submittedBy !== accountId &&
    file.memberId !== memberId
  );
}

/** Papers that were returned and not fixed stand in the way like a rule. */
export function paperFindings({ papers }: Pick<WholeFile, 'papers'>, upTo: number): Finding[] {
  return papers
    .filter(({ no, state }) => no <= upTo && state === 'returned')
    .map(({ no, kind, note }) => {
      const label = stepDefinition(no).papers.find((one) => one.kind === kind)?.label ?? '';
      return {
        code: 'PAPER_RETURNED',
        title: `${label}补齐`,
        ok: false,
        level: 'block',
        evidence: `${label}：${note}`,
        clause: `发展党员流程第${no}步`,
        no,
        earliest: null,
      };
    });
}

/** 接收 and 转正: the committee votes, case by case (细则第二十五条、第三十三条). */
const VOTED: readonly number[] = [17, 24];

/** The superior's decision; of two at once, and of a withdrawal beside it, one wins. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideStep>) {
  const held = await lockFile(ctx, input.fileId);
  const { file } = held;
  const step = stepOf(held, input.no);
  if (step.state !== 'submitted') throw conflict('该步骤已被处理，请刷新查看');
  if (!mayDecide(ctx, file, step)) {
    if (step.process !== null) throw refuse(ON_PROCESS);
    if (step.submittedBy === ctx.session.accountId) throw refuse('不能审批自己报送的步骤');
    if (file.memberId === ctx.session.memberId) throw refuse('不能审批本人的发展档案');
    if (!ctx.may('recruit:approve')) throw forbidden();
    if (step.generalOrgId !== null && step.generalOn === null) throw refuse(`等待${step.generalName}审议`);
    throw refuse(`由${step.approverName}审批`);
  }
  if (file.version !== input.version) {
    throw conflict('该发展档案已有变化，请刷新后核对再审批', { current: { version: file.version } });
  }
  await closeTodos(ctx.db, [decideSubject(file.id)]);
  if (input.decision === 'return') return sendBack(ctx, held, step, input);

  const faults: Record<string, string> = {};
  const on = input.decidedOn;
  if (on === undefined) faults.decidedOn = '请填写审批日期';
  else if (on > file.today) faults.decidedOn = '审批日期不能晚于今天';
  else {
    const before = lastBefore(held, step.no);
    if (before && on < before.day) faults.decidedOn = `审批日期 ${on} 不能早于${stepName(before.no)} ${before.day}`;
  }
  if (on !== undefined && step.generalOn !== null && on < step.generalOn)
    faults.decidedOn ??= `审批日期 ${on} 不能早于${step.generalName}审议的 ${step.generalOn}`;
  if (input.meeting === '') faults.meeting = '请填写党委会议';
  Object.assign(faults, committeeFaults(input, VOTED.includes(step.no)));
  if (input.decision === 'refuse' && input.opinion === '') faults.opinion = '请写明不同意的理由';
  refuseFaults(faults);
  const day = on ?? file.today;
  if (input.decision === 'refuse') return turnDown(ctx, held, step, input, day);
  if (input.present !== undefined && input.present > 0 && (input.yes ?? 0) * 2 <= input.present) {
    throw badInput({ yes: '赞成票没有过半数，不能同意' });
  }
  return agree(ctx, held, step, input, day);
}

/** The latest day that a decision may not be before: of the step itself or any before it. */
function lastBefore({ path }: WholeFile, no: number): { no: number; day: string } | null {
  for (let n = no; n >= 1; n--) {
    const day = n === no ? (path.steps[n]?.day ?? null) : endOf(path.steps[n]);
    if (day !== null) return { no: n, day };
  }
  return null;
}

type Decided = ParsedOf<typeof contract.decideStep>;
const decisionOf = (input: Decided) => ({
  decision: input.decision,
  meeting: input.meeting,
  opinion: input.opinion,
  present: input.present ?? null,
  yes: input.yes ?? null,
});

async function agree(ctx: Ctx, held: WholeFile, step: queries.StepRecord, input: Decided, day: string) {
  const { file } = held;
  const { no } = step;
  const asksForPublicity = no === 8 && rulesVersionOn(day, held.path.settings) === '2026';
  const path = withStep(held.path, no, { decided: day, lateReason: input.lateReason });
  const findings = findingsAt(path, no).filter(({ code }) => !(asksForPublicity && code === 'PUBLICITY_SHORT'));
  const stops = [...blockingFindings(findings), ...paperFindings(held, no)];
  if (stops.length > 0) throw refuse(blockedText(stops, deskOf(held)), { findings: stops });
  const late = findings.some(({ code, ok }) => code === 'APPROVAL_LATE' && !ok);
  if (late && input.lateReason === '') throw badInput({ lateReason: '超过三个月审批，请写明原因' });
  await writes.writeStep(ctx.db, file.id, no, {
    state: asksForPublicity ? 'ready' : 'done',
    ruleVersion: rulesVersionOn(day, path.settings),
    warnings: [...step.warnings, ...findings.filter(({ ok }) => !ok)],
    lateReason: input.lateReason,
    decided: { on: day, by: ctx.session.accountName, decision: decisionOf(input) },
  });
  await writes.passPapers(ctx.db, file.id, no, {
    id: ctx.session.accountId,
    name: ctx.session.accountName,
  });
  logFile(ctx, file, stateChange(no, 'submitted', asksForPublicity ? '同意，待公示' : 'done'), input.opinion);
  if (!asksForPublicity) return afterDone(ctx, file.id, no);
  await openBranchTodo(
    ctx,
    file,
    `公示${file.name}拟列为发展对象`,
    '上级已同意，公示不少于五个工作日后列为发展对象',
    '公示',
  );
  return saveFileState(ctx, file.id);
}

async function sendBack(ctx: Ctx, held: WholeFile, step: queries.StepRecord, input: Decided) {
  const { file } = held;
  if (input.opinion === '') throw badInput({ opinion: '请写明要补正什么' });
  const { mend } = input;
  if (mend) {
    if (mend.no > step.no) throw badInput({ mend: '只能退回本步或以前的材料' });
    const by = ctx.session.accountName;
    const review = { state: 'returned', note: input.opinion, by } as const;
    if (!(await writes.reviewPaper(ctx.db, file.id, mend.no, mend.kind, review)))
      throw badInput({ mend: '没有这份材料' });
  }
  const decided = { on: null, by: ctx.session.accountName, decision: decisionOf(input) };
  await writes.writeStep(ctx.db, file.id, step.no, { state: 'returned', returnNote: input.opinion, decided });
  const where = mend ? `第${mend.no}步` : `第${step.no}步`;
  await openBranchTodo(ctx, file, `补正${file.name}的发展党员材料（${where}）`, input.opinion, '补正');
  logFile(ctx, file, stateChange(step.no, 'submitted', 'returned'), input.opinion);
  return saveFileState(ctx, file.id);
}

async function turnDown(ctx: Ctx, held: WholeFile, step: queries.StepRecord, input: Decided, day: string) {
  const { file } = held;
  const back = FALL_BACK[step.no] ?? step.no;
  const decided = { on: day, by: ctx.session.accountName, decision: decisionOf(input) };
  await writes.writeStep(ctx.db, file.id, step.no, { state: 'failed', decided });
  await writes.setStates(ctx.db, file.id, [back], 'ready');
  const between = Array.from({ length: Math.max(step.no - back - 1, 0) }, (_, at) => back + 1 + at);
  if (between.length > 0) await writes.setStates(ctx.db, file.id, between, 'none');
  await openBranchTodo(ctx, file, `${stepName(step.no)}未同意：${file.name}`, input.opinion, '查看');
  await notifyPerson(ctx, file, `${stepDefinition(step.no).title}没有通过`, '请与所在党支部联系。');
  logFile(ctx, file, stateChange(step.no, 'submitted', 'failed'), input.opinion);
  return saveFileState(ctx, file.id, { step: back });
}

/** Reviews one paper: passed, or returned with the reason. Whoever handed it in does not review it. */
export async function review(ctx: Ctx, input: ParsedOf<typeof contract.reviewPaper>): Promise<null> {
  const held = await lockFile(ctx, input.fileId);
  const { file, papers } = held;
  if (!mayReview(ctx, file)) throw refuse('由上级党组织审核材料');
  const paper = papers.find(({ no, kind }) => no === input.no && kind === input.kind);
  if (!paper) throw refuse('这份材料还没有提交');
  if (isHandedBy(ctx, paper)) throw refuse('自己提交的材料由其他人审核');
  if (paper.state !== 'pending') throw conflict('这份材料已被处理，请刷新查看');
  if (!input.passed && input.note === '') throw badInput({ note: '请写明退回的原因' });
  const by = ctx.session.accountName;
  await writes.reviewPaper(ctx.db, file.id, input.no, input.kind, {
    state: input.passed ? 'passed' : 'returned',
    note: input.passed ? '' : input.note,
    by,
  });
  const label = stepDefinition(input.no).papers.find(({ kind }) => kind === input.kind)?.label ?? '';
  logFile(
    ctx,
    file,
    { step: [null, stepName(input.no)], paper: ['待审', `${label}${input.passed ? '通过' : '退回'}`] },
    input.note,
  );
  await syncWaitingTodos(ctx.db, ctx.services.modules, ['developmentPaper']);
  if (!input.passed) await openBranchTodo(ctx, file, `补正${file.name}的${label}`, input.note, '补正');
  await saveFileState(ctx, file.id);
  return null;
}

/** Whoever handed a paper in does not review it, from above either. */
export const isHandedBy = (ctx: Ctx, { handedById }: { handedById: string | null }): boolean =>
  handedById === ctx.session.accountId;

/** Papers are reviewed from above, never of the own file. */
export const mayReview = (ctx: Ctx, file: queries.FileRecord): boolean =>
  ctx.scope.memberId === null &&
  ctx.may('recruit:approve') &&
  ctx.session.orgCode.length < file.orgCode.length &&
  file.memberId !== ctx.session.memberId;
