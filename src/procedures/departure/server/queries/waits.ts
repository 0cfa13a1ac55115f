import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const variationStates: StateWords = {
  'member_variation.state': {
    pending: waitingState('memberVariation'),
    approved: 'takes effect by itself on its day',
    ...restingStates('over', 'effective', 'refused', 'withdrawn', 'undone'),
  },
};
