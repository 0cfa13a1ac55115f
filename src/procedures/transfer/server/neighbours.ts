import type { Db } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { endMemberDues, findPaidTo, hasStandard } from '#procedures/dues/server/index.ts';
import { endOutflow } from '#procedures/floating/server/matter.ts';
import { moveFile } from '#procedures/recruitment/server/moving.ts';
import { isFixedStep } from '#procedures/transfer/rules/checks.ts';

/** What a transfer asks of the modules beside and below it stands here, at one place. */
export const duesOf = (db: Db, memberId: string) => findPaidTo(db, memberId);

/** What is owed, and whether there is a standard to count it by. */
export async function duesCheck(db: Db, memberId: string) {
  const [{ owed }, standard] = await Promise.all([findPaidTo(db, memberId), hasStandard(db, memberId)]);
  return { owed, hasStandard: standard };
}

/** Nothing is due here after the month in which somebody left. */
export const endDuesOf = (db: Db, memberId: string, month: string) =>
  endMemberDues(db, memberId, month, '组织关系已转出');

/** Refuses where the development file must stay with its branch; else it follows the person (trigger move_development_file). */
export function assertFileMoves(name: string, step: number | null): void {
  if (isFixedStep(step)) throw refuse(`${name}的发展档案在第${step}步，第12步至第17步不能转接，请办结后再转`);
}

/** The development file goes along with the list of its papers, which both branches sign; nothing where none runs. */
export const moveFileOf = (
  db: Db,
  memberId: string,
  move: { from: { id: string; code: string }; to: { id: string; code: string }; by: string },
) => moveFile(db, memberId, move);

/** Nobody floats from a branch that has been left: outflow 5, inflows over, in the transaction that moves the person. */
export const endFloatingOf = (db: Db, memberId: string, on: string, by: { id: string; name: string }) =>
  endOutflow(db, memberId, { to: 5, on, note: '组织关系已转出', by });
