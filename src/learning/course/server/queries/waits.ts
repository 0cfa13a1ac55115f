import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const courseStates: StateWords = {
  'course.state': restingStates('each who has to take it has a to-do', 0, 1, 2),
};
