import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const volunteerStates: StateWords = {
  'service_call.state': restingStates('the own work of whoever called, or ended', 1, 2),
  'service_call_person.sms_state': restingStates('a text message on its way, sent, or not to be sent', 0, 1, 2, 3),
  'service_feedback.state': {
    0: waitingState('serviceFeedback', { id: sql`x.org_id || '-' || x.year || '-' || x.quarter` }),
    1: waitingState('serviceReceipt'),
    2: 'received by the unit',
  },
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
    ...restingStates('decided', 1, 2, 4, 5),
    3: 'in the waiting list, which a job moves on',
  },
  'service_signup.objection_state': {
    1: waitingState('serviceObjection'),
    ...restingStates('none, or decided', 0, 2, 3),
  },
  'service_signup.hours_state': restingStates('as the activity says', 0, 1, 2, 3),
  'service_need.state': {
    0: waitingState('serviceNeed'),
    ...restingStates('on the market, or with whoever took it', 1, 2, 3, 4),
    ...restingStates('over', 5, 6, 7),
  },
  'service_need.talk_state': { 1: waitingState('serviceTalk'), ...restingStates('none, or held', 0, 2) },
  'service_pair.state': { 0: waitingState('servicePair'), ...restingStates('decided', 1, 2, 3, 4) },
};
