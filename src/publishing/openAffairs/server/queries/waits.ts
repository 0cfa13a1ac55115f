import { sql } from 'kysely';
import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const openAffairsStates: StateWords = {
  'open_affair.state': {
    pending: waitsAs('openDecide', { when: sql`x.instance_id is null and x.deleted_at is null` }),
    ...rests(
      'the own work of whoever writes it; what is due by the catalogue is asked by its round',
      'draft',
      'published',
      'withdrawn',
    ),
  },
};
