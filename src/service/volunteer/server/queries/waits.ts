import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const volunteerStates: StateWords = {
  'service_activity.state': restingStates('the own work of whoever runs it', 0, 1, 3, 4),
  'service_activity.hours_state': {
    1: waitingState('serviceHours', { when: sql`x.deleted_at is null` }),
    ...restingStates('not handed in, or decided', 0, 2, 3),
  },
  'service_signup.state': {
    0: waitingState('serviceAsked', {
      id: sql`x.activity_id`,
      when: sql`exists (select from service_activity a where a.id = x.activity_id and a.state = 1 and a.deleted_at is null and a.starts_at > now())`,
    }),
    ...restingStates('decided', 1, 2, 3),
  },
  'service_signup.hours_state': restingStates('as the activity says', 0, 1, 2, 3),
  'service_pair.state': { 0: waitingState('servicePair'), ...restingStates('decided', 1, 2, 3, 4) },
};
