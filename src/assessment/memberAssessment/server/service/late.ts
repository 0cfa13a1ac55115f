import { ROLE } from '#kernel/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { notifyLate } from '../queries/late.ts';
import { LATE_DAY } from './statistics.ts';

/** 逾期未评: a to-do at each branch whose newest late month was not handed in, and at the organisation above, until it was. */
export const syncLateTodos = ({ db }: Services): Promise<void> =>
  transact(db, async (tx) => {
    await notifyLate(tx, {
      roleId: ROLE.worker,
      module: '党员考核',
      matrix: '/affairs/assessment/statistics?year=',
      lateDay: LATE_DAY,
    });
  });
