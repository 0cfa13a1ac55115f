import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const specialActivityStates: StateWords = {
  'special_activity.state': rests('its materials wait', 'draft', 'published', 'ended', 'withdrawn'),
  'special_material.state': {
    asked: waitsAs('specialDecide'),
    ...rests('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'special_hand_in.decision': rests('its material waits', 'waiting', 'accepted', 'returned', 'recalled'),
};
