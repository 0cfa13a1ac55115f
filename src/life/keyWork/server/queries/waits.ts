import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const keyWorkStates: StateWords = {
  'key_work_item.state': rests('its parts wait', 'draft', 'running', 'ended', 'withdrawn'),
  'key_work_part.state': {
    asked: waitsAs('keyWorkDecide'),
    ...rests('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'key_work_report.decision': rests('its part waits', '', 'waiting', 'accepted', 'returned', 'recalled'),
};
