import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const openAffairsStates: StateWords = {
  'open_affair.state': {
    pending: waitingState('openDecide', { when: sql`x.instance_id is null and x.deleted_at is null` }),
    ...restingStates(
      'the own work of whoever writes it; what is due by the catalogue is asked by its round',
      'draft',
      'published',
      'withdrawn',
    ),
  },
};
