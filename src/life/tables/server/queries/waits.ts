import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const dataCentreStates: StateWords = {
  'data_centre_table.state': restingStates('its fillings wait', 'draft', 'open', 'stopped'),
  'data_centre_fill.state': {
    asked: waitingState('dataCentreDecide'),
    ...restingStates('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'data_centre_filing.decision': restingStates('its filling waits', 'waiting', 'accepted', 'returned', 'recalled'),
};
