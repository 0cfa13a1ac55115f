import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.opinion.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import type * as queries from '../queries/file.ts';
import * as writes from '../queries/write.ts';
import { generalSubject } from '../todos.ts';
import { openBranchTodo } from './effects.ts';
import { refuseFaults } from './facts.ts';
import { ON_PROCESS } from './process.ts';
import { sendToApprover } from './send.ts';
import { lockFile, logFile, saveFileState, stateChange, stepOf } from './wholeFile.ts';

/**
 * Whether the session gives the opinion of the 党总支: it works there, or approves and enters it from paper where nobody works
 * there; it did not send it in and is not the person.
 */
export function mayOpine(ctx: Ctx, file: queries.FileRecord, step: queries.StepRecord): boolean {
  const { accountId, orgId, memberId } = ctx.session;
  return (
    step.state === 'submitted' &&
    step.process === null &&
    step.generalOrgId !== null &&
    (step.generalOrgId === orgId || (step.approverOrgId === orgId && !step.generalStaffed)) &&
    step.generalOn === null &&
    ctx.scope.memberId === null &&
    ctx.may('recruit:approve') &&
    step.submittedBy !== accountId &&
    file.memberId !== memberId
  );
}

/** The 党总支 agrees, and the step goes on to the approver; or it gives the step back to the branch. */
export async function giveOpinion(ctx: Ctx, input: ParsedOf<typeof contract.giveOpinion>) {
  const held = await lockFile(ctx, input.fileId);
  const { file } = held;
  const step = stepOf(held, input.no);
  if (step.state !== 'submitted' || step.generalOn !== null) throw conflict('该步骤已被处理，请刷新查看');
  if (!mayOpine(ctx, file, step)) {
    if (step.process !== null) throw refuse(ON_PROCESS);
    if (step.submittedBy === ctx.session.accountId) throw refuse('不能审议自己报送的步骤');
    if (file.memberId === ctx.session.memberId) throw refuse('不能审议本人的发展档案');
    if (!ctx.may('recruit:approve')) throw forbidden();
    throw refuse(step.generalOrgId === null ? '这一步不须党总支审议' : `由${step.generalName}审议`);
  }
  if (file.version !== input.version) {
    throw conflict('该发展档案已有变化，请刷新后核对再审议', { current: { version: file.version } });
  }
  const faults: Record<string, string> = {};
  if (input.opinion === '') faults.opinion = input.agree ? '请填写审议意见' : '请写明要补正什么';
  if (input.agree) {
    if (input.on === undefined) faults.on = '请填写审议日期';
    else if (input.on > file.today) faults.on = '审议日期不能晚于今天';
    else if (step.handledOn !== null && input.on < step.handledOn)
      faults.on = `审议日期不能早于报送的 ${step.handledOn}`;
  }
  refuseFaults(faults);
  await closeTodos(ctx.db, [generalSubject(file.id)]);
  if (!input.agree) {
    const decided = {
      on: null,
      by: ctx.session.accountName,
      decision: { decision: 'return' as const, opinion: input.opinion },
    };
    await writes.writeStep(ctx.db, file.id, step.no, { state: 'returned', returnNote: input.opinion, decided });
    await openBranchTodo(ctx, file, `补正${file.name}的发展党员材料（第${step.no}步）`, input.opinion, '补正');
    logFile(ctx, file, stateChange(step.no, 'submitted', 'returned'), input.opinion);
    return saveFileState(ctx, file.id);
  }
  if (input.on === undefined) throw badInput({ on: '请填写审议日期' });
  await writes.writeGeneral(ctx.db, file.id, step.no, {
    on: input.on,
    by: ctx.session.accountName,
    opinion: input.opinion,
  });
  logFile(
    ctx,
    file,
    { step: [null, stepName(step.no)], general: [null, `${input.on} ${step.generalName}`] },
    input.opinion,
  );
  await sendToApprover(ctx, file, step);
  return saveFileState(ctx, file.id);
}
