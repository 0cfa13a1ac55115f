import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const permissionStates: StateWords = {
  'account_request.state': {
    pending: waitsAs('accountRequest'),
    ...rests('decided', 'approved', 'returned', 'withdrawn'),
  },
};
