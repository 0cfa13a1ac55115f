import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const dataManageStates: StateWords = {
  'data_check_run.state': restingStates('a machine counts', 0, 1, 2),
  'data_check_row.state': {
    1: waitingState('dataCheck', { id: sql`x.checked_id` }),
    ...restingStates('the own list of whoever checks, or answered', 0, 2, 3),
  },
};
