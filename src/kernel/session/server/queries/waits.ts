import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const sessionStates: StateWords = {
  'qr_login.state': restingStates(
    'whoever holds the phone sees it there, for two minutes',
    'waiting',
    'scanned',
    'confirmed',
    'ended',
  ),
};
