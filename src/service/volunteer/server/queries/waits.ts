import { sql } from 'kysely';
import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const volunteerStates: StateWords = {
  'service_activity.state': rests('the own work of whoever runs it', 0, 1, 3, 4),
  'service_activity.hours_state': {
    1: waitsAs('serviceHours', { when: sql`x.deleted_at is null` }),
    ...rests('not handed in, or decided', 0, 2, 3),
  },
  'service_signup.state': {
    0: waitsAs('serviceAsked', {
      id: sql`x.activity_id`,
      when: sql`exists (select from service_activity a where a.id = x.activity_id and a.state = 1 and a.deleted_at is null and a.starts_at > now())`,
    }),
    ...rests('decided', 1, 2, 3),
  },
  'service_signup.hours_state': rests('as the activity says', 0, 1, 2, 3),
  'service_pair.state': { 0: waitsAs('servicePair'), ...rests('decided', 1, 2, 3, 4) },
};
