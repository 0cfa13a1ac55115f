import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const collegeStates: StateWords = {
  'school_class.state': restingStates('whoever may nominate has a to-do', 0, 1, 2, 3, 4),
  'school_person.state': {
    0: waitingState('schoolDecide', {
      id: sql`x.class_id`,
      when: sql`exists (select from school_class c where c.id = x.class_id and c.state in (1, 2))`,
    }),
    ...restingStates('decided', 1, 2, 3),
  },
};
