import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const messageStates: StateWords = {
  'sms_message.state': restingStates('a machine sends it', 'none', 'sending', 'sent', 'failed'),
};
