import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.own.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import * as writes from '../queries/write.ts';
import { openBranchTodo } from './effects.ts';
import { handInPapers } from './steps.ts';
import { lockFile, logFile, stepOf } from './wholeFile.ts';

/** Whether the session is the person of the file, in a role without office. */
const isOwn = (ctx: Ctx, file: { memberId: string }): boolean =>
  ctx.scope.memberId !== null && ctx.scope.memberId === file.memberId;

/** The person hands in what the person writes; the branch finds it in the step's form and as a to-do. */
export async function handInOwnPaper(ctx: Ctx, input: ParsedOf<typeof contract.handOwnPaper>): Promise<null> {
  const held = await lockFile(ctx, input.fileId);
  const { file, papers } = held;
  if (!isOwn(ctx, file)) throw refuse('只有本人可以办理');
  const def = stepDefinition(input.no);
  const paper = def.papers.find(({ kind, own }) => own && kind === input.kind);
  if (!paper) throw refuse('这份材料由党支部提交');
  const step = stepOf(held, input.no);
  const before = papers.find(({ no, kind }) => no === input.no && kind === input.kind);
  if (before?.state === 'passed') throw refuse('这份材料已经审核通过，不能替换');
  if (step.state === 'submitted') throw conflict('该步骤已送上级审批，请等待决定');
  if (step.state === 'none') throw refuse(`还没有到${stepName(input.no)}`);
  if (step.state === 'done' && before?.state !== 'returned') throw refuse(`${stepName(input.no)}已经完成`);
  await handInPapers(ctx, held, def, [{ kind: input.kind, files: input.files }]);
  await openBranchTodo(ctx, file, `${file.name}提交了${paper.label}`, '本人从手机或电脑提交，请查看并办理', '办理');
  logFile(ctx, file, { step: [null, stepName(def.no)], paper: [before ? '已交' : '', `本人提交${paper.label}`] });
  return null;
}

/** The person took note of how the steps came out so far. */
export async function takeNote(ctx: Ctx, { fileId }: ParsedOf<typeof contract.takeNote>) {
  const { file } = await lockFile(ctx, fileId);
  if (!isOwn(ctx, file)) throw refuse('只有本人可以办理');
  const steps = await writes.takeNote(ctx.db, fileId);
  if (steps.length > 0) logFile(ctx, file, { known: [null, steps.map(stepName).join('、')] });
  return { steps };
}
