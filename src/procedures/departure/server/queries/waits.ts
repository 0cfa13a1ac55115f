import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const variationStates: StateWords = {
  'member_variation.state': {
    pending: waitsAs('memberVariation'),
    approved: 'takes effect by itself on its day',
    ...rests('over', 'effective', 'refused', 'withdrawn', 'undone'),
  },
};
