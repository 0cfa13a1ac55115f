import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const specialActivityStates: StateWords = {
  'special_activity.state': restingStates('its materials wait', 'draft', 'published', 'ended', 'withdrawn'),
  'special_material.state': {
    asked: waitingState('specialDecide'),
    ...restingStates('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'special_hand_in.decision': restingStates('its material waits', 'waiting', 'accepted', 'returned', 'recalled'),
};
