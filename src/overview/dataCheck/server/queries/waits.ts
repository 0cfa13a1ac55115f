import { sql } from 'kysely';
import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const dataManageStates: StateWords = {
  'data_check_run.state': rests('a machine counts', 0, 1, 2),
  'data_check_row.state': {
    1: waitsAs('dataCheck', { id: sql`x.checked_id` }),
    ...rests('the own list of whoever checks, or answered', 0, 2, 3),
  },
};
