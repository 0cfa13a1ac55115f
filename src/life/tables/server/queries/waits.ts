import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const dataCentreStates: StateWords = {
  'data_centre_table.state': rests('its fillings wait', 'draft', 'open', 'stopped'),
  'data_centre_fill.state': {
    asked: waitsAs('dataCentreDecide'),
    ...rests('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'data_centre_filing.decision': rests('its filling waits', 'waiting', 'accepted', 'returned', 'recalled'),
};
