import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const ballotStates: StateWords = {
  'ballot.state': restingStates('each voter has a to-do', 0, 1, 2, 3, 4),
};
