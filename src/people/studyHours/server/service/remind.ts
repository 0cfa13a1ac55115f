import { ROLE } from '#kernel/session/contract.ts';
import { REMIND_MONTH } from '#people/studyHours/rules.ts';
import type { Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import * as queries from '../queries/hours.ts';
import { remindLateBranches } from '../queries/remind.ts';

/** From September on each branch is told who is behind; before that the year is long. */
export async function remind({ db }: Pick<Services, 'db'>, now?: string, atOnce?: number): Promise<void> {
  const today = now ?? (await todayOf(db));
  if (Number(today.slice(5, 7)) < REMIND_MONTH) return;
  const year = Number(today.slice(0, 4));
  await remindLateBranches(db, year, await queries.dutyOf(db, year), ROLE.worker, atOnce);
}
