import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const keyWorkStates: StateWords = {
  'key_work_item.state': restingStates('its parts wait', 'draft', 'running', 'ended', 'withdrawn'),
  'key_work_part.state': {
    asked: waitingState('keyWorkDecide'),
    ...restingStates('asked by its round some days before', 'open', 'returned', 'done', 'void'),
  },
  'key_work_report.decision': restingStates('its part waits', '', 'waiting', 'accepted', 'returned', 'recalled'),
};
