import { sql } from 'kysely';
import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const orgStates: StateWords = {
  'term_extension.state': {
    pending: waitsAs('termExtension', { id: sql`x.term_id` }),
    ...rests('decided, or the term is over', 'approved', 'returned', 'withdrawn', 'lapsed'),
  },
  'floating_org.state': {
    pending: waitsAs('floatingOrg', { when: sql`x.deleted_at is null` }),
    returned: waitsAs('floatingOrg', { when: sql`x.deleted_at is null` }),
    established: 'it is there',
  },
  'org_change.state': rests('a plan that its maker carries out or throws away', 'draft', 'done', 'reversed'),
};
