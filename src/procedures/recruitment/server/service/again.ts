import type { PersonChange } from '#people/member/server/service/record.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.steps.ts';
import { type Ending, mayApplyAgain } from '#procedures/recruitment/rules/path.ts';
import * as queries from '../queries/file.ts';
import { openFiles } from '../queries/write.ts';
import { changeOf } from './effects.ts';
import { isWorker } from './steps.ts';
import { logFile, MISSING } from './wholeFile.ts';

/** 入党申请人. */
const APPLICANT = 5;
/** Dictionary 0003: 正常. */
const GOOD = 1;

/** Whether a new file may be opened beside this one: its way ended, and it is the person's latest. */
export async function canAgain(ctx: Ctx, file: queries.FileRecord): Promise<boolean> {
  return isWorker(ctx) && mayApplyAgain(file.ending) && !(await queries.hasLaterFile(ctx.db, file));
}

/** What the record of somebody who applies again says: an applicant, of whose revoked membership nothing counts. */
const asApplicant = (ending: Ending | null): PersonChange =>
  (ending === 'revoked'
    ? { personCategory: APPLICANT, membershipStatus: GOOD, admissionDate: null, joinedBranchOn: null, joinType: null }
    : { personCategory: APPLICANT }) as PersonChange;

/**
 * 重新申请: opens a new file at step 1 beside the one that ended, in the same transaction as the category. The day of the new
 * application comes with that step.
 */
export async function applyAgain(ctx: Ctx, { fileId }: ParsedOf<typeof contract.applyAgain>) {
  if (!isWorker(ctx)) throw forbidden();
  const file = await queries.findFile(ctx.db, ctx.scope, fileId, true);
  if (!file) throw notFound(MISSING);
  if (file.endedOn === null) throw refuse('这份档案正在办理，不用重新申请');
  if (!mayApplyAgain(file.ending)) throw refuse('已转正、死亡或删除登记的，不能重新申请');
  if (await queries.hasLaterFile(ctx.db, file)) throw conflict('已重新申请，请办理新的发展档案');
  if (file.category !== APPLICANT) await changeOf(ctx, file.memberId, asApplicant(file.ending), '重新申请入党');
  const [id] = await openFiles(ctx.db, [file.memberId], ctx.session.accountName);
  if (id === undefined) throw conflict('已重新申请，请办理新的发展档案');
  logFile(ctx, file, { ending: [null, '重新申请入党，另建新的档案'] });
  return { id };
}
