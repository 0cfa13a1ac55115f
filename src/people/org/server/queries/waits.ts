import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const orgStates: StateWords = {
  'term_extension.state': {
    pending: waitingState('termExtension', { id: sql`x.term_id` }),
    ...restingStates('decided, or the term is over', 'approved', 'returned', 'withdrawn', 'lapsed'),
  },
  'floating_org.state': {
    pending: waitingState('floatingOrg', { when: sql`x.deleted_at is null` }),
    returned: waitingState('floatingOrg', { when: sql`x.deleted_at is null` }),
    established: 'it is there',
  },
  'org_change.state': restingStates('a plan that its maker carries out or throws away', 'draft', 'done', 'reversed'),
};
